#include "present/reproduce/figures.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <regex>
#include <set>

#include <fmt/format.h>

#include "present/cells.hpp"

namespace sortscope::present {
namespace {
using namespace analyzer::reproduce;

Column words(const char* id, const char* title, int least = 0, int importance = 1000) {
    auto column = text_column(id, title, title, importance);
    if (least > 0) column = std::move(column).wrap(least);
    column.names_row = importance >= 1000;
    return column;
}

Cell number_cell(const Value& value, const GridColumn& column) {
    if (!value.number) return value.printed.empty() ? Cell{} : Cell{value.printed, {}, value.provenance};
    const double number = *value.number;
    const bool whole = std::floor(number) == number && std::abs(number) < 9e15;
    const auto text = value.printed.empty() ? figure_number(number, !column.unit.empty()) : value.printed;
    return {text, whole ? Number(int64_t(number)) : Number(number), value.provenance};
}

Column value_column(const GridColumn& column, bool published, int importance) {
    return make_column(slug(column.name) + (published ? "_published" : "") +
                           (column.unit.empty() ? "" : "_" + slug(column.unit)),
                       column.name + (published ? ", published" : ""), column.name,
                       published             ? "publ. " + column.unit
                       : column.unit.empty() ? " "
                                             : column.unit,
                       column.unit, importance, fmt::format("{}, {}", column.name, column.device));
}

Table grid_table(const Reproduction& made, const Grid& grid) {
    const auto& figure = *made.figure;
    const auto name = figure.axis == RowAxis::n       ? "keys"
                      : figure.axis == RowAxis::block ? "block"
                      : figure.axis == RowAxis::input ? "input"
                      : figure.axis == RowAxis::key   ? "type"
                      : figure.axis == RowAxis::stage ? "stage"
                                                      : figure.x_title;
    Fields<size_t> fields{{words("row", name.c_str()), [&](size_t row) { return grid.rows[row].name; }}};
    std::set<size_t> shown;
    const auto add = [&](const GridColumn& column, bool published) {
        const int importance = 910 - 10 * int(fields.size());
        fields.push_back({value_column(column, published, importance),
                          [&](size_t row) { return number_cell(column.values[row], column); }});
        for (size_t row = 0; row < grid.rows.size(); ++row)
            if (column.values[row].number && !column.limit) shown.insert(row);
    };
    for (const auto& column : grid.columns) {
        add(column, false);
        if (const auto* published = made.published_with(grid, column.name)) add(*published, true);
    }
    return table_of(
        fields, shown,
        grid.device.empty() ? "" : "Predicted for " + grid.device + ", from the counters that were recorded");
}

Table network_table(const Reproduction& made) {
    Table table{.columns = {words("stage", "stage"), words("step", "step"), words("does", "does", 20)}};
    if (made.network)
        for (const auto& [stage, comparators, source] : made.network->columns)
            table.row(
                {text_cell(fmt::format("{}.{}", stage.stage, stage.substage)), text_cell(stage.label),
                 text_cell(source.empty() ? plural(comparators.size(), "comparator") : "routes the keys")});
    return table;
}

Table timeline_table(const Reproduction& made) {
    Table table{.columns = {words("lane", "lane"), words("what", "what", 12),
                            make_column("start_us", "start", "start", 900).units("us"),
                            make_column("time_us", "time", "time", 900).units("us")}};
    for (const auto& span : made.timeline)
        table.row({text_cell(span.lane), text_cell(span.name), measured_cell(span.start_ns / 1e3, 3),
                   measured_cell((span.end_ns - span.start_ns) / 1e3, 3)});
    return table;
}
}  // namespace

std::string figure_number(double value, bool measured) {
    return measured ? format_significant(value) : format_figure(value);
}

std::string slug(std::string_view text) {
    static const std::regex others("[^a-z0-9]+"), ends("^-|-$");
    std::string made(text);
    std::ranges::transform(made, made.begin(), [](char c) { return char(std::tolower(uint8_t(c))); });
    return std::regex_replace(std::regex_replace(made, others, "-"), ends, "");
}

std::string figure_conditions(const Figure& figure) {
    const auto& axes = figure.query.axes;
    const auto n = figure.kind == Kind::network ? 0 : figure.query.n();
    const auto block = axes.text("block");
    return join(
        {n == 0 ? "" : (std::has_single_bit(n) ? format_count(n) : format_grouped(int64_t(n))) + " keys",
         axes.text("key"), axes.text("input"),
         block == "source" ? "block by the source's rule"
         : block.empty()   ? ""
                           : "block " + block});
}

std::string figure_heading(const Figure& figure) { return figure.source + ", " + figure.title; }

std::string figure_devices(const Reproduction& made) {
    std::vector<std::string> published;
    for (const auto& column : made.published.columns)
        if (!contains(published, column.device)) published.push_back(column.device);
    const auto named = [](const char* word, const std::vector<std::string>& devices) {
        return devices.empty() ? std::string() : word + join(devices);
    };
    return join(
        {named(made.figure->kind == Kind::timeline ? "measured on " : "on ", made.devices),
         named("modelled for ", mapped(made.predicted, &Grid::device)), named("published for ", published)},
        "; ");
}

std::vector<Table> figure_tables(const Reproduction& made) {
    const auto kind = made.figure->kind;
    std::vector<Table> tables{kind == Kind::network    ? network_table(made)
                              : kind == Kind::timeline ? timeline_table(made)
                                                       : grid_table(made, made.measured)};
    for (const auto& grid : made.predicted) tables.push_back(grid_table(made, grid));
    return tables;
}

Table judgement_table(std::span<const Reproduction> all) {
    Table table{.columns = {words("claim", "claim"), words("verdict", "verdict"),
                            words("figure", "figure", 0, 500), words("device", "device", 10, 300),
                            words("text", "what is claimed", 20, 900), words("by", "by how much", 20, 800),
                            words("reason", "why", 20, 700)}};
    for (const auto& made : all)
        for (const auto& one : made.judgements)
            table.row({text_cell(one.claim.id), text_cell(name_of(one.finding.verdict)),
                       text_cell(made.figure->id),
                       text_cell(one.modelled ? one.device + " (modelled)" : one.device),
                       text_cell(one.claim.text), text_cell(one.finding.by), text_cell(one.reason)});
    return table;
}

Table figures_table(std::span<const Figure> figures) {
    const auto claims = [](const Figure& figure) {
        return join(figure.claims, ", ",
                    [](const auto& claim) { return claim.id.substr(claim.id.find('/') + 1); });
    };
    return table_of(Fields<Figure>{{words("id", "id"), &Figure::id},
                                   {words("source", "source", 12, 800), &Figure::source},
                                   {words("title", "what it shows", 20, 900), &Figure::title},
                                   {words("claims", "claims", 0, 700), claims}},
                    figures);
}

std::vector<std::string> missing_lines(const Reproduction& made, const std::string& file) {
    if (made.missing.empty()) return {};
    size_t count = 0;
    for (const auto& one : made.missing) count += one.cases();
    std::vector<std::string> lines{fmt::format("{} of this figure {} not in the file:", plural(count, "case"),
                                               count == 1 ? "is" : "are")};
    for (const auto& one : made.missing) lines.push_back("  " + one.command(file));
    return lines;
}
}
