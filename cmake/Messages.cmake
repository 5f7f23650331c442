# tools/msgc.c turns lang/<language>/*.msg into generated/lang/messages.{h,c}.
# A language is a folder below lang/; English comes first.
file(GLOB DLRIG_MSG_FILES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/lang/*/*.msg)
set(DLRIG_MESSAGES_C ${CMAKE_BINARY_DIR}/generated/lang/messages.c)
set(DLRIG_MESSAGES_H ${CMAKE_BINARY_DIR}/generated/lang/messages.h)

add_executable(msgc tools/msgc.c)

set(languages)
foreach(file ${DLRIG_MSG_FILES})
  get_filename_component(folder ${file} DIRECTORY)
  get_filename_component(code ${folder} NAME)
  list(APPEND languages ${code})
  list(APPEND files_${code} ${file})
endforeach()
list(APPEND languages en zh)
list(REMOVE_DUPLICATES languages)
list(REMOVE_ITEM languages en zh)
list(SORT languages)
list(PREPEND languages en zh)

set(arguments)
foreach(code ${languages})
  list(APPEND arguments --lang ${code} ${files_${code}})
endforeach()

add_custom_command(
  OUTPUT ${DLRIG_MESSAGES_C}
  BYPRODUCTS ${DLRIG_MESSAGES_H}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/generated/lang
  COMMAND msgc --out ${CMAKE_BINARY_DIR}/generated/lang ${arguments}
  DEPENDS msgc ${DLRIG_MSG_FILES}
  COMMENT "Messages: ${languages}"
  VERBATIM)
add_custom_target(dlrig-messages DEPENDS ${DLRIG_MESSAGES_C})
