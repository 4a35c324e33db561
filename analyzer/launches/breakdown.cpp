#include "analyzer/launches/breakdown.hpp"

#include <set>

#include "core/failure.hpp"
#include "core/metric/formula.hpp"
#include "core/ranges.hpp"

namespace sortscope::analyzer {
namespace {
constexpr std::array<std::string_view, groupings.size()> grouping_names{"stage", "substage", "launch",
                                                                        "kernel"};

/// Returns whether `seen` has all counters of one of the formulas of `computed`.
bool has_operands(const Metric& computed, const std::set<CounterId>& seen) {
    return std::ranges::any_of(parse_formulas(computed.formula), [&](const Formula& formula) {
        return std::ranges::all_of(formula.names(), [&](const std::string& name) {
            return is_formula_constant(name) || seen.contains(metric(name).counter);
        });
    });
}

Shortened first_of(std::vector<const BreakdownRow*> rows, size_t left) {
    Shortened result{std::move(rows), {}, 0};
    if (left >= result.rows.size()) return result;
    auto& others = result.others.emplace();
    result.other_rows = result.rows.size() - left;
    for (size_t i = left; i < result.rows.size(); ++i) add(others, *result.rows[i]);
    others.sums.label.clear();
    others.sums.stage = others.sums.substage = 0;
    result.rows.resize(left);
    return result;
}

std::vector<const BreakdownRow*> all_rows(const Breakdown& breakdown) {
    std::vector<const BreakdownRow*> rows;
    for (const auto& row : breakdown.rows) rows.push_back(&row);
    return rows;
}
}  // namespace

LaunchSums all_launches(std::span<const LaunchSums> stages) {
    LaunchSums all;
    for (const auto& sums : stages) add(all, sums);
    return all;
}

std::map<int, LaunchSums> by_stage(std::span<const LaunchSums> sums) {
    std::map<int, LaunchSums> stages;
    for (const auto& one : sums) add(stages[one.stage], one);
    return stages;
}

std::string_view name_of(Grouping grouping) { return grouping_names[size_t(grouping)]; }

Grouping parse_grouping(std::string_view name) {
    for (const auto grouping : groupings)
        if (name_of(grouping) == name) return grouping;
    throw failure(
        ErrorKind::usage,
        "A breakdown cannot be by '{}': it is by stage, substage, launch or kernel (show has line, too).",
        name);
}

std::optional<double> Breakdown::weight_of(const LaunchSums& sums) const {
    if (weight == Weight::time && sums.time_ns) return double(*sums.time_ns);
    if (weight != Weight::sectors) return std::nullopt;
    static const Metric& global_sectors = metric("global_sectors");
    const auto sectors = evaluate(global_sectors, {sums.counters}, weight_provenance);
    return sectors ? std::optional(sectors->value.as_double()) : std::nullopt;
}

std::optional<double> Breakdown::share_of(const LaunchSums& sums) const {
    const auto part = weight_of(sums);
    const auto whole = weight_of(total.sums);
    return part && whole ? std::optional(*part / *whole) : std::nullopt;
}

std::vector<const Metric*> Breakdown::metrics() const {
    std::set<CounterId> seen;
    std::span<const CounterValue> last;
    for (const auto& row : rows) {
        const auto& counters = row.sums.counters;
        // Most rows have the counters of the row before.
        if (!std::ranges::equal(last, counters, {}, &CounterValue::id, &CounterValue::id))
            for (const auto& value : counters) seen.insert(value.id);
        last = counters;
    }
    std::vector<const Metric*> found;
    for (const auto* metric : metric_catalogue()) {
        if (metric->counter != CounterId::none && !seen.contains(metric->counter)) continue;
        if (metric->computed() && !has_operands(*metric, seen)) continue;
        if (std::ranges::any_of(rows, [&](const auto& row) { return value(*metric, row).has_value(); }))
            found.push_back(metric);
    }
    return found;
}

std::optional<int64_t> Breakdown::rest_ns() const {
    return sort_ns && total.sums.time_ns ? std::optional(*sort_ns - *total.sums.time_ns) : std::nullopt;
}

std::optional<double> Breakdown::rest_share() const {
    const auto rest = rest_ns();
    return rest && *sort_ns > 0 ? std::optional(double(*rest) / double(*sort_ns)) : std::nullopt;
}

std::optional<std::pair<double, double>> Breakdown::times_ns() const {
    std::optional<std::pair<double, double>> range;
    const auto add = [&](std::optional<int64_t> time) {
        if (!time) return;
        const auto ns = double(*time);
        if (!range) range.emplace(ns, ns);
        if (ns > 0 && (range->first <= 0 || ns < range->first)) range->first = ns;
        range->second = std::max(range->second, ns);
    };
    for (const auto& row : rows) add(row.sums.time_ns);
    add(total.sums.time_ns);
    return range;
}

std::optional<int64_t> GapFinder::add(std::optional<int64_t> start_ns, std::optional<int64_t> duration_ns) {
    complete_ = complete_ && start_ns && duration_ns;
    if (!complete_) return std::nullopt;
    const auto gap = busy_to_ ? std::max<int64_t>(0, *start_ns - *busy_to_) : 0;
    busy_to_ = std::max(busy_to_.value_or(*start_ns), checked_sum(*start_ns, *duration_ns));
    return gap;
}

BreakdownBuilder::BreakdownBuilder(const CaseRecord& summary, Grouping grouping)
    : stored_span_(summary.launch_span) {
    result_.grouping = grouping;
    result_.data_bytes = summary.bytes();
    if (summary.status == CaseStatus::ok && summary.time && summary.time->median_ns > 0)
        result_.sort_ns = summary.time->median_ns;
}

BreakdownBuilder::Key BreakdownBuilder::key_of(int stage, int substage, const std::string& kernel,
                                               uint64_t launch) const {
    const auto by = [&](Grouping grouping) { return result_.grouping == grouping; };
    return {by(Grouping::stage) || by(Grouping::substage) ? stage : 0, by(Grouping::substage) ? substage : 0,
            by(Grouping::kernel) ? kernel : "", by(Grouping::launch) ? launch : 0};
}

void BreakdownBuilder::add_part(BreakdownRow& row, size_t kernel, const LaunchSums& sums) {
    if (row.sums.launches == 0) {
        row.kernel = kernel;
        return;
    }
    if (row.parts.empty()) {
        if (row.kernel == kernel) return;
        row.parts.push_back({row.kernel, row.sums});
    }
    sortscope::add(find_or_add(row.parts, kernel, &BreakdownPart::kernel).sums, sums);
}

void BreakdownBuilder::add(const LaunchSums& sums) {
    if (sums.launches == 0) return;
    const auto [kernel, new_kernel] = kernels_.try_emplace(sums.kernel, result_.kernels.size());
    if (new_kernel) result_.kernels.push_back(sums.kernel);
    const auto [at, new_row] =
        rows_.try_emplace(key_of(sums.stage, sums.substage, sums.kernel, rows_.size()), result_.rows.size());
    auto& row = new_row ? result_.rows.emplace_back() : result_.rows[at->second];
    add_part(row, kernel->second, sums);
    sortscope::add(row.sums, sums);
}

void BreakdownBuilder::add(const LaunchRecord& launch) {
    streamed_ = true;
    spanner_.add(launch.start_ns, launch.duration_ns);
    add(sums_of(launch));
    if (result_.grouping != Grouping::launch) return;
    result_.rows.back().grid = launch.grid;
    result_.rows.back().block = launch.block;
}

void BreakdownBuilder::add_gap(const LaunchRecord& launch) {
    const auto* row =
        mapped_or_null(rows_, key_of(launch.stage.stage, launch.stage.substage, launch.kernel, launch.index));
    if (row == nullptr) return;
    const auto gap = gaps_.add(launch.start_ns, launch.duration_ns);
    gaps_known_ = gap.has_value();
    auto& sum = result_.rows[*row].gap_ns;
    if (gap) sum = checked_sum(sum.value_or(0), *gap);
}

void BreakdownBuilder::choose_weight() {
    const auto& total = result_.total.sums;
    const auto sectors = evaluate(metric("global_sectors"), {total.counters});
    if (total.time_ns && *total.time_ns > 0) {
        result_.weight = Weight::time;
    } else if (sectors && sectors->value.as_double() > 0) {
        result_.weight = Weight::sectors;
        result_.weight_provenance = sectors->provenance;
    }
}

Breakdown BreakdownBuilder::take() {
    auto& total = result_.total;
    for (auto& row : result_.rows) {
        if (!gaps_known_) row.gap_ns.reset();
        sortscope::add(total.sums, row.sums);
        if (row.gap_ns) total.gap_ns = checked_sum(total.gap_ns.value_or(0), *row.gap_ns);
    }
    choose_weight();
    const auto whole = result_.weight_of(total.sums);
    if (whole) total.share = 1;
    for (auto& row : result_.rows) {
        if (const auto part = result_.weight_of(row.sums); part && whole) row.share = *part / *whole;
        // Removes names of single launches: a row has its group's name, even with one launch.
        if (result_.grouping == Grouping::stage) row.sums.substage = 0;
        if (result_.grouping == Grouping::kernel)
            row.sums.stage = row.sums.substage = 0, row.sums.label = row.sums.kernel;
    }
    total.sums.stage = total.sums.substage = 0;
    total.sums.label = "total";
    if (const auto span = streamed_ ? spanner_.span() : stored_span_; span && !result_.rows.empty())
        result_.gaps_ns = span->gaps_ns();
    return std::move(result_);
}

Breakdown breakdown(const CaseRecord& record, Grouping grouping) {
    BreakdownBuilder builder(record, grouping);
    for (const auto& launch : record.launches) builder.add(launch);
    return builder.take();
}

std::optional<Breakdown> breakdown(const CaseSource& source, const CaseRecord& summary, Grouping grouping,
                                   Gaps gaps, const std::function<bool()>& stale) {
    BreakdownBuilder builder(summary, grouping);
    const auto each = [&](const LaunchQuery& query, auto take) {
        source.launches(summary.id, query, [&](const LaunchRecord& launch) {
            if (stale()) return false;
            take(launch);
            return true;
        });
    };
    if (grouping == Grouping::launch) {
        each({}, [&](const LaunchRecord& launch) { builder.add(launch); });
    } else {
        const auto all = from_stages(grouping) ? std::optional(source.stages(summary.id))
                                               : source.substages(summary.id, [&] { return !stale(); });
        if (!all) return std::nullopt;
        for (const auto& sums : *all) builder.add(sums);
    }
    if (gaps == Gaps::read && summary.launch_count <= most_gap_launches)
        each({.counters = false}, [&](const LaunchRecord& launch) { builder.add_gap(launch); });
    if (stale()) return std::nullopt;
    return builder.take();
}

Breakdown breakdown(const CaseSource& source, const CaseRecord& summary, Grouping grouping, Gaps gaps) {
    return *breakdown(source, summary, grouping, gaps, [] { return false; });
}

void add(BreakdownRow& sum, const BreakdownRow& more) {
    const bool first = sum.sums.launches == 0;
    sortscope::add(sum.sums, more.sums);
    sum.share = first                     ? more.share
                : sum.share && more.share ? std::optional(*sum.share + *more.share)
                                          : std::nullopt;
    sum.gap_ns = first                       ? more.gap_ns
                 : sum.gap_ns && more.gap_ns ? std::optional(checked_sum(*sum.gap_ns, *more.gap_ns))
                                             : std::nullopt;
}

Shortened shortened(const Breakdown& breakdown, size_t most) {
    auto rows = all_rows(breakdown);
    if (most == 0 || rows.size() <= most) return {std::move(rows), {}, 0};
    std::ranges::stable_sort(rows, std::greater{}, [](const auto* row) { return row->share.value_or(0); });
    auto result = first_of(std::move(rows), most - 1);
    std::ranges::sort(result.rows);  // addresses ascend in the order of the breakdown
    return result;
}

Shortened first_rows(const Breakdown& breakdown, size_t most) {
    return first_of(all_rows(breakdown), most == 0 ? breakdown.rows.size() : most);
}

void sort_rows(Breakdown& breakdown, const std::string& by) {
    constexpr double absent = -std::numeric_limits<double>::infinity();
    const Metric* chosen = by == "share" ? nullptr : by == "time" ? &time_metric() : &metric(by);
    const auto key = [&](const BreakdownRow& row) {
        if (chosen == nullptr) return row.share.value_or(absent);
        const auto value = breakdown.value(*chosen, row);
        return value ? value->value.as_double() : absent;
    };
    std::vector<std::pair<double, size_t>> keys;  // evaluates each row only once: formulas may be long
    for (const auto& row : breakdown.rows) keys.emplace_back(-key(row), keys.size());
    std::ranges::sort(keys);
    auto unsorted = std::exchange(breakdown.rows, {});
    for (const auto& [value, at] : keys) breakdown.rows.push_back(std::move(unsorted[at]));
}

StageMatrix stage_matrix(const Breakdown& by_substage, const Breakdown& by_stage, const Metric& metric) {
    StageMatrix matrix;
    matrix.metric = &metric;
    for (const auto& row : by_substage.rows) {
        matrix.substages = std::max(matrix.substages, row.sums.substage);
        if (const auto value = by_substage.value(metric, row))
            matrix.cells.emplace(std::pair(row.sums.stage, row.sums.substage), *value);
    }
    for (const auto& row : by_stage.rows)
        if (const auto value = by_stage.value(metric, row)) matrix.stages.emplace(row.sums.stage, *value);
    return matrix;
}

void leave_greatest(StageMatrix& matrix, size_t most) {
    std::vector<std::pair<double, int>> stages;
    for (const auto& [stage, value] : matrix.stages) stages.emplace_back(-value.value.as_double(), stage);
    std::ranges::sort(stages);
    if (stages.size() > most) stages.resize(most);
    std::set<int> kept;
    for (const auto& [value, stage] : stages) kept.insert(stage);
    std::erase_if(matrix.cells, [&](const auto& cell) { return !kept.contains(cell.first.first); });
    std::erase_if(matrix.stages, [&](const auto& stage) { return !kept.contains(stage.first); });
}
}
