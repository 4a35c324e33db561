// A file with one case that has every kind of row.
#pragma once

#include "db/write/writer.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/sample/full.hpp"

namespace sortscope::fuzz {
inline void write_healthy_file(const std::filesystem::path& path) {
    db::Writer writer(path);
    const auto run = writer.begin_run(sample::full_run());
    writer.write_case(run, sample::full_case());
    writer.finish_run(run, sample::full_run());
}
}
