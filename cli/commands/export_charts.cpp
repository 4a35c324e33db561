// Charts of `sortscope export`, by name.
#include "analyzer/curves/sweep.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "analyzer/timing/compare.hpp"
#include "analyzer/timing/history.hpp"
#include "cli/commands/export.hpp"
#include "present/charts/breakdown.hpp"
#include "present/charts/compare.hpp"
#include "present/charts/curves.hpp"
#include "present/charts/matrix.hpp"
#include "present/charts/network.hpp"
#include "present/charts/roofline.hpp"
#include "present/charts/sweep.hpp"
#include "present/charts/timeline.hpp"
#include "present/tables/case.hpp"

namespace sortscope::cli {
namespace {
void check_launches(const CaseRecord& details) {
    if (details.launch_count > most_drawn_launches)
        fail(ErrorKind::unsupported,
             "Case {} has {}, more than a picture can show ({}). --chart substages adds them up.", details.id,
             plural(details.launch_count, "launch"), format_grouped(most_drawn_launches));
}

template <bool with_transfers>
Chart timeline(const db::Reader& reader, const CaseRecord& details, const ChartRequest&) {
    check_launches(details);
    auto shown = details;
    if (!with_transfers) shown.transfers.clear();
    auto chart = timeline_chart(shown, read_launches(reader, details.id, {.counters = false}));
    if (!with_transfers && !chart.empty()) chart.title = "Timeline of the launches";
    return chart;
}

Chart series(const db::Reader& reader, const CaseRecord& details, const ChartRequest& request) {
    check_launches(details);
    const auto runs = sampled_runs(reader.sampled_launches(details.id), reader.series(details.id));
    const auto run = request.comparing.time_mode
                         ? std::ranges::find(runs, *request.comparing.time_mode, &SampledRun::mode)
                         : runs.begin();
    if (run == runs.end()) {
        Chart none;
        none.empty_text = "This case has no series over time. Collect with --counters series on a GPU.";
        return none;
    }
    return sampled_chart(details, read_launches(reader, details.id, {.counters = false}), *run,
                         limits_of(reader, details));
}

std::shared_ptr<const Breakdown> read_breakdown(const db::Reader& reader, const CaseRecord& details,
                                                Grouping grouping) {
    return std::make_shared<const Breakdown>(analyzer::breakdown(reader, details, grouping));
}

template <Grouping grouping>
Chart breakdown(const db::Reader& reader, const CaseRecord& details, const ChartRequest& request) {
    if (grouping == Grouping::launch) check_launches(details);
    return breakdown_chart(read_breakdown(reader, details, grouping), metric(request.metric), details);
}

template <Access access>
Chart transactions(const db::Reader& reader, const CaseRecord& details, const ChartRequest&) {
    return transaction_chart(
        std::vector<OverlayCase>{{&details, read_breakdown(reader, details, Grouping::stage)}}, access);
}

Chart matrix(const db::Reader& reader, const CaseRecord& details, const ChartRequest& request) {
    return matrices_chart(std::vector<MatrixCase>{
        {&details,
         stage_matrix(analyzer::breakdown(reader, details, Grouping::substage),
                      analyzer::breakdown(reader, details, Grouping::stage), metric(request.metric))}});
}

Chart roofline(const db::Reader& reader, const CaseRecord& details, const ChartRequest&) {
    return case_roofline_chart(details, reader.stages(details.id), limits_of(reader, details));
}

Chart network(const db::Reader& reader, const CaseRecord& details, const ChartRequest&) {
    check_launches(details);
    return case_network_chart(details.keys(), read_launches(reader, details.id, {.counters = false}));
}

template <CurveKind kind>
Chart curves(const CaseFile& file, const ChartRequest&) {
    const auto* axis = kind == CurveKind::throughput ? "n" : "block";
    const auto [curves, note] = most_common_curves(curves_over(axis, file.cases));
    auto chart = curve_chart(curves, kind, nullptr);
    if (!chart.note.empty() && chart.series.size() < curves.size())
        chart.note += " --variant and --block choose.";
    if (!note.empty()) chart.note = note + (chart.note.empty() ? "" : " " + chart.note);
    return chart;
}

std::vector<Sweep> sweeps_over(const CaseFile& file, const ChartRequest& request) {
    return analyzer::sweeps(file, sweep_axes(file, request.over), request.comparing.time_mode,
                            request.comparing.min_effect);
}

Chart sweep(const CaseFile& file, const ChartRequest& request) {
    return sweep_chart(sweeps_over(file, request));
}

Chart sweep_heat(const CaseFile& file, const ChartRequest& request) {
    return sweep_heat_chart(sweeps_over(file, request));
}

Chart comparison(const CaseFile& file, const ChartRequest& request) {
    if (request.across.empty())
        wrong_request("--chart comparison needs --across, as in --across variant=bitonic-b2,bitonic-c4.");
    CompareOptions options;
    const auto [name, values] = split_pair(request.across);
    options.across = {parse_axis(name, file.cases)};
    if (!values.empty()) options.values = split_list(values);
    options.time_mode = request.comparing.time_mode;
    options.min_effect = request.comparing.min_effect;
    const std::vector<CaseFile> files{file};
    const auto sides = comparison_sides(files, options);
    if (sides.size() > 2)
        wrong_request("A chart compares two sides, and there are {}. Name them: --across {}={},{}.",
                      sides.size(), name, sides[0].name, sides[1].name);
    return comparison_chart(compare(sides[0], sides[1], options), sides[0].name, sides[1].name,
                            options.min_effect);
}

Chart history(const CaseFile& file, const ChartRequest& request) {
    const auto found = histories(file, request.comparing.time_mode, request.comparing.min_effect);
    if (found.empty())
        wrong_request("No chosen case of '{}' was collected in two runs, so there is no history.", file.name);
    if (found.size() > 1)
        wrong_request(
            "{} conditions have a history. Choose one by --variant, --n, --time-mode; the first is {}.",
            found.size(), found.front().condition.label());
    return history_chart(found.front(), request.comparing.min_effect);
}
}  // namespace

const std::vector<NamedChart>& named_charts() {
    static const std::vector<NamedChart> charts{
        {"stages", "time, or --metric, by stage", breakdown<Grouping::stage>},
        {"substages", "the same by stage and substage", breakdown<Grouping::substage>},
        {"launches", "the same by launch", breakdown<Grouping::launch>},
        {"kernels", "the same by kernel", breakdown<Grouping::kernel>},
        {"matrix", "heat map of stages by substages, of time or --metric", matrix},
        {"loads", "transactions of 32, 64, 96 and 128 bytes by stage, of loads", transactions<Access::loads>},
        {"stores", "the same of stores", transactions<Access::stores>},
        {"timeline", "launches by stage over time, and transfers between them", timeline<true>},
        {"sort", "the timeline without the transfers", timeline<false>},
        {"series", "the timeline of a sampled run, with DRAM, L2 and SM activity in percent of the limits",
         series},
        {"roofline", "instructions a second against instructions a byte, by stage, with the device's limits",
         roofline},
        {"network", "the sorting network of at most 64 keys, coloured by the launches' times", network},
        {"throughput", "rate against the number of keys", nullptr, curves<CurveKind::throughput>},
        {"blocks", "time against the block size", nullptr, curves<CurveKind::block_sweep>},
        {"sweep", "time against --over, with intervals", nullptr, sweep},
        {"sweep-matrix", "heat map of number of keys by --over", nullptr, sweep_heat},
        {"comparison", "ratio of times by condition, --across what differs", nullptr, comparison},
        {"history", "time of a condition over the runs of a file", nullptr, history},
    };
    return charts;
}

const NamedChart& named_chart(std::string_view name) {
    const auto found = std::ranges::find(named_charts(), name, &NamedChart::name);
    if (found != named_charts().end()) return *found;
    wrong_request("There is no chart '{}'.{} The charts are {}.", name,
                  nearest_sentence(name, named_charts(), &NamedChart::name),
                  join(named_charts(), ", ", &NamedChart::name));
}

Chart case_chart(const db::Reader& reader, CaseId id, const NamedChart& named, const ChartRequest& request) {
    const auto details = reader.read_case(id, db::Detail::details);
    auto chart = named.of_case(reader, details, request);
    if (chart.conditions.empty())
        chart.conditions = fmt::format("{}, {}", case_title(details), device_text(details.device));
    return chart;
}
}
