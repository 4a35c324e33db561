// Counts each launch of the program as a range of CUPTI's range profiler, in one pass without replay.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "collector/cupti/range_profiler.hpp"
#include "recorder/inject/spool.hpp"

namespace sortscope::recorder::inject {
enum class Launched { nothing, kernel, graph };
/// Returns what a call of the driver launches; Launched::nothing into a capturing stream.
Launched launched_by(CUpti_CallbackId id, const CUpti_CallbackData& call);

/// The driver's calls that launched_by() knows.
std::vector<CUpti_CallbackId> launch_calls();

/// Selects the first launch of the process and every N-th after it, N = `every`. Thread-safe.
class LaunchSample {
 public:
    explicit LaunchSample(uint64_t every) : every_(every) {}
    bool takes() { return next_++ % every_ == 0; }
    bool is_all() const { return every_ == 1; }

 private:
    uint64_t every_;
    std::atomic<uint64_t> next_{0};
};

/// Thread-safe. Launches of all threads run one after the other.
class LaunchCounting {
 public:
    /// Counts the first launch and every N-th after it, N = `every`. `pass`: index of the pass of `request`.
    LaunchCounting(cupti::SharedApi api, Spool& spool, CounterRequest request, size_t pass, uint64_t every);

    /// Subscribes to the driver's launches. Throws CuptiError.
    void start();
    /// Collects the counters of all launches so far, in every context, and stops counting. Waits at most a
    /// second for a launch that another thread makes.
    void finish();

 private:
    struct Context {
        uint32_t gpu = 0;
        std::unique_ptr<cupti::RangeProfiler> profiler;  ///< null: this context is not counted
        std::optional<cupti::CounterPlan> plan;
        size_t chunk = 0;
        bool open = false;                   ///< the profiler is in a pass
        std::vector<CountedLaunch> pending;  ///< launches without values yet
    };

    static void CUPTIAPI on_callback(void* self, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                                     const void* data);
    void on_call(CUpti_CallbackId id, const CUpti_CallbackData& call);
    /// Begins `launch`; empty: begins an uncounted launch or graph.
    void enter(std::optional<CountedLaunch> launch, CUcontext handle);
    void leave(CUcontext handle, bool launched);
    Context& context_of(CUcontext handle);
    void begin_pass(Context& context);
    void finish_pass(Context& context);
    void end(CUcontext handle);
    void give_up(Context& context, const std::string& why);
    void send(Context& context, const std::vector<std::vector<double>>& rows);

    cupti::SharedApi api_;
    Spool& spool_;
    CounterRequest request_;
    size_t pass_;
    LaunchSample sample_;
    std::timed_mutex launching_;
    std::map<CUcontext, Context> contexts_;  ///< guarded by launching_
    bool listed_ = false;                    ///< CounterList was sent; guarded by launching_
};
}
