// Ratios computed from counters of one launch or of a sum of launches: never across passes, never stored.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/records.hpp"

namespace sortscope::analyzer {

/// Each is nothing where its counters were not taken, or where it would divide by zero (no loads is "none", not 0 %).
struct Derived {
    std::optional<double> gld_efficiency_pct;   ///< 100 * gld_bytes / (32 * gld_sectors)
    std::optional<double> gst_efficiency_pct;   ///< 100 * gst_bytes / (32 * gst_sectors)
    std::optional<double> gld_bytes_per_request;
    std::optional<double> gst_bytes_per_request;
    std::optional<double> gld_sectors_per_request;
    std::optional<double> gst_sectors_per_request;
    std::optional<double> branch_efficiency_pct;  ///< uniform branch targets (threads) / all, or 100 * (1 - divergent/branches)
    std::optional<double> divergent_pct;          ///< 100 * divergent_branches / branches
    std::optional<double> warp_execution_efficiency_pct;  ///< 100 * thread_instructions / (32 * warp_instructions)
    std::optional<double> occupancy_pct;
    std::optional<double> rho_l;  ///< Jan et al. 2013: (32 gld_32 + 64 gld_64 + 128 gld_128) / (N key_bytes), cc 1.3 rule
    std::optional<double> rho_s;  ///< the same of stores
};

/// Ratios of `counters`; `data_bytes` is N * key bytes of the workload (for rho), 0 to leave rho out.
Derived derive(std::span<const CounterValue> counters, std::uint64_t data_bytes = 0);

/// Counter by counter sum over launches. A counter that any of the launches lacks is left out; warps_active_ppm (a ratio)
/// is weighted by duration where every launch has one, else left out.
std::vector<CounterValue> sum_counters(std::span<const LaunchRecord> launches);

/// The provenances that occur in `counters`, each once.
std::vector<Provenance> provenances(std::span<const CounterValue> counters);

}  // namespace sortscope::analyzer
