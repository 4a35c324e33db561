#include "present/tables/predict.hpp"

#include <fmt/format.h>

#include "present/tables/condition_columns.hpp"

namespace sortscope::present {
using namespace analyzer;

namespace {
constexpr auto modelled = Provenance::modelled;
constexpr auto modelled_time = [](double ns) { return time_cell(ns, modelled); };

Cell ratio_cell(std::optional<double> predicted, std::optional<double> measured) {
    return fixed_cell(
        predicted && measured && *measured > 0 ? std::optional(*predicted / *measured) : std::nullopt, 2,
        modelled);
}

std::string launches_have(uint64_t count) {
    return plural(count, "launch") + (count == 1 ? " has" : " have");
}

/// Sorts by variant and size, because cases of a file are shuffled.
std::vector<PredictedCase> by_condition(std::span<const PredictedCase> cases) {
    std::vector<PredictedCase> sorted(cases.begin(), cases.end());
    std::ranges::stable_sort(sorted, {}, [](const PredictedCase& one) {
        const auto condition = condition_of(*one.record);
        return std::pair(condition.leaving_free({"n"}), condition.keys());
    });
    return sorted;
}

/// "1.27x": the greater of prediction and measurement over the smaller.
Cell factor_cell(std::optional<double> factor) {
    if (!factor) return {};
    auto cell = fixed_cell(factor, *factor < 10 ? 2 : 0, modelled);
    cell.text += 'x';
    return cell;
}

std::string_view traffic_of(const PredictedCase& one) {
    return !one.ns ? "" : one.complete ? "counted" : "plan";
}
}  // namespace

std::string device_sentence(const DeviceModel& device) {
    // Measured limits with these names replace figures (analyzer::with_limits()).
    std::string measured, assumed, other;
    const auto add = [&](const char* limit, const char* field, const std::string& text) {
        auto& list = contains(device.measured, limit)  ? measured
                     : contains(device.assumed, field) ? assumed
                                                       : other;
        list = join({list, text});
    };
    add("copy_bandwidth", "", fmt::format("device memory {} GB/s", format_fixed(device.dram_gb_per_s, 0)));
    add("l2_bandwidth", "",
        device.l2_gb_per_s > 0 ? fmt::format("L2 {} GB/s", format_fixed(device.l2_gb_per_s, 0))
        : device.has_l2()      ? ""
                               : "no L2");
    add("shared_bandwidth", "",
        fmt::format("shared memory {} bytes a cycle", format_fixed(device.shared_bytes_per_cycle, 1)));
    add("integer_add_throughput", "",
        fmt::format("{} warp instructions a cycle", format_fixed(device.issue_per_cycle, 2)));
    add("graph_node_overhead", "launch_ns", fmt::format("launch {} ns", format_fixed(device.launch_ns, 0)));
    add("graph_overhead", "sort_ns", fmt::format("start of a sort {} ns", format_fixed(device.sort_ns, 0)));
    const auto unknown = fmt::format("{}", fmt::join(device.unknown(), ", "));
    // A user's device file may declare its figures as measured.
    const bool by_file = measured.empty() && device.provenance == Provenance::measured;
    return device.name + ": " +
           join({measured.empty() ? "" : "measured: " + measured,
                 other.empty() ? "" : (by_file ? "measured, as its file says: " : "published: ") + other,
                 assumed.empty() ? "" : "assumed: " + assumed,
                 unknown.empty() ? "" : "no source gives " + unknown + ", so there are bounds alone",
                 device.calibrated.empty() ? "constants not calibrated"
                                           : "constants calibrated by " + device.calibrated},
                "; ");
}

std::vector<std::string> prediction_explanations(const Predictions& data) {
    const auto& device = data.device;
    std::vector<std::string> lines;
    if (!device.source.empty()) lines.push_back("Sources of published figures:");
    for (const auto& source : device.source) lines.push_back("  " + source);
    lines.push_back(fmt::format(
        "predicted: demands by the counters, times by the device's figures (docs/predict.md). With "
        "traffic 'plan' nothing was counted: each required byte moves once, with {} instructions "
        "for each access.",
        instructions_per_access));
    lines.push_back(
        "off by: the greater of prediction and measurement / the smaller: median of the variant's cases with "
        "the same kind of traffic" +
        (data.tried.empty() ? std::string(". No case here was measured on a known device.")
                            : ", measured on " + data.tried + "."));
    lines.push_back(std::string("bound: the launches cannot take less: required bytes at peak bandwidth") +
                    (device.has_measured_launches() ? ", and at least an empty launch each." : "."));
    if (std::ranges::any_of(data.cases, [](const auto& one) { return one.ns && one.opaque; }))
        lines.push_back("Blocks of library sorts wait for each other, which no counter shows.");
    return lines;
}

std::string error_sentence(const Predictions& data) {
    if (data.tried.empty())
        return "No case here was measured on a known device, so the error of the predictions is unknown.";
    if (data.tried == data.device.name) return {};
    return fmt::format("'off by' was measured on {}. The error on {} is unknown.", data.tried,
                       data.device.name);
}

Table prediction_table(std::span<const PredictedCase> of_file) {
    const auto cases = by_condition(of_file);
    const auto condition = [](const PredictedCase& one) {
        return condition_of(*one.record).leaving_free({"time-mode", "device", "backend"});
    };
    const ConditionColumns columns(mapped(cases, condition), true);
    const bool planned = std::ranges::any_of(cases, [](const auto& one) { return one.ns && !one.complete; });
    Fields<PredictedCase> fields{{case_id_column(900).names(), &PredictedCase::record, &CaseRecord::id}};
    append(fields, columns.fields<PredictedCase>(condition));
    append(
        fields,
        {{make_column("predicted_ns", "Predicted time", "predicted", 1000, "Of the whole sort, by the model.")
              .in("ns"),
          &PredictedCase::ns, modelled_time},
         {make_column("predicted_off_by", "Typical error", "off by", 950,
                      "The greater of predicted and measured time over the smaller: median of the variant's "
                      "cases with the same kind of traffic, measured on the recording device."),
          &PredictedCase::factor, factor_cell},
         {text_column("Traffic", planned ? 35 : 0, "Of memory: by counters, or as the plan lists.")
              .shown_if(planned),
          traffic_of},
         {make_column("bound_ns", "Bound", "bound", 850, "Its launches cannot take less.").in("ns"),
          &PredictedCase::bound_ns, modelled_time},
         {make_column("measured_ns", "Measured time", "measured", 800,
                      "Median time of the sort on the same device.")
              .in("ns"),
          &PredictedCase::measured_ns, time_cell},
         {make_column("measured_to_bound", "Measured over bound", "x bound", 790,
                      "Measured time over the bound: 1 is the best possible."),
          [](const auto& one) {
              return one.measured_ns && one.bound_ns.value_or(0) > 0
                         ? fixed_cell(*one.measured_ns / *one.bound_ns, 2, modelled)
                         : Cell{};
          }},
         {make_column("ratio", "Predicted over measured", "ratio", 700, "Predicted over measured time."),
          [](const auto& one) { return ratio_cell(one.ns, one.measured_ns); }},
         {make_column("rate_mkeys_per_s", "Predicted rate", "rate", 40, "Keys over predicted time.")
              .units("Mkey/s"),
          [](const auto& one) {
              return one.ns.value_or(0) > 0 ? rate_cell(1e3 * double(one.record->keys()) / *one.ns, modelled)
                                            : Cell{};
          }}});
    auto table = table_of(fields, cases, columns.titled("Time of a sort as predicted"));
    const auto note = [&](auto holds, const std::string& text) {
        const auto count = std::ranges::count_if(cases, holds);
        if (count > 0) table.note(plural(uint64_t(count), "case") + text);
    };
    note([](const auto& one) { return one.ns && !one.complete; },
         " with traffic 'plan': nothing was counted ('sortscope collect --counters sass' counts).");
    note([](const auto& one) { return !one.ns; },
         " cannot be predicted: launches without counters or a plan, or a device without a figure.");
    return table;
}

Table predicted_stages_table(std::span<const PredictedStage> stages, const PredictedCase& sort,
                             const DeviceModel& device) {
    std::vector<double> times{device.sort_ns};
    double kernels = 0;
    std::optional<double> bound = 0.0;
    std::optional<double> measured = sort.measured_ns ? std::optional(0.0) : std::nullopt;
    uint64_t launches = 0;
    uint64_t unknown = 0, untimed = 0;
    for (const auto& stage : stages) {
        if (stage.known) times.push_back(stage.ns);
        kernels += stage.ns;
        bound = bound && stage.bound_ns ? std::optional(*bound + *stage.bound_ns) : std::nullopt;
        launches += stage.launches;
        unknown += stage.known ? 0U : stage.launches;
        untimed += stage.untimed;
        if (measured && stage.measured_ns)
            *measured += *stage.measured_ns;
        else
            measured.reset();
    }
    const auto scale = scale_of(times);
    const auto known = [](const PredictedStage& stage) {
        return stage.known ? std::optional(stage.ns) : std::nullopt;
    };
    const auto measured_ns = [timed = sort.measured_ns.has_value()](const PredictedStage& stage) {
        return timed ? stage.measured_ns : std::nullopt;
    };
    auto table = table_of(
        Fields<PredictedStage>{
            {make_column("Stage", 1000).names(), &PredictedStage::stage},
            {text_column("label", "Label", "name", 300).wrap(8).names(), &PredictedStage::label},
            {text_column("Kernel", 500).wrap(12).names(), &PredictedStage::kernel},
            {make_column("Launches", 400), &PredictedStage::launches},
            {make_column("predicted_ns", "Predicted time", "predicted", 1000,
                         "By the model, all launches added up.")
                 .scaled(scale),
             known, scaled_with(scale, modelled)},
            {make_column("bound_ns", "Bound", "bound", 350, "Its launches cannot take less.").scaled(scale),
             &PredictedStage::bound_ns, nonzero, scaled_with(scale, modelled)},
            {make_column("measured_ns", "Measured time", "measured", 800,
                         "In the activity trial, on the same device.")
                 .scaled(scale),
             measured_ns, scaled_with(scale)},
            {make_column("ratio", "Predicted over measured", "ratio", 700),
             [&](const auto& stage) { return ratio_cell(known(stage), measured_ns(stage)); }},
            {text_column("limit", "Limit", "limited by", 900, "Part that alone takes the longest."),
             [&](const auto& stage) { return known(stage) ? name_of(stage.limit()) : ""; }},
            {make_column("limit_ns", "Limit's time", "alone", 200, "Time of the limit alone.").scaled(scale),
             [&](const auto& stage) {
                 const auto ns = stage.part_ns[size_t(stage.limit())];
                 return known(stage) ? scaled_time_cell(ns, scale, modelled) : Cell{};
             }}},
        stages, "By stage and kernel");
    table.rule();
    const auto total = [&](const char* name, std::optional<int64_t> count, std::optional<double> predicted,
                           std::optional<double> least = {}, std::optional<double> of_measured = {}) {
        table.total({text_cell(name),
                     {},
                     {},
                     count_cell(count),
                     scaled_time_cell(predicted, scale, modelled),
                     scaled_time_cell(least, scale, modelled),
                     scaled_time_cell(of_measured, scale),
                     ratio_cell(predicted, of_measured)});
    };
    const bool predicts = device.unknown().empty();
    total("total", int64_t(launches), unknown == 0 ? std::optional(kernels) : std::nullopt,
          bound.value_or(0) > 0 ? bound : std::nullopt, measured);
    if (sort.moves > 0)
        total("sets", int64_t(sort.moves), predicts ? std::optional(sort.moves_ns) : std::nullopt);
    const double start = start_bound_ns(device);
    total("start", {}, device.sort_ns, start > 0 ? std::optional(start) : std::nullopt);
    total("sort", {}, sort.ns, sort.bound_ns, sort.measured_ns);
    if (unknown > 0)
        table.note(
            plural(unknown, "launch") +
            " cannot be predicted: launches without counters or a plan, or a device without a figure.");
    if (sort.factor)
        table.note(fmt::format("Predictions of this variant are off by {} (median).",
                               factor_cell(sort.factor).text));
    if (sort.bound_ns && sort.measured_ns)
        table.note(
            fmt::format("The sort took {}x its bound.", format_fixed(*sort.measured_ns / *sort.bound_ns, 2)));
    if (sort.moves > 0)
        table.note(fmt::format("sets: {} of memory that the sort sets or copies between its launches.",
                               plural(sort.moves, "piece")));
    if (sort.ns && !sort.complete)
        table.note("Traffic by the plan: nothing was counted ('sortscope collect --counters sass' counts).");
    if (untimed > 0)
        table.note(launches_have(untimed) + " no time of their own: their stages have no measured time.");
    return table;
}

Table prediction_error_table(const PredictionErrors& errors, const std::string& title) {
    using Named = std::pair<std::string, PredictionError>;
    const auto percent = [](const char* id, const char* heading, const char* head, const char* sentence,
                            double PredictionError::*member) {
        return Field<Named>(make_column(id, heading, head, 900, sentence).units("%"), [=](const Named& one) {
            return one.second.cases > 0 ? percent_cell(one.second.*member, 1, modelled) : Cell{};
        });
    };
    const Fields<Named> fields{
        {text_column("Variant", 1000).wrap(10).names(), &Named::first},
        {make_column("Cases", 900), [](const auto& one) { return one.second.cases; }},
        percent("median_pct", "Median error", "median", "Median of |predicted / measured - 1|.",
                &PredictionError::median),
        percent("mean_pct", "Mean error", "mean", "Mean of |predicted / measured - 1|.",
                &PredictionError::mean),
        percent("worst_pct", "Worst error", "worst", "Greatest |predicted / measured - 1|.",
                &PredictionError::worst),
        {make_column("worst_case_id", "Worst case", "of case", 500),
         [](const auto& one) { return one.second.cases > 0 ? cell_of(one.second.worst_case) : Cell{}; }},
        percent("bias_pct", "Bias", "bias", "Geometric mean of predicted / measured, less 1.",
                &PredictionError::bias)};
    auto table =
        table_of(fields, std::vector<Named>(errors.by_variant.begin(), errors.by_variant.end()), title);
    table.rule();
    const auto total = [&](const char* name, const PredictionError& error) {
        table.total(cells_of(fields, {name, error}));
    };
    total("all sorts", errors.sorts);
    if (errors.planned.cases > 0) total("by plan", errors.planned);
    if (errors.launches.cases > 0) total("launches", errors.launches);
    if (errors.untimed_launches > 0)
        table.note(launches_have(errors.untimed_launches) +
                   " no time of their own, and no part in the errors of launches.");
    return table;
}

Table device_model_table(std::span<const DeviceModel> devices) {
    const auto number = [](const char* id, const char* heading, const char* head, const char* unit,
                           int importance, int decimals, auto member) {
        return Field<DeviceModel>(
            make_column(id, heading, head, importance).units(unit), [=](const DeviceModel& device) {
                return device.*member > 0 && !contains(device.assumed, id)
                           ? fixed_cell(double(device.*member), decimals, Provenance::published)
                           : Cell{};
            });
    };
    return table_of(
        Fields<DeviceModel>{
            {text_column("Device", 1000).names(), &DeviceModel::name},
            {text_column("compute_capability", "Compute capability", "cc", 600),
             [](const auto& device) {
                 return device.cc_major == 0 ? "" : fmt::format("{}.{}", device.cc_major, device.cc_minor);
             }},
            number("multiprocessors", "Multiprocessors", "SMs", "", 900, 0, &DeviceModel::multiprocessors),
            number("clock_mhz", "Clock", "clock", "MHz", 900, 0, &DeviceModel::clock_mhz),
            number("dram_gb_per_s", "Device memory", "memory", "GB/s", 900, 1, &DeviceModel::dram_gb_per_s),
            number("l2_kib", "L2", "L2", "KiB", 800, 0, &DeviceModel::l2_kib),
            number("l2_gb_per_s", "L2 bandwidth", "L2", "GB/s", 500, 0, &DeviceModel::l2_gb_per_s),
            number("launch_ns", "Launch", "launch", "ns", 400, 0, &DeviceModel::launch_ns)},
        devices, "Devices that predictions know by name; --on FILE.json takes another");
}
}
