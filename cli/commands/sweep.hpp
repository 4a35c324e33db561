// `sortscope sweep`: which block size, which parameter?
#pragma once

#include <string>
#include <vector>

#include "analyzer/curves/sweep.hpp"
#include "present/json/writer.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::cli {

struct SweepData {
    std::string file;
    std::vector<analyzer::Sweep> sweeps;
    double min_effect = 0.02;
};

std::string render_sweeps(const SweepData& data, const present::text::Screen& screen);
void write_sweeps(present::json::Writer& out, const SweepData& data);

}  // namespace sortscope::cli
