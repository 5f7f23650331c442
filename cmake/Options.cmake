# Switches and compiler flags that hold for every target.
option(DLRIG_WERROR "Warnings are errors" ON)
option(DLRIG_WCONVERSION "-Wconversion in base and engine" ON)
option(DLRIG_TESTS "Build the tests" ON)
option(DLRIG_SANITIZE "Address and undefined-behaviour sanitizers" OFF)
option(DLRIG_COVERAGE "Coverage counters" OFF)
set(DLRIG_WITHOUT "" CACHE STRING "Sources left out, a regular expression (while one is broken)")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O2 -g1 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2")
if(NOT APPLE)
  add_link_options(-Wl,-z,relro,-z,now)
endif()

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_compile_definitions(_POSIX_C_SOURCE=200809L _XOPEN_SOURCE=700)
if(APPLE)
  add_compile_definitions(_DARWIN_C_SOURCE)
endif()

# Floating point: no fused multiply-add, so that the same inputs print the same
# bytes on every machine.
add_compile_options(-ffp-contract=off -fstack-protector-strong)
add_compile_options(-Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes
  -Wcast-qual -Wformat=2 -Wvla)
if(DLRIG_WERROR)
  add_compile_options(-Werror)
endif()
if(DLRIG_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(DLRIG_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()
