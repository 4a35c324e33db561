#include "analyzer/breakdown.hpp"

#include <algorithm>
#include <map>

namespace sortscope::analyzer {
namespace {

using Launches = std::vector<const LaunchRecord*>;

/// What makes two launches belong to one row.
struct Key {
    std::string kernel;
    int stage = 0;
    int substage = 0;
    std::size_t launch = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
};

Key key_of(const LaunchRecord& launch, std::size_t position, Grouping grouping) {
    switch (grouping) {
        case Grouping::stage: return {{}, launch.stage.stage, 0, 0};
        case Grouping::substage: return {{}, launch.stage.stage, launch.stage.substage, 0};
        case Grouping::launch: return {{}, launch.stage.stage, launch.stage.substage, position};
        case Grouping::kernel: return {launch.kernel, 0, 0, 0};
    }
    return {};
}

std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> parts;
    while (true) {
        const auto begin = text.find_first_not_of(' ');
        if (begin == std::string_view::npos) return parts;
        text.remove_prefix(begin);
        const auto end = std::min(text.find(' '), text.size());
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

/// The words that all labels begin with: "k=8 j=4" and "k=8 j=2" give "k=8".
std::string common_label(const Launches& launches) {
    auto common = words(launches.front()->stage.label);
    for (const auto* launch : launches) {
        const auto other = words(launch->stage.label);
        const auto differs = std::ranges::mismatch(common, other).in1;
        common.erase(differs, common.end());
    }
    std::string label;
    for (const auto word : common) {
        if (!label.empty()) label += ' ';
        label += word;
    }
    return label;
}

std::optional<std::int64_t> summed_time(const Launches& launches) {
    std::int64_t sum = 0;
    for (const auto* launch : launches) {
        if (!launch->duration_ns) return std::nullopt;
        sum += *launch->duration_ns;
    }
    return launches.empty() ? std::nullopt : std::optional(sum);
}

BreakdownRow make_row(const Launches& launches, std::uint64_t data_bytes) {
    BreakdownRow row;
    row.first_launch = launches.front()->index;
    row.launches = launches.size();
    row.time_ns = summed_time(launches);
    row.counters = sum_counters(std::span<const LaunchRecord* const>(launches));
    row.derived = derive(row.counters, data_bytes);
    return row;
}

/// Launches may overlap (programmatic dependent launch, several streams), so the busy time is that of their union.
std::optional<std::int64_t> gaps(const Launches& launches) {
    std::vector<std::pair<std::int64_t, std::int64_t>> spans;
    for (const auto* launch : launches) {
        if (!launch->start_ns || !launch->duration_ns) return std::nullopt;
        spans.emplace_back(*launch->start_ns, *launch->start_ns + *launch->duration_ns);
    }
    if (spans.empty()) return std::nullopt;
    std::ranges::sort(spans);
    std::int64_t idle = 0;
    auto end = spans.front().second;
    for (const auto& span : spans) {
        idle += std::max<std::int64_t>(0, span.first - end);
        end = std::max(end, span.second);
    }
    return idle;
}

/// What `row` weighs; sectors only of the provenance that the whole case has.
std::optional<double> weight_of(const BreakdownRow& row, Weight weight, Provenance provenance) {
    if (weight == Weight::time && row.time_ns) return static_cast<double>(*row.time_ns);
    if (weight == Weight::sectors) {
        const auto loaded = counter(row.counters, CounterId::gld_sectors, provenance);
        const auto stored = counter(row.counters, CounterId::gst_sectors, provenance);
        if (loaded && stored) return static_cast<double>(*loaded + *stored);
    }
    return std::nullopt;
}

void choose_weight(Breakdown& result) {
    const auto sectors = global_sectors(result.total.counters);
    if (result.total.time_ns && *result.total.time_ns > 0) {
        result.weight = Weight::time;
    } else if (sectors && sectors->value > 0) {
        result.weight = Weight::sectors;
        result.weight_provenance = sectors->provenance;
    } else {
        result.weight = Weight::none;
    }
}

}  // namespace

Breakdown breakdown(const CaseRecord& record, Grouping grouping) {
    Breakdown result;
    result.grouping = grouping;
    result.weight = Weight::none;
    result.total.label = "total";
    if (record.launches.empty()) return result;

    Launches all;
    std::map<Key, std::size_t> position;
    std::vector<std::pair<Key, Launches>> groups;
    for (const auto& launch : record.launches) {
        const auto key = key_of(launch, all.size(), grouping);
        all.push_back(&launch);
        const auto [found, added] = position.try_emplace(key, groups.size());
        if (added) groups.emplace_back(key, Launches{});
        groups[found->second].second.push_back(&launch);
    }

    const auto data_bytes = record.workload.bytes();
    result.total = make_row(all, data_bytes);
    result.total.label = "total";
    choose_weight(result);
    result.gaps_ns = gaps(all);
    const auto whole = weight_of(result.total, result.weight, result.weight_provenance);
    if (whole) result.total.share = 1;

    for (const auto& [key, launches] : groups) {
        auto row = make_row(launches, data_bytes);
        row.stage = key.stage;
        row.substage = key.substage;
        row.label = grouping == Grouping::kernel ? key.kernel : common_label(launches);
        const auto part = weight_of(row, result.weight, result.weight_provenance);
        if (part && whole) row.share = *part / *whole;
        result.rows.push_back(std::move(row));
    }
    return result;
}

}  // namespace sortscope::analyzer
