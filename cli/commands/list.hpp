// `sortscope list`: the runs of a file and their cases.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/devices.hpp"
#include "core/records.hpp"
#include "present/json/writer.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::cli {

/// What a list is made of.
struct ListData {
    std::string file;
    std::vector<RunRecord> runs;
    std::vector<CaseRecord> cases;  ///< those that were asked for, at db::Detail::summary
    std::size_t all_cases = 0;      ///< of the file
    std::optional<analyzer::DeviceNames> names =
        {};  ///< of all of its devices, where not all cases were asked for
};

/// Runs with their cases, a table for each device. Where not all cases were asked for, runs without any are
/// left out.
std::string render_list(const ListData& data, const present::text::Screen& screen);

void write_list(present::json::Writer& out, const ListData& data);

}  // namespace sortscope::cli
