// A case as a list of steps: what each needs before it runs the sort, and what it yields.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "collector/backend.hpp"

namespace sortscope::collector {

/// The state of the device's last cache when the sort begins.
enum class CacheState { warm, flushed };

/// As CaseRecord::cache_state keeps it: "warm", "flushed".
std::string_view name_of(CacheState state);

/// What must hold whenever a step lets the sort begin.
struct StepNeeds {
    bool input_restored = true;  ///< the input stands where the sort expects it
    bool cache_state_of_case =
        true;  ///< the cache is as the case asks for; false: the step does not depend on it
};

/// How often a step runs the sort.
enum class StepRuns {
    once,          ///< at most: a step may find that it cannot
    until_steady,  ///< until the stopping rule of TrialOptions is met, which progress(1) says: where the user
                   ///< stopped before, a part was taken
    as_asked,      ///< as often as the options say
    once_a_pass    ///< as often as the hardware takes to count everything
};

/// What a step leaves in the record.
enum class StepYield {
    readiness,     ///< kernels loaded, pages touched: nothing of its own
    times,         ///< CaseRecord::time
    launch_times,  ///< times of launches and transfers
    measured_counters,
    counted_counters,
    modelled_counters
};

/// In words: "times", "times of launches". Empty for readiness.
std::string_view name_of(StepYield yield);

/// What a backend does to bring about what a step needs. Nothing but this may stand between two runs of the
/// sort.
class SortState {
 public:
    virtual ~SortState() = default;
    virtual void restore_input() = 0;
    virtual void flush_cache() = 0;
    /// Returns when all of it is done, so that the sort meets an idle device.
    virtual void settle() = 0;
};

/// Brings `state` to where `needs` wants it for a case that asks for `asked`: the input first, the cache
/// after it, for restoring the input warms the cache. Every run of the sort, whatever it is for, begins with
/// this.
void prepare_run(const StepNeeds& needs, std::optional<CacheState> asked, SortState& state);

/// One step of a case.
struct Step {
    std::string_view name;  ///< "time trials"
    StepYield yields{};
    StepRuns runs = StepRuns::once;
    StepNeeds needs{};
    double share = 1;  ///< of the case's time, relative to the other steps: for the progress bar
    /// Runs the step. prepare() must be called before each run of the sort, progress(0..1) may be.
    std::function<void(const std::function<void()>& prepare, const std::function<void(double)>& progress)>
        run;
};

/// Runs `steps` in order on the sort that `state` stands for. Ends early where the record is no longer ok
/// after a step, and with CaseStatus::interrupted where the user stopped before a step or before one that
/// runs until it is steady was so, and then says what was not taken. Sets CaseRecord::cache_state; `asked` is
/// nothing where the device has no cache, as the interpreter. Throws
/// Error(internal) where a step runs the sort more often than it declares.
void run_steps(std::span<const Step> steps, std::optional<CacheState> asked, SortState& state,
               CaseRecord& record, const CaseWatch& watch);

}  // namespace sortscope::collector
