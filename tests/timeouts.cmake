# Fails where a test has no time limit: one that hangs would hang all. The tests of a build folder:
# cmake -DBUILD=build/release -P timeouts.cmake
cmake_minimum_required(VERSION 3.25)

get_filename_component(bin ${CMAKE_COMMAND} DIRECTORY)
execute_process(COMMAND ${bin}/ctest --test-dir ${BUILD} --show-only=json-v1
                OUTPUT_VARIABLE json COMMAND_ERROR_IS_FATAL ANY)
string(JSON count LENGTH "${json}" tests)
if(count EQUAL 0)
  message(FATAL_ERROR "no tests in ${BUILD}")
endif()
math(EXPR last "${count} - 1")
foreach(n RANGE ${last})
  string(JSON name GET "${json}" tests ${n} name)
  string(JSON properties ERROR_VARIABLE none GET "${json}" tests ${n} properties)
  if(NOT properties MATCHES "\"name\" : \"TIMEOUT\"")
    message(FATAL_ERROR "${name} has no time limit: make it by attn_test or attn_timed_test")
  endif()
endforeach()
