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
const CaseRecord* case_at(const Grid& grid, const Recorded& recorded, const std::string& column, size_t row) {
    const auto* found = grid.find(column);
    return found == nullptr || !found->values.at(row).number ? nullptr
                                                             : recorded.by_id(found->values[row].case_id);
}

std::optional<double> counted(const LaunchSums& sums, CounterId id) {
    const auto value = find_value(sums.counters, id);
    return value ? std::optional(value->value.as_double()) : std::nullopt;
}

/// Returns "its launches load 1.60 GB, 4.20 MB (0.26 %) of it from device memory".
std::string memory_sentence(const CaseRecord& record, const LaunchSums& sums) {
    const auto dram = counted(sums, CounterId::dram_read_bytes);
    const auto sectors = counted(sums, CounterId::gld_sectors);
    if (record.device.l2_bytes == 0 || !dram || !sectors || *sectors == 0) return {};
    const double loaded = 32 * *sectors;
    const auto part = short_number(100 * *dram / loaded);
    if (record.bytes() <= record.device.l2_bytes && *dram < 0.5 * loaded)
        return fmt::format(
            "{}: {} of keys fit the L2 of {}: its launches load {}, and {} ({} %) come from device memory",
            record.subject.name, format_bytes(double(record.bytes())),
            format_bytes(double(record.device.l2_bytes)), format_bytes(loaded), format_bytes(*dram), part);
    return fmt::format("{}: its launches load {}, {} ({} %) of it from device memory", record.subject.name,
                       format_bytes(loaded), format_bytes(*dram), part);
}

std::string launches_text(uint64_t count) {
    return format_grouped(int64_t(count)) + (count == 1 ? " launch" : " launches");
}

/// Returns "47 launches, 2.100 us of the sort for each", which shows launch overhead.
std::string launch_sentence(const CaseRecord& record, const LaunchSums& sums) {
    if (!record.time || !sums.time_ns || record.launch_count < 2) return {};
    const double each = double(record.time->median_ns) / double(record.launch_count);
    return fmt::format("{}: {}, {} of the sort for each", record.subject.name,
                       launches_text(record.launch_count), format_time_ns(each));
}

/// Ratios of two cases' launches, then of counters that explain times.
std::string ratio_sentence(const CaseRecord& a, const LaunchSums& first, const CaseRecord& b,
                           const LaunchSums& second, const std::string& a_name, const std::string& b_name) {
    std::vector<std::string> parts;
    if (a.launch_count != b.launch_count && a.launch_count > 0 && b.launch_count > 0)
        parts.push_back(fmt::format("{} against {}", launches_text(a.launch_count),
                                    format_grouped(int64_t(b.launch_count))));
    for (const auto id : {CounterId::warp_instructions, CounterId::gld_sectors, CounterId::gst_sectors,
                          CounterId::barriers, CounterId::shared_ld_requests}) {
        const auto x = counted(first, id), y = counted(second, id);
        if (!x || !y || *x == 0 || *y == 0 || std::abs(*x / *y - 1) < 0.01) continue;
        auto title = std::string(metric_of(id).title);
        if (title.size() > 1 && title[1] >= 'a') title[0] = char(std::tolower(uint8_t(title[0])));
        parts.push_back(fmt::format("{}x the {}", short_number(*x / *y), title));
        if (parts.size() == 4) break;
    }
    if (!parts.empty()) return fmt::format("{} has {} of {}", a_name, fmt::join(parts, ", "), b_name);
    if (first.counters.empty() || second.counters.empty()) return {};
    return fmt::format("{} does what {} does: as many launches, instructions and sectors within 1 %", a_name,
                       b_name);
}

/// Returns "CPU quicksort takes 0.35x the published time (Xeon E5-2620), GPU optimized takes 0.015x ...".
std::string published_sentence(const Grid& grid, const Grid& published, size_t row,
                               const std::vector<std::string>& columns) {
    std::vector<std::string> parts;
    for (const auto& name : columns) {
        const auto* here = grid.find(name);
        const auto* there = published.find(name);
        if (here == nullptr || there == nullptr || !here->values.at(row).number ||
            there->values.at(row).number.value_or(0) == 0)
            return {};
        parts.push_back(fmt::format("{} takes {}x the published time ({})", name,
                                    short_number(*here->values[row].number / *there->values[row].number),
                                    there->device));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}
}  // namespace

std::string reason_for(const Contrast& contrast, const Grid& grid, const Grid& published,
                       const Recorded& recorded) {
    const auto other_row = contrast.other_row.value_or(contrast.row);
    const auto* a = case_at(grid, recorded, contrast.column, contrast.row);
    const auto* b = contrast.other.empty() ? nullptr : case_at(grid, recorded, contrast.other, other_row);
    if (a == nullptr) return {};
    std::vector<std::string> parts;
    const auto add = [&](std::string part) {
        if (!part.empty()) parts.push_back(std::move(part));
    };
    const auto& sums = recorded.sums(*a);
    if (b != nullptr && (a->backend == BackendKind::cpu) != (b->backend == BackendKind::cpu)) {
        const auto& gpu = a->backend == BackendKind::cpu ? *b : *a;
        add(published_sentence(grid, published, contrast.row, {contrast.column, contrast.other}));
        add(launch_sentence(gpu, recorded.sums(gpu)));
        add(memory_sentence(gpu, recorded.sums(gpu)));
    } else {
        const auto name = [&](const std::string& column, size_t row) {
            return contrast.other_row ? grid.rows[row].name : column;
        };
        if (b != nullptr && b->id != a->id)
            add(ratio_sentence(*a, sums, *b, recorded.sums(*b), name(contrast.column, contrast.row),
                               name(contrast.other, other_row)));
        add(memory_sentence(*a, sums));
        if (parts.size() < 2) add(launch_sentence(*a, sums));
    }
    return parts.empty() ? ""
                         : fmt::format("At {}: {}.", grid.rows[contrast.row].name, fmt::join(parts, "; "));
}
}
