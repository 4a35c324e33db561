// Stalled warps by instruction (CUPTI's PC sampling), and source lines of instructions.
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

/// Machine code and source lines of modules. Thread-safe.
class Modules {
 public:
    /// Throws Error(unsupported) if CUPTI is too old.
    explicit Modules(SharedApi api);

    /// File as short_source_path(). `function` is mangled; `crc` is the module's checksum.
    std::optional<SourceLine> line_of(uint64_t crc, const std::string& function, uint64_t pc_offset) const;
    /// Like line_of(), with the file's full path.
    std::optional<SourceLine> full_line_of(uint64_t crc, const std::string& function,
                                           uint64_t pc_offset) const;
    /// Empty if unknown; valid while this object lives.
    std::string_view code(uint64_t crc) const;
    size_t size() const;  ///< modules

    void add(const void* cubin, size_t bytes) noexcept;
    /// Adds the module of CUPTI's MODULE_LOADED event.
    void add(const CUpti_ResourceData& loaded) noexcept;

 protected:
    SharedApi api_;

 private:
    mutable std::mutex mutex_;
    std::unordered_map<uint64_t, std::vector<char>> cubins_;  ///< by checksum; never removed
};

/// Adds each module loaded while this object lives. Make it before the sort: the driver loads a module when a
/// kernel is first used.
class LoadedModules : public Modules {
 public:
    /// Throws like Modules(). Throws CuptiError if another tool subscribes to CUPTI in this process.
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
    uint64_t dropped = 0;      ///< dropped by the hardware
    uint64_t foreign = 0;      ///< samples in kernels that are not the user's
    bool buffer_full = false;  ///< samples are missing: the hardware's buffer was full
};

/// Sentences on missing samples.
std::vector<std::string> lost_samples(const PcSamples& samples);

/// Records by kernel, instruction and reason, sorted.
struct Stalls {
    std::vector<StallRecord> records;
    std::vector<Note> notes;  ///< notes on lost samples and missing lines
};
Stalls stall_records(const PcSamples& samples, const Modules* modules);

/// PC sampling is enabled while the object lives.
class PcSampler {
 public:
    /// Throws CuptiError, or Error(unsupported) if CUPTI has no PC sampling.
    PcSampler(SharedApi api, CUcontext context);
    ~PcSampler();

    void start();
    /// Waits for the GPU, then calls finish(). Throws Error if the GPU failed.
    PcSamples stop();
    /// Stops, then fetches the samples since start(). The GPU must be idle. Throws CuptiError.
    PcSamples finish();
    /// Keeps the samples in the buffer. Call when a module is loaded: CUPTI has then moved its samples there.
    void keep_flushed();

 private:
    struct Buffer;
    void name_reasons();
    void configure();
    CUptiResult end();
    size_t take(PcSamples& into) const;

    SharedApi api_;
    CUcontext context_;
    std::vector<std::string> reasons_;  ///< by CUPTI's index
    std::unique_ptr<Buffer> buffer_;
    PcSamples kept_;
    bool running_ = false;
};
}
