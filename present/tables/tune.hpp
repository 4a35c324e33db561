// Results of tune: tables and sentences.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/curves/tune.hpp"
#include "core/workload.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// What was searched.
struct TunedSort {
    std::string heading;                ///< "bitonic-c4 u32 2^22 uniform, NVIDIA H200"
    std::vector<LaunchConfig> configs;  ///< the candidates
    bool by_sectors = false;            ///< modelled sectors instead of times
    TimeMode mode = TimeMode::none;     ///< of the times
    bool replayed = false;              ///< from a file: nothing was run
};

/// "Best: block 256, 171.2 us. The next, block 512, takes 1.025 (0.838 .. 1.238) of its time: unclear. ..."
std::string tune_sentence(const TunedSort& sort, const analyzer::TuneResult& result);
/// "288 of 768 trials were taken, 62 % saved; 4 of 32 configurations were measured to the end."
std::string tune_saving(const TunedSort& sort, const analyzer::TuneResult& result);
/// One row a configuration, the best first.
Table tune_table(const TunedSort& sort, const analyzer::TuneResult& result);

}  // namespace sortscope::present
