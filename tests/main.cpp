// main() of the test programs that have no main() of their own.
#include <gtest/gtest.h>

#include <string_view>

#include "tests/run_all.hpp"

int main(int argc, char** argv) {
    // A command under test started this program as its worker: do not run the tests again.
    if (argc > 1 && std::string_view(argv[1]) == "worker") return 1;
    testing::InitGoogleTest(&argc, argv);
    return sortscope::test::run_all();
}
