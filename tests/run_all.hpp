// What every test program ends with, whoever made its main().
#pragma once

namespace sortscope::test {
/// RUN_ALL_TESTS(): 0 where none failed. Where every test was skipped it is $SORTSCOPE_SKIPPED_CODE, if that
/// is set: ctest runs a whole suite as one test, and would call a suite passed if none of its tests ran.
int run_all();
}
