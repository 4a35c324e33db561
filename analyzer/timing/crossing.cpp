#include "analyzer/timing/crossing.hpp"

namespace sortscope::analyzer {
namespace {
/// Returns the first zero of the ratio's logarithm between `from` and `to`.
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
/// Turns the other side's verdict into the base's verdict.
Verdict of_the_base(Verdict verdict) {
    if (!is_clear(verdict)) return verdict;
    return verdict == Verdict::faster ? Verdict::slower : Verdict::faster;
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
}
