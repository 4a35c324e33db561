#include "tests/run_all.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace sortscope::test {
int run_all() {
    const int failed = RUN_ALL_TESTS();
    const auto& tests = *testing::UnitTest::GetInstance();
    const bool nothing_ran =
        tests.test_to_run_count() > 0 && tests.skipped_test_count() == tests.test_to_run_count();
    const char* const code = std::getenv("SORTSCOPE_SKIPPED_CODE");
    return failed == 0 && nothing_ran && code != nullptr ? std::atoi(code) : failed;
}
}
