// Hardware counters over time: CUPTI's PM sampling, which does not disturb the sort.
#pragma once

#include "collector/cupti/metrics.hpp"
#include "core/records.hpp"

namespace sortscope::cupti {
struct SeriesMetric {
    std::string_view names;  ///< the vendor's, alternatives separated by '|'
    std::string_view unit;
};

/// Device memory, L2, active cycles of the graphics engine and of SMs.
const std::vector<SeriesMetric>& series_metrics();

/// The sampling interval for a sort of `expected_ns`: 2, 5, 10 or 20 us for some 400 samples or more, then
/// 40, 80, ... us for at most 8192. Changing it restarts the sampler, so `present_ns` (0: none) stays if it
/// gives 100 to 4000 samples, or is the shortest and gives fewer.
int64_t sampling_interval_ns(int64_t expected_ns, int64_t present_ns = 0);

/// Samples of one execution.
struct PmSamples {
    std::vector<uint64_t> start_ns, end_ns;   ///< by sample; the GPU's clock, as in activity records
    std::vector<std::vector<double>> values;  ///< by metric, then sample; NaN if not evaluated
    bool overflow = false;  ///< the hardware's buffer was full: the last samples are missing
};

/// Start of the first kernel and end of the last, on the clock of the samples.
struct SortSpan {
    uint64_t first_ns = 0, last_ns = 0;
};

struct Series {
    std::vector<SeriesRecord> records;
    std::vector<Note> notes;
    int64_t lead_ns = 0;  ///< from the start of the series to that of the first kernel; 0 if it began before
};

/// The series of `metrics` (names and units, in the order of samples.values). Leaves out the first sample,
/// which covers all time since configure(), and samples outside `span`. If samples are missing, the longest
/// part without a gap stays. Time 0 is the earlier of the first kernel and the first sample that stays.
Series make_series(const std::vector<std::pair<std::string, std::string>>& metrics, const PmSamples& samples,
                   const SortSpan& span, TimeMode mode);

/// Enabled while the object lives. That does not slow launches (docs/measuring.md).
///
///     sampler.configure(metrics, interval, expected / interval);
///     restore_input();
///     sampler.start();
///     run_whole_sort();
///     auto samples = sampler.stop();
class PmSampler {
 public:
    /// Throws CuptiError, or Error(unsupported) if CUPTI has no PM sampling.
    PmSampler(SharedApi api, int ordinal);
    ~PmSampler();

    const ChipMetrics& chip() const { return *chip_; }
    /// 0 before configure().
    int64_t interval_ns() const { return interval_ns_; }

    /// `metrics` fit one pass on all chips; some `samples` are expected. Other metrics or another interval
    /// restart the sampler.
    void configure(const std::vector<std::string>& metrics, int64_t interval_ns, size_t samples);
    void start();
    /// Waits for the GPU, stops, and decodes.
    PmSamples stop();

 private:
    void enable();
    void disable() noexcept;
    void make_counter_data(size_t samples);
    void initialize_counter_data();

    SharedApi api_;
    int ordinal_;
    std::unique_ptr<ChipMetrics> chip_;
    CUpti_PmSampling_Object* object_ = nullptr;
    bool by_time_ = true;  ///< else the chip triggers by system clock alone
    std::vector<std::string> metrics_;
    ConfigImage config_;       ///< CUPTI reads it while it is set
    int64_t interval_ns_ = 0;  ///< 0: not configured
    std::vector<uint8_t> counter_data_;
    size_t capacity_ = 0;  ///< samples that fit
    bool running_ = false;
};
}
