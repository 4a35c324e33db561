// Why a claim came out as it did: what the counters of its cases say.
#include <algorithm>
#include <array>
#include <cmath>

#include "analyzer/reproduce/reproduction.hpp"
#include "analyzer/reproduce/rule_parts.hpp"
#include "analyzer/timing/difference.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer::reproduce {
namespace {

const CaseRecord* case_at(const Grid& grid, const Recorded& recorded, const std::string& column,
                          std::size_t row) {
    const auto* found = grid.find(column);
    return found == nullptr || !found->values.at(row).number ? nullptr
                                                             : recorded.by_id(found->values[row].case_id);
}

std::optional<double> counted(const LaunchSums& sums, CounterId id) {
    const auto value = find_value(sums.counters, id);
    return value ? std::optional(value->value.as_double()) : std::nullopt;
}

/// "all 8.00 MiB of keys fit the L2 of 60.00 MiB: the launches load 1.6 GB, device memory is read 4.2 MB"
std::string memory_sentence(const CaseRecord& record, const LaunchSums& sums) {
    const auto dram = counted(sums, CounterId::dram_read_bytes);
    const auto sectors = counted(sums, CounterId::gld_sectors);
    if (record.device.l2_bytes == 0 || !dram || !sectors || *sectors == 0) return {};
    const double loaded = 32 * *sectors;
    const bool fits = record.workload.bytes() <= record.device.l2_bytes;
    const auto part = short_number(100 * *dram / loaded);
    if (fits && *dram < 0.5 * loaded)
        return format_bytes(static_cast<double>(record.workload.bytes())) + " of keys fit the L2 of " +
               format_bytes(static_cast<double>(record.device.l2_bytes)) + ": its launches load " +
               format_bytes(loaded) + ", and " + format_bytes(*dram) + " (" + part +
               " %) come from device memory";
    return "its launches load " + format_bytes(loaded) + ", " + format_bytes(*dram) + " (" + part +
           " %) of it from device memory";
}

std::string launches_text(std::uint64_t count) {
    return format_grouped(static_cast<std::int64_t>(count)) + (count == 1 ? " launch" : " launches");
}

/// "its 47 launches take 95 % of the time": what is spent in kernels, or between them.
std::string launch_sentence(const CaseRecord& record, const LaunchSums& sums) {
    if (!record.time || !sums.time_ns || record.launch_count < 2) return {};
    const double sort = static_cast<double>(record.time->median_ns);
    const double each = sort / static_cast<double>(record.launch_count);
    return launches_text(record.launch_count) + ", " + format_time_ns(each) + " of the sort for each";
}

/// Ratios of what the two cases do, the most telling first: launches, then counters that explain times.
std::string ratio_sentence(const CaseRecord& a, const LaunchSums& first, const CaseRecord& b,
                           const LaunchSums& second, const std::string& a_name, const std::string& b_name) {
    std::vector<std::string> parts;
    if (a.launch_count != b.launch_count && a.launch_count > 0 && b.launch_count > 0)
        parts.push_back(launches_text(a.launch_count) + " against " +
                        format_grouped(static_cast<std::int64_t>(b.launch_count)));
    constexpr std::array wanted{CounterId::warp_instructions, CounterId::gld_sectors, CounterId::gst_sectors,
                                CounterId::barriers, CounterId::shared_ld_requests};
    for (const auto id : wanted) {
        const auto x = counted(first, id), y = counted(second, id);
        if (!x || !y || *x == 0 || *y == 0 || std::abs(*x / *y - 1) < 0.01) continue;
        auto title = std::string(metric_of(id).title);
        if (!title.empty() && title.size() > 1 && title[1] >= 'a')
            title[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(title[0])));
        parts.push_back(short_number(*x / *y) + "x the " + title);
        if (parts.size() == 4) break;
    }
    if (parts.empty()) {
        if (first.counters.empty() || second.counters.empty()) return {};
        return a_name + " does what " + b_name +
               " does: as many launches, instructions and sectors within 1 %";
    }
    std::string text = a_name + " has ";
    for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : ", ") + parts[i];
    return text + " of " + b_name;
}

/// "CPU quicksort takes 0.35x the published time (Xeon E5-2620), GPU optimized 0.015x (Tesla K10)".
std::string published_sentence(const Grid& grid, const Grid& published, std::size_t row,
                               const std::vector<std::string>& columns) {
    std::string text;
    for (const auto& name : columns) {
        const auto* here = grid.find(name);
        const auto* there = published.find(name);
        if (here == nullptr || there == nullptr || !here->values.at(row).number ||
            !there->values.at(row).number || *there->values[row].number == 0)
            return {};
        text += (text.empty() ? "" : ", ") + name + " takes " +
                short_number(*here->values[row].number / *there->values[row].number) +
                "x the published time (" + there->device + ")";
    }
    return text;
}

std::string sentence_of(std::string text) {
    if (!text.empty()) text += '.';
    return text;
}

}  // namespace

std::string reason_for(const Contrast& contrast, const Grid& grid, const Grid& published,
                       const Recorded& recorded) {
    const auto& column = contrast.column;
    const auto& other = contrast.other;
    const auto other_row = contrast.other_row.value_or(contrast.row);
    const auto* a = case_at(grid, recorded, column, contrast.row);
    const auto* b = other.empty() ? nullptr : case_at(grid, recorded, other, other_row);
    if (a == nullptr) return {};
    std::vector<std::string> parts;
    const auto& sums = recorded.sums(*a);
    const bool across = b != nullptr && (a->backend == BackendKind::cpu) != (b->backend == BackendKind::cpu);
    if (across) {
        if (auto against = published_sentence(grid, published, contrast.row, {column, other});
            !against.empty())
            parts.push_back(std::move(against));
        const auto& gpu = a->backend == BackendKind::cpu ? *b : *a;
        const auto& gpu_sums = recorded.sums(gpu);
        if (auto launches = launch_sentence(gpu, gpu_sums); !launches.empty())
            parts.push_back(gpu.variant + ": " + launches);
        if (auto memory = memory_sentence(gpu, gpu_sums); !memory.empty())
            parts.push_back(gpu.variant + ": " + memory);
    } else {
        if (b != nullptr && b->id != a->id) {
            const auto name = [&](const std::string& of, std::size_t row) {
                return contrast.other_row ? grid.rows[row].name : of;
            };
            if (auto ratios = ratio_sentence(*a, sums, *b, recorded.sums(*b), name(column, contrast.row),
                                             name(other, other_row));
                !ratios.empty())
                parts.push_back(std::move(ratios));
        }
        if (auto memory = memory_sentence(*a, sums); !memory.empty())
            parts.push_back(a->variant + ": " + memory);
        if (parts.size() < 2)
            if (auto launches = launch_sentence(*a, sums); !launches.empty())
                parts.push_back(a->variant + ": " + launches);
    }
    std::string text;
    for (const auto& part : parts)
        text += (text.empty() ? "At " + grid.rows[contrast.row].name + ": " : "; ") + part;
    return sentence_of(std::move(text));
}

std::string rule_text(const Claim& claim) {
    std::string text = claim.rule;
    std::string details;
    const auto add = [&](const std::string& part) { details += (details.empty() ? "" : ", ") + part; };
    const auto names = [](const std::vector<std::string>& all) {
        std::string list;
        for (const auto& one : all) list += (list.empty() ? "" : ", ") + one;
        return list;
    };
    if (!claim.columns.empty()) add(names(claim.columns));
    if (!claim.than.empty()) add("than " + names(claim.than));
    if (!claim.rows.empty()) add("at " + names(claim.rows));
    if (claim.value) add("value " + short_number(*claim.value));
    if (claim.least) add("least " + short_number(*claim.least));
    if (claim.most) add("most " + short_number(*claim.most));
    if (claim.tolerance != 0) add("tolerance " + short_number(claim.tolerance));
    if (claim.from) add("from 2^" + short_number(*claim.from));
    if (claim.to) add("to 2^" + short_number(*claim.to));
    return details.empty() ? text : text + " (" + details + ")";
}

}  // namespace sortscope::analyzer::reproduce
