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
    if (cell.provenance) {
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
        head += escaped_cell(column.title) + (column.unit.empty() ? "" : " (" + column.unit + ")") + "|";
        rule += column.align == Align::right ? "---:|" : "---|";
    }
    for (const auto& row : table.rows) {
        body += "|";
        for (const auto i : shown) body += marked(row.at(i)) + "|";
        body += "\n";
    }
    return head + "\n" + rule + "\n" + body;
}

/// Says if the document contradicts a prediction, by its words or its values.
std::string contradiction(const Judgement& one) {
    if (one.finding.verdict != ClaimVerdict::does_not_hold ||
        one.published.value_or(ClaimVerdict::holds) != ClaimVerdict::holds)
        return {};
    return fmt::format(" The document{}: the model errs, or the kernels differ.",
                       one.published ? "'s own values hold" : " reports that it holds");
}

std::string judgement_text(const Judgement& one) {
    if (one.modelled)
        return fmt::format("  - Predicted for {}: {}.{}\n", one.device, name_of(one.finding.verdict),
                           contradiction(one));
    return fmt::format(
        "- `{}`, \"{}\": **{}**: {}.{}\n", one.claim.id, one.claim.text, name_of(one.finding.verdict),
        one.finding.by,
        one.published ? fmt::format(" By the document's values it {}.", name_of(*one.published)) : "");
}

std::string error_text(const Reproduction& made, const Grid& predicted) {
    const auto error = prediction_error(made, predicted);
    if (!error) return {};
    return fmt::format("\nPredicted / published for {}: median {}x, {}x to {}x over {}.\n", predicted.device,
                       short_number(error->middle), short_number(error->least), short_number(error->most),
                       plural(error->values, "value"));
}

std::string summary(std::span<const Reproduction> all) {
    std::map<ClaimVerdict, size_t> counts;
    for (const auto& made : all)
        for (const auto& one : made.judgements)
            if (!one.modelled) ++counts[one.finding.verdict];
    constexpr std::array several{"hold", "hold in shape", "do not", "cannot be judged here"};
    size_t claims = 0;
    std::vector<std::string> verdicts;
    for (const auto& [verdict, count] : counts) {
        claims += count;
        verdicts.push_back(
            fmt::format("{} {}", count, count == 1 ? name_of(verdict) : several[size_t(verdict)]));
    }
    return fmt::format("{}: {}.", plural(claims, "claim"), join(verdicts));
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
        if (figure.document.get() != document) {
            document = figure.document.get();
            for (const auto& one : document->absent) row(one.id, "not shown", one.text + ": " + one.why);
        }
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
        text += fmt::format("\nNot reproduced: {}; the appendix has the reasons.\n",
                            plural(document.absent.size(), "item"));
    return text;
}
}  // namespace

std::string reproduction_page(std::span<const Reproduction> all, const std::string& pictures,
                              const std::string& file, const std::string& recorded) {
    std::string text = fmt::format(
        "# The five documents' figures, reproduced\n\n"
        "`sortscope reproduce all {0} --page docs/reproduction.md` writes this page; do not edit it. {1} "
        "[examples](../examples/README.md) says how the file is made.\n\n"
        "| mark | provenance | in pictures |\n|---|---|---|\n"
        "| none | measured | solid line, filled mark or bar |\n"
        "| + | counted by software on the GPU | solid line, filled mark or bar |\n"
        "| \\* | modelled: predicted for another GPU, or computed from the plan, a formula or the advertised "
        "bandwidth | dotted line, hollow mark, pale bar with a dashed outline |\n"
        "| ^ | published by the document | dashed line, hollow mark, pale bar with a dashed outline |\n\n"
        "{2} Each is judged by a rule that states direction, range of sizes and tolerance "
        "([figures.md](figures.md#claims-and-rules)), or says why it cannot be. Bounds come from the "
        "documents' words and numbers, but "
        "were written after a first recording. Notes name the rules that were changed after the data were "
        "seen. The same rule is applied to the document's own values where it prints them. A "
        "prediction that contradicts a document's own measurement is evidence against the model. `sortscope "
        "reproduce ID` explains verdicts by counters. The [appendix](#appendix-every-figure-table-and-claim) "
        "lists all claims.\n",
        file, recorded, summary(all));
    std::map<std::string, std::vector<std::string>> notes;  // notes, each with its figures
    for (const auto& made : all)
        for (const auto& note : made.notes) notes[note].push_back(made.figure->id);
    for (const auto& [note, ids] : notes) text += fmt::format("\n{} Figures: {}.\n", note, join(ids));
    const Document* document = nullptr;
    for (const auto& made : all) {
        const auto& figure = *made.figure;
        if (figure.document.get() != document) {
            document = figure.document.get();
            text += document_text(*document);
        }
        text += fmt::format("\n<a id=\"{}\"></a>\n\n### {}\n\n", figure.id, figure.title);
        if (!figure.note.empty()) text += figure.note + "\n\n";
        for (const auto& picture : figure_charts(made))
            if (!picture.chart.empty())
                text += fmt::format("![{}]({}/{}.svg)\n\n", join({figure.title, picture.title}), pictures,
                                    picture.name);
        if (figure.table_first && figure.is_grid()) text += markdown_table(figure_table(made)) + "\n";
        for (const auto& one : made.judgements) text += judgement_text(one);
        for (const auto& predicted : made.predicted) text += error_text(made, predicted);
        if (!figure.insight.empty()) text += "\n*Insight:* " + figure.insight + "\n";
        const auto missing = missing_lines(made, file);
        for (const auto& line : missing)
            text += &line == &missing.front() ? "\n" + line + "\n\n" : "  " + line + "\n";
    }
    return text + appendix(all);
}
}
