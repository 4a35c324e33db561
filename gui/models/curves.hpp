// Curves of a file over the number of keys, with bounds, published curves and compared cases.
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
    std::vector<std::string> labels;  ///< unique
    std::vector<std::size_t> like(
        const CaseRecord* record) const;  ///< Indices of the curves with the case's key type and input.
};
std::shared_ptr<const Curves> read_curves(const FileContentsPtr& of, analyzer::Repeats repeats);

/// The additions to a file's curves.
struct CurveExtras {
    std::vector<FileContentsPtr> held;       ///< owners of `others`
    std::optional<double> copy_bytes_per_s;  ///< of the shown case's device
    std::map<CaseId, MetricValue> values;    ///< of the metric, for whole sorts
    std::vector<present::OtherCurve> others;
    std::vector<std::string>
        left_out;  ///< names of compared cases without a curve: a metric of another file's case
};
/// A question for additions.
struct ExtrasQuery {
    std::shared_ptr<const Curves> curves;
    CaseRef shown;  ///< may be none
    std::vector<std::pair<FileContentsPtr, CaseId>> others;
    const Metric* metric = nullptr;  ///< may be null
};
/// Null if stale.
std::shared_ptr<const CurveExtras> read_extras(Readers& readers, const ExtrasQuery& query,
                                               const Stale& stale);

/// The source documents' curves, read once for the program.
const std::vector<present::PublishedCurve>& source_curves();
/// The documents that show a variant in a figure, in their order: "Jan et al. 2013".
std::vector<std::string> sources_of(const std::string& variant);
std::vector<std::string> all_sources();

}  // namespace sortscope::gui
