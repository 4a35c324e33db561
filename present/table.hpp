// Tables and facts as data. Back ends draw them and compute nothing.
#pragma once

#include <set>
#include <vector>

#include "core/metric/value.hpp"
#include "core/text.hpp"
#include "core/vocabulary.hpp"

namespace sortscope::present {
/// An empty text makes the cell absent, shown as "-". A blank text leaves the cell free.
struct Cell {
    std::string text = {};              ///< formatted, without a unit: "12,345"
    std::optional<Number> number = {};  ///< in the column's unit
    std::optional<Provenance> provenance = {};
    double fraction = 0;  ///< bars: 0 to 1
};

enum class Align { left, right };

/// Behaviour of a column on a narrow terminal.
enum class Fit {
    whole,  ///< never broken
    wrap,   ///< wrapped to `least` columns or more
    bar     ///< a bar at least `least` wide
};

struct Column {
    std::string id;            ///< stable: header of CSV, key of saved layouts
    std::string title;         ///< in the window: "Load efficiency"
    std::string head;          ///< on a terminal, first line: "load"
    std::string subhead = {};  ///< second line: "eff %"
    std::string unit = {};
    double unit_ns = 0;  ///< ns in one `unit`, for times that share a unit
    std::string sentence = {};
    Align align = Align::right;
    int importance = 100;  ///< terminals drop the lowest first, 1000 and above never; 0: not on terminals
    Fit fit = Fit::whole;
    int least = 0;
    bool hide_if_empty = true;
    bool shown = true;         ///< initially shown in the window
    bool is_code = false;      ///< source text: keeps blanks
    bool names_row = false;    ///< identifies the row
    bool heads_group = false;  ///< constant within a group: may move above the group

    /// Modifiers to chain after make_column().
    Column under(std::string text) && { return subhead = std::move(text), std::move(*this); }
    /// Sets the unit and shows it in the head.
    Column units(const std::string& text) && { return unit = subhead = text, std::move(*this); }
    Column in(std::string text) && { return unit = std::move(text), std::move(*this); }
    /// Sets the unit of `scale` for times, and shows it in the head.
    Column scaled(const TimeScale& scale) && {
        unit = subhead = scale.unit;
        unit_ns = scale.ns;
        return std::move(*this);
    }
    Column left() && { return align = Align::left, std::move(*this); }
    Column wrap(int width) && { return fit = Fit::wrap, least = width, std::move(*this); }
    Column bar(int width) && { return fit = Fit::bar, least = width, std::move(*this); }
    Column names() && { return names_row = true, std::move(*this); }
    Column shown_if(bool at_first) && { return shown = at_first, std::move(*this); }
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

inline Column text_column(std::string id, std::string title, std::string head, int importance = 100,
                          std::string sentence = {}) {
    return make_column(std::move(id), std::move(title), std::move(head), importance, std::move(sentence))
        .left();
}

/// Makes head and id from the title: "adds up by", "adds_up_by".
Column make_column(const std::string& title, int importance = 100, std::string sentence = {});
inline Column text_column(const std::string& title, int importance = 100, std::string sentence = {}) {
    return make_column(title, importance, std::move(sentence)).left();
}

/// For spreadsheets and programs. An id that ends in "_ns" sets the unit ns.
inline Column plain_column(const std::string& id, std::string unit = {}) {
    return make_column(id, id, id).in(unit.empty() && id.ends_with("_ns") ? "ns" : std::move(unit));
}

/// A column whose head has a second line.
inline Column make_column(std::string id, std::string title, std::string head, std::string subhead,
                          std::string unit, int importance, std::string sentence) {
    return make_column(std::move(id), std::move(title), std::move(head), importance, std::move(sentence))
        .under(std::move(subhead))
        .in(std::move(unit));
}

struct Row {
    enum class Kind { values, rule, total, group };
    Kind kind = Kind::values;
    std::vector<Cell> cells;  ///< missing cells are absent; a group row has a title only

    const Cell& at(size_t column) const {
        static const Cell absent;
        return column < cells.size() ? cells[column] : absent;
    }
};

struct Table {
    std::string title = {};
    std::vector<Column> columns = {};
    std::vector<Row> rows = {};
    std::vector<std::string> notes = {};

    void row(std::vector<Cell> cells) { rows.push_back({Row::Kind::values, std::move(cells)}); }
    void total(std::vector<Cell> cells) { rows.push_back({Row::Kind::total, std::move(cells)}); }
    void group(std::string name) { rows.push_back({Row::Kind::group, {{.text = std::move(name)}}}); }
    void rule() { rows.push_back({Row::Kind::rule, {}}); }
    void note(std::string text) {
        if (!text.empty()) notes.push_back(std::move(text));
    }
    bool empty() const { return rows.empty(); }
    std::set<Provenance> provenances(bool on_terminal = false) const;
    std::set<Provenance> terminal_provenances() const { return provenances(true); }
};

/// Finds the first column with this id, head or second line of the head, ignoring case. Throws Error(usage).
size_t find_column(const std::vector<Column>& columns, const std::string& name);
/// Keeps columns `names`, in this order; terminals drop none. Throws as find_column().
void choose_columns(Table& table, const std::vector<std::string>& names);
/// Order of a sorted column: greatest numbers first, texts from A, absent cells last.
bool comes_before(const Cell& one, const Cell& other);

/// "" measured, "+" counted, "*" modelled, "^" published.
std::string_view provenance_mark(Provenance provenance);

std::string provenance_sentence(Provenance provenance);

/// "Unmarked values are measured; * modelled by ...". `others`: other tables carry further marks.
std::string legend(const std::set<Provenance>& provenances, bool others = false);

std::string provenance_names(const std::set<Provenance>& provenances);

struct Fact {
    std::string id = {};        ///< stable: "median", "rate", "launches"
    std::string name = {};      ///< on a terminal: "time"
    std::string title = {};     ///< in the window: "Median time"
    std::string text = {};      ///< "median 67.46 us, spread 5.9 % ..."; empty: not on a terminal
    std::string brief = {};     ///< "67.46 us", "-" if absent; empty: not in the window
    std::string sentence = {};  ///< tooltip
    std::optional<Provenance> provenance = {};
};

struct NoteLine {
    Severity severity{};
    std::string text;
    std::string about = {};  ///< subject of the note: "time trial 0 left out"
    bool in_facts = false;   ///< a fact repeats the note
};

struct Facts {
    std::string title = {};     ///< "bitonic-semi"
    std::string subtitle = {};  ///< "2^12 u32 uniform keys (16.00 KiB), block 256"
    std::vector<Provenance> provenances = {};
    std::vector<Fact> facts = {};
    std::vector<NoteLine> notes = {};  ///< worst first

    /// Adds a fact with its id as name, unless text and brief are empty.
    void add(std::string id, std::string title, std::string text, std::string brief = {},
             std::string sentence = {}, std::optional<Provenance> provenance = {});
    /// Adds a fact without a title, for terminals.
    void add(std::string id, std::string_view text) { add(std::move(id), {}, std::string(text)); }
    void sort_notes() { std::ranges::stable_sort(notes, std::ranges::greater{}, &NoteLine::severity); }
};

/// One fact; `texts` has its text on each side, empty if absent.
struct FactsRow {
    std::string id, name;
    std::vector<std::string> texts;
    bool differs = false;
};

/// Facts with a text, joined by id, in the order of the first side.
std::vector<FactsRow> facts_beside(std::span<const Facts> sides);
}
