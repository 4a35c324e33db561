#include "analyzer/reproduce/evaluator.hpp"

#include <algorithm>
#include <cmath>

#include "analyzer/curves/curve.hpp"
#include "core/metric/metric.hpp"
#include "core/times.hpp"

namespace sortscope::analyzer::reproduce {
namespace {

constexpr std::size_t mean_of = 10;  // trials: Vali, Samani, del Rosario 2020

double log2_of(std::uint64_t n) { return std::log2(static_cast<double>(n)); }

double formula_of(StepFormula formula, std::uint64_t n) {
    const double levels = log2_of(n), stages = levels * (levels + 1) / 2;
    switch (formula) {
        case StepFormula::stages:
            return stages;
        case StepFormula::butterflies:
            return static_cast<double>(n) / 2 * stages;
        case StepFormula::rho_l_mean:
            return 100 * (stages + 4 * levels - 6) / stages;
    }
    return 0;
}

Needs needs_of(const Column& column, const Query& query) {
    switch (column.quantity) {
        case Quantity::time:
        case Quantity::mean_time:
        case Quantity::rate:
        case Quantity::bound_rate:
        case Quantity::ratio:
        case Quantity::formula:
            return Needs::time;
        case Quantity::launches:
        case Quantity::comparators:
            return Needs::launches;
        case Quantity::metric:
        case Quantity::metric_a_launch:
            return query.counting ? Needs::counted : Needs::launches;
        case Quantity::branch_threads:
        case Quantity::taken_threads:
        case Quantity::divergent_warps:
            return Needs::sites;
    }
    return Needs::time;
}

/// Nanoseconds of one of `unit`; 0 for what is no time.
double unit_ns(std::string_view unit) {
    return unit == "ns" ? 1 : unit == "us" ? 1e3 : unit == "ms" ? 1e6 : unit == "s" ? 1e9 : 0;
}

std::optional<Value> ratio_of(const Column& column, const Grid& before, std::size_t row) {
    const auto* of = before.find(column.of);
    const auto* over = before.find(column.over);
    const auto& a = of->values[row];
    const auto& b = over->values[row];
    if (!a.number || !b.number || *b.number == 0) return std::nullopt;
    return Value{*a.number / *b.number, std::max(a.provenance, b.provenance), b.case_id};
}

}  // namespace

std::string unit_of(const Column& column, const Figure& figure) {
    switch (column.quantity) {
        case Quantity::time:
        case Quantity::mean_time:
            return unit_ns(figure.unit) > 0 ? figure.unit : "ms";
        case Quantity::rate:
        case Quantity::bound_rate:
            return "Mkey/s";
        case Quantity::ratio:
            return "x";
        case Quantity::metric_a_launch:
            return "%";
        case Quantity::metric:
            return std::string(metric(column.metric).unit);
        case Quantity::formula:
            return column.formula == StepFormula::rho_l_mean ? "%" : "";
        case Quantity::launches:
        case Quantity::comparators:
        case Quantity::branch_threads:
        case Quantity::taken_threads:
        case Quantity::divergent_warps:
            return "";
    }
    return "";
}

Grid Evaluator::grid(const std::string& device) {
    Grid grid;
    grid.rows = figure_.rows;
    for (const auto& column : figure_.columns) grid.columns.push_back(make(column, grid, device));
    return grid;
}

Grid Evaluator::predicted(const Grid& measured, const std::string& base, const std::string& device,
                          const Predictor& predictor) {
    Grid grid;
    grid.rows = figure_.rows;
    for (std::size_t i = 0; i < figure_.columns.size(); ++i) {
        const auto& column = figure_.columns[i];
        GridColumn made{.name = column.name,
                        .unit = unit_of(column, figure_),
                        .device = device,
                        .provenance = Provenance::modelled,
                        .limit = column.limit,
                        .hidden = column.hidden,
                        .values = {}};
        made.values.resize(figure_.rows.size());
        for (std::size_t row = 0; row < figure_.rows.size(); ++row)
            made.values[row] =
                predicted_value(column, measured.columns[i].values[row], row, grid, base, device, predictor);
        grid.columns.push_back(std::move(made));
    }
    return grid;
}

GridColumn Evaluator::make(const Column& column, const Grid& before, const std::string& device) {
    GridColumn made{.name = column.name,
                    .unit = unit_of(column, figure_),
                    .device = device,
                    .provenance = Provenance::measured,
                    .limit = column.limit,
                    .hidden = column.hidden,
                    .values = {}};
    std::map<Provenance, std::size_t> seen;
    for (std::size_t row = 0; row < figure_.rows.size(); ++row) {
        made.values.push_back(value_of(column, row, before, device));
        const auto& value = made.values.back();
        if (value.number) ++seen[value.provenance];
        if (const auto* record = value.number ? recorded_.by_id(value.case_id) : nullptr;
            record != nullptr && record->backend != BackendKind::cupti)
            made.device = record->device.name;
    }
    if (!seen.empty())
        made.provenance =
            std::ranges::max_element(seen, {}, [](const auto& one) { return one.second; })->first;
    return made;
}

Value Evaluator::value_of(const Column& column, std::size_t row, const Grid& before,
                          const std::string& device) {
    if (column.quantity == Quantity::ratio) return ratio_of(column, before, row).value_or(Value{});
    const auto query = query_of(column, row);
    if (column.quantity == Quantity::formula) {
        if (!query.n) return {};
        return {formula_of(*column.formula, *query.n), Provenance::published, {}};
    }
    const auto* record = recorded_.find_case(query, device, needs_of(column, query));
    if (record == nullptr) {
        if (column.rows.empty() ||
            std::ranges::find(column.rows, figure_.rows[row].name) != column.rows.end())
            missing_.add(query, needs_of(column, query));
        return {};
    }
    return of_case(column, *record);
}

Value Evaluator::of_case(const Column& column, const CaseRecord& record) const {
    Value value;
    value.case_id = record.id;
    const auto set = [&](std::optional<double> number) { value.number = number; };
    const auto time = [&]() -> std::optional<double> {
        return record.time ? std::optional(static_cast<double>(record.time->median_ns)) : std::nullopt;
    };
    switch (column.quantity) {
        case Quantity::time:
            if (const auto ns = time()) set(*ns / unit_ns(unit_of(column, figure_)));
            break;
        case Quantity::mean_time:
            set(mean_time(column, record));
            break;
        case Quantity::rate:
            set(rate_mkeys_per_s(record));
            break;
        case Quantity::bound_rate:
            if (const auto bandwidth = recorded_.limit(record, "copy_bandwidth");
                bandwidth && record.required_bytes > 0)
                set(*bandwidth * static_cast<double>(record.keys()) /
                    static_cast<double>(record.required_bytes) / 1e6);
            break;
        case Quantity::launches:
            set(static_cast<double>(record.launch_count));
            break;
        case Quantity::comparators:
            set(static_cast<double>(recorded_.sums(record).comparators));
            break;
        case Quantity::metric:
        case Quantity::metric_a_launch:
            of_metric(column, record, value);
            break;
        case Quantity::branch_threads:
        case Quantity::taken_threads:
        case Quantity::divergent_warps:
            of_sites(column, record, value);
            break;
        case Quantity::ratio:
        case Quantity::formula:
            break;
    }
    return value;
}

std::optional<double> Evaluator::mean_time(const Column& column, const CaseRecord& record) const {
    double sum = 0;
    std::size_t count = 0;
    const auto& trials = recorded_.trials(record);
    for (const auto* trial : accepted_times(trials, record.time_mode)) {
        sum += static_cast<double>(*trial->duration_ns);
        if (++count == mean_of) break;
    }
    if (count < 2) return std::nullopt;
    return sum / static_cast<double>(count) / unit_ns(unit_of(column, figure_));
}

void Evaluator::of_metric(const Column& column, const CaseRecord& record, Value& value) const {
    const auto& sums = recorded_.sums(record);
    const auto found = evaluate(metric(column.metric), {.counters = sums.counters,
                                                        .time_ns = sums.time_ns,
                                                        .data_bytes = record.bytes(),
                                                        .required_bytes = sums.required_bytes,
                                                        .launches = sums.launches});
    if (!found) return;
    value.provenance = found->provenance;
    value.number = found->value.as_double();
    if (column.quantity == Quantity::metric_a_launch && sums.launches > 0)
        value.number = 100 * *value.number / static_cast<double>(sums.launches);
}

void Evaluator::of_sites(const Column& column, const CaseRecord& record, Value& value) const {
    const auto launches = recorded_.launches(record);
    if (launches.empty()) return;
    const int wanted = column.stage.value_or(0) > 0 ? *column.stage : launches.back().stage.stage;
    double sum = 0;
    bool any = false;
    for (const auto& launch : launches) {
        if (launch.stage.stage != wanted) continue;
        for (const auto& site : recorded_.sites(record, launch.index)) {
            if (site.site.kind != SiteKind::branch) continue;
            any = true;
            value.provenance = site.provenance;
            sum += static_cast<double>(column.quantity == Quantity::branch_threads  ? site.threads
                                       : column.quantity == Quantity::taken_threads ? site.taken_threads
                                                                                    : site.divergent_warps);
        }
    }
    if (any) value.number = sum;
}

Value Evaluator::predicted_value(const Column& column, const Value& measured, std::size_t row,
                                 const Grid& before, const std::string& base, const std::string& device,
                                 const Predictor& predictor) {
    const bool timed = column.quantity == Quantity::time || column.quantity == Quantity::mean_time ||
                       column.quantity == Quantity::rate;
    if (column.quantity == Quantity::ratio) {
        auto ratio = ratio_of(column, before, row);
        if (ratio) ratio->provenance = Provenance::modelled;
        return ratio.value_or(Value{});
    }
    if (!timed) return {};
    // Of the case that was timed, or where it was not, of one that a model counted.
    const auto* record = measured.number ? recorded_.by_id(measured.case_id)
                                         : recorded_.find_case(query_of(column, row), base, Needs::launches);
    if (record == nullptr || record->backend == BackendKind::cpu || record->launch_count == 0) return {};
    const auto key = std::pair(record->id, device);
    auto known = predictions_.find(key);
    if (known == predictions_.end())
        known = predictions_
                    .emplace(key, predictor(device, *record, recorded_.launches(*record),
                                            recorded_.details(*record).transfers))
                    .first;
    if (!known->second || *known->second <= 0) return {};
    Value value{std::nullopt, Provenance::modelled, record->id};
    if (column.quantity == Quantity::rate)
        value.number = 1e3 * static_cast<double>(record->keys()) / *known->second;
    else
        value.number = *known->second / unit_ns(unit_of(column, figure_));
    return value;
}

}  // namespace sortscope::analyzer::reproduce
