// Draws present::Table on a terminal: aligned, fitted to the screen, with the provenance of its numbers
// marked.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "present/table.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::present::text {

/// The whole table: its title, its rows, the columns that had to be left out, its notes.
std::string draw(const Table& table, const Screen& screen);

/// The same of a table whose columns are worth the same: where they do not fit beside each other it goes on
/// below, in parts of which each begins with the columns that name its rows. Its notes stand below the last.
std::string draw_in_parts(const Table& table, const Screen& screen);

/// The title as a line of its own, `first` columns from the left; nothing where there is none.
std::string draw_title(const Table& table, const Screen& screen, int first = 0);

/// The head and the rows, each line indented by two. A column whose numbers share one provenance carries its
/// mark in its head, so that the table stays readable; where they differ each number carries its own. A rule
/// stands before the first of totals. Names of columns that had to be left out are added to `left_out`, each
/// once. No line has blanks at its end, no text of a cell steers the terminal.
std::string draw_rows(const Table& table, const Screen& screen, std::vector<std::string>& left_out);

/// Draws a table whose rows are too many to be held: the columns, their widths and marks are fitted to a part
/// of the rows.
class RowByRow {
 public:
    /// `part` has the columns and those rows.
    RowByRow(const Table& part, const Screen& screen);
    ~RowByRow();
    RowByRow(const RowByRow&) = delete;
    RowByRow& operator=(const RowByRow&) = delete;

    /// Of each column whether it is drawn.
    const std::vector<bool>& drawn() const;
    const std::vector<std::string>& left_out() const;
    /// The same, with what every row of `part` says: "status (ok in every row)".
    const std::vector<std::string>& left_out_said() const;
    /// The head, then one row after the other, as draw_rows() draws them.
    std::string heads();
    std::string row(const Row& row);

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// The sentences below the table, indented by two.
std::string draw_notes(const Table& table, const Screen& screen);

/// "Left out to fit 80 columns: ..." indented by two, with its line end; nothing where nothing was left out.
/// `of_several`: below several tables, of which some may show what others leave out.
std::string left_out_sentence(const std::vector<std::string>& left_out, const Screen& screen,
                              bool of_several = false);

/// The legend of the marks of these provenances, indented by two, with its line end; nothing where there are
/// no numbers.
std::string draw_legend(const std::set<Provenance>& provenances, const Screen& screen, bool others = false);

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
/// Sets widths and removes columns until the rest fits: constant columns first, then the least important.
/// Returns the names of the removed ones.
std::vector<std::string> fit(std::vector<Plan>& plans, const std::vector<Column>& columns,
                             std::optional<int> width);
/// A bar of `fraction` (0..1, clamped) of `width` columns, to an eighth of a column in UTF-8, else in '#'.
/// Whatever is above 0 leaves at least a thin mark ("." in ASCII); not padded.
std::string bar(double fraction, int width, const Screen& screen);

}  // namespace sortscope::present::text
