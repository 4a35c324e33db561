// Several cases in one chart: the first is the one shown, the others stand beside it.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "analyzer/launches/breakdown.hpp"
#include "present/chart.hpp"
#include "present/charts.hpp"

namespace sortscope::analyzer {
struct Advice;
}

namespace sortscope::present {

/// Names of cases by the parts of their conditions in which they differ: "block 256", "bitonic-b2, 2^20
/// keys". Cases that are alike in all are told apart by their numbers.
std::vector<std::string> overlay_names(std::span<const CaseRecord* const> records);

/// A case with its breakdown; all of one chart are grouped alike.
struct OverlayCase {
    const CaseRecord* record = nullptr;
    std::shared_ptr<const analyzer::Breakdown> breakdown;
};

/// A metric's values as bars side by side, a series for each case, times in one unit. Rows are those of the
/// first case in its order, then those that only others have; kernels are met by their names, stages and
/// substages by their numbers. Tooltips give the ratio to the first case.
Chart breakdown_overlay_chart(std::span<const OverlayCase> cases, const Metric& metric);

/// transaction_chart() of several cases: for each row a bar of each case; positions of others have their
/// names behind the row's. Sizes of cases of several provenances are series of their own, each named and
/// marked by its own.
Chart transaction_overlay_chart(std::span<const OverlayCase> cases, Access access, bool old_rule = false);

/// Timelines below each other on one axis of time; 0 is the first record of each. Lanes of others are named
/// by `names`; their launches are no rows. Charts that are empty are left out, and the note says of which.
/// Colours are on one axis, of the charts that have values for it. `names` has as many as `timelines`.
Chart timeline_overlay_chart(std::vector<Chart> timelines, std::span<const std::string> names);

/// A case with its matrix of a metric, of which all of one chart are.
struct MatrixCase {
    const CaseRecord* record = nullptr;
    analyzer::StageMatrix matrix;
};

/// matrix_chart() of several cases beside each other, in one unit and on one axis of colours; stages are the
/// rows of all.
Chart matrices_chart(std::span<const MatrixCase> cases);
/// Cells of the others over those of the first case, beside each other, coloured by how far they are from 1;
/// cells that one of both alone has, or that are 0 in one, are empty.
Chart matrix_ratio_chart(std::span<const MatrixCase> cases);

/// Heat maps of one kind (sweep_heat_chart()) beside each other, an empty column between two: rows are those
/// of the first that there is, then those that only others have, colours on one axis. Conditions are those
/// that all share, or none; the note has the notes of each. Charts without a map are named there; where none
/// has one, it is the first. `names` has as many as `charts`.
Chart heat_charts_beside(std::vector<Chart> charts, std::span<const std::string> names);

/// A case with its advice, which has its stages' places against the limits of its device.
struct RooflineCase {
    const CaseRecord* record = nullptr;
    std::shared_ptr<const analyzer::Advice> advice;
};

/// roofline_chart() of the first case with its limits, and the marks of the others, open, beside its own.
/// Cases without marks are named in the note, and so is a device whose limits are not those that are drawn.
Chart roofline_overlay_chart(std::span<const RooflineCase> cases);

}  // namespace sortscope::present
