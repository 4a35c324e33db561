# Writes a ctest file with one test a suite of a GoogleTest program, named <NAME>.<suite>.
# cmake -DPROGRAM=... -DNAME=... -DOUTPUT=... -DPROPERTIES="TIMEOUT 600 ..." -DENVIRONMENT="A=b;..." -P register_suites.cmake
execute_process(COMMAND "${PROGRAM}" --gtest_list_tests OUTPUT_VARIABLE listed ERROR_VARIABLE said RESULT_VARIABLE code)
if(NOT code EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} could not list its tests (${code}):\n${said}")
endif()
# Suites begin a line and end with a point; their tests are indented. What is listed may hold what CMake's
# lists are made of.
string(REGEX REPLACE "[][;\\]" "" listed "${listed}")
string(REGEX MATCHALL "(^|\n)[A-Za-z0-9_/]+\\." suites "${listed}")
set(text "")
foreach(suite IN LISTS suites)
    string(REGEX REPLACE "^\n|\\.$" "" suite "${suite}")
    string(APPEND text "add_test([=[${NAME}.${suite}]=] [=[${PROGRAM}]=] [=[--gtest_filter=${suite}.*]=])\n"
                       "set_tests_properties([=[${NAME}.${suite}]=] PROPERTIES ${PROPERTIES} ENVIRONMENT [=[${ENVIRONMENT}]=])\n")
endforeach()
if(text STREQUAL "")
    message(FATAL_ERROR "${PROGRAM} has no tests.")
endif()
file(WRITE "${OUTPUT}" "${text}")
