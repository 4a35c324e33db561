// Analyses that the loader runs: curves, sweeps, comparisons and source lines.
#pragma once

#include "analyzer/advice/advice.hpp"
#include "analyzer/curves/sweep.hpp"
#include "analyzer/source/lines.hpp"
#include "gui/models/contents.hpp"
#include "gui/models/selection.hpp"
#include "present/charts/curves.hpp"
#include "present/tables/compare.hpp"

namespace sortscope::gui {
struct Curves {
    FilePtr of;
    analyzer::Repeats repeats{};
    std::vector<analyzer::Curve> all;
    std::vector<std::string> labels;  ///< unique
    /// False for curves of modelled cases: they have counters, but no times.
    bool timed() const {
        return std::ranges::all_of(all, [](const analyzer::Curve& curve) {
            return curve.points.empty() || curve.points.front().median_ns > 0;
        });
    }
};
Shared<Curves> read_curves(const FilePtr& of, analyzer::Repeats repeats);

struct CurveExtras {
    std::vector<FilePtr> held;               ///< owners of `others`
    std::optional<double> copy_bytes_per_s;  ///< of the device of the case shown
    std::map<CaseId, MetricValue> values;    ///< values of the metric for whole sorts
    std::vector<present::OtherCurve> others;
    std::vector<std::string> left_out;  ///< compared cases not drawn, as their metric is not read
};
struct ExtrasQuery {
    Shared<Curves> curves;
    CaseRef shown;
    std::vector<std::pair<FilePtr, CaseId>> others;
    const Metric* metric = nullptr;
};
/// Null if stale.
Shared<CurveExtras> read_extras(Readers& readers, const ExtrasQuery& query, const Stale& stale);
const std::vector<present::PublishedCurve>& source_curves();
/// Documents with figures of `variant`, or of any variant if empty: "Jan et al. 2013".
std::vector<std::string> sources_of(const std::string& variant = {});

struct Sweeps {
    FilePtr of;
    analyzer::CaseFile file;  ///< owns the cases of `all`
    std::vector<analyzer::Sweep> all;
};
/// `over`: "block" or the name of a parameter. Throws as analyzer::sweeps().
Shared<Sweeps> read_sweeps(Readers& readers, const FilePtr& of, const std::string& over, double min_effect,
                           const Stale& stale);
/// "block", and the names of parameters that have several values.
std::vector<std::string> sweep_axes(const FileContents& of);

struct ComparisonQuery {
    std::vector<FilePtr> files;  ///< one, or two to compare
    std::string across;  ///< axis within one file: "run", "device", ..; empty: compare `base` with `others`
    /// Names of the two sides. Default: the side with the case `base`, and the side with most conditions in
    /// common.
    std::string base_value, other_value;
    CaseRef base;  ///< the case to compare `others` with
    QList<CaseRef> others;
    double min_effect = analyzer::default_min_effect;
    bool all = false;  ///< include conditions of only one side
};
struct ComparisonResult {
    std::vector<analyzer::CaseFile> files;
    std::vector<std::string> paths;
    std::vector<analyzer::Side> sides;
    size_t base = 0, other = 1;
    analyzer::Comparison comparison;
    std::vector<size_t> timed;    ///< pairs with a ratio, in the order of the table's rows
    std::vector<size_t> counted;  ///< all pairs, if no pair has a ratio; the table shows counters
    present::Chart sectors;
    present::Table table;
    std::string freed;    ///< parts of the condition that may differ between the sides: "block"
    std::string problem;  ///< reason why the sides are not comparable; else empty
    double min_effect = analyzer::default_min_effect;

    const std::string& path_of(const analyzer::Compared& one) const {
        return paths[size_t(one.file - files.data())];
    }
};
Shared<ComparisonResult> read_comparison(Readers& readers, const ComparisonQuery& query, const Stale& stale);

struct PairStages {
    Shared<ComparisonResult> of;
    present::PairDifference difference;
};
Shared<PairStages> read_pair(Readers& readers, Shared<ComparisonResult> of, size_t pair);

struct Lines {
    std::vector<analyzer::LineCounts> lines;
    std::vector<SourceText> sources;
};
Shared<Lines> read_lines(const db::Reader& reader, CaseId id);

/// Findings on a case, by the limits of its run, else of the latest run with limits.
struct AdviceReading {
    Shared<analyzer::Advice> advice;
    Shared<Lines> lines;  ///< never null
};
/// Null if stale.
Shared<AdviceReading> read_advice(const db::Reader& reader, const CaseContents& of, const Stale& stale);

/// A network coloured by a metric of each launch. Without a network, the chart is only a sentence.
struct NetworkDrawing {
    BarChartPtr chart;
    std::vector<Stage> launches;
};
Shared<NetworkDrawing> read_network(const db::Reader& reader, const CaseContents& of, const Metric* metric);

struct FigureDrawing {
    size_t figure = 0;
    /// Titles and charts of present::figure_charts().
    std::vector<std::pair<std::string, BarChartPtr>> charts;
    present::Table values, claims;
    std::string heading, devices;
    std::vector<std::string> missing;
};
Shared<FigureDrawing> read_figure(const db::Reader& reader, const FileContents& of,
                                  std::optional<size_t> figure);
/// "Jan et al. 2013, Figure 7: sorting time against N".
std::vector<std::string> figure_headings();
}
