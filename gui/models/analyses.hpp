// The analyzer's questions over whole files, as the loader's work: sweeps, comparisons, source lines.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/advice/advice.hpp"
#include "analyzer/curves/sweep.hpp"
#include "analyzer/source/lines.hpp"
#include "analyzer/timing/compare.hpp"
#include "gui/models/contents.hpp"
#include "gui/models/loader.hpp"
#include "gui/models/selection.hpp"
#include "present/tables/difference.hpp"

namespace sortscope::gui {

/// Sweeps hold on to the cases that they are of.
struct Sweeps {
    FileContentsPtr of;
    std::string over;
    analyzer::CaseFile file;
    std::vector<analyzer::Sweep> all;
};
/// Over "block", or a parameter by its name. Throws as analyzer::sweeps().
std::shared_ptr<const Sweeps> read_sweeps(Readers& readers, const FileContentsPtr& of,
                                          const std::string& over, double min_effect, const Stale& stale);
/// "block" and the names of parameters that cases of the file have several values of.
std::vector<std::string> sweep_axes(const FileContents& of);

/// What is compared with what.
struct ComparisonQuery {
    std::vector<FileContentsPtr> files;  ///< one, or two whose cases are compared
    std::string across;  ///< of one file: "run", "device", "variant", ..; empty: `base` and `others` alone
    std::string base_value,
        other_value;  ///< of `across`; empty: the side of `base`, and the one that has most in common with it
    CaseRef base;     ///< without `across` and second file: the case that `others` are compared with
    QList<CaseRef> others;
    double min_effect = 0.02;
    bool all = false;  ///< the table has conditions, too, that one side alone has
};
struct ComparisonResult {
    std::vector<analyzer::CaseFile> files;
    std::vector<std::string> paths;     ///< of `files`
    std::vector<analyzer::Side> sides;  ///< all there are across the axis
    std::size_t base = 0, other = 1;    ///< of `sides`
    analyzer::Comparison comparison;
    std::vector<std::size_t> timed;  ///< pairs with a ratio, the greatest effect first, as the table's rows
    std::vector<std::size_t>
        counted;  ///< where none has a ratio: all pairs, as the table's rows, which tell of their counters
    present::Table table;
    std::string freed;    ///< parts that were left free beside the axis, for nothing was alike otherwise
    std::string problem;  ///< why there is nothing to compare, as a sentence
    double min_effect = 0.02;
};
std::shared_ptr<const ComparisonResult> read_comparison(Readers& readers, const ComparisonQuery& query,
                                                        const Stale& stale);

/// Where the difference of one pair of `of` arose.
struct PairStages {
    std::shared_ptr<const ComparisonResult> of;
    std::size_t pair = 0;
    present::PairDifference difference;
};
std::shared_ptr<const PairStages> read_pair(Readers& readers, std::shared_ptr<const ComparisonResult> of,
                                            std::size_t pair);

/// What the source lines of a case cost, and their text where the file keeps it.
struct Lines {
    std::vector<analyzer::LineCounts> lines;
    std::vector<SourceText> sources;
};
std::shared_ptr<const Lines> read_lines(const db::Reader& reader, CaseId id);

/// What makes the case slower than it could be, by the limits that its run measured of its device, else those
/// of the latest run that did.
struct AdviceReading {
    std::shared_ptr<const analyzer::Advice> advice;
    std::shared_ptr<const Lines> lines;  ///< never null; none where no finding names a line
};
/// Null where `stale`.
std::shared_ptr<const AdviceReading> read_advice(const db::Reader& reader, const CaseContents& of,
                                                 const Stale& stale);

/// A sorting network as a chart: its comparators coloured by a metric of their launch (by nothing where it is
/// null). The chart is empty, with a sentence, where the case has no network to draw.
struct NetworkDrawing {
    BarChartPtr chart;
    std::vector<Stage> launches;  ///< their stages, by launch
};
/// `others`: cases compared with it. The first of them whose launches are of the same stages and substages
/// gives the colours: its launches' values over those of `of`; the chart's note says of which, and why others
/// are not drawn.
std::shared_ptr<const NetworkDrawing> read_network(Readers& readers, const CaseContents& of,
                                                   const Metric* metric,
                                                   const std::vector<CaseContentsPtr>& others = {});

/// A figure of a source document made anew from the cases of a file, as charts and tables; the first that the
/// file has values of, where none is asked for.
struct FigureDrawing {
    std::size_t figure = 0;
    std::vector<std::pair<std::string, BarChartPtr>>
        charts;  ///< title and chart: measured, then predicted devices
    present::Table values, claims;
    std::string heading, devices;
    std::vector<std::string> missing;
};
std::shared_ptr<const FigureDrawing> read_figure(const db::Reader& reader, const FileContents& of,
                                                 std::optional<std::size_t> figure);
/// Headings of the figures there are: "Jan et al. 2013, Figure 7: sorting time against N".
std::vector<std::string> figure_headings();

}  // namespace sortscope::gui
