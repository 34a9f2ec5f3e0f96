# What list_suites.cmake makes of a suite's end, on outputs as Google Test writes them: -DFOLDER=, -DCTEST=, -DSCRIPT=.
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
file(WRITE ${FOLDER}/suites [=[#!/bin/sh
ran() { echo "[==========] $1 tests from $2 test suites ran. (0 ms total)"; echo "[  PASSED  ] $3 tests."; }
failed() { printf '[  FAILED  ] 1 test, listed below:\n[  FAILED  ] %s\n\n 1 FAILED TEST\n' "$1"; exit 1; }
case $1 in
  --gtest_list_tests) printf 'Running main() from x\nPasses.\n  A\nFails.\n  A\nSkips.\n  A\nAll/SkipsAndFails.\n  A/0\nNothing.\n  A\nDISABLED_Slow/Off.\n  A\nOff.\n  DISABLED_A\n' ;;
  --gtest_filter=Passes.*) ran 1 1 1 ;;
  --gtest_filter=Fails.*) ran 1 1 0; failed Fails.A ;;
  --gtest_filter=Skips.*) ran 1 1 0; echo '[  SKIPPED ] 1 test.' ;;
  --gtest_filter=All/SkipsAndFails.*) ran 2 1 0; echo '[  SKIPPED ] 1 test.'; failed All/SkipsAndFails.A/0 ;;
  *) ran 0 0 0 ;;
esac
]=])
file(CHMOD ${FOLDER}/suites PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
execute_process(COMMAND ${CMAKE_COMMAND} -DEXECUTABLE=${FOLDER}/suites -DLABEL=x -DOUT=${FOLDER}/CTestTestfile.cmake -P ${SCRIPT}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CTEST} WORKING_DIRECTORY ${FOLDER} OUTPUT_VARIABLE told ERROR_VARIABLE told)
foreach(expected "Passes \\.+ +Passed" "Fails \\.+\\*\\*\\*Failed" "Skips \\.+\\*\\*\\*Skipped" "All/SkipsAndFails \\.+\\*\\*\\*Failed"
    "Nothing \\.+\\*\\*\\*Failed" "tests failed out of 5")
  if(NOT told MATCHES "${expected}")
    message(FATAL_ERROR "CTest does not say \"${expected}\":\n${told}")
  endif()
endforeach()
# With a process for each case of a suite.
execute_process(COMMAND ${CMAKE_COMMAND} -DEXECUTABLE=${FOLDER}/suites -DLABEL=x -DCASES=AndFails -DOUT=${FOLDER}/CTestTestfile.cmake -P ${SCRIPT}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CTEST} -N WORKING_DIRECTORY ${FOLDER} OUTPUT_VARIABLE told)
foreach(expected ": Passes\n" ": All/SkipsAndFails\\.A/0\n" "Total Tests: 5")
  if(NOT told MATCHES "${expected}")
    message(FATAL_ERROR "CTest does not list \"${expected}\":\n${told}")
  endif()
endforeach()
