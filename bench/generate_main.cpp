// Generates a file for experiments:
//   bench_generate OUT [--cases 200] [--launches 5000] [--counters 20] [--smallest-log2 20]
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "bench/generate.hpp"

int main(int argc, char** argv) {
    CLI::App app{"Makes a SortScope file of generated cases."};
    sortscope::bench::FileOptions options;
    std::string out;
    app.add_option("OUT", out, "the file to make; it must not exist")
        ->required()
        ->check(CLI::NonexistentPath);
    app.add_option("--cases", options.cases, "number of cases")->capture_default_str();
    app.add_option("--launches", options.launches, "launches of each case")->capture_default_str();
    app.add_option("--counters", options.counters, "counters of each launch")
        ->check(CLI::Range(0, 20))
        ->capture_default_str();
    app.add_option("--smallest-log2", options.smallest_log2,
                   "the smallest cases sort 2^this many keys, the largest 128 times as many")
        ->check(CLI::Range(6, 40))
        ->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    try {
        sortscope::bench::generate_file(out, options);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
