// Stalled warps by instruction (CUPTI's PC sampling), and the source lines of instructions.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "collector/cupti/cupti_api.hpp"
#include "core/records.hpp"

namespace sortscope::cupti {
/// A source line; `file` is a short_source_path().
struct SourceLine {
    std::string file;
    uint32_t line = 0;
    friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

/// Keeps the machine code of every module loaded during its lifetime. Make this object before the sort: the
/// driver loads a module at the first use of a kernel.
class LoadedModules {
 public:
    /// Throws CuptiError if another tool listens in this process, Error(unsupported) if CUPTI is too old.
    explicit LoadedModules(SharedApi api);
    ~LoadedModules();

    /// Source line of an instruction; empty if unknown. `function` is mangled, `crc` the module's checksum.
    std::optional<SourceLine> line_of(uint64_t crc, const std::string& function, uint64_t pc_offset) const;
    size_t size() const;  ///< number of modules

    /// Called by the driver.
    void add(const void* cubin, size_t bytes) noexcept;

 private:
    SharedApi api_;
    CUpti_SubscriberHandle subscriber_{};
    mutable std::mutex mutex_;
    std::unordered_map<uint64_t, std::vector<char>> cubins_;  ///< by checksum
};

struct PcSample {
    uint64_t cubin_crc = 0;
    std::string function;  ///< mangled
    uint64_t pc_offset = 0;
    std::string reason;  ///< the vendor's name
    uint64_t samples = 0;
    friend bool operator==(const PcSample&, const PcSample&) = default;
};

/// Samples between start() and stop(), over all launches.
struct PcSamples {
    std::vector<PcSample> samples;
    uint64_t total = 0;        ///< including dropped and foreign samples
    uint64_t dropped = 0;      ///< by the hardware
    uint64_t foreign = 0;      ///< in kernels that are not the user's
    bool buffer_full = false;  ///< the hardware's buffer was full: samples are missing
};

/// One record for each kernel, instruction and reason, sorted, with the lines that `modules` (or null) has.
struct Stalls {
    std::vector<StallRecord> records;
    std::vector<Note> notes;  ///< on lost samples and missing lines
};
Stalls stall_records(const PcSamples& samples, const LoadedModules* modules);

/// Samples stalled warps. PC sampling is enabled while the object lives.
class PcSampler {
 public:
    /// Throws CuptiError, or Error(unsupported) if CUPTI has no PC sampling.
    PcSampler(SharedApi api, CUcontext context);
    ~PcSampler();

    void start();
    /// Waits for the GPU, stops, and fetches the samples.
    PcSamples stop();

 private:
    struct Buffer;
    void name_reasons();
    void configure();
    size_t take(PcSamples& into) const;

    SharedApi api_;
    CUcontext context_;
    std::vector<std::string> reasons_;  ///< by the API's index
    std::unique_ptr<Buffer> buffer_;
    bool running_ = false;
};
}
