#include "analyzer/reproduce/network.hpp"

#include <charconv>
#include <string_view>
#include <utility>

namespace sortscope::analyzer::reproduce {
namespace {

constexpr std::uint64_t most_places = 64;

/// The number after `name` in a label: 4 for "k=8 j=4" and "j=".
std::optional<std::uint32_t> number_after(std::string_view label, std::string_view name) {
    const auto at = label.find(name);
    if (at == std::string_view::npos) return std::nullopt;
    const auto* begin = label.data() + at + name.size();
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(begin, label.data() + label.size(), number);
    if (error != std::errc() || end == begin) return std::nullopt;
    return number;
}

bool is_power(std::uint32_t number) { return number != 0 && (number & (number - 1)) == 0; }

/// Full Butterfly: groups of P; a mirror step pairs k with P - 1 - k, another k with k + P/2 (Jan et al.
/// 2013).
std::vector<Comparator> butterfly(std::uint32_t n, std::uint32_t group, bool mirror) {
    std::vector<Comparator> all;
    for (std::uint32_t base = 0; base < n; base += group)
        for (std::uint32_t k = 0; k < group / 2; ++k)
            all.push_back({base + k, mirror ? base + group - 1 - k : base + k + group / 2, false});
    return all;
}

/// Bitonic: i with i + j, ascending where bit k of i is 0 (Mu, Cui, Song 2016).
std::vector<Comparator> bitonic(std::uint32_t n, std::uint32_t k, std::uint32_t j) {
    std::vector<Comparator> all;
    for (std::uint32_t i = 0; i < n; ++i)
        if ((i & j) == 0) all.push_back({i, i + j, (i & k) != 0});
    return all;
}

/// CMP of Vali, Samani, del Rosario 2020: neighbours, descending where bit `level` of i is set.
std::vector<Comparator> compare(std::uint32_t n, std::uint32_t level) {
    std::vector<Comparator> all;
    for (std::uint32_t i = 0; i < n / 2; ++i) all.push_back({2 * i, 2 * i + 1, (i >> level & 1) != 0});
    return all;
}

std::vector<std::uint32_t> shuffle(std::uint32_t n, std::uint32_t group) {
    std::vector<std::uint32_t> source(n);
    for (std::uint32_t i = 0; i < n; ++i) {
        const auto j = i % group;
        source[i] = i - j + (j >> 1) + (j & 1) * group / 2;
    }
    return source;
}

std::vector<std::uint32_t> exchange(std::uint32_t n, std::uint32_t group) {
    std::vector<std::uint32_t> source(n);
    for (std::uint32_t i = 0; i < n; ++i) {
        const auto j = i % group;
        const bool first = (j & (group / 2)) != 0, last = (j & 1) != 0;
        auto other = j & ~(group / 2 | 1U);
        if (last) other |= group / 2;
        if (first) other |= 1;
        source[i] = i - j + other;
    }
    return source;
}

std::optional<NetworkColumn> column_of(std::uint32_t n, const LaunchRecord& launch) {
    const std::string_view label = launch.stage.label;
    NetworkColumn column;
    column.stage = launch.stage;
    const auto group_fits = [&](std::optional<std::uint32_t> group) {
        return group && is_power(*group) && *group >= 2 && *group <= n;
    };
    if (const auto group = number_after(label, "P="); group_fits(group)) {
        column.comparators = butterfly(n, *group, label.ends_with("mirror"));
    } else if (const auto k = number_after(label, "k="); group_fits(k)) {
        const auto j = number_after(label, "j=");
        if (!j || !is_power(*j) || *j >= *k) return std::nullopt;
        column.comparators = bitonic(n, *k, *j);
    } else if (const auto level = number_after(label, "CMP "); level && *level < 32) {
        column.comparators = compare(n, *level);
    } else if (const auto all = number_after(label, "SHUFFLE "); group_fits(all)) {
        column.source = shuffle(n, *all);
    } else if (const auto ends = number_after(label, "BUTTERFLY "); group_fits(ends)) {
        column.source = exchange(n, *ends);
    } else {
        return std::nullopt;
    }
    if (launch.comparators != column.comparators.size()) return std::nullopt;
    return column;
}

}  // namespace

std::vector<std::uint32_t> Network::sorted(std::vector<std::uint32_t> keys) const {
    for (const auto& column : columns) {
        for (const auto& [low, high, descending] : column.comparators)
            if (descending ? keys[low] < keys[high] : keys[high] < keys[low])
                std::swap(keys[low], keys[high]);
        if (column.source.empty()) continue;
        auto routed = keys;
        for (std::size_t i = 0; i < keys.size(); ++i) routed[i] = keys[column.source[i]];
        keys = std::move(routed);
    }
    return keys;
}

std::optional<Network> network_of(std::uint64_t n, std::span<const LaunchRecord> launches) {
    if (n < 2 || n > most_places || (n & (n - 1)) != 0 || launches.empty()) return std::nullopt;
    Network network;
    network.n = n;
    for (const auto& launch : launches) {
        auto column = column_of(static_cast<std::uint32_t>(n), launch);
        if (!column) return std::nullopt;
        network.columns.push_back(std::move(*column));
    }
    return network;
}

}  // namespace sortscope::analyzer::reproduce
