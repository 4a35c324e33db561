#include "present/tables/source.hpp"

#include <fmt/core.h>

#include "core/printable.hpp"
#include "present/cells.hpp"
#include "present/function_name.hpp"
#include "present/tables/compare.hpp"

namespace sortscope::present {
using namespace analyzer;

namespace {
constexpr size_t tab_columns = 4;

Column file_column() { return text_column("File", 1000, "Source file.").wrap(12).names(); }
Column line_column() { return make_column("Line", 1000, "Line of the source.").names(); }
Column function_column() {
    return text_column("Function", 20, "The function that the line is of.").wrap(8).names();
}

/// Names a single file in the title, instead of in a column.
template <class Range, class FileOf>
void name_file(Table& table, const Range& rows, const FileOf& file_of) {
    if (rows.empty()) return;
    const auto& first = std::invoke(file_of, rows.front());
    if (!std::ranges::all_of(
            rows, [&](const auto& file) { return file == first; }, file_of))
        return;
    table.title += "; lines of " + first;
    table.columns.front().importance = 0;
}

Field<LineCounts> count_field(std::string_view id, int importance) {
    const auto count = [](int64_t LineCounts::*value) {
        return [value](const LineCounts& line) {
            return line.*value > 0 ? count_cell(line.*value, line.provenance) : Cell{};
        };
    };
    static const Fields<LineCounts> all{
        {make_column("sectors", "Sectors", "sectors", "32 B", "sectors", 0,
                     "32-byte sectors of global memory."),
         [](const auto& line) {
             return line.requests > 0 ? count_cell(line.sectors, line.provenance) : Cell{};
         }},
        {make_column("sector_share_pct", "Share of sectors", "share", "%", "%", 0,
                     "Of all sectors of the case."),
         [](const auto& line) {
             return line.requests > 0 ? percent_cell(line.sector_share, 1, line.provenance) : Cell{};
         }},
        {make_column("efficiency_pct", "Efficiency", "eff", "%", "%", 0,
                     "Bytes asked for over bytes moved, in sectors of 32."),
         [](const auto& line) { return percent_cell(line.efficiency(), 1, line.provenance); }},
        {make_column("loads", "Loads", "loads", "", "requests", 0,
                     "Warps that loaded from global memory there."),
         count(&LineCounts::loads)},
        {make_column("stores", "Stores", "stores", "", "requests", 0,
                     "Warps that stored to global memory there."),
         count(&LineCounts::stores)},
        {make_column("extra_wavefronts", "Bank conflicts", "confl.", "wavefr.", "wavefronts", 0,
                     "Extra wavefronts of shared memory."),
         count(&LineCounts::extra_wavefronts)},
        {make_column("divergent_pct", "Divergent", "diverg.", "%", "%", 0,
                     "Warps at its branches with threads that went both ways."),
         [](const auto& line) { return percent_cell(line.divergence(), 1, line.provenance); }},
        {make_column("sample_share_pct", "Share of samples", "samples", "%", "%", 0,
                     "Of all samples of warps that did not issue: where the time goes."),
         &LineCounts::sample_share, percent_with(1)},
        {text_column("reason", "Stalled for", "stalled for", 0, "The reason of most of its samples."),
         &LineCounts::reason}};
    auto field = *std::ranges::find(all, id, [](const auto& each) { return each.column.id; });
    field.column.importance = importance;
    return field;
}

const Fields<LineCounts>& listing_fields() {
    static const Fields<LineCounts> fields{count_field("sector_share_pct", 800),
                                           count_field("efficiency_pct", 90),
                                           count_field("divergent_pct", 85),
                                           count_field("sample_share_pct", 88),
                                           count_field("sectors", 80),
                                           count_field("loads", 60),
                                           count_field("stores", 55),
                                           count_field("extra_wavefronts", 70),
                                           count_field("reason", 0)};
    return fields;
}

std::vector<Column> listing_columns() {
    std::vector<Column> columns{text_column("File", 0, "Source file.").hidden().names(), line_column(),
                                text_column("Heat", 700, "Over the hottest line of the case.").bar(4)};
    add_columns(columns, listing_fields());
    columns.push_back(
        text_column("text", "Source", "source", 1000, "The line as it was compiled.").wrap(36).code());
    return columns;
}

void add_rows(Table& table, const std::string& file, const ListedLine& line, size_t indent) {
    auto text = source_line(line.text);
    text.erase(0, std::min(indent, text.size()));
    for (size_t i = 0; i < std::max<size_t>(1, line.counts.size()); ++i) {
        std::vector<Cell> cells(table.columns.size(), blank_cell());
        cells[0] = text_cell(file);
        if (i == 0) cells[1] = count_cell(line.number);
        if (i == 0 && !text.empty()) cells.back() = text_cell(text);
        if (i < line.counts.size()) {
            const auto& counts = line.counts[i];
            cells[2] = bar_cell(i == 0 ? line.heat : 0);
            for (size_t at = 0; at < listing_fields().size(); ++at) {
                const auto& [column, cell_of_line] = listing_fields()[at];
                auto cell = cell_of_line(counts);
                const bool none = column.id == "sample_share_pct" && counts.samples == 0;
                if (!none && !cell.text.empty()) cells[3 + at] = std::move(cell);
            }
        }
        table.row(std::move(cells));
    }
}

size_t common_indent(std::span<const ListedLine* const> lines) {
    size_t least = std::string::npos;
    for (const auto* line : lines)
        if (const auto first = source_line(line->text).find_first_not_of(' '); first != std::string::npos)
            least = std::min(least, first);
    return least == std::string::npos ? 0 : least;
}

std::string_view heat_words(std::string_view heat) {
    return heat == "sectors"      ? "sectors of global memory"
           : heat == "samples"    ? "samples of warps that stood there"
           : heat == "conflicts"  ? "extra wavefronts of shared memory"
           : heat == "divergence" ? "warps that parted at a branch"
                                  : "requests to global memory";
}

void hide_empty(Table& table) {
    for (size_t i = 0; i < table.columns.size(); ++i) {
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

/// File names without folders; empty if two would be equal.
std::map<std::string, std::string> short_files(std::span<const LineCounts> lines) {
    std::map<std::string, std::string> names;
    std::set<std::string> known;
    for (const auto& line : lines)
        if (const auto name = short_name(line.file);
            names.emplace(line.file, name).second && !known.insert(name).second)
            return {};
    return names;
}
}  // namespace

Table sites_table(std::span<const SiteCounts> sites, std::optional<uint32_t> launch) {
    const auto count = [](auto get) {
        return [get](const SiteCounts& site) { return count_cell(std::invoke(get, site), site.provenance); };
    };
    const auto count_if = [](bool (*is_kind)(SiteKind), auto get) {
        return [=](const SiteCounts& site) {
            return is_kind(site.site.kind) ? count_cell(std::invoke(get, site), site.provenance) : Cell{};
        };
    };
    const auto figure = [](auto get) {
        return [get](const SiteCounts& site) {
            return fixed_cell(std::invoke(get, figures_of(site)), 1, site.provenance);
        };
    };
    const Fields<SiteCounts> fields{
        {file_column(), &SiteCounts::site, &Site::file},
        {line_column(), &SiteCounts::site, &Site::line},
        {text_column("kind", "What", "what", 900, "What the line does there.").names(),
         [](const auto& one) { return spaced(name_of(one.site.kind)); }},
        {function_column(), &SiteCounts::site, &Site::function, function_name},
        {make_column("requests", "Requests", "requests", "", "requests", 90,
                     "Warps that executed it with at least one active thread."),
         count(&SiteCounts::requests)},
        {make_column("threads", "Threads", "threads", "", "threads", 40, "Threads that executed it."),
         count(&SiteCounts::threads)},
        {make_column("sectors", "Sectors", "sectors", "32 B", "sectors", 80, "32-byte sectors moved."),
         count_if(is_global, &SiteCounts::sectors)},
        {make_column("bytes_per_request", "Bytes per request", "bytes", "B/req", "B/request", 70,
                     "Distinct bytes that the threads of one request ask for."),
         figure(&SiteFigures::bytes_per_request)},
        {count_field("efficiency_pct", 75).column, figure(&SiteFigures::efficiency_pct)},
        {make_column("extra_wavefronts", "Bank conflicts", "confl.", "wavefr.", "wavefronts", 60,
                     "Extra wavefronts of shared memory: bank conflicts."),
         count_if(is_shared, &SiteCounts::extra_wavefronts)},
        {make_column("taken_pct", "Taken", "taken", "%", "%", 30, "Threads for which the condition held."),
         figure(&SiteFigures::taken_pct)},
        {make_column("divergent_pct", "Divergent", "diverg.", "%", "%", 65,
                     "Warps with threads that went both ways."),
         figure(&SiteFigures::divergent_pct)}};
    auto table = table_of(fields, sites,
                          launch ? fmt::format("Access sites of launch {}", *launch)
                                 : "Access sites, added up over all launches");
    name_file(table, sites, [](const SiteCounts& counts) -> const std::string& { return counts.site.file; });
    return table;
}

std::string no_sites_sentence() {
    return "No access sites were recorded: they come from the host interpreter and from the counting build.";
}

Table line_table(std::span<const LineCounts> lines, bool by_name) {
    const auto names = by_name ? short_files(lines) : std::map<std::string, std::string>{};
    Fields<LineCounts> fields{{file_column(),
                               [&](const LineCounts& line) {
                                   const auto name = names.find(line.file);
                                   return name == names.end() ? line.file : name->second;
                               }},
                              {line_column(), &LineCounts::line},
                              {function_column(), &LineCounts::function, function_name},
                              count_field("sectors", 90),
                              count_field("sector_share_pct", 85),
                              count_field("efficiency_pct", 75),
                              count_field("extra_wavefronts", 60),
                              count_field("divergent_pct", 65),
                              count_field("sample_share_pct", 80),
                              count_field("reason", 50)};
    fields.back().column = std::move(fields.back().column).wrap(12);
    auto table = table_of(fields, lines, "By source line, added up over all launches");
    name_file(table, lines, &LineCounts::file);
    return table;
}

Table listing_table(const Listing& listing, std::span<const LineSpan> spans) {
    Table table{.title = listing.file};
    table.columns = listing_columns();
    if (!listing.has_text) table.columns.back().importance = 0;
    std::vector<const ListedLine*> shown;
    auto span = spans.begin();
    for (const auto& line : listing.lines) {
        while (span != spans.end() && line.number > span->second) ++span;
        if (spans.empty() || (span != spans.end() && line.number >= span->first)) shown.push_back(&line);
    }
    const auto indent = spans.empty() ? 0 : common_indent(shown);
    for (size_t i = 0; i < shown.size(); ++i) {
        if (listing.has_text && i > 0 && shown[i]->number != shown[i - 1]->number + 1) table.rule();
        add_rows(table, listing.file, *shown[i], indent);
    }
    hide_empty(table);
    if (std::ranges::any_of(listing.lines, [](const auto& line) { return line.heat > 0; }))
        table.note(
            fmt::format("Heat: {}, over those of the hottest line of the case.", heat_words(listing.heat)));
    if (!listing.has_text) table.note(no_text_sentence(listing.file));
    return table;
}

std::string source_line(std::string_view text) {
    std::string expanded;
    for (size_t column = 0; !text.empty();) {
        const auto character = first_character(text);
        const auto blanks = character.bytes == "\t" ? tab_columns - column % tab_columns : 0;
        if (blanks > 0)
            expanded.append(blanks, ' ');
        else
            expanded += character.bytes;
        column += std::max<size_t>(1, blanks);
        text.remove_prefix(character.bytes.size());
    }
    return printable(expanded);
}

std::string source_line_of(std::span<const SourceText> sources, std::string_view file, uint32_t line) {
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
}
