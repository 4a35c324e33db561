// Sweeps and results of tune: tables and sentences.
#pragma once

#include "analyzer/curves/sweep.hpp"
#include "analyzer/curves/tune.hpp"
#include "present/table.hpp"

namespace sortscope::present {
/// "bitonic-b2 u32 2^20 uniform, NVIDIA H200, graph".
std::string sweep_heading(const analyzer::Sweep& sweep);

/// "Best: block 256, 412.3 us. The next, 128, takes 1.031 ...", or "Flat: ...".
std::string sweep_sentence(const analyzer::Sweep& sweep, double min_effect);

/// "Occupancy of the best: 50 %, limited by block slots."
std::string limiter_sentence(const analyzer::Sweep& sweep);

Table sweep_table(const analyzer::Sweep& sweep);

/// Conditions and columns of sweep_table(), for spreadsheets.
Table sweep_points(const std::vector<analyzer::Sweep>& sweeps);

/// One row for each value of the first axis, one column per value of the second.
Table sweep_matrix(const analyzer::Sweep& sweep);

std::string limiters_text(std::span<const OccupancyLimiter> limiters);

/// "1.25x sectors", "occupancy 50 % (registers)".
std::string reason_text(const analyzer::SweepReason& reason, const analyzer::SweepPoint& point);

struct TunedSort {
    std::string heading;                ///< "bitonic-c4 u32 2^22 uniform, NVIDIA H200"
    std::vector<LaunchConfig> configs;  ///< the candidates
    bool by_sectors = false;            ///< modelled sectors instead of times
    TimeMode mode = TimeMode::none;     ///< of the times
    bool replayed = false;              ///< times are from a file, not from new trials
};

/// "Best: block 256, 171.2 us. The next, block 512, takes 1.025 ...".
std::string tune_sentence(const TunedSort& sort, const analyzer::TuneResult& result);
/// "288 of 768 trials were taken, 62 % saved; ...".
std::string tune_saving(const TunedSort& sort, const analyzer::TuneResult& result);
/// One row for each candidate, the best first.
Table tune_table(const TunedSort& sort, const analyzer::TuneResult& result);
}
