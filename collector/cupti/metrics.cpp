#include "collector/cupti/metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.hpp"

namespace sortscope::cupti {
namespace {

using enum CounterId;

/// A row's names: separated by commas, alternatives within each by '|'.
std::vector<std::string_view> split_names(std::string_view names) {
    std::vector<std::string_view> parts;
    while (!names.empty()) {
        const auto comma = names.find(',');
        parts.push_back(names.substr(0, comma));
        names = comma == std::string_view::npos ? std::string_view{} : names.substr(comma + 1);
    }
    return parts;
}

std::vector<MetricGroup> make_groups() {
    std::vector<MetricGroup> groups;
    for (const auto& set : metric_sets()) {
        if (set.provenance != Provenance::measured) continue;
        auto& group = groups.emplace_back(MetricGroup{set.name, set.sentence, {}});
        for (const auto* row : set.metrics)
            group.counters.push_back({row->counter, row->hardware.rule, split_names(row->hardware.names), row->hardware.sentence});
    }
    return groups;
}

// Largest double below which every whole number is exact.
constexpr double exact_limit = 9007199254740992.0;

std::optional<std::int64_t> whole(double value) {
    if (!std::isfinite(value) || value < 0 || value > exact_limit) return std::nullopt;
    return static_cast<std::int64_t>(std::llround(value));
}

// inputs: wavefronts, requests, then warp instructions that access 64 and 128 bits a thread.
std::optional<std::int64_t> extra_wavefronts(std::span<const double> inputs) {
    const auto wavefronts = whole(inputs[0]);
    const auto requests = whole(inputs[1]);
    const auto wide64 = whole(inputs[2]);
    const auto wide128 = whole(inputs[3]);
    if (!wavefronts || !requests || !wide64 || !wide128) return std::nullopt;
    if (*requests == 0 && *wavefronts == 0) return 0;
    if (*wide64 != 0 || *wide128 != 0 || *wavefronts < *requests) return std::nullopt;
    return *wavefronts - *requests;
}

std::optional<std::int64_t> value_of(HardwareRule rule, std::span<const double> inputs) {
    switch (rule) {
        case HardwareRule::value:
            return whole(inputs[0]);
        case HardwareRule::ppm_of_percent:
            return whole(inputs[0] * 1e4);
        case HardwareRule::extra_wavefronts:
            return extra_wavefronts(inputs);
    }
    return std::nullopt;
}

std::optional<std::string> first_known(std::string_view names,
                                       const std::function<bool(const std::string&)>& has) {
    while (!names.empty()) {
        const std::size_t bar = names.find('|');
        const std::string name(names.substr(0, bar));
        if (has(name)) return name;
        names = bar == std::string_view::npos ? std::string_view{} : names.substr(bar + 1);
    }
    return std::nullopt;
}

}  // namespace

const std::vector<MetricGroup>& metric_groups() {
    static const std::vector<MetricGroup> groups = make_groups();
    return groups;
}

std::vector<const MetricGroup*> groups_of(CounterSet set) {
    std::vector<const MetricGroup*> chosen;
    if (set == CounterSet::none) return chosen;
    for (const auto& group : metric_groups())
        if (set == CounterSet::full || group.name == "sass") chosen.push_back(&group);
    return chosen;
}

ChipGroup resolve(const MetricGroup& group, const std::function<bool(const std::string&)>& has) {
    ChipGroup resolved;
    resolved.name = group.name;
    for (const auto& source : group.counters) {
        std::vector<std::string> names;
        for (const auto alternatives : source.metrics) {
            auto name = first_known(alternatives, has);
            if (!name) break;
            names.push_back(std::move(*name));
        }
        if (names.size() != source.metrics.size()) {
            resolved.missing.push_back(source.id);
            continue;
        }
        ChipGroup::Counter counter{source, {}};
        for (auto& name : names) {
            const auto at = std::find(resolved.metrics.begin(), resolved.metrics.end(), name);
            counter.inputs.push_back(static_cast<std::size_t>(at - resolved.metrics.begin()));
            if (at == resolved.metrics.end()) resolved.metrics.push_back(std::move(name));
        }
        resolved.counters.push_back(std::move(counter));
    }
    return resolved;
}

std::vector<CounterValue> measured_counters(const ChipGroup& group, std::span<const double> values) {
    if (values.size() != group.metrics.size())
        throw Error(ErrorKind::internal,
                    fmt::format("Group '{}' of hardware metrics has {} metrics, but {} values were given.",
                                group.name, group.metrics.size(), values.size()));
    std::vector<CounterValue> counters;
    std::vector<double> inputs;
    for (const auto& counter : group.counters) {
        inputs.clear();
        for (const std::size_t input : counter.inputs) inputs.push_back(values[input]);
        if (const auto value = value_of(counter.source.rule, inputs))
            counters.push_back({counter.source.id, Provenance::measured, *value});
    }
    return counters;
}

}  // namespace sortscope::cupti
