#include "analyzer/reproduce/reproduction.hpp"

#include <fmt/format.h>

#include "analyzer/curves/curve.hpp"
#include "analyzer/devices.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "analyzer/model/predict.hpp"
#include "analyzer/reproduce/published.hpp"
#include "core/condition.hpp"
#include "core/ranges.hpp"
#include "core/statistics.hpp"
#include "core/text.hpp"
#include "core/times.hpp"

namespace sortscope::analyzer::reproduce {
namespace {
constexpr size_t mean_of = 10;  // trials in a mean time (Vali, Samani, del Rosario 2020)

double formula_of(StepFormula formula, uint64_t n) {
    using enum StepFormula;
    const double levels_of_n = std::log2(double(n));
    const bool sums = formula == stages || formula == butterflies;
    const double steps = sums ? levels_of_n * (levels_of_n + 1) / 2 : levels_of_n;
    return formula == stages || formula == levels ? steps : double(n) / 2 * steps;
}

/// Returns whether the metric is a multiple of the data, such as rho.
bool is_part(const std::string& id) { return metric(id).unit.starts_with("x "); }

bool is_of_branches(Quantity quantity) {
    using enum Quantity;
    return quantity == branch_threads || quantity == taken_threads || quantity == divergent_warps;
}

Needs needs_of(Quantity quantity, bool counting) {
    using enum Quantity;
    if (quantity == launches || quantity == comparators) return Needs::launches;
    if (is_metric(quantity)) return counting ? Needs::counted : Needs::launches;
    return is_of_branches(quantity) ? Needs::sites : Needs::time;
}

/// Mkey/s that the advertised bandwidth allows.
std::optional<double> bound_rate_of(const CaseRecord& record) {
    const auto model = published_model(record.device);
    if (!model || record.required_bytes == 0) return std::nullopt;
    return 1e3 * model->dram_gb_per_s * double(record.keys()) / double(record.required_bytes);
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

Value ratio_of(const Column& column, const Grid& before, size_t row) {
    const auto& a = before.find(column.of)->values[row];
    const auto& b = before.find(column.over)->values[row];
    if (!a.number || !b.number || *b.number == 0) return {};
    return {*a.number / *b.number, std::max(a.provenance, b.provenance), b.case_id};
}

/// Finds a figure's cases and computes values from them.
class Evaluator {
 public:
    Evaluator(const Figure& figure, const Recorded& recorded) : figure_(figure), recorded_(recorded) {}

    /// Cases that were looked for and not found.
    std::vector<MissingCases> missing() const { return combined(missing_); }

    /// The case of a network or timeline; null if absent.
    const CaseRecord* only_case(const std::string& device) {
        return find(figure_.query, device, figure_.kind == Kind::timeline ? Needs::time : Needs::launches);
    }

    /// Values of one GPU (empty: any) and any CPU.
    Grid measured(const std::string& device) {
        auto grid = filled(device, Provenance::measured,
                           [&](const Column& column, size_t row) { return value_of(column, row, device); });
        for (auto& column : grid.columns) {
            if (const auto* described = figure_.column(column.name);
                described->quantity == Quantity::published)
                column.device = described->published.device;
            std::map<Provenance, size_t> seen;
            for (const auto& value : column.values) {
                if (!value.number) continue;
                ++seen[value.provenance];
                if (const auto* record = recorded_.by_id(value.case_id);
                    record != nullptr && record->backend != BackendKind::cupti)
                    column.device = record->device.name;
            }
            const auto most = std::ranges::max_element(seen, {}, [](const auto& one) { return one.second; });
            if (most != seen.end()) column.provenance = most->first;
        }
        return grid;
    }

    /// Times, rates and ratios predicted for `device` from the cases of `measured`, recorded on `base`.
    Grid predicted(const Grid& measured, const std::string& base, const std::string& device) {
        auto grid = filled(device, Provenance::modelled, [&](const Column& column, size_t row) {
            return predicted_value(column, measured.find(column.name)->values[row], row, base, device);
        });
        grid.device = device;
        for (auto& column : grid.columns)
            for (auto& value : column.values) value.provenance = Provenance::modelled;
        return grid;
    }

 private:
    template <class Cell>
    Grid filled(const std::string& device, Provenance provenance, const Cell& cell) {
        Grid grid{figure_.rows, {}};
        for (const auto& column : figure_.columns) {
            auto made = new_column(column, figure_, device, provenance);
            for (size_t row = 0; row < grid.rows.size(); ++row)
                made.values.push_back(column.quantity == Quantity::ratio ? ratio_of(column, grid, row)
                                                                         : cell(column, row));
            grid.columns.push_back(std::move(made));
        }
        return grid;
    }

    Query query_of(const Column& column, size_t row) const {
        return figure_.query.with(figure_.rows[row].query).with(column.query);
    }

    Value value_of(const Column& column, size_t row, const std::string& device) {
        const auto query = query_of(column, row);
        if (column.quantity == Quantity::formula)
            return query.n ? Value{formula_of(*column.formula, *query.n), Provenance::modelled, {}} : Value{};
        if (column.quantity == Quantity::published) return published_values(column, figure_)[row];
        const bool asked = column.rows.empty() || contains(column.rows, figure_.rows[row].name);
        if (!asked && column.exact) return {};
        const auto* record = find(query, device, needs_of(column.quantity, query.counting), asked);
        return record == nullptr ? Value{} : of_case(column, *record, figure_.rows[row].stage);
    }

    /// Adds an absent case to the missing ones if `asked`.
    const CaseRecord* find(const Query& query, const std::string& device, Needs needs, bool asked = true) {
        const auto* record = recorded_.find_case(query, device, needs);
        if (record == nullptr && asked) add_missing(missing_, query, needs);
        return record;
    }

    Value of_case(const Column& column, const CaseRecord& record, int stage) const {
        using enum Quantity;
        const auto quantity = column.quantity;
        const auto value = [&](std::optional<double> number, Provenance provenance = Provenance::measured) {
            return Value{number, provenance, record.id};
        };
        if (is_metric(quantity)) return metric_value(column, record, stage);
        if (is_of_branches(quantity)) return branch_value(column, record);
        if (quantity == rate) return value(rate_mkeys_per_s(record));
        if (quantity == launches) return value(double(record.launch_count));
        // Bounds and comparators follow from the plan, so their values are modelled.
        if (quantity == comparators)
            return value(double(recorded_.sums(record).comparators), Provenance::modelled);
        if (quantity == bound_rate) return value(bound_rate_of(record), Provenance::modelled);
        const auto ns = quantity == mean_time ? mean_time_ns(record) : double(record.time->median_ns);
        return value(ns ? std::optional(*ns / unit_ns(unit_of(column, figure_))) : std::nullopt);
    }

    std::optional<double> mean_time_ns(const CaseRecord& record) const {
        const auto trials = recorded_.source().trials(record.id);
        auto times = accepted_times(trials, record.time_mode);
        if (times.size() < 2) return std::nullopt;
        times.resize(std::min(times.size(), mean_of));
        double sum = 0;
        for (const auto* trial : times) sum += double(*trial->duration_ns);
        return sum / double(times.size());
    }

    /// Sums of `stage`; 0: all stages.
    LaunchSums sums_of(const CaseRecord& record, int stage) const {
        if (stage == 0) return recorded_.sums(record);
        LaunchSums sums;
        for (const auto& one : recorded_.source().stages(record.id))
            if (one.stage == stage) add(sums, one);
        return sums;
    }

    Value metric_value(const Column& column, const CaseRecord& record, int stage) const {
        const auto sums = sums_of(record, stage);
        const auto found = evaluate(metric(column.metric), metric_input(sums, record.bytes()));
        if (!found) return {{}, Provenance::measured, record.id};
        auto number = found->value.as_double();
        if (column.quantity == Quantity::metric_a_launch && sums.launches > 0)
            number *= (is_part(column.metric) ? 100 : 1) / double(sums.launches);
        if (column.quantity == Quantity::size_share) {
            double all = 0;
            for (const auto* size : sizes_of(column.metric))
                if (const auto other = evaluate(*size, metric_input(sums, record.bytes()), found->provenance))
                    all += other->value.as_double();
            if (all == 0) return {{}, found->provenance, record.id};
            number *= 100 / all;
        }
        return {number, found->provenance, record.id};
    }

    Value branch_value(const Column& column, const CaseRecord& record) const {
        Value value{{}, Provenance::measured, record.id};
        const auto launches = read_launches(recorded_.source(), record.id);
        const auto count = column.quantity == Quantity::branch_threads  ? &SiteCounts::threads
                           : column.quantity == Quantity::taken_threads ? &SiteCounts::taken_threads
                                                                        : &SiteCounts::divergent_warps;
        for (const auto& launch : launches) {
            if (launch.stage.stage != (column.stage > 0 ? column.stage : launches.back().stage.stage))
                continue;
            for (const auto& site : recorded_.source().sites(record.id, launch.index)) {
                if (site.site.kind != SiteKind::branch) continue;
                value.provenance = site.provenance;
                value.number = value.number.value_or(0) + double(site.*count);
            }
        }
        return value;
    }

    Value predicted_value(const Column& column, const Value& measured, size_t row, const std::string& base,
                          const std::string& device) {
        if (!is_time(column.quantity) && column.quantity != Quantity::rate) return {};
        // Without a measured time, uses a case with launches.
        const auto* record = measured.number
                                 ? recorded_.by_id(measured.case_id)
                                 : recorded_.find_case(query_of(column, row), base, Needs::launches);
        if (record == nullptr || record->backend == BackendKind::cpu || record->launch_count == 0) return {};
        const auto [at, added] = predictions_.try_emplace({record->id, device});
        if (added) at->second = predicted_ns(device, *record, recorded_.source());
        if (at->second.value_or(0) <= 0) return {};
        return {column.quantity == Quantity::rate ? 1e3 * double(record->keys()) / *at->second
                                                  : *at->second / unit_ns(unit_of(column, figure_)),
                Provenance::modelled, record->id};
    }

    const Figure& figure_;
    const Recorded& recorded_;
    std::vector<MissingCases> missing_;
    std::map<std::pair<CaseId, std::string>, std::optional<double>> predictions_;
};

Grid published_grid(const Figure& figure) {
    Grid grid{figure.rows, {}};
    for (const auto& column : figure.columns) {
        if (!column.published.given() || column.quantity == Quantity::published) continue;
        auto made = new_column(column, figure, column.published.device, Provenance::published);
        made.limit = false;
        made.values = published_values(column, figure);
        grid.columns.push_back(std::move(made));
    }
    return grid;
}

void add_timeline(Reproduction& made, const Recorded& recorded, const CaseRecord& record) {
    const auto launches = read_launches(recorded.source(), record.id);
    const auto transfers = recorded.source().read_case(record.id, Detail::details).transfers;
    auto first = std::numeric_limits<int64_t>::max();
    for (const auto& transfer : transfers) first = std::min<int64_t>(first, transfer.start_ns);
    for (const auto& launch : launches)
        if (launch.start_ns) first = std::min<int64_t>(first, *launch.start_ns);
    const auto add = [&](std::string lane, std::string name, int64_t start, int64_t duration, bool transfer) {
        const auto from = double(start - first);
        made.timeline.push_back({std::move(lane), std::move(name), from, from + double(duration), transfer});
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
         {std::pair{"launches", launches.size()}, {"transfers", transfers.size()}})
        made.measured.columns.push_back({.name = name,
                                         .unit = {},
                                         .device = record.device.name,
                                         .values = {{double(count), Provenance::measured, record.id}}});
}

void judge_claims(Reproduction& made, const Recorded& recorded, const std::string& device) {
    for (const auto& claim : made.figure->claims) {
        const bool judged = claim.why.empty();
        auto finding =
            judged ? judge(claim, made.measured) : Finding{ClaimVerdict::cannot_be_judged, claim.why, {}};
        auto reason = reasons_for(finding.contrasts, made, recorded);
        std::optional<ClaimVerdict> published;
        if (!claim.rule.empty())
            if (const auto by = judge(claim, made.published).verdict; by != ClaimVerdict::cannot_be_judged)
                published = by;
        made.judgements.push_back(
            {claim, device, false, std::move(finding), rule_text(claim), std::move(reason), published});
        if (!judged) continue;
        for (const auto& grid : made.predicted)
            if (auto modelled = judge(claim, grid); modelled.verdict != ClaimVerdict::cannot_be_judged)
                made.judgements.push_back(
                    {claim, grid.device, true, std::move(modelled), rule_text(claim), {}, published});
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
            fmt::format("Cases from {} GPUs of one model, {}, are combined.", ids.size(), gpu));
}

std::string chosen_gpu(const Recorded& recorded, const std::string& device) {
    if (device.empty()) return recorded.gpus().empty() ? "" : recorded.gpus().front();
    if (const auto* called = named_like(recorded.gpus(), device)) return *called;
    throw Error(
        ErrorKind::usage,
        fmt::format("No GPU of the file is called '{}'. {}", device,
                    recorded.gpus().empty() ? "It has cases of none."
                                            : fmt::format("It has {}.", fmt::join(recorded.gpus(), ", "))));
}

void make_grids(Reproduction& made, Evaluator& evaluator, const std::string& gpu) {
    const auto& figure = *made.figure;
    made.measured = evaluator.measured(gpu);
    made.published = published_grid(figure);
    for (const auto& device : figure.predicted) {
        auto grid = evaluator.predicted(made.measured, gpu, device);
        if (std::ranges::none_of(grid.columns, &GridColumn::has_values)) {
            made.notes.push_back(fmt::format(
                "No prediction for {}: its figures are unknown, or no case with counters is in the file.",
                device));
            continue;
        }
        made.predicted.push_back(std::move(grid));
    }
    std::set<std::string> others;
    for (const auto& column : made.measured.columns)
        if (column.device != gpu && !column.device.empty() && column.has_values() &&
            column.provenance != Provenance::published)
            others.insert(column.device);
    made.devices.insert(made.devices.end(), others.begin(), others.end());
}
}  // namespace

double unit_ns(std::string_view unit) {
    return unit == "ns" ? 1 : unit == "us" ? 1e3 : unit == "ms" ? 1e6 : unit == "s" ? 1e9 : 0;
}

std::string unit_of(const Column& column, const Figure& figure) {
    using enum Quantity;
    const auto quantity = column.quantity;
    if (is_time(quantity)) return unit_ns(figure.unit) > 0 ? figure.unit : "ms";
    if (quantity == rate || quantity == bound_rate) return "Mkey/s";
    if (quantity == ratio) return "x";
    if (quantity == metric) return std::string(sortscope::metric(column.metric).unit);
    if (quantity == size_share || (quantity == metric_a_launch && is_part(column.metric))) return "%";
    return quantity == published ? figure.unit : "";
}

const GridColumn* Reproduction::published_with(const Grid& grid, std::string_view column) const {
    const auto* found = published.find(column);
    return found != nullptr && (grid.device.empty() || found->device == grid.device) ? found : nullptr;
}

size_t Reproduction::missing_cases() const {
    size_t count = 0;
    for (const auto& one : missing) count += one.cases();
    return count;
}

bool Reproduction::has_values() const {
    for (const auto& column : measured.columns)
        for (const auto& value : column.values)
            if (value.number && value.case_id != CaseId{}) return true;
    return network || !timeline.empty();
}

Reproduction reproduce(const Figure& figure, const Recorded& recorded, const std::string& device) {
    Reproduction made;
    made.figure = &figure;
    const auto gpu = chosen_gpu(recorded, device);
    if (!gpu.empty()) made.devices.push_back(gpu);
    Evaluator evaluator(figure, recorded);
    if (figure.is_grid()) {
        make_grids(made, evaluator, gpu);
    } else if (const auto* record = evaluator.only_case(gpu)) {
        if (figure.kind == Kind::timeline) {
            add_timeline(made, recorded, *record);
        } else {
            made.network = network_of(record->keys(), read_launches(recorded.source(), record->id));
            if (!made.network)
                made.notes.push_back(
                    "The steps of the recorded launches have names that do not say which keys they compare.");
        }
    }
    made.missing = evaluator.missing();
    judge_claims(made, recorded, gpu);
    note_several_gpus(made, recorded, gpu);
    return made;
}

std::optional<PredictionError> prediction_error(const Reproduction& made, const Grid& predicted) {
    std::vector<double> ratios;
    for (const auto& column : predicted.columns) {
        const auto* published = made.published_with(predicted, column.name);
        if (published == nullptr) continue;
        for (size_t row = 0; row < column.values.size(); ++row)
            if (const auto there = published->values[row].number.value_or(0);
                there > 0 && column.values[row].number)
                ratios.push_back(*column.values[row].number / there);
    }
    if (ratios.empty()) return std::nullopt;
    const auto [least, most] = std::ranges::minmax(ratios);
    return PredictionError{ratios.size(), least, median(ratios), most};
}

std::vector<MissingCases> missing_on(const std::string& gpu, const Figure& figure, const Recorded& recorded) {
    Evaluator evaluator(figure, recorded);
    if (figure.is_grid())
        evaluator.measured(gpu);
    else
        evaluator.only_case(gpu);
    return evaluator.missing();
}

std::optional<double> predicted_ns(const std::string& device, const CaseRecord& record,
                                   const CaseSource& source) {
    const auto* model = find_device_model(device);
    if (model == nullptr || !model->unknown().empty()) return std::nullopt;
    const auto prediction = prediction_case(source, record, model->cc_major);
    if (prediction.launches.empty() || !prediction.counted()) return std::nullopt;
    return predicted_sort_ns(*model, prediction);
}
}
