// The columns of the counters table, as data: title, unit, meaning, source and how a row's number is read and
// written.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QString>

#include "analyzer/breakdown.hpp"

namespace sortscope::gui {

/// One column of the counters table.
struct StageColumn {
    QString title;        ///< "Sectors loaded"
    QString unit;         ///< "sectors"; empty for names and plain counts
    QString shown_unit;   ///< the unit where neither the title nor the values say it, for the header
    QString description;  ///< one sentence
    bool shown = true;    ///< at first; the user shows and hides columns
    std::optional<Provenance>
        provenance;  ///< of every value in it; nothing where it is no figure, or where they differ
    std::function<std::optional<double>(const analyzer::BreakdownRow&)>
        value;  ///< in `unit`; empty for a text column
    std::function<QString(const analyzer::BreakdownRow&)> text;
    std::function<std::optional<Provenance>(const analyzer::BreakdownRow&)>
        row_provenance;      ///< of one row's value
    bool names_row = false;  ///< says which row it is (stage, label), so it has no total
    bool is_share = false;   ///< value is 0..1 of the whole, drawn as a bar
};

/// Columns for `breakdown`: the fixed ones, then every counter of the catalogue that the breakdown has.
/// Columns without any value (time of a modelled case) are left out.
std::vector<StageColumn> stage_columns(const analyzer::Breakdown& breakdown);

/// "substage" and so on: what one row of the grouping is.
QString grouping_text(analyzer::Grouping grouping);

/// What a row is called in tooltips and charts: "stage 3, substage 2 (mirror)".
QString row_text(const analyzer::BreakdownRow& row, analyzer::Grouping grouping);

}  // namespace sortscope::gui
