// Writes the tests' synthetic file, to look at the window by hand: write_sample OUT.db [LARGEST_LOG2].
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "sample.hpp"

int main(int argc, char** argv) {
    if (argc < 2 || argc > 3) {
        std::fprintf(stderr, "Usage: %s OUT.db [LARGEST_LOG2]\n", argv[0]);
        return 2;
    }
    try {
        sortscope::gui::sample::write_file(argv[1], 10, argc == 3 ? std::atoi(argv[2]) : 14);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
