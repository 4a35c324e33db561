// Ratios computed from counters of one launch or of a sum of launches: never across passes, never stored.
#pragma once

#include <optional>
#include <span>
#include <string_view>
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
    std::optional<double> warp_execution_efficiency_pct;  ///< 100 * active_thread_instructions / (32 * warp_instructions), as Nsight Compute has it
    std::optional<double> occupancy_pct;
    std::optional<double> rho_l;  ///< Jan et al. 2013: (32 gld_32 + 64 gld_64 + 128 gld_128) / (N key_bytes), cc 1.3 rule
    std::optional<double> rho_s;  ///< the same of stores
};

/// Ratios of `counters`; `data_bytes` is N * key bytes of the workload (for rho), 0 to leave rho out. Each ratio is made
/// from values of one provenance: the first of measured, counted, modelled, published that has all its counters decides,
/// also where its answer is "none" (a launch measured to have no branch has none, whatever a model of it says).
Derived derive(std::span<const CounterValue> counters, std::uint64_t data_bytes = 0);

/// Counter by counter and provenance by provenance sum over launches. A counter that any of the launches lacks (of that
/// provenance) is left out; warps_active_ppm (a ratio) is weighted by duration where every launch has one, else left out
/// (the value of a single launch stays). In order of the catalogue, then of provenance.
std::vector<CounterValue> sum_counters(std::span<const LaunchRecord> launches);

/// The same over launches that do not lie side by side.
std::vector<CounterValue> sum_counters(std::span<const LaunchRecord* const> launches);

/// The provenances that occur in `counters`, each once, most trusted first.
std::vector<Provenance> provenances(std::span<const CounterValue> counters);

/// Provenances from the most to the least trusted: measured, counted, modelled, published.
std::span<const Provenance> provenance_order();

/// The value of `id` of the most trusted provenance that has one, with its provenance; or nothing.
std::optional<CounterValue> preferred(std::span<const CounterValue> counters, CounterId id);

/// Global sectors loaded and stored, both of one provenance (the most trusted that has both); `id` is gld_sectors.
std::optional<CounterValue> global_sectors(std::span<const CounterValue> counters);

/// One ratio as data: its name in --json, its unit, its formula, and where it stands in Derived.
struct DerivedInfo {
    std::string_view name;
    std::string_view unit;     ///< "%", "B/request", "sectors/request", "x" (times the data)
    std::string_view formula;  ///< over counter names
    std::optional<double> Derived::*member;
};

/// All ratios, in display order.
std::span<const DerivedInfo> derived_catalogue();

/// The provenance of the counters that derive() makes this ratio from; nothing where no provenance has them all.
std::optional<Provenance> provenance_of(std::optional<double> Derived::*member,
                                        std::span<const CounterValue> counters);

}  // namespace sortscope::analyzer
