// Networks and figures of the source documents, for the loader.
#include <algorithm>
#include <exception>
#include <map>

#include <QFileInfo>

#include "analyzer/reproduce/network.hpp"
#include "analyzer/reproduce/reproduction.hpp"
#include "gui/models/analyses.hpp"
#include "present/chart_notes.hpp"
#include "present/charts.hpp"
#include "present/overlay.hpp"
#include "present/reproduce/reproduce.hpp"
#include "present/timeline_heat.hpp"

namespace sortscope::gui {
namespace {

constexpr std::uint64_t most_wires = 64;  // analyzer::reproduce::network_of() draws no more

std::vector<LaunchRecord> launches_of(const db::Reader& reader, CaseId id) {
    std::vector<LaunchRecord> all;
    reader.launches(id, {}, [&](const LaunchRecord& launch) {
        all.push_back(launch);
        return true;
    });
    return all;
}

BarChartPtr sentence(std::string text) {
    present::Chart chart;
    chart.empty_text = std::move(text);
    return std::make_shared<const BarChart>(std::move(chart));
}

/// What a network is coloured by where cases are compared with its own.
struct ComparedNetwork {
    std::map<std::uint32_t, double> ratios;  ///< by launch; none: no other case has such launches
    present::Axis axis;
    present::NetworkColours said;
};

ComparedNetwork compared_network(Readers& readers, const CaseContents& of,
                                 std::span<const LaunchRecord> launches,
                                 const analyzer::reproduce::Network& network, const Metric& metric,
                                 const std::vector<CaseContentsPtr>& others) {
    std::vector<const CaseRecord*> records{&of.record};
    for (const auto& other : others) records.push_back(&other->record);
    const auto names = present::overlay_names(records);
    ComparedNetwork compared;
    compared.said.shown = names[0];
    for (std::size_t i = 0; i < others.size(); ++i) {
        const auto& other = *others[i];
        const auto& name = names[i + 1];
        // One gives the colours: of those behind it nothing is read.
        const bool alike = compared.ratios.empty() && other.record.workload.n == of.record.workload.n &&
                           other.record.launch_count == launches.size();
        std::vector<LaunchRecord> theirs;
        try {
            if (alike) theirs = launches_of(readers.of(other.path), other.record.id);
        } catch (const std::exception& error) {
            // Its file may be gone meanwhile: the network is that of the case shown, which can be read.
            compared.said.unread.emplace_back(name, error.what());
            continue;
        }
        std::map<std::uint32_t, double> ratios;
        present::Axis axis;
        if (alike && present::same_steps(launches, theirs))
            axis = present::ratio_axis(metric, {launches, of.by_stage->breakdown.get(), names[0]},
                                       {theirs, other.by_stage->breakdown.get(), name}, ratios);
        if (ratios.empty()) {
            compared.said.without.push_back(name);
            continue;
        }
        const auto drawn = analyzer::reproduce::network_of(other.record.workload.n, theirs);
        compared.said.drawn = name;
        compared.said.same_keys =
            drawn && std::ranges::equal(drawn->columns, network.columns, {},
                                        &analyzer::reproduce::NetworkColumn::comparators,
                                        &analyzer::reproduce::NetworkColumn::comparators);
        compared.ratios = std::move(ratios);
        compared.axis = std::move(axis);
    }
    return compared;
}

}  // namespace

std::shared_ptr<const NetworkDrawing> read_network(Readers& readers, const CaseContents& of,
                                                   const Metric* metric,
                                                   const std::vector<CaseContentsPtr>& others) {
    auto drawing = std::make_shared<NetworkDrawing>();
    const auto n = of.record.workload.n;
    if (n > most_wires || n == 0) {
        drawing->chart =
            sentence(present::network_too_large(n, most_wires) +
                     " Choose a smaller one: \u201cn:..64\u201d in the line above the cases finds them.");
        return drawing;
    }
    const auto launches = launches_of(readers.of(of.path), of.record.id);
    const auto network = analyzer::reproduce::network_of(n, launches);
    if (!network) {
        drawing->chart = sentence(present::network_unnamed());
        return drawing;
    }
    std::map<std::uint32_t, double> values;
    const auto compared = metric != nullptr && !others.empty()
                              ? compared_network(readers, of, launches, *network, *metric, others)
                              : ComparedNetwork{};
    auto axis = compared.axis;
    if (!compared.ratios.empty())
        values = compared.ratios;
    else if (metric != nullptr)
        axis = present::heat_axis(*metric, launches, *of.by_stage->breakdown, values);
    std::vector<present::NetworkLink> links;
    for (std::size_t i = 0; i < network->columns.size(); ++i) {
        const auto launch = static_cast<std::uint32_t>(i);
        drawing->launches.push_back(network->columns[i].stage);
        for (const auto& comparator : network->columns[i].comparators) {
            present::NetworkLink link;
            link.low = comparator.low;
            link.high = comparator.high;
            link.descending = comparator.descending;
            link.launch = launch;
            if (const auto value = values.find(launch); value != values.end()) link.heat = value->second;
            links.push_back(link);
        }
    }
    auto chart = present::network_chart(static_cast<std::uint32_t>(n), links, axis);
    present::add_sentence(chart.note, present::network_colours(compared.said));
    drawing->chart = std::make_shared<const BarChart>(std::move(chart));
    return drawing;
}

std::vector<std::string> figure_headings() {
    std::vector<std::string> headings;
    for (const auto& figure : analyzer::reproduce::figures())
        headings.push_back(present::figure_heading(figure));
    return headings;
}

std::shared_ptr<const FigureDrawing> read_figure(const db::Reader& reader, const FileContents& of,
                                                 std::optional<std::size_t> figure) {
    using namespace analyzer::reproduce;
    const Recorded recorded(
        of.cases,
        {[&](CaseId id) { return reader.stages(id); }, [&](CaseId id) { return launches_of(reader, id); },
         [&](CaseId id, std::uint32_t launch) { return reader.sites(id, launch); },
         [&](CaseId id) { return reader.trials(id); },
         [&](CaseId id) { return reader.read_case(id, db::Detail::details); },
         [&](RunId run) { return reader.limits(run); }});
    // Where none is asked for: the first that has values, those with published ones beside them before all
    // others.
    std::vector<std::size_t> order;
    for (const bool compared : {true, false})
        for (std::size_t i = 0; i < figures().size(); ++i)
            if (std::ranges::any_of(figures()[i].columns, [](const Column& column) {
                    return column.published.given();
                }) == compared)
                order.push_back(i);
    if (figure) order = {*figure};
    auto next = order.begin();
    std::size_t at = *next;
    auto made = reproduce(figures().at(at), recorded, {}, device_predictor());
    while (++next != order.end() && !made.has_values())
        made = reproduce(figures().at(at = *next), recorded, {}, device_predictor());
    auto drawing = std::make_shared<FigureDrawing>();
    drawing->figure = at;
    drawing->heading = present::figure_heading(*made.figure);
    drawing->devices = present::figure_devices(made);
    for (auto& one : present::figure_charts(made))
        drawing->charts.emplace_back(one.title, std::make_shared<const BarChart>(std::move(one.chart)));
    drawing->values = present::figure_table(made);
    drawing->claims = present::judgement_table(std::span(&made, 1));
    drawing->missing = present::missing_lines(made, QFileInfo(of.path).fileName().toStdString());
    return drawing;
}

}  // namespace sortscope::gui
