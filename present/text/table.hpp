// Draws Table on a terminal: aligned, fitted to the screen, with marks of provenance.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "present/table.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::present::text {

/// Title, rows, names of columns left out, notes.
std::string draw(const Table& table, const Screen& screen);

/// For tables with columns of equal importance: what does not fit goes on below, each part with the columns
/// that name rows.
std::string draw_in_parts(const Table& table, const Screen& screen);

/// The title on a line of its own.
std::string draw_title(const Table& table, const Screen& screen, int first = 0);

/// Head and rows, indented by two. A column of one provenance has its mark in the head, else each number has
/// its own. Adds names of columns left out to `left_out`, each once.
std::string draw_rows(const Table& table, const Screen& screen, std::vector<std::string>& left_out);

inline constexpr int table_indent = 2;  ///< of all lines
inline constexpr int column_gap = 2;    ///< between columns

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

/// Draws a table with too many rows to hold; columns are fitted to its first rows.
class RowByRow {
 public:
    /// `part`: the columns and the first rows.
    RowByRow(const Table& part, const Screen& screen);

    const std::vector<bool>& drawn() const { return drawn_; }
    const std::vector<std::string>& left_out() const { return left_out_; }
    /// With the value of constant columns: "status (ok in every row)".
    const std::vector<std::string>& left_out_said() const { return left_out_said_; }
    std::string heads();
    std::string row(const Row& row);

 private:
    void head_of_group(const Row& row);
    template <class TextOf>
    void draw(const TextOf& text_of);
    void rule();

    std::vector<Column> columns_;
    Screen screen_;
    std::vector<Plan> plans_;
    std::vector<std::size_t> lifted_;  ///< columns above the rows of their group
    std::vector<std::string> left_out_, left_out_said_;
    std::vector<bool> drawn_;
    bool grouped_;  ///< the first row is a group's title, so no rule follows the head
    std::string line_, out_;
    bool after_rule_ = false, after_total_ = false;
};

/// Notes, indented by two.
std::string draw_notes(const Table& table, const Screen& screen);

/// "Left out to fit 80 columns: ..."; empty if no column is. `of_several`: below several tables.
std::string left_out_sentence(const std::vector<std::string>& left_out, const Screen& screen,
                              bool of_several = false);

/// Legend of marks; empty without numbers.
std::string draw_legend(const std::set<Provenance>& provenances, const Screen& screen, bool others = false);

/// A bar of `fraction` (0 to 1), in eighths of a column with UTF-8, else of '#'. Never empty above 0.
std::string bar(double fraction, int width, const Screen& screen);

}  // namespace sortscope::present::text
