#include "analyzer/reproduce/missing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>

#include "analyzer/reproduce/reproduction.hpp"
#include "analyzer/reproduce/rules.hpp"
#include "analyzer/timing/difference.hpp"
#include "core/error.hpp"
#include "core/printable.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer::reproduce {
namespace {

template <class T>
void insert(std::vector<T>& all, const std::vector<T>& more) {
    for (const auto& one : more)
        if (std::ranges::find(all, one) == all.end()) all.push_back(one);
    std::ranges::sort(all);
}

/// Whether two calls are one once `part` of both is put together.
bool same_but(const MissingCases& a, const MissingCases& b, bool variants, bool sizes, bool blocks,
              bool parameters) {
    return (variants || a.variants == b.variants) && (sizes || a.sizes == b.sizes) &&
           (blocks || a.blocks == b.blocks) && (parameters || a.parameters == b.parameters) &&
           a.key == b.key && a.input == b.input && a.source_block == b.source_block &&
           a.counting == b.counting;
}

bool same_parameter_names(const MissingCases& a, const MissingCases& b) {
    return std::ranges::equal(
        a.parameters, b.parameters, {}, [](const auto& one) { return one.first; },
        [](const auto& one) { return one.first; });
}

void put_together(std::vector<MissingCases>& all,
                  const std::function<bool(const MissingCases&, const MissingCases&)>& same) {
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size();) {
            if (!same(all[i], all[j])) {
                ++j;
                continue;
            }
            all[i].timed = all[i].timed || all[j].timed;
            insert(all[i].variants, all[j].variants);
            insert(all[i].sizes, all[j].sizes);
            insert(all[i].blocks, all[j].blocks);
            for (const auto& [name, values] : all[j].parameters) insert(all[i].parameters[name], values);
            all.erase(all.begin() + static_cast<std::ptrdiff_t>(j));
        }
}

template <class T, class Text>
std::string list_of(const std::vector<T>& all, const Text& text) {
    std::string list;
    for (const auto& one : all) list += (list.empty() ? "" : ",") + text(one);
    return list;
}

}  // namespace

void MissingList::add(const Query& query, Needs needed) {
    if (query.variant.empty() || !query.n) return;
    MissingCases one;
    one.variants = {query.variant};
    one.sizes = {*query.n};
    one.key = query.key;
    one.input = query.input;
    if (query.block) one.blocks = {*query.block};
    one.source_block = query.source_block;
    for (const auto& [name, value] : query.parameters) one.parameters[name] = {value};
    one.counting = needed == Needs::counted || needed == Needs::sites;
    one.timed = needed == Needs::time;
    all_.push_back(std::move(one));
}

std::vector<MissingCases> MissingList::take() {
    // Repeats first, then sizes, so that the variants that lack the same sizes become one call.
    put_together(all_,
                 [](const auto& a, const auto& b) { return same_but(a, b, false, true, false, false); });
    put_together(all_,
                 [](const auto& a, const auto& b) { return same_but(a, b, true, false, false, false); });
    put_together(all_,
                 [](const auto& a, const auto& b) { return same_but(a, b, false, false, true, false); });
    put_together(all_, [](const auto& a, const auto& b) {
        return a.parameters.size() == 1 && same_parameter_names(a, b) &&
               same_but(a, b, false, false, false, true);
    });
    return std::move(all_);
}

std::optional<Device> collecting_gpu(const std::vector<Device>& here, const Recorded& recorded,
                                     const std::string& asked) {
    std::vector<Device> gpus;
    std::ranges::copy_if(here, std::back_inserter(gpus),
                         [](const Device& device) { return device.backend == BackendKind::cupti; });
    if (!asked.empty()) {
        auto found = std::ranges::find(gpus, asked, &Device::name);
        if (found == gpus.end())
            found = std::ranges::find_if(
                gpus, [&](const Device& device) { return contains_ignoring_case(device.name, asked); });
        if (found != gpus.end()) return *found;
        std::string known;
        for (const auto& gpu : gpus) known += (known.empty() ? "" : ", ") + gpu.name;
        throw Error(
            ErrorKind::environment,
            "Nothing was collected: this machine has no GPU called '" + asked + "'. " +
                (known.empty() ? std::string("It has none that can be used ('sortscope doctor' says why).")
                               : "It has " + known + "."));
    }
    for (const auto& name : recorded.gpus())
        if (const auto found = std::ranges::find(gpus, name, &Device::name); found != gpus.end())
            return *found;
    return gpus.empty() ? std::nullopt : std::optional(gpus.front());
}

std::size_t MissingCases::cases() const {
    std::size_t count = variants.size() * sizes.size() * std::max<std::size_t>(blocks.size(), 1);
    for (const auto& [name, values] : parameters) count *= values.size();
    return count;
}

std::vector<std::string> MissingCases::words(const std::string& file) const {
    std::vector<std::string> words{"collect", "--variant",
                                   list_of(variants, [](const std::string& name) { return name; }), "--size",
                                   list_of(sizes, [](std::uint64_t n) { return format_count(n); })};
    const auto add = [&](const char* option, std::string value) {
        words.insert(words.end(), {option, std::move(value)});
    };
    if (key) add("--key", std::string(name_of(*key)));
    if (input) add("--dist", std::string(name_of(*input)));
    if (source_block)
        add("--block", "source");
    else if (!blocks.empty())
        add("--block", list_of(blocks, [](std::uint32_t block) { return std::to_string(block); }));
    for (const auto& [name, values] : parameters)
        add("--param",
            name + "=" + list_of(values, [](std::int64_t value) { return std::to_string(value); }));
    if (counting) words.emplace_back("--counting");
    add("--output", file);
    return words;
}

std::string MissingCases::command(const std::string& file) const {
    std::string text = "sortscope";
    for (const auto& word : words(file)) text += " " + shell_word(word);
    return text;
}

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
    const bool fits = record.bytes() <= record.device.l2_bytes;
    const auto part = short_number(100 * *dram / loaded);
    if (fits && *dram < 0.5 * loaded)
        return format_bytes(static_cast<double>(record.bytes())) + " of keys fit the L2 of " +
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
            parts.push_back(gpu.subject.name + ": " + launches);
        if (auto memory = memory_sentence(gpu, gpu_sums); !memory.empty())
            parts.push_back(gpu.subject.name + ": " + memory);
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
            parts.push_back(a->subject.name + ": " + memory);
        if (parts.size() < 2)
            if (auto launches = launch_sentence(*a, sums); !launches.empty())
                parts.push_back(a->subject.name + ": " + launches);
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
