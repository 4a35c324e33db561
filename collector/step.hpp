// A case as a list of steps.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "collector/backend.hpp"

namespace sortscope::collector {

/// The device's last-level cache when the sort begins.
enum class CacheState { warm, flushed };

/// For CaseRecord::cache_state: "warm", "flushed".
std::string_view name_of(CacheState state);

struct Step {
    std::string_view name;      ///< "time trials"
    std::string_view yields;    ///< its results in the record: "times of launches"; empty if none
    double share = 1;           ///< of the case's time, for the progress bar
    bool until_steady = false;  ///< incomplete until it reports progress 1
    std::function<void(const std::function<void(double)>& progress)> run;  ///< may report 0..1
};

/// Runs `steps` in order until one leaves the record not ok. If the user stops before a step or before one is
/// steady, the status is CaseStatus::interrupted and the message names what is missing.
void run_steps(std::span<const Step> steps, CaseRecord& record, const CaseWatch& watch);

}  // namespace sortscope::collector
