#include <algorithm>
#include <map>
#include <regex>

#include <fmt/core.h>

#include "core/statistics.hpp"
#include "present/cells.hpp"
#include "present/reproduce/figures.hpp"

namespace sortscope::present {
namespace {
using namespace analyzer::reproduce;

std::string escaped_cell(std::string_view text) {
    static const std::regex special(R"([|*_<])"), line_end("\n");
    return std::regex_replace(std::regex_replace(std::string(text), special, "\\$&"), line_end, " ");
}

std::string marked(const Cell& cell) {
    if (cell.text.empty()) return "-";
    return escaped_cell(cell.text) + (cell.provenance ? escaped_cell(provenance_mark(*cell.provenance)) : "");
}

/// Omits columns without text.
std::string markdown_table(const Table& table) {
    std::string head = "|", rule = "|";
    std::vector<std::string> rows(table.rows.size(), "|");
    for (size_t i = 0; i < table.columns.size(); ++i) {
        const auto has_text = [i](const Row& row) { return !row.at(i).text.empty(); };
        if (i > 0 && std::ranges::none_of(table.rows, has_text)) continue;
        const auto& column = table.columns[i];
        head += escaped_cell(column.title) + (column.unit.empty() ? "" : " (" + column.unit + ")") + "|";
        rule += column.align == Align::right ? "---:|" : "---|";
        for (size_t row = 0; row < rows.size(); ++row) rows[row] += marked(table.rows[row].at(i)) + "|";
    }
    return rows.empty() ? "" : join({head, rule, join(rows, "\n")}, "\n") + "\n\n";
}

std::string judgement_text(const Judgement& one) {
    std::string verdict(name_of(one.finding.verdict));
    if (one.modelled) {
        const bool differs = one.finding.verdict == ClaimVerdict::does_not_hold &&
                             one.published.value_or(ClaimVerdict::holds) == ClaimVerdict::holds;
        return fmt::format("  - Predicted for {}: {}.{}\n", one.device, verdict,
                           !differs        ? ""
                           : one.published ? " That contradicts the document's values."
                                           : " That contradicts the document.");
    }
    verdict[0] = char(std::toupper(verdict[0]));
    const double tolerance = one.claim.tolerance;
    const auto printed = one.claim.rule == "crosses" ? fmt::format("2^{:g}", tolerance)
                                                     : fmt::format("{:g} %", 100 * tolerance);
    return fmt::format("- `{}`: {}. **{}**{}: {}.{}{}\n", one.claim.id, one.claim.text, verdict,
                       one.claim.later ? " (later rule)" : "", one.finding.by,
                       tolerance > 0 ? fmt::format(" Tolerance: {}.", printed) : "",
                       one.published ? fmt::format(" Published values: {}.", name_of(*one.published)) : "");
}

std::string prediction_text(const Reproduction& made, const Grid& grid, const Table& table) {
    std::string text;
    if (made.figure->table_first)
        text = fmt::format("Predicted for {}:\n\n{}", grid.device, markdown_table(table));
    std::vector<double> ratios;  // predicted / published, over all columns that have both
    for (const auto& column : made.over_published(grid).columns)
        for (const auto& value : column.values)
            if (value.number) ratios.push_back(*value.number);
    if (ratios.empty()) return text;
    const auto [least, most] = std::ranges::minmax(ratios);
    return text + fmt::format("Predicted / published for {}: median {}x, {}x to {}x over {}.\n\n",
                              grid.device, short_number(median(ratios)), short_number(least),
                              short_number(most), plural(ratios.size(), "value"));
}

std::string summary(std::span<const Reproduction> all) {
    constexpr std::array several{"hold", "hold in shape", "do not", "cannot be judged here"};
    std::map<ClaimVerdict, size_t> counts;
    size_t claims = 0;
    for (const auto& made : all)
        for (const auto& one : made.judgements)
            if (!one.modelled) ++counts[one.finding.verdict], ++claims;
    return fmt::format("{}: {}.", plural(claims, "claim"), join(counts, ", ", [&](const auto& one) {
                           return fmt::format(
                               "{} {}", one.second,
                               one.second == 1 ? name_of(one.first) : several[size_t(one.first)]);
                       }));
}

/// Lists items and claims in the order of the page, each with a link: "jan2013-fig7a".
std::string appendix(std::span<const Reproduction> all) {
    std::string text =
        "\n## Appendix: every figure, table and claim\n\n"
        "|id|where|verdict, or why not|\n|---|---|---|\n";
    const auto row = [&](const std::string& id, const std::string& where, std::string_view verdict) {
        text += fmt::format("|{}|{}|{}|\n", escaped_cell(id), where, escaped_cell(verdict));
    };
    const Document* document = nullptr;
    for (const auto& made : all) {
        const auto& figure = *made.figure;
        if (const auto* before = std::exchange(document, figure.document.get()); before != document)
            for (const auto& one : document->absent) row(one.id, "not shown", one.text + ": " + one.why);
        const auto link = fmt::format("[{0}](#{0})", figure.id);
        for (const auto& item : figure.items) row(item, link, made.has_values() ? "shown" : "published only");
        for (const auto& one : made.judgements)
            if (!one.modelled) row(one.claim.id, link, name_of(one.finding.verdict));
    }
    return text;
}

std::string document_text(const Document& document) {
    auto text = fmt::format("\n## {}\n\n{}\n\n", document.source, document.citation);
    for (const auto& line : document.setup) text += "- " + line + "\n";
    if (!document.absent.empty())
        text += fmt::format("\nWithout a figure: {}; see the appendix.\n",
                            plural(document.absent.size(), "item"));
    return text;
}

std::string figure_text(const Reproduction& made, const std::string& pictures, const std::string& file) {
    const auto& figure = *made.figure;
    auto text = fmt::format("\n<a id=\"{}\"></a>\n\n### {}\n\n", figure.id, figure.title);
    if (!figure.note.empty()) text += figure.note + "\n\n";
    for (const auto& picture : figure_charts(made))
        if (!picture.chart.empty())
            text += fmt::format("![{}]({}/{}.svg)\n\n", picture.title.empty() ? figure.title : picture.title,
                                pictures, picture.name);
    const auto tables = figure_tables(made);
    if (figure.table_first && figure.is_grid()) text += markdown_table(tables.front());
    for (const auto& one : made.judgements) text += judgement_text(one);
    if (!made.judgements.empty()) text += "\n";
    for (size_t device = 0; device < made.predicted.size(); ++device)
        text += prediction_text(made, made.predicted[device], tables[device + 1]);
    if (!figure.insight.empty()) text += "*Insight:* " + figure.insight + "\n\n";
    for (const auto& line : missing_lines(made, file)) text += line + (line.front() == ' ' ? "\n" : "\n\n");
    text.resize(text.find_last_not_of('\n') + 1);
    return text + "\n";
}
}  // namespace

std::string reproduction_page(std::span<const Reproduction> all, const std::string& pictures,
                              const std::string& file, const std::string& recorded) {
    std::string text = fmt::format(fmt::runtime(page_head().front()), file, recorded, summary(all));
    std::map<std::string, std::vector<std::string>> notes;  // figures by note
    for (const auto& made : all)
        for (const auto& note : made.notes) notes[note].push_back(made.figure->id);
    for (const auto& [note, ids] : notes) text += fmt::format("\n{} Figures: {}.\n", note, join(ids));
    const Document* document = nullptr;
    for (const auto& made : all) {
        const auto* own = made.figure->document.get();
        if (std::exchange(document, own) != own) text += document_text(*own);
        text += figure_text(made, pictures, file);
    }
    return text + appendix(all);
}
}
