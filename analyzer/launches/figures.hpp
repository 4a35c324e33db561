// Figures of one case beside its breakdown: what its trials, transfers and traffic come to.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/launches/breakdown.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {

/// Transfers of one kind added up.
struct TransferSums {
    TransferKind kind{};
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    std::int64_t time_ns = 0;
};
std::vector<TransferSums> transfer_sums(const CaseRecord& record);

/// Transfers of all kinds added up.
struct TransferTotal {
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    std::int64_t time_ns = 0;
};
TransferTotal total_of(const std::vector<TransferSums>& sums);

/// Bytes a second of one transfer; nothing of one that took no time.
std::optional<double> transfer_rate(const TransferRecord& transfer);

/// The greatest value of a series over its interval, in its unit a second; nothing of a series without values
/// or interval.
std::optional<double> series_peak(const SeriesRecord& series);

/// How many trials there were of each kind, verified, accepted.
struct TrialCounts {
    struct OfKind {
        TrialKind kind{};
        std::size_t count = 0;
    };
    std::vector<OfKind> kinds;  ///< those that occur, in the vocabulary's order
    std::size_t all = 0, verified = 0, rejected = 0;
};
TrialCounts trial_counts(const CaseRecord& record);

/// Bytes that the algorithm must move over the median time, in GB/s; nothing where either is unknown or the
/// case was not verified.
std::optional<double> bound_rate_gb_per_s(const CaseRecord& record);

/// rho of a mean launch, in percent (Jan et al. 2013 give it so): `metric` (rho_l or rho_s) of the total over
/// the launches.
std::optional<MetricValue> mean_launch_pct(const Breakdown& breakdown, const Metric& metric);

/// All provenances that occur in the case's figures, in the vocabulary's order.
std::vector<Provenance> provenances(const CaseRecord& record, const Breakdown& breakdown);

/// What launching one by one costs beside the same launches as one CUDA graph: median of the stream mode -
/// median of the graph mode, in ns; it can be below 0 where both are within their spread. Nothing where the
/// case was not timed in both modes.
std::optional<std::int64_t> launch_overhead_ns(const CaseRecord& record);

}  // namespace sortscope::analyzer
