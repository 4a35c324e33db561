// Stalled warps by instruction (CUPTI's PC sampling), and the source lines of instructions.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "collector/cupti/cupti_api.hpp"
#include "core/records.hpp"

namespace sortscope::cupti {
/// A source line.
struct SourceLine {
    std::string file;
    uint32_t line = 0;
    friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

/// Machine code of modules, and its source lines. Thread-safe.
class Modules {
 public:
    /// Throws Error(unsupported) if CUPTI is too old.
    explicit Modules(SharedApi api);

    /// The line with its short_source_path(). `function` is mangled, `crc` the module's checksum. Empty if
    /// unknown.
    std::optional<SourceLine> line_of(uint64_t crc, const std::string& function, uint64_t pc_offset) const;
    /// The same with the file's full path.
    std::optional<SourceLine> full_line_of(uint64_t crc, const std::string& function,
                                           uint64_t pc_offset) const;
    /// Empty if unknown; valid as long as this object.
    std::string_view code(uint64_t crc) const;
    size_t size() const;  ///< modules

    void add(const void* cubin, size_t bytes) noexcept;
    /// Adds the module of CUPTI's event MODULE_LOADED.
    void add(const CUpti_ResourceData& loaded) noexcept;

 protected:
    SharedApi api_;

 private:
    mutable std::mutex mutex_;
    std::unordered_map<uint64_t, std::vector<char>> cubins_;  ///< by checksum; none is removed
};

/// Adds every module loaded during its lifetime. Make this object before the sort: the driver loads a module
/// at the first use of a kernel.
class LoadedModules : public Modules {
 public:
    /// Throws as Modules(), and CuptiError if another tool subscribes to CUPTI in this process.
    explicit LoadedModules(SharedApi api);
    ~LoadedModules();

 private:
    CUpti_SubscriberHandle subscriber_{};
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

/// Sentences on missing samples.
std::vector<std::string> lost_samples(const PcSamples& samples);

/// One record for each kernel, instruction and reason, sorted, with lines from `modules`, which may be null.
struct Stalls {
    std::vector<StallRecord> records;
    std::vector<Note> notes;  ///< on lost samples and missing lines
};
Stalls stall_records(const PcSamples& samples, const Modules* modules);

/// Samples stalled warps. PC sampling is enabled while the object lives.
class PcSampler {
 public:
    /// Throws CuptiError, or Error(unsupported) if CUPTI has no PC sampling.
    PcSampler(SharedApi api, CUcontext context);
    ~PcSampler();

    void start();
    /// Waits for the GPU through CUDA's runtime, then calls finish(). Throws Error if the GPU failed.
    PcSamples stop();
    /// Stops, and fetches the samples since start(). The GPU must be idle. Throws CuptiError.
    PcSamples finish();
    /// Keeps the samples in the buffer. Call this when a module is loaded: CUPTI has then moved its samples
    /// into the buffer.
    void keep_flushed();

 private:
    struct Buffer;
    void name_reasons();
    void configure();
    CUptiResult end();
    size_t take(PcSamples& into) const;

    SharedApi api_;
    CUcontext context_;
    std::vector<std::string> reasons_;  ///< by the API's index
    std::unique_ptr<Buffer> buffer_;
    PcSamples kept_;
    bool running_ = false;
};
}
