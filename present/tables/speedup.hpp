// Speedups and crossings as tables.
#pragma once

#include "analyzer/timing/speedup.hpp"
#include "present/table.hpp"

namespace sortscope::present {
/// One row for each variant and size, the fastest first.
Table speedup_table(const analyzer::Speedups& speedups, const std::string& base);

/// One row for each variant and size, always with the same columns, for spreadsheets.
Table speedup_rows(const analyzer::Speedups& speedups);

/// One row for each size: the base's time, the fastest and the slowest variant.
Table speedup_summary(const analyzer::Speedups& speedups, const std::string& base);

/// "overtakes at 2^19.4 (between 2^18 and 2^20)"; the second sort overtakes the first.
std::string crossing_text(const analyzer::Crossings& crossings);

/// One row for each variant (or other side) and condition.
Table crossing_table(std::span<const analyzer::SideCrossings> crossings, const std::string& base);
}
