// Hardware counters over time (CUPTI's PM sampling), without disturbing the sort.
#pragma once

#include "collector/cupti/metrics.hpp"
#include "core/records.hpp"

namespace sortscope::cupti {
struct SeriesMetric {
    std::string_view names;  ///< the vendor's names, alternatives separated by '|'
    std::string_view unit;
};

/// Metrics of device memory and L2; active cycles of the graphics engine and the SMs.
const std::vector<SeriesMetric>& series_metrics();

/// Sampling interval for a sort of `expected_ns`: 2, 5, 10 or 20 us for some 400 samples or more, then 40,
/// 80, ... us for at most 8192. A change restarts the sampler, so `present_ns` (0: none) stays if it gives
/// 100 to 4000 samples, or fewer at 2 us.
int64_t sampling_interval_ns(int64_t expected_ns, int64_t present_ns = 0);

/// Samples of one execution.
struct PmSamples {
    std::vector<uint64_t> start_ns, end_ns;   ///< by sample, on the GPU's clock (as activity records)
    std::vector<std::vector<double>> values;  ///< by metric, then sample; NaN if not evaluated
    bool overflow = false;  ///< the last samples are missing: the hardware's buffer was full
};

/// Shift of the stamps, at most one interval, that leaves the least activity outside `kernels`; 0 if a kernel
/// has no times. Stamps of an H200 are some 370 ns early. Kernels must not overlap. `active`: index of active
/// cycles in samples.values.
int64_t stamp_shift_ns(const PmSamples& samples, size_t active, std::span<const LaunchRecord> kernels);

/// Start of the first kernel and end of the last, on the samples' clock.
struct SortSpan {
    uint64_t first_ns = 0, last_ns = 0;
};

struct Series {
    std::vector<SeriesRecord> records;
    std::vector<Note> notes;
    int64_t lead_ns = 0;  ///< from the series' start to the first kernel's start, if later; else 0
};

/// Series of `metrics` (names and units, in the order of samples.values). Omits samples outside `span` and
/// the first sample: it covers all time since configure(). If samples are missing, the longest part without a
/// gap stays. Time 0 is the start of the first kernel or of the first sample kept, whichever is earlier.
Series make_series(const std::vector<std::pair<std::string, std::string>>& metrics, const PmSamples& samples,
                   const SortSpan& span, TimeMode mode);

/// PM sampling is enabled while the object lives. It does not slow launches (docs/measuring.md).
class PmSampler {
 public:
    /// Throws CuptiError, or Error(unsupported) if CUPTI has no PM sampling.
    PmSampler(SharedApi api, int ordinal);
    ~PmSampler();

    const ChipMetrics& chip() const { return *chip_; }
    /// 0 before configure().
    int64_t interval_ns() const { return interval_ns_; }

    /// `metrics` must fit one pass. `samples`: expected number. A change of metrics or interval restarts the
    /// sampler.
    void configure(const std::vector<std::string>& metrics, int64_t interval_ns, size_t samples);
    void start();
    /// Waits for the GPU, stops, and decodes.
    PmSamples stop();
    /// Adds `ns` to all later stamps. Call once, with stamp_shift_ns() of kernels between pauses.
    void shift_stamps(int64_t ns) { shift_ns_ = ns; }
    bool is_shifted() const { return shift_ns_.has_value(); }

 private:
    void enable();
    void disable() noexcept;
    void make_counter_data(size_t samples);
    void initialize_counter_data();

    SharedApi api_;
    int ordinal_;
    std::unique_ptr<ChipMetrics> chip_;
    CUpti_PmSampling_Object* object_ = nullptr;
    bool by_time_ = true;  ///< false: the chip triggers only by its system clock
    std::vector<std::string> metrics_;
    ConfigImage config_;       ///< CUPTI reads these bytes while the configuration is set
    int64_t interval_ns_ = 0;  ///< 0: not configured
    std::optional<int64_t> shift_ns_;
    std::vector<uint8_t> counter_data_;
    size_t capacity_ = 0;  ///< samples that fit counter_data_
    bool running_ = false;
};
}
