// Curves of a file over the number of keys, and what charts of them are held against, as the loader's work.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/curves/curve.hpp"
#include "gui/models/contents.hpp"
#include "gui/models/loader.hpp"
#include "gui/models/selection.hpp"
#include "present/charts/throughput.hpp"

namespace sortscope::gui {

struct Curves {
    FileContentsPtr of;
    analyzer::Repeats repeats{};
    std::vector<analyzer::Curve> all;
    std::vector<std::string> labels;  ///< of each, no two alike
    std::vector<std::size_t> like(const CaseRecord* record)
        const;  ///< those that can be drawn together with the case: of its key type and input
};
std::shared_ptr<const Curves> read_curves(const FileContentsPtr& of, analyzer::Repeats repeats);

/// What lies over the curves of a file.
struct CurveExtras {
    std::vector<FileContentsPtr> held;       ///< whose cases `others` are
    std::optional<double> copy_bytes_per_s;  ///< of the device of the case shown
    std::map<CaseId, MetricValue> values;    ///< of the metric, of whole sorts
    std::vector<present::OtherCurve> others;
    std::vector<std::string>
        left_out;  ///< names of others that have no curve in this quantity: a metric of another file's cases
};
/// What is wanted of them.
struct ExtrasQuery {
    std::shared_ptr<const Curves> curves;
    CaseRef shown;  ///< none: no copy bandwidth, no others
    std::vector<std::pair<FileContentsPtr, CaseId>> others;
    const Metric* metric = nullptr;  ///< of the cases of curves like that of the case shown
};
/// Null where `stale`.
std::shared_ptr<const CurveExtras> read_extras(Readers& readers, const ExtrasQuery& query,
                                               const Stale& stale);

/// The source documents' curves, read once for the program.
const std::vector<present::PublishedCurve>& source_curves();
/// The documents that show a variant in a figure, in their order: "Jan et al. 2013".
std::vector<std::string> sources_of(const std::string& variant);
std::vector<std::string> all_sources();

}  // namespace sortscope::gui
