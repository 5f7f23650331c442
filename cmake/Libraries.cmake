# Outside libraries, each as an imported target dlrig::<name>. Found by header
# and library, not by pkg-config: some of them (libcsv) ship no .pc file.
# Nothing is required here; a floor that needs a missing library says so.
function(dlrig_library name header)
  find_path(DLRIG_INCLUDE_${name} NAMES ${header} PATH_SUFFIXES ncursesw)
  find_library(DLRIG_LIB_${name} NAMES ${name})
  mark_as_advanced(DLRIG_INCLUDE_${name} DLRIG_LIB_${name})
  if(DLRIG_INCLUDE_${name} AND DLRIG_LIB_${name})
    add_library(dlrig::${name} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(dlrig::${name} PROPERTIES
      IMPORTED_LOCATION "${DLRIG_LIB_${name}}"
      INTERFACE_INCLUDE_DIRECTORIES "${DLRIG_INCLUDE_${name}}")
  endif()
endfunction()

dlrig_library(cjson cjson/cJSON.h)
dlrig_library(utf8proc utf8proc.h)
dlrig_library(csv csv.h)
dlrig_library(inih ini.h)
dlrig_library(sqlite3 sqlite3.h)
dlrig_library(curl curl/curl.h)
dlrig_library(z zlib.h)
dlrig_library(ncursesw curses.h)
dlrig_library(cmocka cmocka.h)
dlrig_library(vterm vterm.h)
dlrig_library(microhttpd microhttpd.h)
dlrig_library(yaml yaml.h)
dlrig_library(cmark-gfm cmark-gfm.h)
dlrig_library(cmark-gfm-extensions cmark-gfm-core-extensions.h)

# ncursesw may keep its terminal half in a library of its own.
find_library(DLRIG_LIB_tinfo NAMES tinfow tinfo)
mark_as_advanced(DLRIG_LIB_tinfo)
if(TARGET dlrig::ncursesw AND DLRIG_LIB_tinfo)
  set_property(TARGET dlrig::ncursesw PROPERTY INTERFACE_LINK_LIBRARIES "${DLRIG_LIB_tinfo}")
endif()
if(TARGET dlrig::ncursesw)
  set_property(TARGET dlrig::ncursesw PROPERTY
    INTERFACE_COMPILE_DEFINITIONS NCURSES_WIDECHAR=1)
endif()

# The mathematics library has neither header nor file of its own everywhere.
find_library(DLRIG_LIB_m NAMES m)
mark_as_advanced(DLRIG_LIB_m)
add_library(dlrig_m INTERFACE)
add_library(dlrig::m ALIAS dlrig_m)
if(DLRIG_LIB_m)
  target_link_libraries(dlrig_m INTERFACE m)
endif()

# posix_openpt and friends are in libutil on older systems.
find_library(DLRIG_LIB_util NAMES util)
mark_as_advanced(DLRIG_LIB_util)
add_library(dlrig_util INTERFACE)
add_library(dlrig::util ALIAS dlrig_util)
if(DLRIG_LIB_util)
  target_link_libraries(dlrig_util INTERFACE util)
endif()
