# Run after a test executable is linked: -DEXECUTABLE= -DLABEL= -DOUT=. Writes a file for CTest with one test for each suite of the
# executable, which runs the suite in one process: of quick tests, starting a process for each takes longer than they do.
execute_process(COMMAND ${EXECUTABLE} --gtest_list_tests OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "[^\n]*Running main[^\n]*\n" "" listing "${listing}")
string(REGEX REPLACE ";" "," listing "${listing}")
string(REPLACE "\n" ";" lines "${listing}")
set(text "")
foreach(line ${lines})
  if(line MATCHES "^([A-Za-z0-9_/]+)\\." AND NOT line MATCHES "^DISABLED_")
    set(suite ${CMAKE_MATCH_1})
    string(APPEND text "add_test([=[${suite}]=] \"${EXECUTABLE}\" \"--gtest_filter=${suite}.*\" --gtest_brief=1)\n"
      "set_tests_properties([=[${suite}]=] PROPERTIES LABELS ${LABEL} TIMEOUT 600 "
      "SKIP_REGULAR_EXPRESSION [=[(^|\n)\\[  PASSED  \\] 0 tests\\.]=])\n")
  endif()
endforeach()
file(WRITE ${OUT} "${text}")
