#include "analyzer/reproduce/reproduction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>

#include "analyzer/curves/curve.hpp"
#include "analyzer/model/predict.hpp"
#include "analyzer/reproduce/published.hpp"
#include "core/condition.hpp"
#include "core/error.hpp"
#include "core/metric/metric.hpp"
#include "core/text.hpp"
#include "core/times.hpp"

namespace sortscope::analyzer::reproduce {
namespace {

constexpr std::size_t mean_of = 10;  // trials: Vali, Samani, del Rosario 2020

double formula_of(StepFormula formula, std::uint64_t n) {
    const double levels = std::log2(static_cast<double>(n)), stages = levels * (levels + 1) / 2;
    return formula == StepFormula::stages        ? stages
           : formula == StepFormula::butterflies ? static_cast<double>(n) / 2 * stages
                                                 : 100 * (stages + 4 * levels - 6) / stages;
}

bool is_time(Quantity quantity) { return quantity == Quantity::time || quantity == Quantity::mean_time; }

Needs needs_of(Quantity quantity, bool counting) {
    switch (quantity) {
        case Quantity::launches:
        case Quantity::comparators:
            return Needs::launches;
        case Quantity::metric:
        case Quantity::metric_a_launch:
            return counting ? Needs::counted : Needs::launches;
        case Quantity::branch_threads:
        case Quantity::taken_threads:
        case Quantity::divergent_warps:
            return Needs::sites;
        default:
            return Needs::time;
    }
}

/// Nanoseconds per `unit`; 0 if `unit` is not a time unit.
double unit_ns(std::string_view unit) {
    return unit == "ns" ? 1 : unit == "us" ? 1e3 : unit == "ms" ? 1e6 : unit == "s" ? 1e9 : 0;
}

GridColumn new_column(const Column& column, const Figure& figure, const std::string& device,
                      Provenance provenance) {
    return {.name = column.name,
            .unit = unit_of(column, figure),
            .device = device,
            .provenance = provenance,
            .limit = column.limit,
            .hidden = column.hidden,
            .values = {}};
}

Value ratio_of(const Column& column, const Grid& before, std::size_t row) {
    const auto& a = before.find(column.of)->values[row];
    const auto& b = before.find(column.over)->values[row];
    if (!a.number || !b.number || *b.number == 0) return {};
    return {*a.number / *b.number, std::max(a.provenance, b.provenance), b.case_id};
}

/// Values of the cells of one figure.
class Evaluator {
 public:
    Evaluator(const Figure& figure, const Recorded& recorded, MissingList& missing)
        : figure_(figure), recorded_(recorded), missing_(missing) {}

    /// On one GPU (empty: any) and any CPU. Lists the cases that it lacks.
    Grid grid(const std::string& device) {
        Grid grid;
        grid.rows = figure_.rows;
        for (const auto& column : figure_.columns) {
            auto made = new_column(column, figure_, device, Provenance::measured);
            std::map<Provenance, std::size_t> seen;
            for (std::size_t row = 0; row < grid.rows.size(); ++row) {
                const auto& value = made.values.emplace_back(column.quantity == Quantity::ratio
                                                                 ? ratio_of(column, grid, row)
                                                                 : value_of(column, row, device));
                if (!value.number) continue;
                ++seen[value.provenance];
                if (const auto* record = recorded_.by_id(value.case_id);
                    record != nullptr && record->backend != BackendKind::cupti)
                    made.device = record->device.name;
            }
            if (!seen.empty())
                made.provenance =
                    std::ranges::max_element(seen, {}, [](const auto& one) { return one.second; })->first;
            grid.columns.push_back(std::move(made));
        }
        return grid;
    }

    /// Times, rates and ratios predicted for `device` from the cases of `measured`, recorded on `base`.
    Grid predicted(const Grid& measured, const std::string& base, const std::string& device,
                   const Predictor& predictor) {
        Grid grid;
        grid.rows = figure_.rows;
        for (std::size_t i = 0; i < figure_.columns.size(); ++i) {
            const auto& column = figure_.columns[i];
            auto made = new_column(column, figure_, device, Provenance::modelled);
            for (std::size_t row = 0; row < grid.rows.size(); ++row) {
                auto& value =
                    made.values.emplace_back(column.quantity == Quantity::ratio
                                                 ? ratio_of(column, grid, row)
                                                 : predicted_value(column, measured.columns[i].values[row],
                                                                   row, base, device, predictor));
                value.provenance = Provenance::modelled;
            }
            grid.columns.push_back(std::move(made));
        }
        return grid;
    }

 private:
    Query query_of(const Column& column, std::size_t row) const {
        return figure_.query.with(figure_.rows[row].query).with(column.query);
    }

    Value value_of(const Column& column, std::size_t row, const std::string& device) {
        const auto query = query_of(column, row);
        if (column.quantity == Quantity::formula)
            return query.n ? Value{formula_of(*column.formula, *query.n), Provenance::published, {}}
                           : Value{};
        const auto needs = needs_of(column.quantity, query.counting);
        const auto* record = recorded_.find_case(query, device, needs);
        if (record != nullptr) return of_case(column, *record);
        if (column.rows.empty() ||
            std::ranges::find(column.rows, figure_.rows[row].name) != column.rows.end())
            missing_.add(query, needs);
        return {};
    }

    Value of_case(const Column& column, const CaseRecord& record) const {
        Value value{std::nullopt, Provenance::measured, record.id};
        switch (column.quantity) {
            case Quantity::time:
                if (record.time)
                    value.number =
                        static_cast<double>(record.time->median_ns) / unit_ns(unit_of(column, figure_));
                break;
            case Quantity::mean_time:
                value.number = mean_time(column, record);
                break;
            case Quantity::rate:
                value.number = rate_mkeys_per_s(record);
                break;
            case Quantity::bound_rate:
                if (const auto bandwidth = recorded_.limit(record, "copy_bandwidth");
                    bandwidth && record.required_bytes > 0)
                    value.number = *bandwidth * static_cast<double>(record.keys()) /
                                   static_cast<double>(record.required_bytes) / 1e6;
                break;
            case Quantity::launches:
                value.number = static_cast<double>(record.launch_count);
                break;
            case Quantity::comparators:
                value.number = static_cast<double>(recorded_.sums(record).comparators);
                break;
            case Quantity::metric:
            case Quantity::metric_a_launch:
                set_metric(column, record, value);
                break;
            case Quantity::branch_threads:
            case Quantity::taken_threads:
            case Quantity::divergent_warps:
                set_branches(column, record, value);
                break;
            case Quantity::ratio:
            case Quantity::formula:
                break;
        }
        return value;
    }

    std::optional<double> mean_time(const Column& column, const CaseRecord& record) const {
        double sum = 0;
        std::size_t count = 0;
        const auto trials = recorded_.trials(record);
        for (const auto* trial : accepted_times(trials, record.time_mode)) {
            sum += static_cast<double>(*trial->duration_ns);
            if (++count == mean_of) break;
        }
        if (count < 2) return std::nullopt;
        return sum / static_cast<double>(count) / unit_ns(unit_of(column, figure_));
    }

    void set_metric(const Column& column, const CaseRecord& record, Value& value) const {
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

    void set_branches(const Column& column, const CaseRecord& record, Value& value) const {
        const auto launches = recorded_.launches(record);
        if (launches.empty()) return;
        const int wanted = column.stage > 0 ? column.stage : launches.back().stage.stage;
        for (const auto& launch : launches) {
            if (launch.stage.stage != wanted) continue;
            for (const auto& site : recorded_.sites(record, launch.index)) {
                if (site.site.kind != SiteKind::branch) continue;
                value.provenance = site.provenance;
                value.number =
                    value.number.value_or(0) +
                    static_cast<double>(column.quantity == Quantity::branch_threads  ? site.threads
                                        : column.quantity == Quantity::taken_threads ? site.taken_threads
                                                                                     : site.divergent_warps);
            }
        }
    }

    Value predicted_value(const Column& column, const Value& measured, std::size_t row,
                          const std::string& base, const std::string& device, const Predictor& predictor) {
        if (!is_time(column.quantity) && column.quantity != Quantity::rate) return {};
        // A case without a time may have been counted by a model.
        const auto* record = measured.number
                                 ? recorded_.by_id(measured.case_id)
                                 : recorded_.find_case(query_of(column, row), base, Needs::launches);
        if (record == nullptr || record->backend == BackendKind::cpu || record->launch_count == 0) return {};
        const auto [at, added] = predictions_.try_emplace({record->id, device});
        if (added)
            at->second =
                predictor(device, *record, recorded_.launches(*record), recorded_.details(*record).transfers);
        if (at->second.value_or(0) <= 0) return {};
        return {column.quantity == Quantity::rate ? 1e3 * static_cast<double>(record->keys()) / *at->second
                                                  : *at->second / unit_ns(unit_of(column, figure_)),
                Provenance::modelled, record->id};
    }

    const Figure& figure_;
    const Recorded& recorded_;
    MissingList& missing_;
    std::map<std::pair<CaseId, std::string>, std::optional<double>> predictions_;
};

Grid published_grid(const Figure& figure) {
    Grid grid;
    grid.rows = figure.rows;
    for (const auto& column : figure.columns) {
        if (!column.published.given()) continue;
        const auto table = published_table(column.published.csv, figure.folder);
        auto made = new_column(column, figure, column.published.device, Provenance::published);
        made.limit = false;
        for (const auto& row : figure.rows)
            made.values.push_back({published_value(table, column.published, row), Provenance::published, {}});
        grid.columns.push_back(std::move(made));
    }
    return grid;
}

/// The case of a network or timeline; listed as missing if there is none.
const CaseRecord* case_of(const Figure& figure, const Recorded& recorded, const std::string& device,
                          MissingList& missing) {
    const auto needs = figure.kind == Kind::timeline ? Needs::time : Needs::launches;
    const auto* record = recorded.find_case(figure.query, device, needs);
    if (record == nullptr) missing.add(figure.query, needs);
    return record;
}

void add_timeline(Reproduction& made, const Recorded& recorded, const CaseRecord& record) {
    const auto launches = recorded.launches(record);
    const auto transfers = recorded.details(record).transfers;
    auto first = std::numeric_limits<std::int64_t>::max();
    for (const auto& transfer : transfers) first = std::min<std::int64_t>(first, transfer.start_ns);
    for (const auto& launch : launches)
        if (launch.start_ns) first = std::min<std::int64_t>(first, *launch.start_ns);
    const auto add = [&](std::string lane, std::string name, std::int64_t start, std::int64_t duration,
                         bool transfer) {
        const auto from = static_cast<double>(start - first);
        made.timeline.push_back(
            {std::move(lane), std::move(name), from, from + static_cast<double>(duration), transfer});
    };
    for (const auto& transfer : transfers)
        add("transfers", fmt::format("{}, {} bytes", spaced(name_of(transfer.kind)), transfer.bytes),
            transfer.start_ns, transfer.duration_ns, true);
    for (const auto& launch : launches)
        if (launch.start_ns && launch.duration_ns)
            add(fmt::format("stage {}", launch.stage.stage), launch.stage.label, *launch.start_ns,
                *launch.duration_ns, false);
    if (made.timeline.size() < transfers.size() + launches.size())
        made.notes.push_back("Not all launches of the case have a time.");
    made.measured.rows = {{std::to_string(record.keys()), 0, {}, {}}};
    for (const auto& [name, count] :
         {std::pair{"launches", launches.size()}, {"transfers", transfers.size()}}) {
        GridColumn column;
        column.name = name;
        column.device = record.device.name;
        column.values = {{static_cast<double>(count), Provenance::measured, record.id}};
        made.measured.columns.push_back(std::move(column));
    }
}

/// Whether the launches of both sides were counted, if they ran on a GPU.
bool has_counters(const Contrast& contrast, const Grid& grid, const Recorded& recorded) {
    const auto counted = [&](const std::string& name, std::size_t row) {
        const auto* column = grid.find(name);
        const auto* record = column == nullptr ? nullptr : recorded.by_id(column->values.at(row).case_id);
        return record != nullptr &&
               (record->backend == BackendKind::cpu || !recorded.sums(*record).counters.empty());
    };
    return counted(contrast.column, contrast.row) &&
           (contrast.other.empty() || counted(contrast.other, contrast.other_row.value_or(contrast.row)));
}

/// `reason` without the parts that `before` has already.
std::string without_repeats(const std::string& reason, const std::string& before) {
    std::string text;
    for (std::size_t at = 0; at < reason.size();) {
        const auto end = std::min(reason.find("; ", at), reason.size());
        auto part = reason.substr(at, end - at);
        if (part.ends_with('.')) part.pop_back();
        if (before.find(part) == std::string::npos) text += (text.empty() ? "" : "; ") + part;
        at = end + 2;
    }
    return text.empty() ? text : text + '.';
}

/// Reasons for the worst contrast of two pairs of columns, of cases with counters if there are any.
std::string reasons_for(std::vector<Contrast> contrasts, const Reproduction& made, const Recorded& recorded) {
    constexpr std::size_t most = 2;
    for (auto& contrast : contrasts)
        if (const auto* column = made.figure->column(contrast.column);
            column != nullptr && column->quantity == Quantity::ratio)
            contrast.column = column->of, contrast.other = column->over;
    std::ranges::stable_partition(
        contrasts, [&](const Contrast& contrast) { return has_counters(contrast, made.measured, recorded); });
    std::set<std::pair<std::string, std::string>> explained;
    std::string text;
    for (const auto& contrast : contrasts) {
        if (explained.size() == most) break;
        if (explained.contains({contrast.column, contrast.other})) continue;
        const auto reason =
            without_repeats(reason_for(contrast, made.measured, made.published, recorded), text);
        if (reason.empty()) continue;
        text += (text.empty() ? "" : " ") + reason;
        explained.emplace(contrast.column, contrast.other);
    }
    return text;
}

void judge(Reproduction& made, const Recorded& recorded, const std::string& device) {
    for (const auto& claim : made.figure->claims) {
        const auto judged = [&](const Grid& grid, const std::string& on, bool modelled) {
            return Judgement{claim, on, modelled, find_rule(claim.rule)->judge(claim, grid), rule_text(claim),
                             {}};
        };
        auto measured = judged(made.measured, device, false);
        measured.reason = reasons_for(measured.finding.contrasts, made, recorded);
        made.judgements.push_back(std::move(measured));
        for (std::size_t i = 0; i < made.predicted.size(); ++i)
            if (auto modelled = judged(made.predicted[i], made.predicted_devices[i], true);
                modelled.finding.verdict != Verdict::cannot_be_judged)
                made.judgements.push_back(std::move(modelled));
    }
}

void note_several_gpus(Reproduction& made, const Recorded& recorded, const std::string& gpu) {
    std::set<std::string> ids;
    for (const auto& column : made.measured.columns)
        for (const auto& value : column.values)
            if (const auto* record = value.number ? recorded.by_id(value.case_id) : nullptr;
                record != nullptr && record->backend == BackendKind::cupti)
                ids.insert(device_key(record->device).id);
    if (ids.size() > 1)
        made.notes.push_back(
            fmt::format("The values come from {} GPUs called {}: the newest of each case.", ids.size(), gpu));
}

std::string chosen_gpu(const Recorded& recorded, const std::string& device) {
    if (device.empty()) return recorded.gpus().empty() ? "" : recorded.gpus().front();
    if (const auto called = recorded.gpu_called(device)) return *called;
    throw Error(
        ErrorKind::usage,
        fmt::format("No GPU of the file is called '{}'. {}", device,
                    recorded.gpus().empty() ? "It has cases of none."
                                            : fmt::format("It has {}.", fmt::join(recorded.gpus(), ", "))));
}

void make_grids(Reproduction& made, const Recorded& recorded, const std::string& gpu,
                const Predictor& predictor, MissingList& missing) {
    const auto& figure = *made.figure;
    Evaluator evaluator(figure, recorded, missing);
    made.measured = evaluator.grid(gpu);
    made.published = published_grid(figure);
    if (predictor)
        for (const auto& other : figure.predicted) {
            auto grid = evaluator.predicted(made.measured, gpu, other, predictor);
            if (!grid.has_values()) {
                made.notes.push_back(
                    fmt::format("No prediction for {}: its figures are unknown, or no case with "
                                "counters is in the file.",
                                other));
                continue;
            }
            made.predicted.push_back(std::move(grid));
            made.predicted_devices.push_back(other);
        }
    std::set<std::string> others;
    for (const auto& column : made.measured.columns)
        if (column.device != gpu && !column.device.empty() && column.has_values())
            others.insert(column.device);
    made.devices.insert(made.devices.end(), others.begin(), others.end());
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
        default:
            return "";
    }
}

std::size_t Reproduction::missing_cases() const {
    std::size_t count = 0;
    for (const auto& one : missing) count += one.cases();
    return count;
}

bool Reproduction::has_values() const {
    return network || !timeline.empty() ||
           std::ranges::any_of(measured.columns, [](const GridColumn& column) {
               return std::ranges::any_of(column.values, [](const Value& value) {
                   return value.number && value.case_id != CaseId{};
               });
           });
}

Reproduction reproduce(const Figure& figure, const Recorded& recorded, const std::string& device,
                       const Predictor& predictor) {
    Reproduction made;
    made.figure = &figure;
    const auto gpu = chosen_gpu(recorded, device);
    if (!gpu.empty()) made.devices.push_back(gpu);
    MissingList missing;
    if (figure.is_grid()) {
        make_grids(made, recorded, gpu, predictor, missing);
    } else if (const auto* record = case_of(figure, recorded, gpu, missing)) {
        if (figure.kind == Kind::timeline) {
            add_timeline(made, recorded, *record);
        } else {
            made.network = network_of(record->keys(), recorded.launches(*record));
            if (!made.network)
                made.notes.push_back(
                    "The steps of the recorded launches have names that do not say which keys they compare.");
        }
    }
    made.missing = missing.take();
    judge(made, recorded, gpu);
    note_several_gpus(made, recorded, gpu);
    return made;
}

std::vector<MissingCases> missing_on(const std::string& gpu, const Figure& figure, const Recorded& recorded) {
    MissingList missing;
    if (figure.is_grid())
        Evaluator(figure, recorded, missing).grid(gpu);
    else
        case_of(figure, recorded, gpu, missing);
    return missing.take();
}

Predictor device_predictor() {
    return [](const std::string& device, const CaseRecord& record, const std::vector<LaunchRecord>& launches,
              std::span<const TransferRecord> transfers) -> std::optional<double> {
        const auto* model = find_device_model(device);
        if (model == nullptr || launches.empty()) return std::nullopt;
        try {
            PredictionCaseBuilder builder(record, model->cc_major);
            for (const auto& launch : launches) builder.add(launch);
            builder.add(transfers);
            const auto prediction = builder.take();
            if (!prediction.counted()) return std::nullopt;
            return predicted_sort_ns(*model, prediction);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::usage) throw;
            return std::nullopt;  // a block of this size does not fit on that device
        }
    };
}

}  // namespace sortscope::analyzer::reproduce
