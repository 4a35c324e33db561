// Figures of one case besides its breakdown: trials, transfers, rates, launch overhead, waves.
#pragma once

#include "analyzer/launches/breakdown.hpp"
#include "core/metric/occupancy.hpp"

namespace sortscope::analyzer {
struct TransferSums {
    TransferKind kind{};  ///< unset by total_of()
    uint64_t count = 0;
    uint64_t bytes = 0;
    int64_t time_ns = 0;
};
std::vector<TransferSums> transfer_sums(const CaseRecord& record);
TransferSums total_of(const std::vector<TransferSums>& sums);

/// Bytes per second; empty if the transfer took no time.
std::optional<double> transfer_rate(const TransferRecord& transfer);

/// Greatest value per second: value / interval.
std::optional<double> series_peak(const SeriesRecord& series);

struct TrialCounts {
    struct OfKind {
        std::string_view name;  ///< for time trials: the mode or "warm-up"
        size_t count = 0, rejected = 0;
    };
    std::vector<OfKind> kinds;  ///< kinds that occur: graph, stream, host, warm-up, then others
    size_t all = 0, verified = 0;
};
TrialCounts trial_counts(const CaseRecord& record);

/// Required bytes / median time; empty if either is unknown or the case failed.
std::optional<double> required_gb_per_s(const CaseRecord& record);

/// rho_l or rho_s (Jan et al. 2013), divided by the number of launches, in percent.
std::optional<MetricValue> mean_launch_pct(const Breakdown& breakdown, const Metric& metric);

/// Provenances of the case's figures, in order of the enum.
std::vector<Provenance> provenances(const CaseRecord& record, const Breakdown& breakdown);

/// Stream median - graph median; empty if either is unknown. Below 0 if times scatter by more than the
/// overhead.
std::optional<int64_t> launch_overhead_ns(const CaseRecord& record);

struct WaveOccupancy {
    Occupancy occupancy;   ///< theoretical
    double waves = 0;      ///< blocks / resident blocks of the whole device
    double idle_tail = 0;  ///< idle part of the device in the last wave, 0..1
    /// Resident warps / warp slots.
    double part() const { return double(occupancy.warps) / occupancy.warp_slots; }
};
/// Empty if occupancy or number of SMs is unknown, or if no block fits.
std::optional<WaveOccupancy> wave_occupancy(const Device& device, const LaunchRecord& launch);

/// The stored span, else the span of `launches` if the case has no others; empty if a launch has no times.
std::optional<LaunchSpan> span_of(const CaseRecord& details, std::span<const LaunchRecord> launches);

struct TrialBin {
    double from_ns = 0, to_ns = 0;  ///< the last bin includes `to_ns`
    size_t trials = 0;
};
/// At most `most` bins of equal width, near 2 * interquartile range / cube root of the number of times
/// (Freedman and Diaconis 1981). One bin if all times are equal.
std::vector<TrialBin> trial_histogram(std::span<const double> times_ns, size_t most = 20);

/// Consecutive trials of one round.
struct TrialGroup {
    uint32_t round = 0, first = 0, last = 0;  ///< indices as stored
    double median_ns = 0, least_ns = 0, greatest_ns = 0;
};
/// Accepted trials of the case's time mode, in about `most` groups of equal size. No group has trials of two
/// rounds.
std::vector<TrialGroup> trial_groups(const CaseRecord& record, size_t most = 24);
}
