# What a release promises: the compiler it asks for, the oldest systems it starts on, and the notices of everything in it.
function(warpwise_release_test name)
  cmake_parse_arguments(arg "" "SAYS" "COMMAND" ${ARGN})
  add_test(NAME Release.${name} COMMAND ${arg_COMMAND})
  set_tests_properties(Release.${name} PROPERTIES LABELS unit SKIP_RETURN_CODE 77 TIMEOUT 120)
  if(arg_SAYS)
    set_tests_properties(Release.${name} PROPERTIES PASS_REGULAR_EXPRESSION "${arg_SAYS}")
  endif()
endfunction()

warpwise_release_test(GccIsRefused SAYS "Warpwise needs Clang 19 or newer.*but[ \n]+this[ \n]+is[ \n]+GNU"
  COMMAND ${CMAKE_COMMAND} -DCMAKE_CXX_COMPILER_ID=GNU -DCMAKE_CXX_COMPILER_VERSION=14.2 -DCMAKE_SYSTEM_PROCESSOR=x86_64
  -P ${CMAKE_SOURCE_DIR}/cmake/Compiler.cmake)
warpwise_release_test(AnotherProcessorIsRefused SAYS "but[ \n]+this[ \n]+is[ \n]+Clang[ \n]+19.1[ \n]+on[ \n]+aarch64"
  COMMAND ${CMAKE_COMMAND} -DCMAKE_CXX_COMPILER_ID=Clang -DCMAKE_CXX_COMPILER_VERSION=19.1 -DCMAKE_SYSTEM_PROCESSOR=aarch64
  -P ${CMAKE_SOURCE_DIR}/cmake/Compiler.cmake)

# Archives are made on Debian 12; elsewhere symbols and the names of packages differ.
cmake_host_system_information(RESULT distribution QUERY DISTRIB_INFO)
if(WARPWISE_WINDOW AND NOT WARPWISE_SANITIZE AND "${distribution_ID} ${distribution_VERSION_ID}" STREQUAL "debian 12")
  get_property(shipped GLOBAL PROPERTY WARPWISE_SHIPPED)
  set(files ${shipped})
  list(TRANSFORM files REPLACE "(.+)" "$<TARGET_FILE:\\1>")
  set(names ${shipped})
  list(TRANSFORM names REPLACE "(.+)" "$<TARGET_FILE_NAME:\\1>")
  warpwise_release_test(ProgramsStartOnGlibc2_34 COMMAND ${CMAKE_SOURCE_DIR}/scripts/package-symbols ${files})
  warpwise_release_test(ASymbolThatIsTooNewIsNamed SAYS "/warpwise needs [a-z0-9_]+ of GLIBC_2.34"
    COMMAND ${CMAKE_SOURCE_DIR}/scripts/package-symbols --glibc 2.33 ${files})
  set(notices COMMAND ${CMAKE_SOURCE_DIR}/scripts/package-licences --build ${CMAKE_BINARY_DIR})
  warpwise_release_test(EveryPartHasItsNoticeAndLicence ${notices} ${names})
  file(READ ${CMAKE_SOURCE_DIR}/THIRD_PARTY_NOTICES.md text)
  string(REPLACE "`zlib`" "`gone`" text "${text}")
  file(WRITE ${CMAKE_BINARY_DIR}/notices_without_zlib.md "${text}")
  warpwise_release_test(AMissingNoticeIsNamed SAYS "gone is in the archive, but it is not.*zlib is in the programs, but"
    ${notices} --notices ${CMAKE_BINARY_DIR}/notices_without_zlib.md ${names})
endif()
