#include "present/tables/listing.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "core/printable.hpp"
#include "present/cells.hpp"

namespace sortscope::present {
namespace {

using analyzer::LineCounts;

constexpr std::size_t tab_columns = 4;

std::vector<Column> listing_columns() {
    const auto value = [](const char* id, const char* title, const char* head, const char* subhead,
                          const char* unit, int importance, const char* sentence) {
        return make_column(id, title, head, importance, sentence).under(subhead).in(unit);
    };
    std::vector<Column> columns{
        make_column("file", "File", "file", 0, "Source file.").left().hidden().names(),
        make_column("line", "Line", "line", 1000, "Line of the source.").names(),
        make_column("heat", "Heat", "heat", 700, "Over the hottest line of the case.").left().bar(4)};
    columns.insert(
        columns.end(),
        {value("sector_share_pct", "Share of sectors", "share", "%", "%", 800, "Of all sectors of the case."),
         value("efficiency_pct", "Efficiency", "eff", "%", "%", 90,
               "Bytes asked for over bytes moved, in sectors of 32."),
         value("divergent_pct", "Divergent", "diverg.", "%", "%", 85,
               "Warps at its branches whose threads went both ways."),
         value("sample_share_pct", "Share of samples", "samples", "%", "%", 88,
               "Of all samples of warps that did not issue: where the time goes."),
         value("sectors", "Sectors", "sectors", "32 B", "sectors", 80, "32-byte sectors of global memory."),
         value("loads", "Loads", "loads", "", "requests", 60, "Warps that loaded from global memory there."),
         value("stores", "Stores", "stores", "", "requests", 55, "Warps that stored to global memory there."),
         value("extra_wavefronts", "Bank conflicts", "confl.", "wavefr.", "wavefronts", 70,
               "Extra wavefronts of shared memory.")});
    columns.push_back(
        make_column("reason", "Stalled for", "stalled for", 0, "The reason of most of its samples.").left());
    columns.push_back(
        make_column("text", "Source", "source", 1000, "The line as it was compiled.").left().wrap(36).code());
    return columns;
}

std::optional<double> line_percent(std::optional<double> part) {
    return part ? std::optional(100 * *part) : std::nullopt;
}

void add_counts(std::vector<Cell>& cells, const LineCounts& line, double heat) {
    const auto of = line.provenance;
    const auto or_free = [](Cell cell) { return cell.text.empty() ? blank_cell() : std::move(cell); };
    const auto count = [&](std::int64_t number) {
        return number > 0 ? count_cell(number, of) : blank_cell();
    };
    cells.push_back(bar_cell(heat));
    cells.push_back(or_free(fixed_cell(
        line.requests > 0 && line.sector_share ? std::optional(100 * *line.sector_share) : std::nullopt, 1,
        of)));
    cells.push_back(or_free(fixed_cell(line_percent(line.efficiency()), 1, of)));
    cells.push_back(or_free(fixed_cell(line_percent(line.divergence()), 1, of)));
    cells.push_back(or_free(fixed_cell(
        line.samples > 0 && line.sample_share ? std::optional(100 * *line.sample_share) : std::nullopt, 1,
        Provenance::measured)));
    for (const auto number : {line.sectors, line.loads, line.stores, line.extra_wavefronts})
        cells.push_back(count(number));
    cells.push_back(line.reason.empty() ? blank_cell() : text_cell(line.reason));
}

void add_rows(Table& table, const std::string& file, const analyzer::ListedLine& line, std::size_t indent) {
    const auto columns = table.columns.size();
    auto text = source_line(line.text);
    text.erase(0, std::min(indent, text.size()));
    for (std::size_t i = 0; i < std::max<std::size_t>(1, line.counts.size()); ++i) {
        std::vector<Cell> cells{text_cell(file), i == 0 ? count_cell(line.number) : blank_cell()};
        if (i < line.counts.size()) add_counts(cells, line.counts[i], i == 0 ? line.heat : 0);
        while (cells.size() + 1 < columns) cells.push_back(blank_cell());
        cells.push_back(i == 0 && !text.empty() ? text_cell(text) : blank_cell());
        table.row(std::move(cells));
    }
}

std::size_t common_indent(std::span<const analyzer::ListedLine* const> lines) {
    std::size_t least = std::string::npos;
    for (const auto* line : lines)
        if (const auto first = source_line(line->text).find_first_not_of(' '); first != std::string::npos)
            least = std::min(least, first);
    return least == std::string::npos ? 0 : least;
}

void hide_empty(Table& table) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        auto& column = table.columns[i];
        const auto says = [&](const Row& row) {
            if (i >= row.cells.size()) return false;
            const auto& cell = row.cells[i];
            return cell.number || cell.fraction > 0 || (!cell.text.empty() && cell.text != " ");
        };
        if (column.names_row || std::ranges::any_of(table.rows, says)) continue;
        column.importance = 0;
        column.shown = false;
    }
}

}  // namespace

Table listing_table(const analyzer::Listing& listing, std::span<const analyzer::LineSpan> spans) {
    Table table;
    table.title = listing.file;
    table.columns = listing_columns();
    if (!listing.has_text) table.columns.back().importance = 0;
    std::vector<const analyzer::ListedLine*> shown;
    auto span = spans.begin();
    for (const auto& line : listing.lines) {
        while (span != spans.end() && line.number > span->second) ++span;
        if (spans.empty() || (span != spans.end() && line.number >= span->first)) shown.push_back(&line);
    }
    const auto indent = spans.empty() ? 0 : common_indent(shown);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (listing.has_text && i > 0 && shown[i]->number != shown[i - 1]->number + 1) table.rule();
        add_rows(table, listing.file, *shown[i], indent);
    }
    hide_empty(table);
    if (std::ranges::any_of(listing.lines, [](const auto& line) { return line.heat > 0; }))
        table.notes.push_back(
            fmt::format("Heat: {}, over those of the hottest line of the case.", heat_words(listing.heat)));
    if (!listing.has_text) table.notes.push_back(no_text_sentence(listing.file));
    return table;
}

std::string source_line(std::string_view text) {
    std::string expanded;
    for (std::size_t column = 0; !text.empty();) {
        const auto character = first_character(text);
        const auto blanks = character.bytes == "\t" ? tab_columns - column % tab_columns : 0;
        if (blanks > 0)
            expanded.append(blanks, ' ');
        else
            expanded += character.bytes;
        column += std::max<std::size_t>(1, blanks);
        text.remove_prefix(character.bytes.size());
    }
    return printable(expanded);
}

std::string source_line_of(std::span<const SourceText> sources, std::string_view file, std::uint32_t line) {
    const auto source = std::ranges::find(sources, file, &SourceText::file);
    if (source == sources.end() || line == 0) return {};
    std::string_view text = source->text;
    for (; line > 1 && !text.empty(); --line)
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    const auto whole = source_line(text.substr(0, text.find('\n')));
    const auto first = whole.find_first_not_of(' ');
    return first == std::string::npos ? std::string()
                                      : whole.substr(first, whole.find_last_not_of(' ') - first + 1);
}

std::string no_text_sentence(std::string_view file) {
    return fmt::format(
        "The text of {} is not kept with the case: it was recorded before texts were kept, or by a program "
        "that does not carry it. Record it again to have it here.",
        file);
}

std::string_view heat_words(std::string_view heat) {
    if (heat == "sectors") return "sectors of global memory";
    if (heat == "samples") return "samples of warps that stood there";
    if (heat == "conflicts") return "extra wavefronts of shared memory";
    if (heat == "divergence") return "warps that parted at a branch";
    return "requests to global memory";
}

}  // namespace sortscope::present
