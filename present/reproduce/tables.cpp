#include "present/reproduce/reproduce.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "core/text.hpp"
#include "present/cells.hpp"
#include "present/provenance.hpp"

namespace sortscope::present {
namespace {

using namespace analyzer::reproduce;

Column text_column(const char* id, const char* title, int least, int importance = 1000) {
    auto column = make_column(id, title, title, importance).left();
    if (least > 0) column = std::move(column).wrap(least);
    column.names_row = importance >= 1000;
    return column;
}

Cell number_cell(const Value& value, const GridColumn& column) {
    if (!value.number) return {};
    const double number = *value.number;
    const bool whole = std::floor(number) == number && std::abs(number) < 9e15;
    // Published figures keep the digits of the source.
    const auto text = value.provenance == Provenance::published && std::abs(number) < 1000
                          ? fmt::format("{:.6g}", number)
                          : figure_number(number, !column.unit.empty());
    return {text, whole ? Number(static_cast<std::int64_t>(number)) : Number(number), value.provenance, 0};
}

Column value_column(const GridColumn& column, const char* what, int importance) {
    const std::string kind(what);
    auto made = make_column(slug(column.name) + (kind.empty() ? "" : "_" + kind) +
                                (column.unit.empty() ? "" : "_" + slug(column.unit)),
                            column.name + (kind.empty() ? "" : ", " + kind), column.name, importance,
                            fmt::format("{}, {}", column.name, column.device));
    made.subhead = !kind.empty() ? "publ. " + column.unit : column.unit.empty() ? " " : column.unit;
    made.unit = column.unit;
    return made;
}

/// `grid` with published columns next to its own if `shows` accepts them.
template <class Shows>
Table grid_table(const Reproduction& made, const Grid& grid, const Shows& shows) {
    const auto& figure = *made.figure;
    Table table;
    auto names = text_column("row", "", 0);
    names.head = names.title = figure.axis == RowAxis::n       ? "keys"
                               : figure.axis == RowAxis::block ? "block"
                               : figure.axis == RowAxis::input ? "input"
                               : figure.axis == RowAxis::key   ? "type"
                                                               : figure.x_title;
    table.columns.push_back(std::move(names));
    int importance = 900;
    std::vector<const GridColumn*> columns;
    for (const auto& column : grid.columns) {
        table.columns.push_back(value_column(column, "", importance));
        columns.push_back(&column);
        importance -= 10;
        const auto* published = made.published.find(column.name);
        if (published == nullptr || !shows(*published)) continue;
        table.columns.push_back(value_column(*published, "published", importance));
        columns.push_back(published);
        importance -= 10;
    }
    for (std::size_t row = 0; row < grid.rows.size(); ++row) {
        std::vector<Cell> cells{text_cell(grid.rows[row].name)};
        bool any = false;
        for (const auto* column : columns) {
            cells.push_back(number_cell(column->values[row], *column));
            any = any || (column->values[row].number && !column->limit);
        }
        if (any) table.row(std::move(cells));
    }
    return table;
}

Table network_table(const Reproduction& made) {
    Table table;
    table.columns = {text_column("stage", "stage", 0), text_column("step", "step", 0),
                     text_column("does", "does", 20)};
    if (!made.network) return table;
    for (const auto& column : made.network->columns) {
        const auto does = column.source.empty() ? plural(column.comparators.size(), "comparator")
                                                : std::string("routes the keys");
        table.row({text_cell(fmt::format("{}.{}", column.stage.stage, column.stage.substage)),
                   text_cell(column.stage.label), text_cell(does)});
    }
    return table;
}

Table timeline_table(const Reproduction& made) {
    Table table;
    table.columns = {text_column("lane", "lane", 0), text_column("what", "what", 12),
                     make_column("start_us", "start", "start", 900).units("us"),
                     make_column("time_us", "time", "time", 900).units("us")};
    for (const auto& span : made.timeline)
        table.row({text_cell(span.lane), text_cell(span.name),
                   fixed_cell(span.start_ns / 1e3, 3, Provenance::measured),
                   fixed_cell((span.end_ns - span.start_ns) / 1e3, 3, Provenance::measured)});
    return table;
}

}  // namespace

std::string figure_number(double value, bool measured) {
    return measured ? format_significant(value) : format_figure(value);
}

std::string slug(std::string_view text) {
    std::string made;
    for (const char c : text) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        const bool capital = c >= 'A' && c <= 'Z';
        if (letter || capital)
            made += capital ? static_cast<char>(c - 'A' + 'a') : c;
        else if (!made.empty() && made.back() != '-')
            made += '-';
    }
    while (made.ends_with('-')) made.pop_back();
    return made;
}

std::string figure_conditions(const Figure& figure) {
    std::string text;
    const auto add = [&](const std::string& part) {
        if (!part.empty()) text += (text.empty() ? "" : ", ") + part;
    };
    const auto& query = figure.query;
    if (query.n && figure.kind != Kind::network) add(format_count(*query.n) + " keys");
    if (query.key) add(std::string(name_of(*query.key)));
    if (query.input) add(std::string(name_of(*query.input)));
    if (query.source_block)
        add("block by the source's rule");
    else if (query.block)
        add("block " + std::to_string(*query.block));
    return text;
}

std::string measured_word(const Grid& grid) {
    std::set<Provenance> seen;
    for (const auto& column : grid.columns)
        for (const auto& value : column.values)
            if (value.number && !column.limit && !column.hidden) seen.insert(value.provenance);
    return seen.empty() ? "measured" : provenance_names(seen);
}

std::string figure_heading(const Figure& figure) { return figure.source + ", " + figure.title; }

std::string figure_devices(const Reproduction& made) {
    std::string text;
    const auto add = [&](const std::string& word, const std::vector<std::string>& devices) {
        if (!devices.empty())
            text += fmt::format("{}{} {}", text.empty() ? "" : "; ", word, fmt::join(devices, ", "));
    };
    add(made.figure->kind == Kind::timeline ? "measured on" : "on", made.devices);
    add("modelled for", made.predicted_devices);
    std::vector<std::string> published;
    for (const auto& column : made.published.columns)
        if (std::ranges::find(published, column.device) == published.end())
            published.push_back(column.device);
    add("published for", published);
    return text;
}

Table figure_table(const Reproduction& made) {
    switch (made.figure->kind) {
        case Kind::network:
            return network_table(made);
        case Kind::timeline:
            return timeline_table(made);
        case Kind::curve:
        case Kind::bars:
            break;
    }
    return grid_table(made, made.measured, [](const GridColumn&) { return true; });
}

Table predicted_table(const Reproduction& made, std::size_t device) {
    const auto& name = made.predicted_devices.at(device);
    auto table = grid_table(made, made.predicted.at(device),
                            [&](const GridColumn& column) { return column.device == name; });
    table.title = "Predicted for " + name + ", from the counters that were recorded";
    return table;
}

Table judgement_table(std::span<const Reproduction> all) {
    Table table;
    table.columns = {text_column("claim", "claim", 0),
                     text_column("verdict", "verdict", 0),
                     text_column("figure", "figure", 0, 500),
                     text_column("device", "device", 10, 300),
                     text_column("text", "what is claimed", 20, 900),
                     text_column("by", "by how much", 20, 800),
                     text_column("reason", "why", 20, 700)};
    for (const auto& made : all)
        for (const auto& one : made.judgements)
            table.row({text_cell(one.claim.id), text_cell(name_of(one.finding.verdict)),
                       text_cell(made.figure->id),
                       text_cell(one.modelled ? one.device + " (modelled)" : one.device),
                       text_cell(one.claim.text), text_cell(one.finding.by), text_cell(one.reason)});
    return table;
}

Table figures_table(std::span<const Figure> figures) {
    Table table;
    table.columns = {text_column("id", "id", 0), text_column("source", "source", 12, 800),
                     text_column("title", "what it shows", 20, 900), text_column("claims", "claims", 0, 700)};
    for (const auto& figure : figures) {
        std::string claims;
        for (const auto& claim : figure.claims)
            claims += (claims.empty() ? "" : ", ") + claim.id.substr(claim.id.find('/') + 1);
        table.row(
            {text_cell(figure.id), text_cell(figure.source), text_cell(figure.title), text_cell(claims)});
    }
    return table;
}

std::vector<std::string> missing_lines(const Reproduction& made, const std::string& file) {
    if (made.missing.empty()) return {};
    std::vector<std::string> lines;
    const auto count = made.missing_cases();
    lines.push_back(fmt::format("{} of this figure {} not in the file:", plural(count, "case"),
                                count == 1 ? "is" : "are"));
    for (const auto& one : made.missing) lines.push_back("  " + one.command(file));
    return lines;
}

}  // namespace sortscope::present
