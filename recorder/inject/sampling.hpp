// Samples stalled warps of the program, by instruction: CUPTI's PC sampling, over whole contexts.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "collector/cupti/pc_sampling.hpp"
#include "recorder/inject/spool.hpp"

namespace sortscope::recorder::inject {
/// Thread-safe.
class StallSampling {
 public:
    /// Throws Error(unsupported) if CUPTI lacks source lines.
    StallSampling(cupti::SharedApi api, Spool& spool);

    /// Subscribes to contexts and modules. Throws CuptiError.
    void start();
    /// Waits for the GPU, sends the samples of every context, and stops sampling.
    void finish();

 private:
    using Samplers = std::map<CUcontext, std::unique_ptr<cupti::PcSampler>>;

    static void CUPTIAPI on_callback(void* self, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                                     const void* data);
    void begin(CUcontext context);
    void end(CUcontext context);
    void load(const CUpti_ResourceData& loaded);
    void collect(CUcontext context, std::unique_ptr<cupti::PcSampler> sampler);
    void send(uint32_t gpu, const cupti::PcSamples& samples);
    void send_code(uint64_t module);

    cupti::SharedApi api_;
    Spool& spool_;
    cupti::Modules modules_;
    std::mutex mutex_;  ///< never held during calls of CUPTI: they wait for the driver's locks
    Samplers samplers_;
    std::set<uint64_t> sent_;  ///< modules
};
}
