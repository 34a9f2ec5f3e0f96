# Run after a test executable is linked: -DEXECUTABLE= -DLABEL= -DOUT=. Writes a file for CTest with one test for each suite of the
# executable, which runs the suite in one process: of quick tests, starting a process for each takes longer than they do.
execute_process(COMMAND ${EXECUTABLE} --gtest_list_tests OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "[^\n]*Running main[^\n]*\n" "" listing "${listing}")
string(REGEX REPLACE ";" "," listing "${listing}")
string(REPLACE "\n" ";" lines "${listing}")
set(text "")
set(count 0)
foreach(line ${lines})
  if(NOT line MATCHES "^([A-Za-z0-9_/]+)\\.")
    continue()
  endif()
  set(suite ${CMAKE_MATCH_1})  # before the next MATCHES, which clears it
  if(suite MATCHES "^DISABLED_")
    continue()
  endif()
  math(EXPR count "${count} + 1")
  # Skipped only if every test of the suite is, and none has failed: those are told last. A suite that runs nothing is a failure.
  string(APPEND text "add_test([=[${suite}]=] \"${EXECUTABLE}\" \"--gtest_filter=${suite}.*\" --gtest_brief=1)\n"
    "set_tests_properties([=[${suite}]=] PROPERTIES LABELS ${LABEL} TIMEOUT 600 "
    "FAIL_REGULAR_EXPRESSION [=[ 0 tests from 0 test suites ran]=] "
    "SKIP_REGULAR_EXPRESSION [=[\\[  PASSED  \\] 0 tests\\.\n\\[  SKIPPED \\] [0-9]+ tests?\\.\n+( *YOU HAVE [0-9]+ DISABLED TESTS?\n+)?$]=])\n")
endforeach()
if(count EQUAL 0)
  message(FATAL_ERROR "${EXECUTABLE} lists no suites of tests")
endif()
file(WRITE ${OUT} "${text}")
