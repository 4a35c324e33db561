#include "present/tables/predict.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "core/condition.hpp"
#include "core/text.hpp"
#include "present/cells.hpp"
#include "present/tables/case.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::present {
namespace {

using namespace analyzer;

constexpr auto modelled = Provenance::modelled;

Column time_column(std::string id, std::string title, std::string head, const TimeScale& scale,
                   std::string sentence, int importance = 1000) {
    return make_column(std::move(id), std::move(title), std::move(head), importance, std::move(sentence))
        .scaled(scale);
}

TimeScale scale_of(std::span<const double> times) {
    double least = 0, most = 0;
    for (const double ns : times) {
        if (!(ns > 0)) continue;
        least = least == 0 ? ns : std::min(least, ns);
        most = std::max(most, ns);
    }
    return most == 0 ? TimeScale{} : time_scale(least, most);
}

Cell ratio_cell(std::optional<double> predicted, std::optional<double> measured) {
    return fixed_cell(
        predicted && measured && *measured > 0 ? std::optional(*predicted / *measured) : std::nullopt, 2,
        modelled);
}

std::string launches_text(std::uint64_t count) {
    return count == 1 ? "1 launch" : format_grouped(static_cast<std::int64_t>(count)) + " launches";
}

/// By variant and size; files have the shuffled order of collection.
std::vector<PredictedCase> by_condition(std::span<const PredictedCase> cases) {
    std::vector<std::pair<Condition, const PredictedCase*>> order;
    for (const auto& one : cases) order.emplace_back(condition_of(*one.record), &one);
    const auto key = [](const auto& each) {
        const auto& [condition, one] = each;
        return std::tuple(condition.leaving_free({"n"}), condition.keys());
    };
    std::ranges::stable_sort(order, {}, key);
    std::vector<PredictedCase> sorted;
    for (const auto& [condition, one] : order) sorted.push_back(*one);
    return sorted;
}

constexpr const char* opaque_words =
    "what their blocks wait for each other is in no counter, so that they are further off than sorts with a "
    "plan";

}  // namespace

std::string device_sentence(const DeviceModel& device) {
    // Names of the limits that replace these figures if measured (analyzer::with_limits()).
    const std::array<std::pair<const char*, std::string>, 6> figures{
        {{"copy_bandwidth", fmt::format("device memory {} GB/s", format_fixed(device.dram_gb_per_s, 0))},
         {"l2_bandwidth",
          device.l2_gb_per_s > 0 ? fmt::format("L2 {} GB/s", format_fixed(device.l2_gb_per_s, 0)) : "no L2"},
         {"shared_bandwidth",
          fmt::format("shared memory {} bytes a cycle", format_fixed(device.shared_bytes_per_cycle, 1))},
         {"integer_add_throughput",
          fmt::format("{} warp instructions a cycle", format_fixed(device.issue_per_cycle, 2))},
         {"graph_node_overhead", fmt::format("launch {} ns", format_fixed(device.launch_ns, 0))},
         {"graph_overhead", fmt::format("start of a sort {} ns", format_fixed(device.sort_ns, 0))}}};
    std::string measured, other;
    for (const auto& [limit, text] : figures) {
        auto& list = std::ranges::find(device.measured, limit) == device.measured.end() ? other : measured;
        list += (list.empty() ? "" : ", ") + text;
    }
    auto text = device.name + ": ";
    if (!measured.empty()) text += "measured: " + measured + "; ";
    // A user's own device file describes its figures.
    const bool by_file = measured.empty() && device.provenance == Provenance::measured;
    if (!other.empty())
        text += fmt::format("{}: {}; ", by_file ? "measured, as its file says" : "published", other);
    return text + "constants " +
           (device.calibrated.empty() ? "not calibrated" : "calibrated by " + device.calibrated);
}

std::vector<std::string> device_model_sources(const DeviceModel& device) {
    auto lines = device.source;
    if (!device.measured.empty() && !lines.empty())
        lines.insert(lines.begin(),
                     "Figures that are not measured are from (what these sources say of the measured ones is "
                     "not used):");
    return lines;
}

Table prediction_table(std::span<const PredictedCase> of_file) {
    const auto cases = by_condition(of_file);
    Table table;
    std::vector<Condition> conditions;
    for (const auto& one : cases)
        conditions.push_back(condition_of(*one.record).leaving_free({"time-mode", "device", "backend"}));
    const ConditionColumns columns(conditions, true);
    table.title =
        "Time of a sort as predicted" + (columns.shared().empty() ? std::string() : ": " + columns.shared());
    table.columns.push_back(
        make_column("case_id", "Case", "case", 900, "Number of the case in its file.").names());
    columns.add_columns(table.columns);
    table.columns.push_back(
        make_column("predicted_ns", "Predicted time", "predicted", 1000, "Of the whole sort, by the model.")
            .in("ns"));
    table.columns.push_back(
        make_column(
            "predicted_at_least_ns", "Predicted at least", "at least", 0,
            "In place of a predicted time, where the plan alone tells of the traffic: the time is longer.")
            .in("ns")
            .hidden());
    const bool marked =
        std::ranges::any_of(cases, [](const PredictedCase& one) { return one.least_ns.has_value(); });
    table.columns.push_back(
        make_column("traffic", "Traffic", "traffic", marked ? 35 : 0,
                    "What the memory traffic is of: counters, or the plan, which tells of the least.")
            .left()
            .shown_if(marked));
    table.columns.push_back(make_column("measured_ns", "Measured time", "measured", 800,
                                        "Median time of the sort on the same device.")
                                .in("ns"));
    table.columns.push_back(
        make_column("ratio", "Predicted over measured", "ratio", 700, "Predicted over measured time."));
    table.columns.push_back(
        make_column("rate_mkeys_per_s", "Predicted rate", "rate", 40, "Keys over predicted time.")
            .units("Mkey/s"));
    std::size_t estimated = 0, incomplete = 0, unknown = 0, opaque = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto& one = cases[i];
        estimated += one.instructions_estimated && one.complete ? 1 : 0;
        incomplete += one.least_ns ? 1U : 0U;
        unknown += one.ns || one.least_ns ? 0U : 1U;
        opaque += one.ns && one.opaque ? 1U : 0U;
        std::vector<Cell> cells{count_cell(static_cast<std::int64_t>(one.record->id))};
        std::ranges::move(columns.cells(conditions[i]), std::back_inserter(cells));
        cells.push_back(one.ns ? time_cell(one.ns, modelled) : above_cell(time_cell(one.least_ns, modelled)));
        cells.push_back(time_cell(one.least_ns, modelled));
        cells.push_back(one.ns ? text_cell("counted") : one.least_ns ? text_cell("plan") : Cell{});
        cells.push_back(time_cell(one.measured_ns));
        cells.push_back(ratio_cell(one.ns, one.measured_ns));
        cells.push_back(rate_cell(one.ns.value_or(0) > 0
                                      ? std::optional(1e3 * static_cast<double>(one.record->keys()) / *one.ns)
                                      : std::nullopt,
                                  modelled));
        table.row(std::move(cells));
    }
    if (estimated > 0)
        table.notes.push_back(
            fmt::format("{}: instructions were not counted, but estimated as {} for each access.",
                        plural(estimated, "case"), instructions_per_access));
    if (incomplete > 0)
        table.notes.push_back(fmt::format(
            "{} with traffic 'plan': traffic was not counted, and the required bytes give a lower bound (>) "
            "only. Sorts that read their keys repeatedly take up to thousands of times longer, so there is "
            "no ratio and no rate ('sortscope collect --counters sass' counts traffic).",
            plural(incomplete, "case")));
    if (unknown > 0)
        table.notes.push_back(
            fmt::format("{} cannot be predicted: launches of a library have neither counters nor a plan "
                        "('sortscope collect --counters sass' takes counters).",
                        plural(unknown, "case")));
    if (opaque > 0)
        table.notes.push_back(fmt::format("{} of a library's launches: {} (docs/predict.md).",
                                          plural(opaque, "case"), opaque_words));
    return table;
}

Table predicted_stages_table(std::span<const PredictedStage> stages, const PredictedCase& sort,
                             const DeviceModel& device) {
    Table table;
    table.title = "By stage and kernel";
    std::vector<double> times{device.sort_ns};
    double kernels = 0;
    std::optional<double> measured = sort.measured_ns ? std::optional(0.0) : std::nullopt;
    std::uint64_t launches = 0;
    std::uint64_t unknown = 0, untimed = 0;
    bool complete = true;
    for (const auto& stage : stages) {
        if (stage.known) times.push_back(stage.ns);
        kernels += stage.ns;
        launches += stage.launches;
        unknown += stage.known ? 0U : stage.launches;
        untimed += stage.untimed;
        complete &= stage.complete;
        if (measured && stage.measured_ns)
            *measured += *stage.measured_ns;
        else
            measured.reset();
    }
    const auto scale = scale_of(times);
    table.columns = {
        make_column("stage", "Stage", "stage", 1000).names(),
        make_column("label", "Label", "name", 300).left().wrap(8).names(),
        make_column("kernel", "Kernel", "kernel", 500).left().wrap(12).names(),
        make_column("launches", "Launches", "launches", 400),
        time_column("predicted_ns", "Predicted time", "predicted", scale,
                    "By the model, all launches added up."),
        time_column("measured_ns", "Measured time", "measured", scale,
                    "In the activity trial, on the same device.", 800),
        make_column("ratio", "Predicted over measured", "ratio", 700),
        make_column("limit", "Limit", "limited by", 900, "What takes the longest by itself.").left(),
        make_column("limit_ns", "Limit's time", "alone", 200, "What the limit takes by itself.")
            .scaled(scale)};
    for (const auto& stage : stages) {
        const auto cell =
            scaled_time_cell(stage.known ? std::optional(stage.ns) : std::nullopt, scale, modelled);
        const auto predicted = stage.known && stage.complete ? std::optional(stage.ns) : std::nullopt;
        const auto of_measured = sort.measured_ns ? stage.measured_ns : std::nullopt;
        table.row({count_cell(stage.stage), text_cell(stage.label), text_cell(stage.kernel),
                   count_cell(static_cast<std::int64_t>(stage.launches)),
                   stage.complete ? cell : above_cell(cell), scaled_time_cell(of_measured, scale),
                   ratio_cell(predicted, of_measured),
                   predicted ? text_cell(analyzer::name_of(stage.limit())) : Cell{},
                   scaled_time_cell(
                       predicted ? std::optional(stage.part_ns[static_cast<std::size_t>(stage.limit())])
                                 : std::nullopt,
                       scale, modelled)});
    }
    table.rule();
    const auto total = [&](const char* name, std::optional<double> predicted,
                           std::optional<double> of_measured, std::optional<std::int64_t> count,
                           std::optional<double> least = {}) {
        table.total({text_cell(name), Cell{}, Cell{}, count_cell(count),
                     predicted ? scaled_time_cell(predicted, scale, modelled)
                               : above_cell(scaled_time_cell(least, scale, modelled)),
                     scaled_time_cell(of_measured, scale), ratio_cell(predicted, of_measured)});
    };
    const auto of_kernels = unknown == 0 ? std::optional(kernels) : std::nullopt;
    total("total", complete ? of_kernels : std::nullopt, measured, static_cast<std::int64_t>(launches),
          of_kernels);
    if (sort.moves > 0) total("sets", sort.moves_ns, std::nullopt, static_cast<std::int64_t>(sort.moves));
    total("start", device.sort_ns, std::nullopt, std::nullopt);
    total("sort", sort.ns, sort.measured_ns, std::nullopt, sort.least_ns);
    if (unknown > 0)
        table.notes.push_back(fmt::format("{} cannot be predicted: they have neither counters nor a plan.",
                                          launches_text(unknown)));
    if (sort.moves > 0)
        table.notes.push_back(fmt::format("sets: {} that the sort sets or copies between its launches.",
                                          plural(sort.moves, "piece") + " of memory"));
    if (sort.least_ns)
        table.notes.push_back(
            "Memory traffic was not counted in all launches: the required bytes give a lower bound (>), "
            "which may be far off.");
    if (untimed > 0)
        table.notes.push_back(fmt::format("{} no time of their own: their stages have no measured time.",
                                          launches_text(untimed) + (untimed == 1 ? " has" : " have")));
    if (sort.ns && sort.opaque)
        table.notes.push_back(fmt::format("A library's launches: {} (docs/predict.md).", opaque_words));
    return table;
}

Table prediction_error_table(const PredictionErrors& errors, const std::string& title) {
    Table table;
    table.title = title;
    const auto percent = [](const char* id, const char* heading, const char* head, const char* sentence) {
        return make_column(id, heading, head, 900, sentence).units("%");
    };
    table.columns = {make_column("variant", "Variant", "variant", 1000).left().wrap(10).names(),
                     make_column("cases", "Cases", "cases", 900),
                     percent("median_pct", "Median error", "median", "Median of |predicted / measured - 1|."),
                     percent("mean_pct", "Mean error", "mean", "Mean of |predicted / measured - 1|."),
                     percent("worst_pct", "Worst error", "worst", "Greatest |predicted / measured - 1|."),
                     make_column("worst_case_id", "Worst case", "of case", 500),
                     percent("bias_pct", "Bias", "bias", "Geometric mean of predicted / measured, less 1.")};
    const auto cells = [](const std::string& name, const PredictionError& error) {
        const auto part = [&](double value) {
            return fixed_cell(error.cases > 0 ? std::optional(100 * value) : std::nullopt, 1, modelled);
        };
        return std::vector<Cell>{
            text_cell(name),
            count_cell(static_cast<std::int64_t>(error.cases)),
            part(error.median),
            part(error.mean),
            part(error.worst),
            count_cell(error.cases > 0 ? std::optional(static_cast<std::int64_t>(error.worst_case))
                                       : std::nullopt),
            part(error.bias)};
    };
    for (const auto& [variant, error] : errors.by_variant) table.row(cells(variant, error));
    table.rule();
    table.total(cells("all sorts", errors.sorts));
    if (errors.launches.cases > 0) table.total(cells("launches", errors.launches));
    if (errors.uncounted_cases > 0)
        table.notes.push_back(fmt::format("{} left out: memory traffic was not counted.",
                                          plural(errors.uncounted_cases, "case")));
    if (errors.untimed_launches > 0)
        table.notes.push_back(fmt::format(
            "{} no time of their own, and no part in the errors of launches.",
            launches_text(errors.untimed_launches) + (errors.untimed_launches == 1 ? " has" : " have")));
    return table;
}

Table device_model_table(std::span<const DeviceModel> devices) {
    Table table;
    table.title = "Devices that predictions know by name; --device FILE.json takes another";
    const auto number = [](const char* id, const char* heading, const char* head, const char* unit,
                           int importance) { return make_column(id, heading, head, importance).units(unit); };
    table.columns = {make_column("device", "Device", "device", 1000).left().names(),
                     make_column("compute_capability", "Compute capability", "cc", 600).left(),
                     number("multiprocessors", "Multiprocessors", "SMs", "", 900),
                     number("clock_mhz", "Clock", "clock", "MHz", 900),
                     number("dram_gb_per_s", "Device memory", "memory", "GB/s", 900),
                     number("l2_kib", "L2", "L2", "KiB", 800),
                     number("l2_gb_per_s", "L2 bandwidth", "L2", "GB/s", 500),
                     number("launch_ns", "Launch", "launch", "ns", 400)};
    for (const auto& device : devices) {
        const auto cell = [](double value, int decimals) {
            return fixed_cell(value, decimals, Provenance::published);
        };
        table.row(
            {text_cell(device.name),
             text_cell(device.cc_major == 0 ? "" : fmt::format("{}.{}", device.cc_major, device.cc_minor)),
             cell(device.multiprocessors, 0), cell(device.clock_mhz, 0), cell(device.dram_gb_per_s, 1),
             cell(device.l2_kib, 0), cell(device.l2_gb_per_s, 0), cell(device.launch_ns, 0)});
    }
    return table;
}

}  // namespace sortscope::present
