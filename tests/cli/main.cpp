// Commands that a test runs in its own process start workers from this program: it works as one, too.
#include <gtest/gtest.h>

#include <string_view>

#include "cli/commands/commands.hpp"
#include "tests/run_all.hpp"

int main(int argc, char** argv) {
    if (argc > 1 && std::string_view(argv[1]) == "worker") return sortscope::cli::run_program({"worker"});
    testing::InitGoogleTest(&argc, argv);
    return sortscope::test::run_all();
}
