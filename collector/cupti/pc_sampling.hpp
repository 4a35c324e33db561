// Stalls of warps by instruction: CUPTI's PC sampling.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collector/cupti/checked.hpp"
#include "core/records.hpp"

namespace sortscope::cupti {

class LoadedModules;

/// Stalled warps at one instruction for one reason.
struct PcSample {
    std::uint64_t cubin_crc = 0;
    std::string function;  ///< mangled
    std::uint64_t pc_offset = 0;
    std::string reason;  ///< the vendor's name
    std::uint64_t samples = 0;
    friend bool operator==(const PcSample&, const PcSample&) = default;
};

/// All samples between start() and stop(), over all launches.
struct PcSamples {
    std::vector<PcSample> samples;
    std::uint64_t total = 0;    ///< with dropped and foreign ones
    std::uint64_t dropped = 0;  ///< by the hardware
    std::uint64_t foreign = 0;  ///< in kernels that are not the user's
    bool buffer_full = false;   ///< the hardware's: samples are missing
};

/// One record for each kernel, instruction and reason, sorted, with lines if `modules` (may be null) knows
/// them.
struct Stalls {
    std::vector<StallRecord> records;
    std::vector<Note> notes;  ///< on lost samples and missing lines
};
Stalls stall_records(const PcSamples& samples, const LoadedModules* modules);

/// How kernels run during sampling.
enum class PcSamplingMode {
    continuous,  ///< as usual; samples are fetched at the end
    one_by_one,  ///< CUPTI waits for each and fetches its samples: 0.8 ms a launch on an H200
};

/// SortScope sums samples over all launches, so fetching them by launch gains nothing.
inline constexpr PcSamplingMode pc_sampling_mode = PcSamplingMode::continuous;

/// One context's PC sampler, enabled while it lives.
class PcSampler {
 public:
    /// Throws CuptiError, or Error(unsupported) if CUPTI has no PC sampling.
    PcSampler(std::shared_ptr<const Api> api, CUcontext context, PcSamplingMode mode = pc_sampling_mode);
    ~PcSampler();
    PcSampler(const PcSampler&) = delete;
    PcSampler& operator=(const PcSampler&) = delete;

    void start();
    /// Waits for the GPU, stops, and fetches the samples.
    PcSamples stop();

 private:
    struct Buffer;
    void name_reasons();
    void configure();
    std::size_t take(PcSamples& into) const;

    std::shared_ptr<const Api> api_;
    CUcontext context_;
    PcSamplingMode mode_;
    std::vector<std::string> reasons_;  ///< by the API's index
    std::unique_ptr<Buffer> buffer_;
    bool running_ = false;
};

}  // namespace sortscope::cupti
