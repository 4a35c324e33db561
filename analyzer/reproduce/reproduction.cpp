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
    const double pairs = quantity == butterflies || quantity == level_butterflies ? double(n) / 2 : 1;
    if (quantity == stages || quantity == butterflies) return pairs * stage_count;
    if (quantity == levels || quantity == level_butterflies) return pairs * level_count;
    return std::nullopt;
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
    if (branch_count(quantity) != nullptr) return Needs::counted;
    if (is_metric(quantity)) return counting ? Needs::counted : Needs::launches;
    return quantity == launches || quantity == comparators ? Needs::launches : Needs::time;
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

/// Makes a figure from the cases of one GPU (empty: any) and of any CPU.
class Maker {
 public:
    Maker(const std::string& gpu, const Figure& figure, const Recorded& recorded)
        : figure_(figure), recorded_(recorded) {
        made_.figure = &figure;
        made_.gpu = gpu;
    }

    Reproduction make() {
        if (figure_.is_grid()) {
            add_grids();
        } else if (figure_.kind == Kind::timeline) {
            if (const auto* record = find(figure_.query, Needs::time)) add_timeline(*record);
        } else if (const auto* record = find(figure_.query, Needs::launches)) {
            made_.network = network_of(record->keys(), read_launches(recorded_.source(), record->id));
            if (!made_.network)
                made_.notes.push_back(
                    "The steps of the recorded launches have names that do not say which keys they compare.");
        }
        made_.missing = combined(std::move(made_.missing));
        add_devices();
        judge_claims();
        return std::move(made_);
    }

 private:
    void add_grids() {
        made_.measured = filled(made_.gpu, Provenance::measured, std::bind_front(&Maker::value_of, this));
        made_.published = filled({}, Provenance::published, [&](const Column& column, size_t row) {
            const bool shown = column.published.given() && column.quantity != Quantity::published;
            return shown ? column.published.values[row] : Value{};
        });
        std::erase_if(made_.published.columns, std::not_fn(&GridColumn::has_values));
        for (const auto& device : figure_.predicted) {
            auto grid = filled(device, Provenance::modelled, [&](const Column& column, size_t row) {
                return predicted_value(column, row, device);
            });
            grid.device = device;
            if (std::ranges::any_of(grid.columns, &GridColumn::has_values))
                made_.predicted.push_back(std::move(grid));
            else
                made_.notes.push_back(fmt::format(
                    "No prediction for {}: its figures are unknown, or no case with counters is in the file.",
                    device));
        }
    }

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

    Value value_of(const Column& column, size_t row) {
        if (column.quantity == Quantity::published) return column.published.values[row];
        const auto query = query_of(column, row);
        if (const auto formula = query.n ? formula_of(column.quantity, *query.n) : std::nullopt)
            return {formula, Provenance::modelled};
        const bool asked = column.rows.empty() || contains(column.rows, figure_.rows[row].name);
        if (!asked && column.exact) return {};
        const auto* record = find(query, needs_of(column.quantity, query.counting), asked);
        return record == nullptr ? Value{} : of_case(column, *record, figure_.rows[row].stage);
    }

    /// Adds an absent case to the missing ones if `asked`.
    const CaseRecord* find(const Query& query, Needs needs, bool asked = true) {
        const auto* record = recorded_.find_case(query, made_.gpu, needs);
        if (record == nullptr && asked) add_missing(made_.missing, query, needs);
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

    /// Times and rates that the counters of the measured cases predict.
    Value predicted_value(const Column& column, size_t row, const std::string& device) const {
        if (!is_time(column.quantity) && column.quantity != Quantity::rate) return {};
        const auto& measured = made_.measured.find(column.name)->values[row];
        // Without a measured time, uses a case with launches.
        const auto* record = measured.number
                                 ? recorded_.by_id(measured.case_id)
                                 : recorded_.find_case(query_of(column, row), made_.gpu, Needs::launches);
        if (record == nullptr || record->backend == BackendKind::cpu || record->launch_count == 0) return {};
        const double ns = predicted_ns(device, *record, recorded_.source()).value_or(0);
        if (ns <= 0) return {};
        return {column.quantity == Quantity::rate ? 1e3 * double(record->keys()) / ns
                                                  : ns / unit_ns(unit_of(column, figure_)),
                Provenance::modelled, record->id};
    }

    void add_timeline(const CaseRecord& record) {
        const auto launches = read_launches(recorded_.source(), record.id);
        const auto transfers = recorded_.source().read_case(record.id, Detail::details).transfers;
        auto& spans = made_.timeline;
        const auto add = [&](std::string lane, std::string name, int64_t start, int64_t duration) {
            spans.push_back({std::move(lane), std::move(name), double(start), double(start + duration)});
        };
        for (const auto& transfer : transfers)
            add(TimelineSpan::transfers,
                fmt::format("{}, {} bytes", spaced(name_of(transfer.kind)), transfer.bytes),
                transfer.start_ns, transfer.duration_ns);
        for (const auto& launch : launches)
            if (launch.start_ns && launch.duration_ns)
                add(fmt::format("stage {}", launch.stage.stage), launch.stage.label, *launch.start_ns,
                    *launch.duration_ns);
        const auto first = spans.empty() ? 0 : std::ranges::min(spans, {}, &TimelineSpan::start_ns).start_ns;
        for (auto& span : spans) span.start_ns -= first, span.end_ns -= first;
        if (spans.size() < transfers.size() + launches.size())
            made_.notes.push_back("Not all launches of the case have a time.");
        made_.measured.rows = {{std::to_string(record.keys()), 0, {}, {}}};
        for (const auto& [name, count] :
             {std::pair{"launches", launches.size()}, {"transfers", transfers.size()}})
            made_.measured.columns.push_back({.name = name,
                                              .unit = {},
                                              .device = record.device.name,
                                              .values = {{double(count), Provenance::measured, record.id}}});
    }

    /// Sets device and most frequent provenance of the measured columns. Notes several GPUs of one model.
    void add_devices() {
        std::set<std::string> devices, gpu_ids;
        for (auto& column : made_.measured.columns) {
            std::map<Provenance, size_t> seen;
            for (const auto& value : column.values) {
                if (!value.number) continue;
                const auto count = ++seen[value.provenance];
                if (count > seen[column.provenance]) column.provenance = value.provenance;
                const auto* record = recorded_.by_id(value.case_id);
                if (record == nullptr) continue;
                if (record->backend == BackendKind::cupti)
                    gpu_ids.insert(device_key(record->device).id);
                else
                    column.device = record->device.name;
                devices.insert(column.device);
            }
        }
        made_.devices.assign(devices.begin(), devices.end());
        std::ranges::stable_partition(made_.devices, [&](const auto& name) { return name == made_.gpu; });
        if (gpu_ids.size() > 1)
            made_.notes.push_back(
                fmt::format("Cases from {} GPUs of one model, {}, are combined.", gpu_ids.size(), made_.gpu));
    }

    void judge_claims() {
        using enum ClaimVerdict;
        const auto judged = [](const Claim& claim, const Grid& grid) {
            auto finding = judge(claim, grid);
            if (claim.later && finding.verdict == holds) finding.verdict = holds_in_shape;
            return finding;
        };
        for (const auto& claim : figure_.claims) {
            Judgement one{claim, made_.gpu, false, {cannot_be_judged, claim.why, {}}, rule_text(claim), {}};
            if (!claim.rule.empty()) one.published = judge(claim, made_.published).verdict;
            if (one.published == cannot_be_judged) one.published.reset();
            if (claim.why.empty()) one.finding = judged(claim, made_.measured);
            one.reason = reasons_for(one.finding.contrasts, made_, recorded_);
            made_.judgements.push_back(one);
            if (!claim.why.empty()) continue;
            one.modelled = true;
            one.reason.clear();
            for (const auto& grid : made_.predicted) {
                one.device = grid.device;
                one.finding = judged(claim, grid);
                if (one.finding.verdict != cannot_be_judged) made_.judgements.push_back(one);
            }
        }
    }

    const Figure& figure_;
    const Recorded& recorded_;
    Reproduction made_;
};
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

Reproduction reproduce_on(const std::string& gpu, const Figure& figure, const Recorded& recorded) {
    return Maker(gpu, figure, recorded).make();
}

Reproduction reproduce(const Figure& figure, const Recorded& recorded, const std::string& device) {
    const auto& gpus = recorded.gpus();
    if (device.empty()) return reproduce_on(gpus.empty() ? "" : gpus.front(), figure, recorded);
    return reproduce_on(
        named_like(gpus, device, ErrorKind::usage, "No GPU of the file is called", "It has cases of none."),
        figure, recorded);
}
}
