// Why warps stand still, by instruction: CUPTI's PC sampling.
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

/// Warps that were found at one instruction for one reason.
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
    std::uint64_t total = 0;    ///< of all PCs, dropped and foreign ones included
    std::uint64_t dropped = 0;  ///< by the hardware
    std::uint64_t foreign = 0;  ///< of kernels that are no user's
    bool buffer_full = false;   ///< the hardware's buffer: samples are missing
};

/// What is kept of samples: one record for each kernel, instruction and reason, in order of kernel,
/// instruction and reason, with lines where `modules` (which may be null) knows them.
struct Stalls {
    std::vector<StallRecord> records;
    std::vector<Note> notes;  ///< what was lost, and why there are no lines
};
Stalls stall_records(const PcSamples& samples, const LoadedModules* modules);

/// How kernels run while it is sampled.
enum class PcSamplingMode {
    continuous,  ///< as ever, and what was sampled is fetched at the end
    one_by_one,  ///< CUPTI waits for each and fetches what was sampled of it, 0.8 ms a launch on an H200
};

/// What is sampled is summed up by instruction over all launches, so nothing is gained by fetching it launch
/// by launch.
inline constexpr PcSamplingMode pc_sampling_mode = PcSamplingMode::continuous;

/// One context's PC sampler, on from construction to destruction.
class PcSampler {
 public:
    /// Throws CuptiError, with the remedy where there is one; Error(unsupported) where CUPTI has no PC
    /// sampling.
    PcSampler(std::shared_ptr<const Api> api, CUcontext context, PcSamplingMode mode = pc_sampling_mode);
    ~PcSampler();
    PcSampler(const PcSampler&) = delete;
    PcSampler& operator=(const PcSampler&) = delete;

    void start();
    /// Waits for the GPU, stops, and takes what was sampled.
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
