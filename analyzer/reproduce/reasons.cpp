// Explains a Contrast (claims.hpp) by the counters of its cases.
#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "analyzer/reproduce/reproduction.hpp"
#include "analyzer/timing/difference.hpp"
#include "core/metric/metric.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer::reproduce {
namespace {
/// A case of a contrast.
struct Side {
    std::string name;
    const CaseRecord* record = nullptr;  ///< null if absent
    const LaunchSums* sums = nullptr;

    bool on_cpu() const { return record->backend == BackendKind::cpu; }
    std::optional<double> counted(CounterId id) const {
        const auto value = find_value(sums->counters, id);
        return value ? std::optional(value->value.as_double()) : std::nullopt;
    }
};

/// Both sides; the second is absent if the claim compares no second value.
std::pair<Side, Side> sides_of(const Contrast& contrast, const Grid& grid, const Recorded& recorded) {
    const auto side = [&](const std::string& column, size_t row) {
        Side made{contrast.other_row ? grid.rows[row].name : column};
        const auto* found = grid.find(column);
        if (found == nullptr || !found->values.at(row).number) return made;
        made.record = recorded.by_id(found->values[row].case_id);
        if (made.record != nullptr) made.sums = &recorded.sums(*made.record);
        return made;
    };
    return {side(contrast.column, contrast.row),
            side(contrast.other, contrast.other_row.value_or(contrast.row))};
}

/// Returns "its launches load 1.60 GB, 4.20 MB (0.26 %) of it from device memory".
std::string memory_sentence(const Side& side) {
    const auto& record = *side.record;
    const auto dram = side.counted(CounterId::dram_read_bytes);
    const double loaded = 32 * side.counted(CounterId::gld_sectors).value_or(0);
    if (record.device.l2_bytes == 0 || !dram || loaded == 0) return {};
    const bool fits = record.bytes() <= record.device.l2_bytes && *dram < 0.5 * loaded;
    return fmt::format(
        "{}: {}its launches load {}, {} ({} %) of it from device memory", record.subject.name,
        fits ? fmt::format("{} of keys fit the L2 of {}: ", format_bytes(double(record.bytes())),
                           format_bytes(double(record.device.l2_bytes)))
             : "",
        format_bytes(loaded), format_bytes(*dram), short_number(100 * *dram / loaded));
}

/// Returns "47 launches, 2.100 us of the sort for each", which shows launch overhead.
std::string launch_sentence(const Side& side) {
    const auto& record = *side.record;
    if (!record.time || !side.sums->time_ns || record.launch_count < 2) return {};
    const double each = double(record.time->median_ns) / double(record.launch_count);
    return fmt::format("{}: {}, {} of the sort for each", record.subject.name,
                       plural(record.launch_count, "launch"), format_time_ns(each));
}

/// Ratios of two cases' launches, then of the counters that differ most.
std::string ratio_sentence(const Side& a, const Side& b) {
    constexpr size_t most = 4;
    std::vector<std::string> parts;
    const auto launches = a.record->launch_count, others = b.record->launch_count;
    if (launches != others && launches > 0 && others > 0)
        parts.push_back(
            fmt::format("{} against {}", plural(launches, "launch"), format_grouped(int64_t(others))));
    for (const auto& one : metric_differences(*b.sums, *a.sums, b.record->bytes(), a.record->bytes())) {
        const double ratio = one.ratio().value_or(1);
        if (parts.size() == most || std::abs(ratio - 1) < 0.01) continue;
        auto title = std::string(one.metric->title);
        if (title.size() > 1 && title[1] >= 'a') title[0] = char(std::tolower(uint8_t(title[0])));
        parts.push_back(fmt::format("{}x the {}", short_number(ratio), title));
    }
    if (!parts.empty()) return fmt::format("{} has {} of {}", a.name, fmt::join(parts, ", "), b.name);
    if (a.sums->counters.empty() || b.sums->counters.empty()) return {};
    return fmt::format("{} does what {} does: as many launches, instructions and sectors within 1 %", a.name,
                       b.name);
}

/// Returns "CPU quicksort takes 0.35x the published time (Xeon E5-2620)".
std::string published_sentence(const Reproduction& made, size_t row, const std::string& name) {
    const auto *here = made.measured.find(name), *there = made.published.find(name);
    const double time = here == nullptr ? 0 : here->values.at(row).number.value_or(0);
    const double printed = there == nullptr ? 0 : there->values.at(row).number.value_or(0);
    if (time == 0 || printed == 0) return {};
    return fmt::format("{} takes {}x the published time ({})", name, short_number(time / printed),
                       there->device);
}

/// Explains `contrast` by the counters of its cases and by the factors to published times.
std::vector<std::string> reason_for(const Contrast& contrast, const Reproduction& made,
                                    const Recorded& recorded) {
    const auto [a, b] = sides_of(contrast, made.measured, recorded);
    if (a.record == nullptr) return {};
    std::vector<std::string> parts;
    if (b.record != nullptr && a.on_cpu() != b.on_cpu()) {
        const auto& gpu = a.on_cpu() ? b : a;
        parts = {published_sentence(made, contrast.row, contrast.column),
                 published_sentence(made, contrast.row, contrast.other), launch_sentence(gpu),
                 memory_sentence(gpu)};
    } else {
        if (b.record != nullptr && b.record != a.record) parts.push_back(ratio_sentence(a, b));
        parts.push_back(memory_sentence(a));
        std::erase(parts, "");
        if (parts.size() < 2) parts.push_back(launch_sentence(a));
    }
    std::erase(parts, "");
    if (!parts.empty()) parts[0] = fmt::format("At {}: {}", made.measured.rows[contrast.row].name, parts[0]);
    return parts;
}
}  // namespace

std::string reasons_for(std::vector<Contrast> contrasts, const Reproduction& made, const Recorded& recorded) {
    constexpr size_t most = 2;
    for (auto& contrast : contrasts)
        if (const auto* column = made.figure->column(contrast.column);
            column != nullptr && column->quantity == Quantity::ratio)
            contrast = {contrast.row, column->of, column->over, {}};
    std::ranges::stable_partition(contrasts, [&](const Contrast& contrast) {
        const auto has_counters = [](const Side& side) {
            return side.record != nullptr && (side.on_cpu() || !side.sums->counters.empty());
        };
        const auto [a, b] = sides_of(contrast, made.measured, recorded);
        return has_counters(a) && (contrast.other.empty() || has_counters(b));
    });
    std::set<std::pair<std::string, std::string>> explained;
    std::string text;
    for (const auto& contrast : contrasts) {
        if (explained.size() == most) break;
        if (explained.contains({contrast.column, contrast.other})) continue;
        auto parts = reason_for(contrast, made, recorded);
        std::erase_if(parts, [&](const std::string& part) { return text.find(part) != std::string::npos; });
        if (parts.empty()) continue;
        text += fmt::format("{}{}.", text.empty() ? "" : " ", fmt::join(parts, "; "));
        explained.emplace(contrast.column, contrast.other);
    }
    return text;
}
}
