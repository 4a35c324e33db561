// A table as data. Back ends draw it and compute nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/metric/value.hpp"
#include "core/text.hpp"

namespace sortscope::present {

/// An empty text is an absent value, shown as "-"; a blank is a place left free.
struct Cell {
    std::string text;  ///< as people read it, without a unit: "12,345"
    std::optional<Number>
        number;  ///< the same as a number in the column's unit, for sorting, copying, CSV and JSON
    std::optional<Provenance> provenance;  ///< of numbers; texts have none
    double fraction = 0;                   ///< of bar columns: 0..1
    bool bound =
        false;  ///< the text says only what the value is beyond ("> 6.1 us"): no number, and left out of CSV
};

enum class Align { left, right };

/// What a column does on a narrow terminal.
enum class Fit {
    whole,    ///< shown whole or not at all: numbers are never broken
    shorten,  ///< its texts may be cut, down to `least` columns
    wrap,  ///< its texts go on in further lines of the row, `least` columns wide or more: they are never cut
    bar    ///< filled by bars of whatever width is left, at least `least`
};

struct Column {
    std::string id;     ///< stable, in CSV and in saved layouts: a metric's id, "stage", "label", "share_pct"
    std::string title;  ///< in the window: "Load efficiency"
    std::string head;   ///< first line of a terminal's head: "load"
    std::string subhead = {};   ///< second line: "eff %"
    std::string unit = {};      ///< of its numbers; empty for texts and plain counts
    double unit_ns = 0;         ///< of times in a unit that was chosen for them: nanoseconds of one; else 0
    std::string sentence = {};  ///< one sentence that says what it is
    Align align = Align::right;
    int importance = 100;  ///< of a terminal: the least important column is left out first; 1000 and above
                           ///< never is; 0: never shown there
    Fit fit = Fit::whole;
    int least = 0;              ///< smallest width of shortened texts and bars
    bool hide_if_empty = true;  ///< not shown where every cell is absent
    bool shown = true;          ///< in the window at first
    bool is_code = false;       ///< source text: its blanks are kept, where a page would take them together
    bool names_row = false;     ///< says which row it is, so it has no total

    /// Changes of a column from make_column().
    Column under(std::string text) && { return subhead = std::move(text), std::move(*this); }
    Column in(std::string text) && { return unit = std::move(text), std::move(*this); }
    /// Times in the unit of `scale`, with the unit in the head.
    Column scaled(const TimeScale& scale) && {
        unit = subhead = scale.unit;
        unit_ns = scale.ns;
        return std::move(*this);
    }
    Column left() && { return align = Align::left, std::move(*this); }
    Column wrap(int width) && { return fit = Fit::wrap, least = width, std::move(*this); }
    Column shorten(int width) && { return fit = Fit::shorten, least = width, std::move(*this); }
    Column bar(int width) && { return fit = Fit::bar, least = width, std::move(*this); }
    Column names() && { return names_row = true, std::move(*this); }
    Column always() && { return hide_if_empty = false, std::move(*this); }
    Column shown_if(bool first) && { return shown = first, std::move(*this); }
    Column hidden() && { return std::move(*this).shown_if(false); }
    Column code() && { return is_code = true, std::move(*this); }
};

inline Column make_column(std::string id, std::string title, std::string head, int importance = 100,
                          std::string sentence = {}) {
    return {.id = std::move(id),
            .title = std::move(title),
            .head = std::move(head),
            .sentence = std::move(sentence),
            .importance = importance};
}

struct Row {
    enum class Kind { values, rule, total, group };
    Kind kind = Kind::values;
    std::vector<Cell>
        cells;  ///< missing cells at the end are absent; a rule has none, a group its title alone
};

struct Table {
    std::string title;  ///< a line above it; may be empty
    std::vector<Column> columns;
    std::vector<Row> rows;
    std::vector<std::string> notes = {};  ///< sentences below it: what is not shown, and why

    void row(std::vector<Cell> cells) { rows.push_back({Row::Kind::values, std::move(cells)}); }
    void total(std::vector<Cell> cells) { rows.push_back({Row::Kind::total, std::move(cells)}); }
    /// A title above the next rows.
    void group(std::string name) {
        rows.push_back({Row::Kind::group, {{.text = std::move(name), .number = {}, .provenance = {}}}});
    }
    void rule() { rows.push_back({Row::Kind::rule, {}}); }
    bool empty() const { return rows.empty(); }
    std::set<Provenance> provenances() const;
    /// Provenances of columns that terminals show, for the legend.
    std::set<Provenance> terminal_provenances() const;
};

}  // namespace sortscope::present
