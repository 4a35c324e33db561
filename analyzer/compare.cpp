#include "analyzer/compare.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "analyzer/devices.hpp"
#include "core/times.hpp"

namespace sortscope::analyzer {
namespace {

using enum ConditionPart;

/// The mode of the times that are compared.
TimeMode mode_of(const ComparedPair& pair, const CompareOptions& options) {
    const auto both = [&](TimeMode mode) {
        return time_in(*pair.base.record, mode) != nullptr && time_in(*pair.other.record, mode) != nullptr;
    };
    if (options.time_mode) return both(*options.time_mode) ? *options.time_mode : TimeMode::none;
    for (const auto mode : {TimeMode::graph, TimeMode::stream, TimeMode::host})
        if (both(mode)) return mode;
    return TimeMode::none;
}

/// A case held against itself, or against its copy in another file, where merging may have numbered it anew:
/// one recording has a condition once. Its time is its own, whatever is known of it.
bool is_one_case(const Compared& one, const Compared& other) {
    return same_recording(one, other) && condition_of(*one.record) == condition_of(*other.record);
}

/// Sorts of more keys take longer: that says nothing of either, but their times per key do. A program that is
/// not ours has no keys to count.
double keys_ratio_of(const ComparedPair& pair) {
    const auto of_base = pair.base.record->workload.n, of_other = pair.other.record->workload.n;
    return of_base == 0 || of_other == 0 ? 1 : static_cast<double>(of_base) / static_cast<double>(of_other);
}

void judge(ComparedPair& pair, std::optional<TimeMode> base_mode, std::optional<TimeMode> other_mode_asked,
           const CompareOptions& options) {
    pair.mode = base_mode ? *base_mode : mode_of(pair, options);
    if (pair.mode == TimeMode::none) return;
    const auto other_mode = other_mode_asked.value_or(pair.mode);
    pair.base_time = time_of(*pair.base.file, *pair.base.record, pair.mode);
    pair.other_time = time_of(*pair.other.file, *pair.other.record, other_mode);
    if (!pair.base_time || !pair.other_time) return;
    const auto variation = std::max(process_variation(pair.mode, pair.base.record->workload.n),
                                    process_variation(other_mode, pair.other.record->workload.n));
    const auto drift = same_recording(pair.base, pair.other)
                           ? 0
                           : std::max(recording_variation(pair.mode, pair.base.record->workload.n),
                                      recording_variation(other_mode, pair.other.record->workload.n));
    pair.ratio = ratio_of(*pair.base_time, *pair.other_time, variation, drift);
    if (other_mode == pair.mode && pair.base_time->ns == pair.other_time->ns &&
        is_one_case(pair.base, pair.other)) {
        pair.ratio->variation = 0;
        pair.ratio->interval = {1, 1, pair.ratio->interval.level};
    }
    pair.keys_ratio = keys_ratio_of(pair);
    for (auto* const value : {&pair.ratio->ratio, &pair.ratio->interval.low, &pair.ratio->interval.high})
        *value *= pair.keys_ratio;
    pair.verdict = verdict_of(*pair.ratio, options.min_effect);
}

/// The parts in which the conditions nearest to each other differ.
std::vector<ConditionPart> parts_in_the_way(const Side& base, const Side& other) {
    constexpr std::array candidates{device, block, parameters, cache, input, key, n, variant, backend};
    for (const auto part : candidates) {
        std::set<Condition> known;
        const ConditionParts free = part == device    ? ConditionParts{device}
                                    : part == backend ? ConditionParts{device, backend}
                                                      : ConditionParts{part};
        const auto freed = [&](const Condition& condition) {
            auto all = condition.free_parts();
            for (const auto one : candidates)
                if (free.contains(one)) all.insert(one);
            return condition.leaving_free(all);
        };
        for (const auto& [condition, one] : base.cases) known.insert(freed(condition));
        for (const auto& [condition, one] : other.cases)
            if (known.contains(freed(condition))) return {part};
    }
    return {};
}

/// What conditions of one side meet on the other.
class Meetings {
 public:
    Meetings(const Side& other, const CompareOptions& options) : other_(other) {
        any_block_ = std::ranges::any_of(options.across, [](const Axis& axis) {
            return axis.kind == Axis::Kind::part && axis.part == variant;
        });
        if (!any_block_) return;
        for (const auto& [condition, one] : other.cases)
            if (condition.block != 0)
                of_any_block_.emplace(without_block(condition), std::pair(condition, &one));
    }

    /// The same condition; across variants a sort without a block to choose meets each block, and each block
    /// a sort without.
    std::vector<std::pair<Condition, const Compared*>> of(const Condition& condition) const {
        std::vector<std::pair<Condition, const Compared*>> found;
        if (const auto same = other_.cases.find(condition); same != other_.cases.end())
            return {{condition, &same->second}};
        if (!any_block_) return found;
        if (condition.block == 0)
            for (auto [at, end] = of_any_block_.equal_range(condition); at != end; ++at)
                found.push_back(at->second);
        else if (const auto without = other_.cases.find(without_block(condition));
                 without != other_.cases.end())
            found.emplace_back(condition, &without->second);
        return found;
    }

 private:
    static Condition without_block(Condition condition) {
        condition.block = 0;
        return condition;
    }

    const Side& other_;
    bool any_block_ = false;
    std::multimap<Condition, std::pair<Condition, const Compared*>> of_any_block_;
};

}  // namespace

const RunRecord& CaseFile::run_of(const CaseRecord& record) const {
    static const RunRecord unknown;
    const auto found = std::ranges::find(runs, record.run, &RunRecord::id);
    return found == runs.end() ? unknown : *found;
}

void CaseFile::know_timers(RunId run, std::span<const DeviceLimits> limits) {
    for (const auto& one : limits)
        if (const auto timer = graph_timer_of(one.limits)) graph_timers[{run, one.device.uuid}] = *timer;
}

std::optional<TimeEstimate> time_of(const CaseFile& file, const CaseRecord& record, TimeMode mode) {
    const auto* time = time_in(record, mode);
    if (time == nullptr) return std::nullopt;
    auto summary = *time;
    summary.mode = mode;  // the headline's mode stands at its case, in files that kept no other
    const bool one_round = summary.rounds.size() < 2;
    const auto trials = one_round && file.trials ? file.trials(record.id) : std::vector<TrialRecord>{};
    auto found = estimate(summary, file.variances.of(record.run, record.id, summary), trials);
    const auto timer = file.graph_timers.find({record.run, record.device.uuid});
    if (found && mode == TimeMode::graph && timer != file.graph_timers.end())
        found->graph_timer = timer->second;
    return found;
}

bool same_recording(const Compared& one, const Compared& other) {
    if (one.file == other.file) return one.record->run == other.record->run;
    const auto& uuid = one.file->run_of(*one.record).uuid;
    return !uuid.empty() && uuid == other.file->run_of(*other.record).uuid;
}

Comparison compare(const Side& base, const Side& other, const CompareOptions& options) {
    Comparison result;
    double logs = 0;
    const Meetings meetings(other, options);
    std::set<const Compared*> met;
    Side left_of_base, left_of_other;
    for (const auto& [condition, one] : base.cases) {
        const auto found = meetings.of(condition);
        if (found.empty()) result.only_base.push_back(one), left_of_base.cases.emplace(condition, one);
        for (const auto& [shared, match] : found) {
            met.insert(match);
            auto& pair = result.pairs.emplace_back();
            pair.condition = shared;
            pair.base = one;
            pair.other = *match;
            judge(pair, base.mode, other.mode, options);
            if (!pair.ratio) continue;
            ++result.timed;
            logs += std::log(pair.ratio->ratio);
        }
    }
    for (const auto& [condition, one] : other.cases)
        if (!met.contains(&one))
            result.only_other.push_back(one), left_of_other.cases.emplace(condition, one);
    std::vector<Condition*> conditions;
    for (auto& pair : result.pairs) conditions.push_back(&pair.condition);
    tell_devices_apart(conditions);
    if (result.timed > 0) result.mean_ratio = std::exp(logs / static_cast<double>(result.timed));
    (result.pairs.empty() ? result.in_the_way : result.in_the_way_of_rest) =
        parts_in_the_way(left_of_base, left_of_other);
    return result;
}

std::size_t Comparison::count(Verdict verdict) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(pairs, [&](const ComparedPair& pair) { return pair.verdict == verdict; }));
}

std::size_t failing(const Comparison& comparison, std::span<const FailOn> bad) {
    const auto fails = [&](const ComparedPair& pair) {
        return pair.ratio && std::ranges::any_of(bad, [&](const FailOn& one) {
                   return verdict_of(*pair.ratio, one.min_effect) == one.verdict;
               });
    };
    return static_cast<std::size_t>(std::ranges::count_if(comparison.pairs, fails));
}

std::vector<ConditionPart> differing_work(const ComparedPair& pair) {
    const auto of_base = condition_of(*pair.base.record), of_other = condition_of(*pair.other.record);
    std::vector<ConditionPart> parts;
    if (of_base.key != of_other.key) parts.push_back(key);
    if (of_base.n != of_other.n) parts.push_back(n);
    if (of_base.input != of_other.input) parts.push_back(input);
    return parts;
}

bool tells_the_host(const ComparedPair& pair) {
    return pair.ratio &&
           (is_paced_by_the_host(pair.base_time->mode) || is_paced_by_the_host(pair.other_time->mode)) &&
           !same_recording(pair.base, pair.other);
}

std::size_t telling_the_host(const Comparison& comparison) {
    return static_cast<std::size_t>(std::ranges::count_if(comparison.pairs, tells_the_host));
}

bool of_two_hosts(const ComparedPair& pair) {
    if (!tells_the_host(pair)) return false;
    const auto& base = pair.base.file->run_of(*pair.base.record).host;
    const auto& other = pair.other.file->run_of(*pair.other.record).host;
    const auto differ = [](const std::string& a, const std::string& b) {
        return !a.empty() && !b.empty() && a != b;
    };
    const auto of_base = static_cast<double>(base.memory_bytes),
               of_other = static_cast<double>(other.memory_bytes);
    return differ(base.name, other.name) || differ(base.cpu, other.cpu) ||
           (base.threads > 0 && other.threads > 0 && base.threads != other.threads) ||
           (of_base > 0 && of_other > 0 && std::abs(of_base / of_other - 1) > 0.05);
}

double effect_of(const ComparedPair& pair) { return pair.ratio ? std::abs(std::log(pair.ratio->ratio)) : 0; }

std::vector<std::size_t> by_effect(const Comparison& comparison) {
    std::vector<std::size_t> timed;
    for (std::size_t i = 0; i < comparison.pairs.size(); ++i)
        if (comparison.pairs[i].ratio) timed.push_back(i);
    std::ranges::stable_sort(timed, std::ranges::greater{},
                             [&](std::size_t at) { return effect_of(comparison.pairs[at]); });
    return timed;
}

bool is_explained(const ComparedPair& pair) {
    return pair.ratio && !pair.per_key() &&
           (pair.verdict == Verdict::faster || pair.verdict == Verdict::slower);
}

std::vector<const ComparedPair*> pairs_to_explain(const Comparison& comparison, bool all) {
    constexpr std::size_t most = 10;
    std::vector<const ComparedPair*> pairs;
    for (const auto& pair : comparison.pairs)
        if (pair.ratio && (all || is_explained(pair))) pairs.push_back(&pair);
    if (all) return pairs;
    std::ranges::stable_sort(pairs, std::ranges::greater{},
                             [](const ComparedPair* pair) { return effect_of(*pair); });
    if (pairs.size() > most) pairs.resize(most);
    return pairs;
}

}  // namespace sortscope::analyzer
