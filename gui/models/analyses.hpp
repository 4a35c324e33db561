// The analyzer's questions about whole files, for the loader: curves, sweeps, comparisons, source lines.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/advice/advice.hpp"
#include "analyzer/curves/curve.hpp"
#include "analyzer/curves/sweep.hpp"
#include "analyzer/source/lines.hpp"
#include "analyzer/timing/compare.hpp"
#include "gui/models/contents.hpp"
#include "gui/models/loader.hpp"
#include "gui/models/selection.hpp"
#include "present/charts/curves.hpp"
#include "present/tables/difference.hpp"

namespace sortscope::gui {

struct Curves {
    FileContentsPtr of;
    analyzer::Repeats repeats{};
    std::vector<analyzer::Curve> all;
    std::vector<std::string> labels;  ///< unique
    /// Indices of the curves with the case's key type and input.
    std::vector<std::size_t> like(const CaseRecord* record) const;
};
std::shared_ptr<const Curves> read_curves(const FileContentsPtr& of, analyzer::Repeats repeats);

/// Additions to a file's curves.
struct CurveExtras {
    std::vector<FileContentsPtr> held;       ///< owners of `others`
    std::optional<double> copy_bytes_per_s;  ///< of the shown case's device
    std::map<CaseId, MetricValue> values;    ///< of the metric, for whole sorts
    std::vector<present::OtherCurve> others;
    std::vector<std::string> left_out;  ///< compared cases of other files, which have no metric
};
struct ExtrasQuery {
    std::shared_ptr<const Curves> curves;
    CaseRef shown;  ///< may be none
    std::vector<std::pair<FileContentsPtr, CaseId>> others;
    const Metric* metric = nullptr;  ///< may be null
};
/// Null if stale.
std::shared_ptr<const CurveExtras> read_extras(Readers& readers, const ExtrasQuery& query,
                                               const Stale& stale);

/// The source documents' curves, read once.
const std::vector<present::PublishedCurve>& source_curves();
/// The documents that show a variant in a figure (all if empty), in their order: "Jan et al. 2013".
std::vector<std::string> sources_of(const std::string& variant = {});

struct Sweeps {
    FileContentsPtr of;
    analyzer::CaseFile file;  ///< owns the cases of `all`
    std::vector<analyzer::Sweep> all;
};
/// Over "block", or a parameter by its name. Throws as analyzer::sweeps().
std::shared_ptr<const Sweeps> read_sweeps(Readers& readers, const FileContentsPtr& of,
                                          const std::string& over, double min_effect, const Stale& stale);
/// "block" and the parameters with several values in the file.
std::vector<std::string> sweep_axes(const FileContents& of);

struct ComparisonQuery {
    std::vector<FileContentsPtr> files;  ///< one, or two to compare
    std::string across;  ///< within one file: "run", "device", "variant", ..; empty: `base` and `others`
    /// Of `across`; empty: the side of `base`, and the one most like it.
    std::string base_value, other_value;
    CaseRef base;  ///< the case to compare `others` with
    QList<CaseRef> others;
    double min_effect = 0.02;
    bool all = false;  ///< also conditions that only one side has
};
struct ComparisonResult {
    std::vector<analyzer::CaseFile> files;
    std::vector<std::string> paths;     ///< of `files`
    std::vector<analyzer::Side> sides;  ///< all values of the axis
    std::size_t base = 0, other = 1;    ///< of `sides`
    analyzer::Comparison comparison;
    std::vector<std::size_t> timed;    ///< pairs with a ratio by effect, as the table's rows
    std::vector<std::size_t> counted;  ///< without ratios: all pairs, with counters in the table
    present::Table table;
    std::string freed;    ///< other parts that were left free
    std::string problem;  ///< why there is nothing to compare, as a sentence
    double min_effect = 0.02;

    const std::string& path_of(const analyzer::Compared& one) const {
        return paths[static_cast<std::size_t>(one.file - files.data())];
    }
};
std::shared_ptr<const ComparisonResult> read_comparison(Readers& readers, const ComparisonQuery& query,
                                                        const Stale& stale);

/// The difference of one pair of `of`, by stage.
struct PairStages {
    std::shared_ptr<const ComparisonResult> of;
    present::PairDifference difference;
};
std::shared_ptr<const PairStages> read_pair(Readers& readers, std::shared_ptr<const ComparisonResult> of,
                                            std::size_t pair);

/// The source lines of a case with their costs, and their texts if the file has them.
struct Lines {
    std::vector<analyzer::LineCounts> lines;
    std::vector<SourceText> sources;
};
std::shared_ptr<const Lines> read_lines(const db::Reader& reader, CaseId id);

/// The case's findings, by the limits that its run measured, else those of the latest run with limits.
struct AdviceReading {
    std::shared_ptr<const analyzer::Advice> advice;
    std::shared_ptr<const Lines> lines;  ///< never null
};
/// Null if stale.
std::shared_ptr<const AdviceReading> read_advice(const db::Reader& reader, const CaseContents& of,
                                                 const Stale& stale);

/// A sorting network, coloured by a metric of each launch; without one an empty chart with a sentence.
struct NetworkDrawing {
    BarChartPtr chart;
    std::vector<Stage> launches;  ///< by launch
};
std::shared_ptr<const NetworkDrawing> read_network(const db::Reader& reader, const CaseContents& of,
                                                   const Metric* metric);

/// A source document's figure drawn from the cases of a file.
struct FigureDrawing {
    std::size_t figure = 0;
    /// Title and chart: measured, then predicted devices.
    std::vector<std::pair<std::string, BarChartPtr>> charts;
    present::Table values, claims;
    std::string heading, devices;
    std::vector<std::string> missing;
};
std::shared_ptr<const FigureDrawing> read_figure(const db::Reader& reader, const FileContents& of,
                                                 std::optional<std::size_t> figure);
/// "Jan et al. 2013, Figure 7: sorting time against N".
std::vector<std::string> figure_headings();

}  // namespace sortscope::gui
