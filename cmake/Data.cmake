# The data directory of the build tree: same layout as share/dlrig installed.
set(DLRIG_CATALOG ${CMAKE_BINARY_DIR}/catalog.sqlite)
file(GLOB_RECURSE DLRIG_CATALOG_CSV CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/catalog/data/*.csv)
file(GLOB DLRIG_THEMES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/themes/*.ini)

set(data)
if(TARGET catalog-build AND DLRIG_CATALOG_CSV)
  add_custom_command(
    OUTPUT ${DLRIG_CATALOG}
    COMMAND catalog-build ${PROJECT_SOURCE_DIR}/catalog/data ${DLRIG_CATALOG}
    DEPENDS catalog-build ${DLRIG_CATALOG_CSV}
    COMMENT "Catalog: catalog/data/*.csv -> catalog.sqlite"
    VERBATIM)
  list(APPEND data ${DLRIG_CATALOG})
endif()
foreach(theme ${DLRIG_THEMES})
  get_filename_component(name ${theme} NAME)
  add_custom_command(
    OUTPUT ${CMAKE_BINARY_DIR}/themes/${name}
    COMMAND ${CMAKE_COMMAND} -E copy ${theme} ${CMAKE_BINARY_DIR}/themes/${name}
    DEPENDS ${theme}
    VERBATIM)
  list(APPEND data ${CMAKE_BINARY_DIR}/themes/${name})
endforeach()
# The measurements that `dlrig validate` compares with.
set(DLRIG_VALIDATION ${PROJECT_SOURCE_DIR}/catalog/validation/published.csv)
if(EXISTS ${DLRIG_VALIDATION})
  add_custom_command(
    OUTPUT ${CMAKE_BINARY_DIR}/published.csv
    COMMAND ${CMAKE_COMMAND} -E copy ${DLRIG_VALIDATION} ${CMAKE_BINARY_DIR}/published.csv
    DEPENDS ${DLRIG_VALIDATION}
    VERBATIM)
  list(APPEND data ${CMAKE_BINARY_DIR}/published.csv)
endif()
add_custom_target(dlrig-data ALL DEPENDS ${data})
