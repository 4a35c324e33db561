// A metric by stage and substage as a heat map, of one case or of several beside each other.
#pragma once

#include <span>

#include "analyzer/launches/figures.hpp"
#include "core/records.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// Stages (rows) by substages (columns), coloured by the matrix's metric; times in one unit.
Chart matrix_chart(const analyzer::StageMatrix& matrix);

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

}  // namespace sortscope::present
