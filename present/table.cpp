#include "present/table.hpp"

#include <cctype>
#include <tuple>

#include <fmt/format.h>

#include "present/cells.hpp"

namespace sortscope::present {
namespace {
std::string lower_case(std::string text) {
    for (auto& c : text) c = char(std::tolower(uint8_t(c)));
    return text;
}
}  // namespace

Column make_column(const std::string& title, int importance, std::string sentence) {
    auto head = lower_case(title);
    auto id = head;
    std::ranges::replace(id, ' ', '_');
    return make_column(std::move(id), title, std::move(head), importance, std::move(sentence));
}

size_t find_column(const std::vector<Column>& columns, const std::string& name) {
    for (const auto part : {&Column::id, &Column::head, &Column::subhead})
        for (size_t i = 0; i < columns.size(); ++i)
            if (!name.empty() && lower_case(columns[i].*part) == lower_case(name)) return i;
    const auto names = mapped(columns, [](const Column& column) { return lower_case(column.head); });
    throw Error(ErrorKind::usage,
                fmt::format("There is no column '{}'.{} The columns are: {}.", name,
                            nearest_sentence(name, {names.begin(), names.end()}), join(names)));
}

void choose_columns(Table& table, const std::vector<std::string>& names) {
    const auto at = mapped(names, [&](const auto& name) { return find_column(table.columns, name); });
    auto columns = mapped(at, [&](size_t i) { return table.columns[i]; });
    for (auto& column : columns) {
        column.importance = 1000;
        column.shown = true;
        column.hide_if_empty = false;
    }
    for (auto& row : table.rows)
        if (row.kind != Row::Kind::group) row.cells = mapped(at, [&](size_t i) { return row.at(i); });
    table.columns = std::move(columns);
}

bool comes_before(const Cell& one, const Cell& other) {
    const auto rank = [](const Cell& cell) {
        return std::tuple(cell.text.empty(), !cell.number, cell.number ? -cell.number->as_double() : 0,
                          cell.number ? std::string() : cell.text);
    };
    return rank(one) < rank(other);
}

std::set<Provenance> Table::provenances(bool on_terminal) const {
    std::set<Provenance> found;
    for (const auto& row : rows)
        for (size_t i = 0; i < row.cells.size(); ++i) {
            const auto& cell = row.cells[i];
            const bool wanted = !on_terminal || (i < columns.size() && columns[i].importance > 0);
            if (cell.provenance && !cell.text.empty() && wanted) found.insert(*cell.provenance);
        }
    return found;
}

std::string_view provenance_mark(Provenance provenance) {
    return provenance == Provenance::counted     ? "+"
           : provenance == Provenance::modelled  ? "*"
           : provenance == Provenance::published ? "^"
                                                 : "";
}

std::string provenance_sentence(Provenance provenance) {
    const auto* row = find_or_null(EnumTable<Provenance>::names(), provenance, &EnumName<Provenance>::value);
    return fmt::format("{}: {}", row->name, row->description);
}

std::string legend(const std::set<Provenance>& provenances, bool others) {
    const auto part = [&](Provenance provenance, std::string_view meaning) {
        return provenances.contains(provenance)
                   ? std::string(provenance_mark(provenance)) + std::string(meaning)
                   : std::string();
    };
    const bool all = !others && provenances.size() < 2;
    const auto text =
        join({part(Provenance::measured, all ? "All values are measured" : "Unmarked values are measured"),
              part(Provenance::counted, " counted by software on the GPU"),
              part(Provenance::modelled, " modelled by the host interpreter, without a GPU"),
              part(Provenance::published, " published in a source document")},
             "; ");
    return text.empty() ? text : text + ".";
}

std::string provenance_names(const std::set<Provenance>& provenances) {
    return join(provenances, " and ", name_of<Provenance>);
}

void Facts::add(std::string id, std::string fact_title, std::string text, std::string brief,
                std::string sentence, std::optional<Provenance> provenance) {
    if (text.empty() && brief.empty()) return;
    facts.push_back({.id = id,
                     .name = id,
                     .title = std::move(fact_title),
                     .text = std::move(text),
                     .brief = std::move(brief),
                     .sentence = std::move(sentence),
                     .provenance = provenance});
}

std::vector<FactsRow> facts_beside(std::span<const Facts> sides) {
    std::vector<FactsRow> rows;
    for (size_t side = 0; side < sides.size(); ++side)
        for (const auto& fact : sides[side].facts) {
            if (fact.text.empty()) continue;
            auto row = std::ranges::find(rows, fact.id, &FactsRow::id);
            if (row == rows.end())
                row = rows.insert(rows.end(),
                                  {fact.id, fact.name, std::vector<std::string>(sides.size()), false});
            row->texts[side] = fact.text;
        }
    for (auto& row : rows)
        row.differs = std::ranges::adjacent_find(row.texts, std::not_equal_to{}) != row.texts.end();
    return rows;
}
}
