#include <algorithm>
#include <array>
#include <map>

#include <fmt/core.h>

#include "present/cells.hpp"
#include "present/reproduce/reproduce.hpp"

namespace sortscope::present {
namespace {
using namespace analyzer::reproduce;

std::string escaped_cell(std::string_view text) {
    std::string made;
    for (const char c : text) {
        if (c == '|' || c == '*' || c == '_' || c == '<') made += '\\';
        made += c == '\n' ? ' ' : c;
    }
    return made;
}

std::string marked(const Cell& cell) {
    if (cell.text.empty()) return "-";
    auto text = escaped_cell(cell.text);
    if (cell.provenance && cell.number) {
        const auto mark = provenance_mark(*cell.provenance);
        text += mark == "*" ? std::string("\\*") : std::string(mark);
    }
    return text;
}

std::string markdown_table(const Table& table) {
    if (table.rows.empty()) return {};
    std::vector<size_t> shown;
    std::string head = "|", rule = "|", body;
    for (size_t i = 0; i < table.columns.size(); ++i) {
        const auto has_text = [i](const Row& row) {
            return i < row.cells.size() && !row.cells[i].text.empty();
        };
        if (i > 0 && std::ranges::none_of(table.rows, has_text)) continue;
        shown.push_back(i);
        const auto& column = table.columns[i];
        head +=
            " " + escaped_cell(column.title) + (column.unit.empty() ? "" : " (" + column.unit + ")") + " |";
        rule += column.align == Align::right ? "---:|" : "---|";
    }
    for (const auto& row : table.rows) {
        body += "|";
        for (const auto i : shown) body += " " + marked(row.at(i)) + " |";
        body += "\n";
    }
    return head + "\n" + rule + "\n" + body;
}

std::string judgement_text(const Judgement& one) {
    if (one.modelled)
        return fmt::format("  - predicted for {}: {}: {}.\n", one.device, name_of(one.finding.verdict),
                           one.finding.by);
    return fmt::format("- `{}`, \"{}\": **{}**: {}. Rule: `{}`.{}{}\n", one.claim.id, one.claim.text,
                       name_of(one.finding.verdict),
                       one.finding.by.empty() ? "Nothing to say by how much" : one.finding.by, one.rule,
                       one.reason.empty() ? "" : " Why: ", one.reason);
}

std::string missing_text(const Reproduction& made, const std::string& file) {
    if (made.missing.empty()) return {};
    auto text = fmt::format("\nNot in the file: {}. Collected by\n\n", plural(made.missing_cases(), "case"));
    for (const auto& one : made.missing) text += "    " + one.command(file) + "\n";
    return text;
}

std::string summary(std::span<const Reproduction> all) {
    std::map<ClaimVerdict, size_t> counts;
    size_t claims = 0;
    for (const auto& made : all)
        for (const auto& one : made.judgements) {
            if (one.modelled) continue;
            ++counts[one.finding.verdict];
            ++claims;
        }
    const auto verdicts = join(std::array{ClaimVerdict::holds, ClaimVerdict::holds_in_shape,
                                          ClaimVerdict::does_not_hold, ClaimVerdict::cannot_be_judged},
                               ", ", [&](ClaimVerdict verdict) {
                                   return counts[verdict] == 0
                                              ? std::string()
                                              : fmt::format("{} {}", counts[verdict], name_of(verdict));
                               });
    return fmt::format("{}: {}.", plural(claims, "claim"), verdicts);
}

std::string claims_table(std::span<const Reproduction> all) {
    std::string text = "| claim | what is claimed | verdict | by how much |\n|---|---|---|---|\n";
    for (const auto& made : all)
        for (const auto& one : made.judgements)
            if (!one.modelled)
                text += fmt::format("| [{}](#{}) | {} | {} | {} |\n", one.claim.id, made.figure->id,
                                    escaped_cell(one.claim.text), name_of(one.finding.verdict),
                                    escaped_cell(one.finding.by));
    return text;
}
}  // namespace

std::string reproduction_page(std::span<const Reproduction> all, const std::string& pictures,
                              const std::string& file, const std::string& recorded) {
    std::string text = fmt::format(
        "# The five documents' figures, reproduced\n\n"
        "Written by `sortscope reproduce all {0} --page docs/reproduction.md`; do not edit it. A test writes "
        "it once more from the same file and compares every\n"
        "byte. {1}\n\n"
        "Unmarked values are measured; + is counted by software on the GPU, \\* modelled (an older GPU "
        "predicted from the counters that were recorded, or the\n"
        "host interpreter), ^ published by the source. Published curves are dashed. Each claim is judged by "
        "a rule ([figures.md](figures.md) has them all):\n"
        "it *holds*, *holds in shape* (the direction is right, the size or some rows are not), *does not "
        "hold*, or *cannot be judged here*.\n\n"
        "## Claims\n\n{2}\n\n",
        file, recorded, summary(all));
    text += claims_table(all);
    std::string source;
    for (const auto& made : all) {
        const auto& figure = *made.figure;
        if (figure.source != source) {
            source = figure.source;
            text += fmt::format("\n## {}\n", source);
        }
        text += fmt::format("\n### {}\n\n`sortscope reproduce {}`\n\n", figure.title, figure.id);
        // Anchor of the table of claims.
        text.insert(text.rfind("\n### ") + 1, fmt::format("<a id=\"{}\"></a>\n\n", figure.id));
        if (!figure.note.empty()) text += figure.note + "\n\n";
        if (const auto devices = figure_devices(made); !devices.empty())
            text += "Values " + devices + ".\n\n";
        for (const auto& picture : figure_charts(made))
            if (!picture.chart.empty())
                text +=
                    fmt::format("![{}{}]({}/{}.svg)\n\n", figure.title,
                                picture.title.empty() ? "" : ", " + picture.title, pictures, picture.name);
        if (figure.kind == Kind::curve || figure.kind == Kind::bars) {
            if (const auto table = markdown_table(figure_table(made)); !table.empty()) text += table + "\n";
            for (size_t i = 0; i < made.predicted.size(); ++i) {
                const auto table = predicted_table(made, i);
                text += table.title + ":\n\n" + markdown_table(table) + "\n";
            }
        }
        for (const auto& one : made.judgements) text += judgement_text(one);
        for (const auto& note : made.notes) text += "\n" + note + "\n";
        text += missing_text(made, file);
    }
    return text;
}
}
