# The test of the test: timeouts.cmake must refuse a test without a time limit, and only that.
# cmake -DSCRIPT=timeouts.cmake -DFOLDER=scratch -P timeouts_test.cmake
cmake_minimum_required(VERSION 3.25)

set(limited "add_test(quick \"true\")\nset_tests_properties(quick PROPERTIES TIMEOUT \"5\")\n")

function(try tests result)
  file(REMOVE_RECURSE ${FOLDER})
  file(WRITE ${FOLDER}/CTestTestfile.cmake "${tests}")
  execute_process(COMMAND ${CMAKE_COMMAND} -DBUILD=${FOLDER} -P ${SCRIPT}
                  RESULT_VARIABLE status ERROR_VARIABLE words OUTPUT_QUIET)
  set(${result} "${status} ${words}" PARENT_SCOPE)
endfunction()

try("${limited}" found)
if(NOT found MATCHES "^0 ")
  message(FATAL_ERROR "a limited test was refused: ${found}")
endif()
try("${limited}add_test(slow \"true\")\n" found)
if(NOT found MATCHES "slow has no time limit")
  message(FATAL_ERROR "a test without a limit was let pass: ${found}")
endif()
try("" found)
if(NOT found MATCHES "no tests")
  message(FATAL_ERROR "a folder without tests was let pass: ${found}")
endif()
