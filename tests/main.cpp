// The main() of test programs that need none of their own.
#include <gtest/gtest.h>

#include <string_view>

#include "tests/run_all.hpp"

int main(int argc, char** argv) {
    // A command under test took this process for the program and started it as a worker: do not test again.
    if (argc > 1 && std::string_view(argv[1]) == "worker") return 1;
    testing::InitGoogleTest(&argc, argv);
    return sortscope::test::run_all();
}
