#include "analyzer/timing/difference.hpp"

#include "core/ranges.hpp"

namespace sortscope::analyzer {
namespace {
/// Metrics that explain why a stage takes longer, the most telling first.
constexpr std::array<std::string_view, 13> explaining{
    "global_sectors",     "shared_ld_conflicts", "shared_st_conflicts", "divergent_branch_targets",
    "divergent_branches", "warp_instructions",   "dram_read_bytes",     "dram_write_bytes",
    "l2_sectors",         "shared_ld_requests",  "shared_st_requests",  "barriers",
    "warps_active_ppm"};

constexpr double least_ratio = 1.01;  // smaller changes explain nothing

/// The ratio or its reciprocal, the greater; infinite if a value is 0.
double factor(const MetricDifference& one) {
    const auto ratio = one.ratio();
    return ratio ? std::max(*ratio, 1 / *ratio) : std::numeric_limits<double>::infinity();
}

std::optional<MetricDifference> differing(const Metric& metric, const MetricInput& base,
                                          const MetricInput& other) {
    for (const auto provenance : provenance_order()) {
        const auto a = evaluate(metric, base, provenance);
        const auto b = evaluate(metric, other, provenance);
        if (!a || !b) continue;
        if (a->value == b->value) return std::nullopt;
        return MetricDifference{&metric, *a, *b};
    }
    return std::nullopt;
}

/// The greater value, divided by the bytes of all sectors (device memory) or by the instructions (conflicts,
/// divergence); 1 for other metrics, or without sectors or instructions.
double weight(const MetricDifference& one, const LaunchSums& base, const LaunchSums& other) {
    const bool of_base = one.base.value.as_double() > one.other.value.as_double();
    const auto& more = of_base ? one.base : one.other;
    const auto part_of = [&](const Metric& whole, double unit) {
        const auto all = evaluate(whole, metric_input(of_base ? base : other, 0), more.provenance);
        return all && all->value.as_double() > 0 ? more.value.as_double() / (unit * all->value.as_double())
                                                 : 1;
    };
    const auto& id = one.metric->id;
    if (id.starts_with("dram_")) return part_of(metric("global_sectors"), 32);
    if (id.ends_with("_conflicts") || id.starts_with("divergent_"))
        return part_of(metric("warp_instructions"), 1);
    return 1;
}

std::optional<double> time_difference(const LaunchSums& base, const LaunchSums& other) {
    for (const auto* sums : {&base, &other})
        if (sums->launches > 0 && !sums->time_ns) return std::nullopt;
    return double(other.time_ns.value_or(0)) - double(base.time_ns.value_or(0));
}

std::optional<double> rest(const LaunchSums& total, std::optional<double> sort_ns) {
    if (!total.time_ns || !sort_ns) return std::nullopt;
    return *sort_ns - double(*total.time_ns);
}
/// Returns the length that a label names: "=1024" for "dir=1024 inc=4..1". Else returns the whole label.
std::string step_of(const std::string& label) {
    const auto equals = label.find('=');
    if (equals == std::string::npos) return label;
    const auto digits = label.find_first_not_of("0123456789", equals + 1);
    return label.substr(equals, digits == std::string::npos ? digits : digits - equals);
}

/// Maps each step, with the number of its occurrence, to its stage.
std::map<std::pair<std::string, int>, int> by_step(const std::map<int, LaunchSums>& stages) {
    std::map<std::string, int> seen;
    std::map<std::pair<std::string, int>, int> steps;
    for (const auto& [stage, sums] : stages)
        if (const auto step = step_of(sums.label); !step.empty()) steps[{step, seen[step]++}] = stage;
    return steps;
}

/// Maps the other side's stages to the base's stages; std::nullopt for unrelated sorts.
std::optional<std::map<int, int>> paired_stages(const std::map<int, LaunchSums>& base,
                                                const std::map<int, LaunchSums>& other) {
    const auto of_base = by_step(base);
    std::map<int, int> pairs;
    for (const auto& [step, stage] : by_step(other))
        if (const auto* found = mapped_or_null(of_base, step)) pairs[stage] = *found;
    if (2 * pairs.size() < std::max(base.size(), other.size())) return std::nullopt;
    return pairs;
}
}  // namespace

std::vector<MetricDifference> StageDifference::causes() const {
    constexpr double least_part = 0.01;
    std::vector<MetricDifference> found;
    if (!difference_ns || *difference_ns == 0) return found;
    for (const auto& one : metrics) {
        if (!contains(explaining, one.metric->id)) continue;
        const bool more = one.other.value.as_double() > one.base.value.as_double();
        const bool costs = one.metric->counter != CounterId::warps_active_ppm;  // higher occupancy saves time
        if ((more == costs) == (*difference_ns > 0) && weight(one, base, other) >= least_part)
            found.push_back(one);
    }
    return found;
}

std::optional<double> MetricDifference::ratio() const {
    const double from = base.value.as_double(), to = other.value.as_double();
    return from != 0 && to != 0 ? std::optional(to / from) : std::nullopt;
}

std::optional<double> ratio_to(const MetricValue& base, const MetricValue& value) {
    const double from = base.value.as_double();
    return from > 0 ? std::optional(value.value.as_double() / from) : std::nullopt;
}

std::vector<MetricDifference> metric_differences(const LaunchSums& base, const LaunchSums& other,
                                                 uint64_t base_data_bytes, uint64_t other_data_bytes) {
    std::vector<MetricDifference> found;
    std::set<const Metric*> seen;
    const auto of_base = metric_input(base, base_data_bytes);
    const auto of_other = metric_input(other, other_data_bytes);
    const auto add = [&](const Metric& metric, double least) {
        if (!seen.insert(&metric).second) return;
        if (const auto one = differing(metric, of_base, of_other); one && factor(*one) >= least)
            found.push_back(*one);
    };
    for (const auto id : explaining) add(metric(id), least_ratio);
    const auto explained = std::ssize(found);
    for (const auto* metric : counter_metrics()) add(*metric, 1);
    std::ranges::stable_sort(found.begin(), found.begin() + explained, std::greater{}, factor);
    std::ranges::stable_sort(found.begin() + explained, found.end(), std::greater{}, factor);
    return found;
}

CaseDifference difference(const std::vector<LaunchSums>& base, const std::vector<LaunchSums>& other,
                          std::optional<double> base_ns, std::optional<double> other_ns,
                          uint64_t base_data_bytes, uint64_t other_data_bytes, StageMatch match) {
    CaseDifference result;
    if (base_ns && other_ns) result.difference_ns = *other_ns - *base_ns;
    const auto has_launches = [](const std::vector<LaunchSums>& sums) {
        return std::ranges::any_of(sums, [](const LaunchSums& one) { return one.launches > 0; });
    };
    // Without launches (imported times, CPU sorts), the time in kernels is unknown, not 0.
    const bool known = has_launches(base) && has_launches(other);
    const auto finish = [&](StageDifference& one) {
        if (known) one.difference_ns = time_difference(one.base, one.other);
        one.part = result.part_of(one.difference_ns);
        if (one.base.launches > 0 && one.other.launches > 0)
            one.metrics = metric_differences(one.base, one.other, base_data_bytes, other_data_bytes);
    };
    const auto of_base = by_stage(base), of_other = by_stage(other);
    result.total.base = all_launches(base);
    result.total.other = all_launches(other);
    const auto pairs = match == StageMatch::label && known ? paired_stages(of_base, of_other)
                                                           : std::optional(std::map<int, int>());
    std::map<std::pair<int, bool>, StageDifference> stages;  // true: only the other side has the stage
    if (pairs) {
        for (const auto& [stage, sums] : of_base) {
            auto& one = stages[{stage, false}];
            one.stage = one.other_stage = stage;
            one.base = sums;
        }
        for (const auto& [stage, sums] : of_other) {
            const auto pair = pairs->find(stage);
            const bool paired = match == StageMatch::number || pair != pairs->end();
            auto& one = stages[{pair != pairs->end() ? pair->second : stage, !paired}];
            one.other_stage = stage;
            if (one.base.launches == 0) one.stage = stage;
            one.other = sums;
        }
    }
    for (auto& [stage, one] : stages) {
        finish(one);
        result.stages.push_back(std::move(one));
    }
    finish(result.total);
    result.base_rest_ns = rest(result.total.base, base_ns);
    result.other_rest_ns = rest(result.total.other, other_ns);
    return result;
}

CaseDifference difference(const ComparedPair& pair, const std::vector<LaunchSums>& base,
                          const std::vector<LaunchSums>& other) {
    const auto ns = [](const std::optional<TimeEstimate>& time) {
        return time ? std::optional(time->ns) : std::nullopt;
    };
    const auto &a = *pair.base.record, &b = *pair.other.record;
    return difference(base, other, ns(pair.base_time), ns(pair.other_time), a.bytes(), b.bytes(),
                      a.subject.name == b.subject.name ? StageMatch::number : StageMatch::label);
}

std::optional<double> CaseDifference::rest_difference_ns() const {
    if (!base_rest_ns || !other_rest_ns) return std::nullopt;
    return *other_rest_ns - *base_rest_ns;
}

std::optional<double> CaseDifference::part_of(std::optional<double> made_ns) const {
    if (!made_ns || !difference_ns || *difference_ns == 0) return std::nullopt;
    return *made_ns / *difference_ns;
}

const StageDifference* CaseDifference::most() const {
    if (!difference_ns) return nullptr;
    const auto made = [sign = *difference_ns < 0 ? -1 : 1](const StageDifference& one) {
        return sign * one.difference_ns.value_or(0);
    };
    const auto found = std::ranges::max_element(stages, {}, made);
    return found != stages.end() && made(*found) > 0 ? &*found : nullptr;
}
}
