// A sweep over block sizes or parameters as tables and sentences.
#pragma once

#include <string>
#include <vector>

#include "analyzer/curves/sweep.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// "bitonic-b2 u32 2^20 uniform, NVIDIA H200, graph".
std::string sweep_heading(const analyzer::Sweep& sweep);

/// "Best: block 256, 412.3 us. The next, 128, takes 1.031 (1.012 .. 1.050) of its time." or "Flat: ..." or
/// what is not known.
std::string sweep_sentence(const analyzer::Sweep& sweep, double min_effect);

/// "Occupancy of the best: 50 %, limited by block slots." Empty where that is not known.
std::string limiter_sentence(const analyzer::Sweep& sweep);

/// One row a point: time, ratio to the best with its interval, verdict, occupancy with its limiter, waves,
/// counters, and why it is slower.
Table sweep_table(const analyzer::Sweep& sweep);

/// The points of several sweeps as one table, for spreadsheets: the parts of each sweep's condition, then the
/// columns of sweep_table(), each once; what a sweep has no column of is absent. A block that is swept over
/// stands in the condition's column, a parameter in one of its own.
Table sweep_points(const std::vector<analyzer::Sweep>& sweeps);

/// Of a sweep over two axes: a row for each value of the first, a column for each of the second, the median
/// times in one unit.
Table sweep_matrix(const analyzer::Sweep& sweep);

/// "registers", "warp slots, registers": what keeps more blocks off an SM.
std::string limiters_text(const Occupancy& occupancy);

/// "1.25x sectors", "occupancy 50 % (registers)".
std::string reason_text(const analyzer::SweepReason& reason, const analyzer::SweepPoint& point);

}  // namespace sortscope::present
