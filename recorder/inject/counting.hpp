// Counts each launch of the program as a range of CUPTI's range profiler, in one pass without replay.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "collector/cupti/range_profiler.hpp"
#include "recorder/inject/spool.hpp"

namespace sortscope::recorder::inject {
/// For any thread. Launches of all threads run one after the other.
class LaunchCounting {
 public:
    /// Counts pass `pass`, from 0, of `request`.
    LaunchCounting(cupti::SharedApi api, Spool& spool, CounterRequest request, size_t pass);

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
    /// Begins `launch`; empty: begins a graph, whose nodes are not counted.
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
    std::timed_mutex launching_;
    std::map<CUcontext, Context> contexts_;  ///< guarded by launching_
    bool listed_ = false;                    ///< CounterList was sent; guarded by launching_
};

/// A function of the driver that the program loaded; null if the driver lacks it.
void* find_driver_function(const char* name);
template <class F>
F* driver_function(const char* name) {
    return reinterpret_cast<F*>(find_driver_function(name));
}
/// Describes a GPU to the recorder, once.
void describe_gpu(uint32_t ordinal);
}
