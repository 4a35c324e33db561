// Charts of `sortscope export`, by name.
#include <algorithm>
#include <memory>

#include <fmt/core.h>

#include "analyzer/curves/sweep.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "analyzer/timing/axis.hpp"
#include "analyzer/timing/history.hpp"
#include "cli/commands/export.hpp"
#include "cli/options/case_files.hpp"
#include "cli/output/output.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "present/charts/breakdown.hpp"
#include "present/charts/compare.hpp"
#include "present/charts/curves.hpp"
#include "present/charts/matrix.hpp"
#include "present/charts/roofline.hpp"
#include "present/charts/sweep.hpp"
#include "present/charts/timeline.hpp"
#include "present/charts/transactions.hpp"
#include "present/reproduce/reproduce.hpp"
#include "present/tables/breakdown.hpp"
#include "present/tables/case.hpp"

namespace sortscope::cli {
namespace {

using analyzer::Grouping;
using present::Chart;

void check_launches(const CaseRecord& details) {
    if (details.launch_count > most_drawn_launches)
        throw Error(
            ErrorKind::unsupported,
            fmt::format(
                "Case {} has {} launches, more than a picture can show ({}). --chart substages adds them up.",
                static_cast<std::int64_t>(details.id),
                format_grouped(static_cast<std::int64_t>(details.launch_count)),
                format_grouped(most_drawn_launches)));
}

Chart timeline(const db::Reader& reader, CaseRecord details, bool kernels_alone) {
    check_launches(details);
    const auto launches = read_launches(reader, details.id, {.counters = false});
    if (kernels_alone) details.transfers.clear();
    auto chart = present::timeline_chart(details, launches, reader.series(details.id));
    if (kernels_alone && !chart.empty()) chart.title = "Timeline of the launches";
    return chart;
}

Chart network(const db::Reader& reader, const CaseRecord& details) {
    check_launches(details);
    return present::case_network_chart(details.keys(),
                                       read_launches(reader, details.id, {.counters = false}));
}

Chart breakdown(const db::Reader& reader, const CaseRecord& details, Grouping grouping,
                const Metric& metric) {
    if (grouping == Grouping::launch) check_launches(details);
    return present::breakdown_chart(
        std::make_shared<analyzer::Breakdown>(analyzer::breakdown(reader, details, grouping)), metric,
        details);
}

}  // namespace

const std::vector<ChartName>& chart_names() {
    static const std::vector<ChartName> names{
        {"stages", true, "time, or --metric, by stage"},
        {"substages", true, "the same by stage and substage"},
        {"launches", true, "the same by launch"},
        {"kernels", true, "the same by kernel"},
        {"matrix", true, "heat map of stages by substages, of time or --metric"},
        {"loads", true, "transactions of 32, 64, 96 and 128 bytes by stage, of loads"},
        {"stores", true, "the same of stores"},
        {"timeline", true, "transfers, launches by stage, series over time"},
        {"sort", true, "the timeline without the transfers"},
        {"roofline", true,
         "instructions a second against instructions a byte, by stage, with the device's limits"},
        {"network", true, "the sorting network of at most 64 keys, coloured by the launches' times"},
        {"throughput", false, "rate against the number of keys"},
        {"blocks", false, "time against the block size"},
        {"sweep", false, "time against --over, with intervals"},
        {"sweep-matrix", false, "heat map of number of keys by --over"},
        {"comparison", false, "ratio of times by condition, --across what differs"},
        {"history", false, "time of a condition over the runs of a file"},
    };
    return names;
}

const ChartName& chart_name(const std::string& name) {
    const auto found = std::ranges::find(chart_names(), name, &ChartName::name);
    if (found != chart_names().end()) return *found;
    std::vector<std::string_view> known;
    std::string all;
    for (const auto& one : chart_names()) {
        known.push_back(one.name);
        all += (all.empty() ? "" : ", ") + std::string(one.name);
    }
    wrong_request("There is no chart '{}'.{} The charts are {}.", name, nearest_sentence(name, known), all);
}

Chart case_chart(const db::Reader& reader, CaseId id, const ChartRequest& request) {
    const auto details = reader.read_case(id, db::Detail::details);
    const auto& measure = metric(request.metric);
    const auto made = [&]() -> Chart {
        if (request.name == "stages") return breakdown(reader, details, Grouping::stage, measure);
        if (request.name == "substages") return breakdown(reader, details, Grouping::substage, measure);
        if (request.name == "launches") return breakdown(reader, details, Grouping::launch, measure);
        if (request.name == "kernels") return breakdown(reader, details, Grouping::kernel, measure);
        if (request.name == "loads")
            return present::transaction_chart(analyzer::breakdown(reader, details, Grouping::stage),
                                              present::Access::loads);
        if (request.name == "stores")
            return present::transaction_chart(analyzer::breakdown(reader, details, Grouping::stage),
                                              present::Access::stores);
        if (request.name == "timeline") return timeline(reader, details, false);
        if (request.name == "sort") return timeline(reader, details, true);
        if (request.name == "roofline")
            return present::case_roofline_chart(details, reader.stages(id), limits_of(reader, details));
        if (request.name == "network") return network(reader, details);
        return present::matrix_chart(
            analyzer::stage_matrix(analyzer::breakdown(reader, details, Grouping::substage),
                                   analyzer::breakdown(reader, details, Grouping::stage), measure));
    };
    auto chart = made();
    if (chart.conditions.empty())
        chart.conditions =
            fmt::format("{}, {}", present::case_title(details), present::device_text(details.device));
    return chart;
}

namespace {

std::vector<analyzer::Sweep> sweeps_over(const analyzer::CaseFile& file, const ChartRequest& request) {
    std::vector<std::string> axes;
    for (const auto& name : split_list(request.over)) axes.push_back(analyzer::parse_axis(name, file.cases));
    if (axes.size() > 2) wrong_request("A sweep is over one or two axes, as in --over block,max_keys.");
    return analyzer::sweeps(file, axes, request.time_mode, request.min_effect);
}

Chart comparison(const analyzer::CaseFile& file, const ChartRequest& request) {
    if (request.across.empty())
        wrong_request(
            "--chart comparison needs --across: what differs between the two sides, as in --across "
            "variant=bitonic-b2,bitonic-c4.");
    analyzer::CompareOptions options;
    const auto equal = request.across.find('=');
    options.across = {analyzer::parse_axis(request.across.substr(0, equal), file.cases)};
    if (equal != std::string::npos) options.values = split_list(request.across.substr(equal + 1));
    options.time_mode = request.time_mode;
    options.min_effect = request.min_effect;
    const std::vector<analyzer::CaseFile> files{file};
    const auto sides = analyzer::comparison_sides(files, options);
    if (sides.size() > 2)
        wrong_request("A chart compares two sides, and there are {}. Name them: --across {}={},{}.",
                      sides.size(), request.across.substr(0, equal), sides[0].name, sides[1].name);
    return present::comparison_chart(analyzer::compare(sides[0], sides[1], options), sides[0].name,
                                     sides[1].name, options.min_effect);
}

Chart history(const analyzer::CaseFile& file, const ChartRequest& request) {
    const auto found = analyzer::histories(file, request.time_mode, request.min_effect);
    if (found.empty())
        wrong_request("No case of '{}' that was chosen was collected in two runs, so there is no history.",
                      file.name);
    if (found.size() > 1)
        wrong_request(
            "{} conditions have a history. Choose one: --variant, "
            "--size, --time-mode, ...; the first is {}.",
            found.size(), found.front().condition.label());
    return present::history_chart(found.front(), request.min_effect);
}

}  // namespace

Chart file_chart(const db::Reader& reader, const std::string& file, const CaseOptions& cases,
                 const ChartRequest& request) {
    check_names(reader, cases);
    const auto all = case_file(reader, file, cases);
    if (request.name == "throughput")
        return present::curve_chart(analyzer::curves_over("n", all.cases), present::CurveKind::throughput,
                                    nullptr);
    if (request.name == "blocks")
        return present::curve_chart(analyzer::curves_over("block", all.cases),
                                    present::CurveKind::block_sweep, nullptr);
    if (request.name == "sweep") return present::sweep_chart(sweeps_over(all, request));
    if (request.name == "sweep-matrix") return present::sweep_heat_chart(sweeps_over(all, request));
    if (request.name == "comparison") return comparison(all, request);
    return history(all, request);
}

}  // namespace sortscope::cli
