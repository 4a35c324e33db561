// Draws Table and Facts on a terminal or as Markdown: fitted to the screen, with marks of provenance.
#pragma once

#include "present/table.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::present::text {
std::string draw(const Table& table, const Screen& screen);

/// Splits a table that is too wide into parts below each other. Each part repeats the columns that name
/// rows, and omits rows otherwise blank.
std::string draw_in_parts(const Table& table, const Screen& screen);

std::string draw_title(const Table& table, const Screen& screen, int first = 0);

/// Head and rows. Adds omitted columns to `left_out`, each once.
std::string draw_rows(const Table& table, const Screen& screen, std::vector<std::string>& left_out);

inline constexpr int table_indent = 2;  ///< of each line
inline constexpr int column_gap = 2;    ///< between columns

struct Plan {
    size_t column = 0;
    int natural = 0;
    int width = 0;
    std::string head;                  ///< with the mark that all numbers share, if any
    bool cell_marks = false;           ///< each number has its own mark
    std::set<std::string> texts = {};  ///< different texts of the first rows, if wrapped
    std::string constant = {};         ///< text of all rows, if equal in several and without provenance
    int piece = 0;                     ///< width of the longest unbreakable piece
};

/// Draws tables with too many rows for memory.
class RowByRow {
 public:
    /// Fits columns to `part`, the first rows.
    RowByRow(const Table& part, const Screen& screen);

    const std::vector<bool>& drawn() const { return drawn_; }
    const std::vector<std::string>& left_out() const { return left_out_; }
    /// Columns left out, with the values of constant columns: "status (ok in every row)".
    const std::vector<std::string>& left_out_said() const { return left_out_said_; }
    std::string heads();
    std::string row(const Row& row);
    /// Heads, rows and end().
    std::string all(const std::vector<Row>& rows);
    /// Separates the last row from text below it.
    std::string end() const { return screen_.markdown ? "\n" : ""; }

 private:
    std::string markdown_row(const std::vector<std::string>& texts, bool strong = false) const;
    void head_of_group(const Row& row);
    void draw(const std::vector<std::vector<std::string>>& texts, bool at_bottom = false);
    void rule();

    std::vector<Column> columns_;
    Screen screen_;
    std::vector<Plan> plans_;
    std::vector<size_t> lifted_;  ///< columns shown above their group's rows
    std::vector<std::string> left_out_, left_out_said_;
    std::vector<bool> drawn_;
    bool grouped_;  ///< the first row is a group's title, so no rule follows the head
    std::string line_, out_;
    bool after_rule_ = false, after_total_ = false;
};

std::string draw_notes(const Table& table, const Screen& screen);

/// `of_several`: words the sentence for several tables.
std::string left_out_sentence(const std::vector<std::string>& left_out, const Screen& screen,
                              bool of_several = false);

std::string draw_legend(const std::set<Provenance>& provenances, const Screen& screen, bool others = false);

std::string draw_facts(const Facts& facts, const Screen& screen);

/// Draws notes that no fact repeats.
std::string draw_notes(const Facts& facts, const Screen& screen);

/// `fraction` is 0 to 1. A bar is empty for 0 only.
std::string bar(double fraction, int width, const Screen& screen);
}
