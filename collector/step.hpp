// A case as a list of steps, each with its needs and its yield.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "collector/backend.hpp"

namespace sortscope::collector {

/// The device's last-level cache when the sort begins.
enum class CacheState { warm, flushed };

/// For CaseRecord::cache_state: "warm", "flushed".
std::string_view name_of(CacheState state);

/// Requirements before each run of the sort.
struct StepNeeds {
    bool input_restored = true;
    bool cache_state_of_case = true;  ///< false: the step does not depend on the cache
};

/// How often a step runs the sort.
enum class StepRuns {
    once,          ///< at most
    until_steady,  ///< until TrialOptions' stopping rule is met, which progress(1) reports
    as_asked,      ///< as often as the options ask
    once_a_pass
};

/// A step's results in the record.
enum class StepYield {
    readiness,     ///< none: kernels loaded, pages touched
    times,         ///< CaseRecord::time
    launch_times,  ///< times of launches and transfers
    measured_counters,
    counted_counters,
    modelled_counters
};

/// "times", "times of launches"; empty for readiness.
std::string_view name_of(StepYield yield);

/// How a backend meets a step's needs. Nothing else may happen between two runs of the sort.
class SortState {
 public:
    virtual ~SortState() = default;
    virtual void restore_input() = 0;
    virtual void flush_cache() = 0;
    /// Waits until the device is idle.
    virtual void settle() = 0;
};

/// Meets `needs` for a case that asks for cache state `asked`. Call before every run of the sort. The cache
/// comes last, for restoring the input warms it.
void prepare_run(const StepNeeds& needs, std::optional<CacheState> asked, SortState& state);

/// One step of a case.
struct Step {
    std::string_view name;  ///< "time trials"
    StepYield yields{};
    StepRuns runs = StepRuns::once;
    StepNeeds needs{};
    double share = 1;  ///< of the case's time, for the progress bar
    /// Runs the step. It must call prepare() before each run of the sort, and may call progress(0..1).
    std::function<void(const std::function<void()>& prepare, const std::function<void(double)>& progress)>
        run;
};

/// Runs `steps` in order until one leaves the record not ok. If the user stops before a step or before one is
/// steady, the status is CaseStatus::interrupted and the message names what is missing. Sets
/// CaseRecord::cache_state from `asked`, which is empty for a device without a cache. Throws Error(internal)
/// if a step runs the sort more often than it declares.
void run_steps(std::span<const Step> steps, std::optional<CacheState> asked, SortState& state,
               CaseRecord& record, const CaseWatch& watch);

}  // namespace sortscope::collector
