// Which columns of a table a terminal has room for, and how wide: what table.cpp draws.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "present/table.hpp"

namespace sortscope::present::text {

inline constexpr int table_indent = 2;  ///< of all lines
inline constexpr int column_gap = 2;    ///< between columns

/// How a column is drawn.
struct Plan {
    std::size_t column = 0;
    int natural = 0;
    int width = 0;
    std::string head;                  ///< with the mark, where all its numbers share one
    bool cell_marks = false;           ///< numbers carry marks of their own
    std::set<std::string> texts = {};  ///< different ones of a wrapped column: those of the first rows
    std::string constant =
        {};  ///< what every row says, of two rows or more, that is no value with a provenance; else empty
    int piece = 0;  ///< the longest that its texts are not broken within
};

/// The cell as it is drawn: its mark, where the column's numbers carry marks of their own. Nothing of bars.
std::string cell_text(const Column& column, const Plan& plan, const Cell& cell);
/// Whether nothing is said there.
bool absent(const Column& column, const Cell& cell);
/// Cells that a row has not are absent.
const Cell& cell_at(const Row& row, std::size_t column);
/// Columns of a whole line.
int total(const std::vector<Plan>& plans);
/// `text` in lines of `width` columns.
std::vector<std::string> lines_of(std::string_view text, int width);

/// The columns that a terminal shows at all, at their natural widths.
std::vector<Plan> plan_columns(const Table& table);
/// Sets widths and takes columns out until all fits: those first that say the same in every row, then the
/// least important; gives the names of those. Short names of rows (names_row, up to 14 columns wide) are
/// broken only where no less important column is left to go.
std::vector<std::string> fit(std::vector<Plan>& plans, const std::vector<Column>& columns,
                             std::optional<int> width);
/// Takes the columns out that can stand above their group; gives their numbers.
std::vector<std::size_t> lift_heads(std::vector<Plan>& plans, const std::vector<Column>& columns);

}  // namespace sortscope::present::text
