#include "analyzer/derived.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sortscope::analyzer {
namespace {

using enum CounterId;

constexpr std::array order{Provenance::measured, Provenance::counted, Provenance::modelled, Provenance::published};

/// What one formula gives for the counters of one provenance.
struct Outcome {
    bool decided = false;         ///< all its counters were taken
    std::optional<double> value;  ///< nothing where undecided, or where it would divide by zero
};

/// The counters of one provenance.
struct Source {
    std::span<const CounterValue> counters;
    Provenance provenance;
    std::optional<std::int64_t> operator[](CounterId id) const { return counter(counters, id, provenance); }
};

Outcome ratio(double factor, std::optional<std::int64_t> above, std::optional<std::int64_t> below) {
    if (!above || !below) return {};
    if (*below == 0) return {true, std::nullopt};
    return {true, factor * static_cast<double>(*above) / static_cast<double>(*below)};
}

Outcome branch_efficiency(const Source& source) {
    const auto targets = ratio(100, source[branch_targets_threads_uniform], source[branch_targets_threads]);
    if (targets.decided) return targets;
    auto outcome = ratio(100, source[divergent_branches], source[branches]);
    if (outcome.value) outcome.value = 100 - *outcome.value;
    return outcome;
}

Outcome occupancy(const Source& source) {
    const auto ppm = source[warps_active_ppm];
    return ppm ? Outcome{true, static_cast<double>(*ppm) / 1e4} : Outcome{};
}

Outcome rho(std::optional<std::int64_t> of32, std::optional<std::int64_t> of64, std::optional<std::int64_t> of128,
            std::uint64_t data_bytes) {
    if (!of32 || !of64 || !of128) return {};
    if (data_bytes == 0) return {true, std::nullopt};
    const auto moved =
        32 * static_cast<double>(*of32) + 64 * static_cast<double>(*of64) + 128 * static_cast<double>(*of128);
    return {true, moved / static_cast<double>(data_bytes)};
}

using Formula = Outcome (*)(const Source&, std::uint64_t data_bytes);

struct Row {
    DerivedInfo info;
    Formula formula;
};

constexpr std::array rows{
    Row{{"gld_efficiency_pct", "%", "100 * gld_bytes / (32 * gld_sectors)", &Derived::gld_efficiency_pct},
        [](const Source& s, std::uint64_t) { return ratio(100.0 / 32, s[gld_bytes], s[gld_sectors]); }},
    Row{{"gst_efficiency_pct", "%", "100 * gst_bytes / (32 * gst_sectors)", &Derived::gst_efficiency_pct},
        [](const Source& s, std::uint64_t) { return ratio(100.0 / 32, s[gst_bytes], s[gst_sectors]); }},
    Row{{"gld_bytes_per_request", "B/request", "gld_bytes / gld_requests", &Derived::gld_bytes_per_request},
        [](const Source& s, std::uint64_t) { return ratio(1, s[gld_bytes], s[gld_requests]); }},
    Row{{"gst_bytes_per_request", "B/request", "gst_bytes / gst_requests", &Derived::gst_bytes_per_request},
        [](const Source& s, std::uint64_t) { return ratio(1, s[gst_bytes], s[gst_requests]); }},
    Row{{"gld_sectors_per_request", "sectors/request", "gld_sectors / gld_requests",
         &Derived::gld_sectors_per_request},
        [](const Source& s, std::uint64_t) { return ratio(1, s[gld_sectors], s[gld_requests]); }},
    Row{{"gst_sectors_per_request", "sectors/request", "gst_sectors / gst_requests",
         &Derived::gst_sectors_per_request},
        [](const Source& s, std::uint64_t) { return ratio(1, s[gst_sectors], s[gst_requests]); }},
    Row{{"branch_efficiency_pct", "%",
         "100 * branch_targets_threads_uniform / branch_targets_threads, else 100 * (1 - divergent_branches / "
         "branches)",
         &Derived::branch_efficiency_pct},
        [](const Source& s, std::uint64_t) { return branch_efficiency(s); }},
    Row{{"divergent_pct", "%", "100 * divergent_branches / branches", &Derived::divergent_pct},
        [](const Source& s, std::uint64_t) { return ratio(100, s[divergent_branches], s[branches]); }},
    Row{{"warp_execution_efficiency_pct", "%", "100 * active_thread_instructions / (32 * warp_instructions)",
         &Derived::warp_execution_efficiency_pct},
        [](const Source& s, std::uint64_t) {
            return ratio(100.0 / 32, s[active_thread_instructions], s[warp_instructions]);
        }},
    Row{{"occupancy_pct", "%", "warps_active_ppm / 10000", &Derived::occupancy_pct},
        [](const Source& s, std::uint64_t) { return occupancy(s); }},
    Row{{"rho_l", "x", "(32 gld_32b_cc13 + 64 gld_64b_cc13 + 128 gld_128b_cc13) / (N * key bytes)", &Derived::rho_l},
        [](const Source& s, std::uint64_t data_bytes) {
            return rho(s[gld_32b_cc13], s[gld_64b_cc13], s[gld_128b_cc13], data_bytes);
        }},
    Row{{"rho_s", "x", "(32 gst_32b_cc13 + 64 gst_64b_cc13 + 128 gst_128b_cc13) / (N * key bytes)", &Derived::rho_s},
        [](const Source& s, std::uint64_t data_bytes) {
            return rho(s[gst_32b_cc13], s[gst_64b_cc13], s[gst_128b_cc13], data_bytes);
        }},
};

constexpr auto infos = [] {
    std::array<DerivedInfo, rows.size()> out{};
    for (std::size_t i = 0; i < rows.size(); ++i) out[i] = rows[i].info;
    return out;
}();

/// warps_active_ppm weighted by duration, or nothing where a launch lacks one of them.
std::optional<std::int64_t> mean_occupancy(std::span<const LaunchRecord* const> launches, Provenance provenance) {
    if (launches.size() == 1) return counter(launches[0]->counters, warps_active_ppm, provenance);
    double weighted = 0;
    double duration = 0;
    for (const auto* launch : launches) {
        const auto value = counter(launch->counters, warps_active_ppm, provenance);
        if (!value || !launch->duration_ns) return std::nullopt;
        weighted += static_cast<double>(*value) * static_cast<double>(*launch->duration_ns);
        duration += static_cast<double>(*launch->duration_ns);
    }
    if (duration <= 0) return std::nullopt;
    return std::llround(weighted / duration);
}

std::optional<std::int64_t> total(std::span<const LaunchRecord* const> launches, CounterId id, Provenance provenance) {
    std::int64_t sum = 0;
    for (const auto* launch : launches) {
        const auto value = counter(launch->counters, id, provenance);
        if (!value) return std::nullopt;
        sum += *value;
    }
    return sum;
}

}  // namespace

std::span<const Provenance> provenance_order() { return order; }

std::span<const DerivedInfo> derived_catalogue() { return infos; }

Derived derive(std::span<const CounterValue> counters, std::uint64_t data_bytes) {
    Derived derived;
    for (const auto& row : rows)
        for (const auto provenance : order) {
            const auto outcome = row.formula({counters, provenance}, data_bytes);
            if (!outcome.decided) continue;
            derived.*row.info.member = outcome.value;
            break;
        }
    return derived;
}

std::optional<Provenance> provenance_of(std::optional<double> Derived::*member,
                                        std::span<const CounterValue> counters) {
    for (const auto& row : rows) {
        if (row.info.member != member) continue;
        for (const auto provenance : order)
            if (row.formula({counters, provenance}, 0).decided) return provenance;
    }
    return std::nullopt;
}

std::vector<CounterValue> sum_counters(std::span<const LaunchRecord* const> launches) {
    std::vector<CounterValue> sums;
    if (launches.empty()) return sums;
    for (const auto& info : counter_catalogue())
        for (const auto provenance : order) {
            const auto sum = info.id == warps_active_ppm ? mean_occupancy(launches, provenance)
                                                         : total(launches, info.id, provenance);
            if (sum) sums.push_back({info.id, provenance, *sum});
        }
    return sums;
}

std::vector<CounterValue> sum_counters(std::span<const LaunchRecord> launches) {
    std::vector<const LaunchRecord*> pointers;
    pointers.reserve(launches.size());
    for (const auto& launch : launches) pointers.push_back(&launch);
    return sum_counters(pointers);
}

std::vector<Provenance> provenances(std::span<const CounterValue> counters) {
    std::vector<Provenance> found;
    for (const auto provenance : order)
        if (std::ranges::any_of(counters, [&](const auto& value) { return value.provenance == provenance; }))
            found.push_back(provenance);
    return found;
}

std::optional<CounterValue> preferred(std::span<const CounterValue> counters, CounterId id) {
    for (const auto provenance : order)
        if (const auto value = counter(counters, id, provenance)) return CounterValue{id, provenance, *value};
    return std::nullopt;
}

std::optional<CounterValue> global_sectors(std::span<const CounterValue> counters) {
    for (const auto provenance : order) {
        const auto loaded = counter(counters, gld_sectors, provenance);
        const auto stored = counter(counters, gst_sectors, provenance);
        if (loaded && stored) return CounterValue{gld_sectors, provenance, *loaded + *stored};
    }
    return std::nullopt;
}

}  // namespace sortscope::analyzer
