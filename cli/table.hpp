// Text tables: aligned, fitted to the screen, with the provenance of their numbers marked.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/terminal.hpp"
#include "core/vocabulary.hpp"

namespace sortscope::cli {

/// One cell. An empty text is an absent value: it is printed as "-". A text of one blank is a place left free.
struct Cell {
    std::string text;
    std::optional<Provenance> provenance;  ///< of numbers; texts have none
    double fraction = 0;                   ///< of bar columns: 0..1
};

enum class Align { left, right };

/// What a column does when the screen is narrow.
enum class Fit {
    whole,    ///< shown whole or not at all: numbers are never broken
    shorten,  ///< its texts may be cut, down to `least` columns
    bar       ///< filled by bars of whatever width is left, at least `least`
};

struct Column {
    std::string title;         ///< first line of the head
    std::string unit = {};     ///< second line of the head
    Align align = Align::right;
    int importance = 100;      ///< the least important column is left out first; 1000 and above never is
    Fit fit = Fit::whole;
    int least = 0;             ///< smallest width of shortened texts and bars
    bool hide_if_empty = true; ///< not shown (nor counted as left out) where every cell is absent
};

/// Rows under columns. A column whose numbers share one provenance carries its mark in its title, so that the table
/// stays readable; where they differ each number carries its own.
class Table {
 public:
    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

    /// Adds a row; missing cells at its end are absent.
    void row(std::vector<Cell> cells);
    /// Adds a line across the table.
    void rule() { rows_.emplace_back(); }
    bool empty() const { return rows_.empty(); }

    /// The table, each line indented by two, and below it, where columns had to be left out, a sentence that names them.
    /// Ends with a line end; no line has blanks at its end.
    std::string render(const Screen& screen) const;
    /// The same without the sentence: the names of the columns are added to `left_out` instead, each once.
    std::string render(const Screen& screen, std::vector<std::string>& left_out) const;

    /// Provenances of all numbers in the table.
    std::set<Provenance> provenances() const;

 private:
    std::vector<Column> columns_;
    std::vector<std::vector<Cell>> rows_;  ///< an empty row is a rule
};

/// "Left out to fit 80 columns: ..." indented by two, with its line end; nothing where nothing was left out.
std::string left_out_sentence(const std::vector<std::string>& left_out, const Screen& screen);

/// The mark of a provenance: "" measured, "+" counted, "*" modelled, "^" published.
std::string_view mark(Provenance provenance);

/// The legend of a table with numbers of these provenances: "Unmarked values are measured; * modelled by ...".
std::string legend(const std::set<Provenance>& provenances);

}  // namespace sortscope::cli
