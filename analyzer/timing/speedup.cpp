#include "analyzer/timing/speedup.hpp"

#include <ranges>

#include "core/failure.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer {
namespace {
/// Returns where the logarithm of the ratio is first 0 between the sizes `from` and `to`.
double zero_between(std::span<const SizedRatio> sizes, size_t from, size_t to) {
    for (size_t i = from; i < to; ++i) {
        const auto& a = sizes[i];
        const auto& b = sizes[i + 1];
        if ((a.log_ratio < 0) == (b.log_ratio < 0) && b.log_ratio != 0) continue;
        const double part = a.log_ratio == b.log_ratio ? 0 : a.log_ratio / (a.log_ratio - b.log_ratio);
        return a.log2_n + part * (b.log2_n - a.log2_n);
    }
    return sizes[to].log2_n;
}
/// Turns a verdict on the other side into the verdict on the base.
Verdict of_the_base(Verdict verdict) {
    if (!is_clear(verdict)) return verdict;
    return verdict == Verdict::faster ? Verdict::slower : Verdict::faster;
}

using Backends = std::map<std::string, std::set<BackendKind>>;  // by variant

/// Axes to compare across. Frees the backend too if the sorts share none, such as a CPU sort and a GPU sort.
std::vector<std::string> across(const Backends& backends, const std::string& base, const std::string& other) {
    std::vector<std::string> free{"variant", "block"};
    const auto &one = backends.at(base), &two = backends.at(other);
    if (std::ranges::none_of(one, [&](BackendKind kind) { return two.contains(kind); }))
        free.emplace_back("backend");
    return free;
}

SpeedupRow row_of(const Compared& from, const TimeEstimate& time) {
    auto condition = condition_of(*from.record);
    condition.time_mode = time.mode;
    return {condition, from, time, time.ns, 1, {1, 1, interval_level}};
}

void add(std::map<Condition, SizeSpeedup>& sizes, const ComparedPair& pair) {
    // Uses the condition of the base itself: in a pair with a CPU, the device of the pair's condition is
    // free.
    const auto condition =
        condition_of(*pair.base.record).leaving_free({"variant", "parameters", "block", "time-mode"});
    auto& size = sizes[condition];
    if (size.rows.empty()) {
        size.condition = condition;
        size.rows.push_back(row_of(pair.base, *pair.base_time));
        size.rows.front().is_base = true;
    }
    auto& row = size.rows.emplace_back(row_of(pair.other, *pair.other_time));
    const auto& ratio = *pair.ratio;
    row.base_ns = pair.base_time->ns;
    row.factor = 1 / ratio.ratio;
    row.interval = {1 / ratio.interval.high, 1 / ratio.interval.low, ratio.interval.level};
    row.verdict = *pair.verdict;
}
}  // namespace

Crossings crossings_of(std::span<const SizedRatio> sizes) {
    Crossings found;
    found.shared = sizes.size();
    std::optional<size_t> clear;
    for (size_t i = 0; i < sizes.size(); ++i) {
        const auto verdict = sizes[i].verdict;
        if (!is_clear(verdict)) continue;
        ++found.clear;
        if (clear && sizes[*clear].verdict != verdict)
            found.crossings.push_back({verdict == Verdict::faster, zero_between(sizes, *clear, i),
                                       sizes[*clear].log2_n, sizes[i].log2_n});
        clear = i;
        found.first_wins_last = verdict == Verdict::faster;
    }
    return found;
}

std::vector<SideCrossings> crossings(const Comparison& comparison, const std::string& other) {
    struct Group {
        Condition condition;
        Per per = Per::nothing;
        std::map<uint64_t, SizedRatio> sizes{};
    };
    std::vector<Group> groups;
    for (const auto& pair : comparison.pairs) {
        const auto n = pair.base.record->keys();
        if (!pair.verdict || n == 0 || n != pair.other.record->keys()) continue;
        const auto condition = pair.condition.leaving_free({"n"});
        auto group = std::ranges::find(groups, condition, &Group::condition);
        if (group == groups.end()) group = groups.insert(groups.end(), {condition, pair.per});
        group->sizes[n] = {std::log2(double(n)), -std::log(pair.ratio->ratio), of_the_base(*pair.verdict)};
    }
    std::vector<SideCrossings> found;
    for (const auto& [condition, per, by_size] : groups) {
        if (by_size.size() < 2) continue;
        std::vector<SizedRatio> sizes;
        for (const auto& [n, one] : by_size) sizes.push_back(one);
        found.push_back({crossings_of(sizes), per, other, condition});
    }
    return found;
}

void keep_timed(CaseFile& file) {
    std::erase_if(file.cases,
                  [](const CaseRecord& record) { return record.status != CaseStatus::ok || !record.time; });
}

Speedups speedups(const CaseFile& file, const std::string& base, std::optional<TimeMode> mode,
                  double min_effect) {
    Backends backends;
    for (const auto& record : file.cases) backends[record.subject.name].insert(record.backend);
    if (!backends.contains(base)) {
        const auto names = backends | std::views::keys;
        throw failure(ErrorKind::usage, "No chosen case of '{}' has a time of '{}'.{} It has: {}.", file.name,
                      base, nearest_sentence(base, names), fmt::join(names, ", "));
    }
    if (backends.size() < 2)
        throw failure(ErrorKind::usage,
                      "All chosen cases of '{}' are of '{}'. There is nothing to compare with it.", file.name,
                      base);
    Speedups found;
    std::map<Condition, SizeSpeedup> sizes;
    for (const auto& [variant, kinds] : backends) {
        if (variant == base) continue;
        CompareOptions options;
        options.across = across(backends, base, variant);
        options.values = {base, variant};
        options.time_mode = mode;
        options.min_effect = min_effect;
        const auto sides = comparison_sides({&file, 1}, options);
        const auto comparison = compare(sides[0], sides[1], options);
        if (comparison.timed == 0) found.left_out.push_back(variant);
        for (const auto& pair : comparison.pairs)
            if (pair.ratio) add(sizes, pair);
        std::ranges::move(crossings(comparison, variant), std::back_inserter(found.crossings));
    }
    for (auto& [condition, size] : sizes) {
        std::ranges::stable_sort(size.rows, std::greater{}, &SpeedupRow::factor);
        size.rows.front().best = true;
        size.rows.back().worst = true;
        found.sizes.push_back(std::move(size));
    }
    return found;
}
}
