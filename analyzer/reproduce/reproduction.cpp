#include "analyzer/reproduce/reproduction.hpp"

#include <cctype>

#include <fmt/format.h>

#include "analyzer/curves/curve.hpp"
#include "analyzer/devices.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "analyzer/model/predict.hpp"
#include "analyzer/timing/difference.hpp"
#include "core/condition.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"
#include "core/times.hpp"

namespace sortscope::analyzer::reproduce {
namespace {
constexpr size_t mean_of = 10;  // trials in a mean time (Vali, Samani, del Rosario 2020)

/// Value of a quantity that documents print as a formula; empty for other quantities.
std::optional<double> formula_of(Quantity quantity, uint64_t n) {
    using enum Quantity;
    const double level_count = std::log2(double(n)), stage_count = level_count * (level_count + 1) / 2;
    const double pairs = quantity == butterflies || quantity == level_butterflies ? double(n) / 2 : 1;
    if (quantity == stages || quantity == butterflies) return pairs * stage_count;
    if (quantity == levels || quantity == level_butterflies) return pairs * level_count;
    return std::nullopt;
}

/// Returns whether the metric is a ratio to the data, such as rho.
bool is_part(const std::string& id) { return metric(id).unit.starts_with("x "); }

/// Field of SiteCounts to sum for a quantity of branches; null for other quantities.
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

/// Rate in Mkey/s at which the published bandwidth moves the required bytes.
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

struct Side {
    std::string name;
    const CaseRecord* record = nullptr;  ///< null if absent
    const LaunchSums* sums = nullptr;

    bool on_cpu() const { return record->backend == BackendKind::cpu; }
    std::optional<double> counted(CounterId id) const {
        const auto value = find_value(sums->counters, id);
        return value ? std::optional(value->value.as_double()) : std::nullopt;
    }
};

/// Both sides of `contrast`. The second record is null if the claim compares no second value.
std::pair<Side, Side> sides_of(const Contrast& contrast, const Grid& grid, const Recorded& recorded) {
    const auto side = [&](const std::string& column, size_t row) {
        Side made{contrast.other_row ? grid.rows[row].name : column};
        const auto* found = grid.find(column);
        if (found == nullptr || !found->values.at(row).number) return made;
        made.record = recorded.by_id(found->values[row].case_id);
        if (made.record != nullptr) made.sums = &recorded.sums(*made.record);
        return made;
    };
    return {side(contrast.column, contrast.row),
            side(contrast.other, contrast.other_row.value_or(contrast.row))};
}

/// Returns "its launches load 1.60 GB, of these 4.20 MB (0.26 %) from device memory".
std::string memory_sentence(const Side& side) {
    const auto& record = *side.record;
    const auto dram = side.counted(CounterId::dram_read_bytes);
    const double loaded = 32 * side.counted(CounterId::gld_sectors).value_or(0);
    if (record.device.l2_bytes == 0 || !dram || loaded == 0) return {};
    const bool fits = record.bytes() <= record.device.l2_bytes && *dram < 0.5 * loaded;
    return fmt::format(
        "{}: {}its launches load {}, of these {} ({} %) from device memory", record.subject.name,
        fits ? fmt::format("{} of keys fit the L2 of {}: ", format_bytes(double(record.bytes())),
                           format_bytes(double(record.device.l2_bytes)))
             : "",
        format_bytes(loaded), format_bytes(*dram), short_number(100 * *dram / loaded));
}

/// Returns "47 launches; each takes 2.100 us of the sort".
std::string launch_sentence(const Side& side) {
    const auto& record = *side.record;
    if (!record.time || !side.sums->time_ns || record.launch_count < 2) return {};
    const double each = double(record.time->median_ns) / double(record.launch_count);
    return fmt::format("{}: {}; each takes {} of the sort", record.subject.name,
                       plural(record.launch_count, "launch"), format_time_ns(each));
}

/// Names the launches of both cases and the ratios of the counters that differ most.
std::string ratio_sentence(const Side& a, const Side& b) {
    constexpr size_t most = 4;
    std::vector<std::string> parts;
    const auto launches = a.record->launch_count, others = b.record->launch_count;
    if (launches != others && launches > 0 && others > 0)
        parts.push_back(
            fmt::format("{} against {}", plural(launches, "launch"), format_grouped(int64_t(others))));
    for (const auto& one : metric_differences(*b.sums, *a.sums, b.record->bytes(), a.record->bytes())) {
        const double ratio = one.ratio().value_or(1);
        if (parts.size() == most || std::abs(ratio - 1) < 0.01) continue;
        auto title = std::string(one.metric->title);
        if (title.size() > 1 && title[1] >= 'a') title[0] = char(std::tolower(uint8_t(title[0])));
        parts.push_back(fmt::format("{}x the {}", short_number(ratio), title));
    }
    if (!parts.empty()) return fmt::format("{} has {} of {}", a.name, fmt::join(parts, ", "), b.name);
    if (a.sums->counters.empty() || b.sums->counters.empty()) return {};
    return fmt::format("{} does what {} does: as many launches, instructions and sectors within 1 %", a.name,
                       b.name);
}

/// Returns "CPU quicksort takes 0.35x the published time (Xeon E5-2620)".
std::string published_sentence(const Reproduction& made, size_t row, const std::string& name) {
    const auto factors = made.over_published(made.measured);
    const auto* column = factors.find(name);
    const double factor = column == nullptr ? 0 : column->values.at(row).number.value_or(0);
    if (factor == 0) return {};
    return fmt::format("{} takes {}x the published time ({})", name, short_number(factor),
                       made.published.find(name)->device);
}

/// Explains `contrast` by the counters of its cases and by their ratios to published times.
std::vector<std::string> reason_for(const Contrast& contrast, const Reproduction& made,
                                    const Recorded& recorded) {
    const auto [a, b] = sides_of(contrast, made.measured, recorded);
    if (a.record == nullptr) return {};
    std::vector<std::string> parts;
    if (b.record != nullptr && a.on_cpu() != b.on_cpu()) {
        const auto& gpu = a.on_cpu() ? b : a;
        parts = {published_sentence(made, contrast.row, contrast.column),
                 published_sentence(made, contrast.row, contrast.other), launch_sentence(gpu),
                 memory_sentence(gpu)};
    } else {
        if (b.record != nullptr && b.record != a.record) parts.push_back(ratio_sentence(a, b));
        parts.push_back(memory_sentence(a));
        std::erase(parts, "");
        if (parts.size() < 2) parts.push_back(launch_sentence(a));
    }
    std::erase(parts, "");
    if (!parts.empty()) parts[0] = fmt::format("At {}: {}", made.measured.rows[contrast.row].name, parts[0]);
    return parts;
}
/// Makes a figure from the cases of one GPU (empty: any) and of any CPU.
class Maker {
 public:
    Maker(const std::string& gpu, const Figure& figure, const Recorded& recorded)
        : figure_(figure), recorded_(recorded), made_{.figure = &figure, .gpu = gpu} {}

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
        made_.measured = filled(Provenance::measured, made_.gpu);
        made_.published = filled(Provenance::published, {});
        std::erase_if(made_.published.columns, std::not_fn(&GridColumn::has_values));
        for (const auto& device : figure_.predicted) {
            auto grid = filled(Provenance::modelled, device);
            grid.device = device;
            if (std::ranges::any_of(grid.columns, &GridColumn::has_values))
                made_.predicted.push_back(std::move(grid));
            else
                made_.notes.push_back(fmt::format(
                    "No prediction for {}: its figures are unknown, or no case with counters is in the file.",
                    device));
        }
    }

    /// Fills a grid. `provenance` is measured, published, or modelled (predicted for `device`).
    Grid filled(Provenance provenance, const std::string& device) {
        Grid grid{figure_.rows, {}};
        for (const auto& column : figure_.columns) {
            const bool shown = column.quantity == Quantity::published;
            const bool published = shown || provenance == Provenance::published;
            const auto unit = unit_of(column, figure_);
            const auto& on = published ? column.published.device : device;
            const bool limit = column.limit && !published;
            auto& made = grid.columns.emplace_back();
            made = {column.name, unit, on, provenance, limit, column.hidden, size_t(column.colour), {}};
            if (column.published.given() &&
                provenance == (shown ? Provenance::measured : Provenance::published))
                made.values = column.published.values;
            else if (published)
                made.values.resize(grid.rows.size());
            for (size_t row = made.values.size(); row < grid.rows.size(); ++row)
                made.values.push_back(column.quantity == Quantity::ratio ? ratio_of(column, grid, row)
                                      : provenance == Provenance::modelled
                                          ? predicted_value(column, row, device)
                                          : value_of(column, row));
        }
        return grid;
    }

    Query query_of(const Column& column, size_t row) const {
        return figure_.query.with(figure_.rows[row].query).with(column.query);
    }

    Value value_of(const Column& column, size_t row) {
        const auto query = query_of(column, row);
        if (const auto formula = query.n() > 0 ? formula_of(column.quantity, query.n()) : std::nullopt)
            return {formula, Provenance::modelled};
        const bool asked = column.rows.empty() || contains(column.rows, figure_.rows[row].name);
        if (!asked && column.exact) return {};
        const auto* record = find(query, needs_of(column.quantity, query.counting), asked);
        return record == nullptr ? Value{} : of_case(column, *record, figure_.rows[row].stage);
    }

    /// Finds the case of `query`. If there is none and `asked`, adds it to the missing cases.
    const CaseRecord* find(const Query& query, Needs needs, bool asked = true) {
        const auto* record = recorded_.find_case(query, made_.gpu, needs);
        if (record == nullptr && asked && !query.variant.empty() && query.n() > 0)
            made_.missing.emplace_back(query, needs);
        return record;
    }

    Value of_case(const Column& column, const CaseRecord& record, int stage) const {
        using enum Quantity;
        const auto quantity = column.quantity;
        if (is_metric(quantity)) return metric_value(column, record, stage);
        if (branch_count(quantity) != nullptr) return branch_value(column, record);
        if (quantity == rate) return {rate_mkeys_per_s(record), Provenance::measured, record.id};
        if (quantity == launches) return {double(record.launch_count), Provenance::measured, record.id};
        // Modelled: calculated from a plan or from limits.
        if (quantity == comparators)
            return {double(recorded_.sums(record).comparators), Provenance::modelled, record.id};
        if (quantity == bound_rate) return {bound_rate_of(record), Provenance::modelled, record.id};
        if (quantity == launch_share) return {launch_share_of(record), Provenance::modelled, record.id};
        auto ns = quantity == mean_time ? mean_time_ns(record) : double(record.time->median_ns);
        if (ns) *ns /= unit_ns(unit_of(column, figure_));
        return {ns, Provenance::measured, record.id};
    }

    /// Time of the sort's launches if they were empty, in percent of its time.
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

    /// Time or rate on `device`, predicted from the counters of the measured case.
    Value predicted_value(const Column& column, size_t row, const std::string& device) const {
        if (!is_time(column.quantity) && column.quantity != Quantity::rate) return {};
        const auto& measured = made_.measured.find(column.name)->values[row];
        // Without a measured value, uses any case with launches.
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
                                              .device = record.device.name,
                                              .values = {{double(count), Provenance::measured, record.id}}});
    }

    /// Sets the device and the most frequent provenance of each measured column. Adds a note if cases are
    /// from several GPUs of one model.
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

Grid Reproduction::over_published(Grid grid) const {
    for (auto& column : grid.columns) {
        const auto* there = published_with(grid, column.name);
        for (size_t row = 0; row < column.values.size(); ++row) {
            auto& number = column.values[row].number;
            const double printed = there == nullptr ? 0 : there->values[row].number.value_or(0);
            number = number && printed > 0 ? std::optional(*number / printed) : std::nullopt;
        }
        column.unit = "x";
    }
    return grid;
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

std::string reasons_for(std::vector<Contrast> contrasts, const Reproduction& made, const Recorded& recorded) {
    constexpr size_t most = 2;
    for (auto& contrast : contrasts)
        if (const auto* column = made.figure->column(contrast.column);
            column != nullptr && column->quantity == Quantity::ratio)
            contrast = {contrast.row, column->of, column->over, {}};
    std::ranges::stable_partition(contrasts, [&](const Contrast& contrast) {
        const auto has_counters = [](const Side& side) {
            return side.record != nullptr && (side.on_cpu() || !side.sums->counters.empty());
        };
        const auto [a, b] = sides_of(contrast, made.measured, recorded);
        return has_counters(a) && (contrast.other.empty() || has_counters(b));
    });
    std::set<std::pair<std::string, std::string>> explained;
    std::string text;
    for (const auto& contrast : contrasts) {
        if (explained.size() == most) break;
        if (explained.contains({contrast.column, contrast.other})) continue;
        auto parts = reason_for(contrast, made, recorded);
        std::erase_if(parts, [&](const std::string& part) { return text.find(part) != std::string::npos; });
        if (parts.empty()) continue;
        text += fmt::format("{}{}.", text.empty() ? "" : " ", fmt::join(parts, "; "));
        explained.emplace(contrast.column, contrast.other);
    }
    return text;
}
}
