#include "analyzer/reproduce/reproduction.hpp"

#include <fmt/format.h>

#include "analyzer/curves/curve.hpp"
#include "analyzer/devices.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "analyzer/model/predict.hpp"
#include "core/condition.hpp"
#include "core/ranges.hpp"
#include "core/statistics.hpp"
#include "core/text.hpp"
#include "core/times.hpp"

namespace sortscope::analyzer::reproduce {
namespace {
constexpr size_t mean_of = 10;  // trials in a mean time (Vali, Samani, del Rosario 2020)

/// Value of a formula that documents print; empty for any other quantity.
std::optional<double> formula_of(Quantity quantity, uint64_t n) {
    using enum Quantity;
    const double level_count = std::log2(double(n)), stage_count = level_count * (level_count + 1) / 2;
    return quantity == stages              ? std::optional(stage_count)
           : quantity == butterflies       ? std::optional(double(n) / 2 * stage_count)
           : quantity == levels            ? std::optional(level_count)
           : quantity == level_butterflies ? std::optional(double(n) / 2 * level_count)
                                           : std::nullopt;
}

/// Returns whether the metric is a multiple of the data, such as rho.
bool is_part(const std::string& id) { return metric(id).unit.starts_with("x "); }

/// The count that a quantity of branches adds up; null for any other quantity.
int64_t SiteCounts::*branch_count(Quantity quantity) {
    return quantity == Quantity::branch_threads    ? &SiteCounts::threads
           : quantity == Quantity::taken_threads   ? &SiteCounts::taken_threads
           : quantity == Quantity::divergent_warps ? &SiteCounts::divergent_warps
                                                   : nullptr;
}

Needs needs_of(Quantity quantity, bool counting) {
    using enum Quantity;
    return branch_count(quantity) != nullptr                                        ? Needs::sites
           : is_metric(quantity) && counting                                        ? Needs::counted
           : is_metric(quantity) || quantity == launches || quantity == comparators ? Needs::launches
                                                                                    : Needs::time;
}

/// Mkey/s that the advertised bandwidth allows.
std::optional<double> bound_rate_of(const CaseRecord& record) {
    const auto model = published_model(record.device);
    if (!model || record.required_bytes == 0) return std::nullopt;
    return 1e3 * model->dram_gb_per_s * double(record.keys()) / double(record.required_bytes);
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
            std::map<Provenance, size_t> seen;
            for (const auto& value : column.values) {
                if (!value.number) continue;
                const auto most = seen.find(column.provenance);
                if (++seen[value.provenance] > (most == seen.end() ? 0 : most->second))
                    column.provenance = value.provenance;
                if (const auto* record = recorded_.by_id(value.case_id);
                    record != nullptr && record->backend != BackendKind::cupti)
                    column.device = record->device.name;
            }
        }
        return grid;
    }

    /// Published values beside measured ones.
    Grid published() const {
        auto grid = filled({}, Provenance::published, [&](const Column& column, size_t row) {
            const bool beside = column.published.given() && column.quantity != Quantity::published;
            return beside ? column.published.values[row] : Value{};
        });
        std::erase_if(grid.columns, std::not_fn(&GridColumn::has_values));
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
    Grid filled(const std::string& device, Provenance provenance, const Cell& cell) const {
        Grid grid{figure_.rows, {}};
        for (const auto& column : figure_.columns) {
            const bool published =
                provenance == Provenance::published || column.quantity == Quantity::published;
            auto& made =
                grid.columns.emplace_back(GridColumn{.name = column.name,
                                                     .unit = unit_of(column, figure_),
                                                     .device = published ? column.published.device : device,
                                                     .provenance = provenance,
                                                     .limit = column.limit && !published,
                                                     .hidden = column.hidden,
                                                     .values = {}});
            for (size_t row = 0; row < grid.rows.size(); ++row)
                made.values.push_back(column.quantity == Quantity::ratio && !published
                                          ? ratio_of(column, grid, row)
                                          : cell(column, row));
        }
        return grid;
    }

    Query query_of(const Column& column, size_t row) const {
        return figure_.query.with(figure_.rows[row].query).with(column.query);
    }

    Value value_of(const Column& column, size_t row, const std::string& device) {
        if (column.quantity == Quantity::published) return column.published.values[row];
        const auto query = query_of(column, row);
        if (const auto formula = query.n ? formula_of(column.quantity, *query.n) : std::nullopt)
            return {formula, Provenance::modelled};
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
        if (is_metric(quantity)) return metric_value(column, record, stage);
        if (branch_count(quantity) != nullptr) return branch_value(column, record);
        if (quantity == rate) return {rate_mkeys_per_s(record), Provenance::measured, record.id};
        if (quantity == launches) return {double(record.launch_count), Provenance::measured, record.id};
        // The next three follow from the plan, so they are modelled.
        if (quantity == comparators)
            return {double(recorded_.sums(record).comparators), Provenance::modelled, record.id};
        if (quantity == bound_rate) return {bound_rate_of(record), Provenance::modelled, record.id};
        if (quantity == launch_share) return {launch_share_of(record), Provenance::modelled, record.id};
        const auto ns = quantity == mean_time ? mean_time_ns(record) : double(record.time->median_ns);
        if (!ns) return {{}, Provenance::measured, record.id};
        return {*ns / unit_ns(unit_of(column, figure_)), Provenance::measured, record.id};
    }

    /// Percent of the time that empty launches would take.
    std::optional<double> launch_share_of(const CaseRecord& record) const {
        const auto node = limit_value(limits_of(recorded_.source(), record), "graph_node_overhead");
        if (!node) return std::nullopt;
        return 100 * *node * double(record.launch_count) / double(record.time->median_ns);
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

    Value metric_value(const Column& column, const CaseRecord& record, int stage) const {
        const auto& sums = recorded_.sums(record, stage);
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
        for (const auto& launch : launches) {
            if (launch.stage.stage != (column.stage > 0 ? column.stage : launches.back().stage.stage))
                continue;
            for (const auto& site : recorded_.source().sites(record.id, launch.index)) {
                if (site.site.kind != SiteKind::branch) continue;
                value.provenance = site.provenance;
                value.number = value.number.value_or(0) + double(site.*branch_count(column.quantity));
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
        const double ns = predicted_ns(device, *record, recorded_.source()).value_or(0);
        if (ns <= 0) return {};
        return {column.quantity == Quantity::rate ? 1e3 * double(record->keys()) / ns
                                                  : ns / unit_ns(unit_of(column, figure_)),
                Provenance::modelled, record->id};
    }

    const Figure& figure_;
    const Recorded& recorded_;
    std::vector<MissingCases> missing_;
};

void add_timeline(Reproduction& made, const Recorded& recorded, const CaseRecord& record) {
    const auto launches = read_launches(recorded.source(), record.id);
    const auto transfers = recorded.source().read_case(record.id, Detail::details).transfers;
    const auto add = [&](std::string lane, std::string name, int64_t start, int64_t duration) {
        made.timeline.push_back({std::move(lane), std::move(name), double(start), double(start + duration)});
    };
    for (const auto& transfer : transfers)
        add(TimelineSpan::transfers,
            fmt::format("{}, {} bytes", spaced(name_of(transfer.kind)), transfer.bytes), transfer.start_ns,
            transfer.duration_ns);
    for (const auto& launch : launches)
        if (launch.start_ns && launch.duration_ns)
            add(fmt::format("stage {}", launch.stage.stage), launch.stage.label, *launch.start_ns,
                *launch.duration_ns);
    const auto first =
        made.timeline.empty() ? 0 : std::ranges::min(made.timeline, {}, &TimelineSpan::start_ns).start_ns;
    for (auto& span : made.timeline) span.start_ns -= first, span.end_ns -= first;
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

void judge_claims(Reproduction& made, const Recorded& recorded) {
    using enum ClaimVerdict;
    const auto judged = [](const Claim& claim, const Grid& grid) {
        auto finding = judge(claim, grid);
        if (claim.later && finding.verdict == holds) finding.verdict = holds_in_shape;
        return finding;
    };
    for (const auto& claim : made.figure->claims) {
        Judgement one{claim, made.gpu, false, {cannot_be_judged, claim.why, {}}, rule_text(claim), {}};
        if (!claim.rule.empty()) one.published = judge(claim, made.published).verdict;
        if (one.published == cannot_be_judged) one.published.reset();
        if (claim.why.empty()) one.finding = judged(claim, made.measured);
        one.reason = reasons_for(one.finding.contrasts, made, recorded);
        made.judgements.push_back(one);
        one.modelled = true;
        one.reason.clear();
        for (const auto& grid : made.predicted) {
            if (!claim.why.empty()) break;
            one.device = grid.device;
            one.finding = judged(claim, grid);
            if (one.finding.verdict != cannot_be_judged) made.judgements.push_back(one);
        }
    }
}

/// Lists the devices of the measured values, and notes several GPUs of one model.
void add_devices(Reproduction& made, const Recorded& recorded) {
    std::set<std::string> devices, gpu_ids;
    for (const auto& column : made.measured.columns)
        for (const auto& value : column.values)
            if (const auto* record = value.number ? recorded.by_id(value.case_id) : nullptr) {
                devices.insert(column.device);
                if (record->backend == BackendKind::cupti) gpu_ids.insert(device_key(record->device).id);
            }
    made.devices.assign(devices.begin(), devices.end());
    std::ranges::stable_partition(made.devices, [&](const auto& name) { return name == made.gpu; });
    if (gpu_ids.size() > 1)
        made.notes.push_back(
            fmt::format("Cases from {} GPUs of one model, {}, are combined.", gpu_ids.size(), made.gpu));
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
    made.published = evaluator.published();
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
    if (quantity == size_share || quantity == launch_share ||
        (quantity == metric_a_launch && is_part(column.metric)))
        return "%";
    return quantity == published ? figure.unit : "";
}

const GridColumn* Reproduction::published_with(const Grid& grid, std::string_view column) const {
    const auto* found = published.find(column);
    return found != nullptr && (grid.device.empty() || found->device == grid.device) ? found : nullptr;
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
    const auto& gpu = made.gpu = chosen_gpu(recorded, device);
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
    judge_claims(made, recorded);
    add_devices(made, recorded);
    return made;
}

std::vector<double> prediction_ratios(const Reproduction& made, const Grid& predicted) {
    std::vector<double> ratios;
    for (const auto& column : predicted.columns) {
        const auto* published = made.published_with(predicted, column.name);
        for (size_t row = 0; published != nullptr && row < column.values.size(); ++row)
            if (const auto there = published->values[row].number.value_or(0);
                there > 0 && column.values[row].number)
                ratios.push_back(*column.values[row].number / there);
    }
    return ratios;
}

std::vector<MissingCases> missing_on(const std::string& gpu, const Figure& figure, const Recorded& recorded) {
    Evaluator evaluator(figure, recorded);
    if (figure.is_grid())
        evaluator.measured(gpu);
    else
        evaluator.only_case(gpu);
    return evaluator.missing();
}
}
