#include "analyzer/launches/network.hpp"

#include <bit>

namespace sortscope::analyzer {
namespace {
constexpr uint64_t most_places = 64;

/// The number after `name` in a label: 4 for label "k=8 j=4" and name "j=".
std::optional<uint32_t> number_after(std::string_view label, std::string_view name) {
    const auto at = label.find(name);
    if (at == std::string_view::npos) return std::nullopt;
    label.remove_prefix(at + name.size());
    const auto number = AxisValue::parse(label.substr(0, label.find(' '))).integer();
    return number && std::in_range<uint32_t>(*number) ? std::optional(uint32_t(*number)) : std::nullopt;
}

/// Pairs each i with i ^ mask. A pair is descending if its lower index has a bit of `descending`.
std::vector<Comparator> pairs(uint32_t n, uint32_t mask, uint64_t descending = 0) {
    std::vector<Comparator> all;
    for (uint32_t i = 0; i < n; ++i)
        if (i < (i ^ mask)) all.push_back({i, i ^ mask, (i & descending) != 0});
    return all;
}

std::optional<NetworkColumn> column_of(uint32_t n, const LaunchRecord& launch) {
    const std::string_view label = launch.stage.label;
    NetworkColumn column{launch.stage, {}, {}};
    const auto group_of = [&](std::string_view name) -> uint32_t {
        const auto group = number_after(label, name).value_or(0);
        return std::has_single_bit(group) && group >= 2 && group <= n ? group : 0;
    };
    if (const auto group = group_of("P=")) {
        // Full Butterfly: in each group of P, a mirror step pairs k with P - 1 - k. Any other step pairs k
        // and k + P/2 (Jan et al. 2013).
        column.comparators = pairs(n, label.ends_with("mirror") ? group - 1 : group / 2);
    } else if (const auto k = group_of("k=")) {
        // Bitonic: pairs i with i + j, ascending if bit k of i is 0 (Mu, Cui, Song 2016).
        const auto j = number_after(label, "j=").value_or(0);
        if (!std::has_single_bit(j) || j >= k) return std::nullopt;
        column.comparators = pairs(n, j, k);
    } else if (const auto level = number_after(label, "CMP "); level && *level < 32) {
        // A bitonic step with j = 1 (Vali, Samani, del Rosario 2020).
        column.comparators = pairs(n, 1, uint64_t{2} << *level);
    } else if (const auto all = group_of("SHUFFLE ")) {
        for (uint32_t i = 0; i < n; ++i)
            column.source.push_back(i - i % all + i % all / 2 + (i & 1) * all / 2);
    } else if (const auto ends = group_of("BUTTERFLY ")) {
        // Exchanges the first and the last bit of the index.
        for (uint32_t i = 0, half = ends / 2; i < n; ++i)
            column.source.push_back((i & ~(half | 1U)) | ((i & 1) != 0 ? half : 0) |
                                    ((i & half) != 0 ? 1U : 0U));
    } else {
        return std::nullopt;
    }
    if (launch.comparators != column.comparators.size()) return std::nullopt;
    return column;
}
}  // namespace

std::optional<Network> network_of(uint64_t n, std::span<const LaunchRecord> launches) {
    if (n < 2 || n > most_places || !std::has_single_bit(n) || launches.empty()) return std::nullopt;
    Network network;
    network.n = n;
    for (const auto& launch : launches) {
        auto column = column_of(uint32_t(n), launch);
        if (!column) return std::nullopt;
        network.columns.push_back(std::move(*column));
    }
    return network;
}
}
