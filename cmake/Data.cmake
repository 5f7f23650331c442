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
# The tables that `dlrig validate` compares with: measurements, studies of cost.
file(GLOB DLRIG_VALIDATION CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/catalog/validation/*.csv)
foreach(table ${DLRIG_VALIDATION})
  get_filename_component(name ${table} NAME)
  add_custom_command(
    OUTPUT ${CMAKE_BINARY_DIR}/${name}
    COMMAND ${CMAKE_COMMAND} -E copy ${table} ${CMAKE_BINARY_DIR}/${name}
    DEPENDS ${table}
    VERBATIM)
  list(APPEND data ${CMAKE_BINARY_DIR}/${name})
endforeach()
add_custom_target(dlrig-data ALL DEPENDS ${data})
