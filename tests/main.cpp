// The main() of test programs that need none of their own.
#include <gtest/gtest.h>

#include "tests/run_all.hpp"

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    return sortscope::test::run_all();
}
