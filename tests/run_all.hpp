// The last call of each test program's main().
#pragma once

namespace sortscope::test {
/// Returns RUN_ALL_TESTS(). If every test was skipped, returns $SORTSCOPE_SKIPPED_CODE instead, if set: else
/// ctest would report the suite as passed.
int run_all();
}
