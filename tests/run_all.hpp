// Ends every main() of a test program.
#pragma once

namespace sortscope::test {
/// Returns RUN_ALL_TESTS(): 0 if no test failed. If every test was skipped, returns $SORTSCOPE_SKIPPED_CODE,
/// if set: ctest runs a whole suite as one test, and would report it as passed.
int run_all();
}
