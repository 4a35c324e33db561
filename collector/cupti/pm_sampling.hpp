// Hardware counters over time, while the sort runs undisturbed: CUPTI's PM sampling.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collector/cupti/checked.hpp"
#include "collector/cupti/host_api.hpp"
#include "core/records.hpp"

namespace sortscope::cupti {

/// A metric that is kept as a series: the vendor's names (alternatives separated by '|', the first that a
/// chip has counts) and its unit.
struct SeriesMetric {
    std::string_view names;
    std::string_view unit;
};

/// What is kept over time of every sort: bytes read from and written to device memory, sectors accessed in
/// L2, cycles in which SMs were active, cycles in which the graphics engine (all kernels run on it) was.
const std::vector<SeriesMetric>& series_metrics();

/// The sampling interval for a sort of `expected_ns`: 2, 5, 10 or 20 us, so that there are some 400 samples
/// or more; further apart (40, 80, ... us) where a long sort would give more than 8192. Few different ones,
/// for changing it costs switching the sampler off and on (0.35 s on an H200): a sampler that is configured
/// for `present_ns` (0: for none) keeps that where it gives 100 to 4000 samples, or is the shortest and gives
/// fewer.
std::int64_t sampling_interval_ns(std::int64_t expected_ns, std::int64_t present_ns = 0);

/// Samples of one run, one after the other.
struct PmSamples {
    std::vector<std::uint64_t> start_ns, end_ns;  ///< by sample; the GPU's clock, that of activity records
    std::vector<std::vector<double>>
        values;             ///< by metric, then by sample; NaN where it could not be evaluated
    bool overflow = false;  ///< the hardware's buffer was full: samples are missing at the end
};

/// When the sort ran, by the clock of the samples.
struct SortSpan {
    std::uint64_t first_ns = 0, last_ns = 0;  ///< start of its first kernel, end of its last
    std::int64_t offset_ns =
        0;  ///< LaunchRecord::start_ns of the first launch, which the series are aligned to
};

/// Series of what was sampled, and what there is to say of them.
struct Series {
    std::vector<SeriesRecord> records;
    std::vector<Note> notes;
};

/// The series of `metrics` (names and units, in the order of samples.values) from `samples`. The first
/// sample, which covers all time since the sampler was configured, and samples that do not touch `span` are
/// left out; without a span the series begin with the first sample in which the last metric of the list is
/// above 0 (cycles in which SMs were active: the marker of the sort's start), and the note says so. Where
/// samples are missing in between, the longest part without a gap is kept and the note says how many were
/// lost.
Series make_series(const std::vector<std::pair<std::string, std::string>>& metrics, const PmSamples& samples,
                   const std::optional<SortSpan>& span);

/// One GPU's PM sampler, on from construction to destruction. An enabled sampler does not slow launches
/// (docs/measuring.md).
///
///     sampler.configure(metrics, interval, expected / interval);
///     restore_input();
///     sampler.start();
///     run_whole_sort();
///     auto samples = sampler.stop();
class PmSampler {
 public:
    /// Throws CuptiError, with the remedy where there is one; Error(unsupported) where CUPTI has no PM
    /// sampling.
    PmSampler(std::shared_ptr<const Api> api, int ordinal);
    ~PmSampler();
    PmSampler(const PmSampler&) = delete;
    PmSampler& operator=(const PmSampler&) = delete;

    /// The metrics that can be sampled here.
    const ChipMetrics& chip() const { return *chip_; }
    /// Splits `metrics` into lists that each fit one pass, in their order: what is sampled is sampled in one
    /// run. Known from the second time on.
    const std::vector<std::vector<std::string>>& split_into_runs(const std::vector<std::string>& metrics);
    /// Of the present configuration; 0 where there is none.
    std::int64_t interval_ns() const { return interval_ns_; }

    /// Samples `metrics`, which fit one pass, every `interval_ns`; some `samples` are expected. The present
    /// configuration serves again where it is the same; for another one the sampler is switched off and on.
    void configure(const std::vector<std::string>& metrics, std::int64_t interval_ns, std::size_t samples);
    void start();
    /// Waits for the GPU, stops, and decodes.
    PmSamples stop();

 private:
    void enable();
    void disable() noexcept;
    void make_counter_data(std::size_t samples);
    void initialize_counter_data();
    void decode(PmSamples& into);

    std::shared_ptr<const Api> api_;
    int ordinal_;
    std::unique_ptr<ChipMetrics> chip_;
    CUpti_PmSampling_Object* object_ = nullptr;
    bool by_time_ = true;  ///< the chip has a trigger by time; else by system clock
    std::map<std::vector<std::string>, std::vector<std::vector<std::string>>> runs_;  ///< that were split
    std::vector<std::string> metrics_;
    ConfigImage config_;            ///< CUPTI goes on reading it after it is set
    std::int64_t interval_ns_ = 0;  ///< 0: not configured
    std::vector<std::uint8_t> counter_data_;
    std::size_t capacity_ = 0;  ///< samples that it has room for
    bool running_ = false;
};

}  // namespace sortscope::cupti
