#include "present/tables/sites.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "analyzer/source/lines.hpp"
#include "core/text.hpp"
#include "present/cells.hpp"
#include "present/function_name.hpp"

namespace sortscope::present {
namespace {

std::vector<Column> site_columns() {
    const auto value = [](const char* id, const char* title, const char* head, const char* subhead,
                          const char* unit, int importance, const char* sentence) {
        return make_column(id, title, head, importance, sentence).under(subhead).in(unit);
    };
    std::vector<Column> columns{
        make_column("file", "File", "file", 1000, "Source file.").left().wrap(12).names(),
        make_column("line", "Line", "line", 1000, "Line of the source.").names(),
        make_column("kind", "What", "what", 900, "What the line does there.").left().names(),
        make_column("function", "Function", "function", 20, "The function that the line is of.")
            .left()
            .wrap(8)
            .names()};
    columns.insert(columns.end(),
                   {value("requests", "Requests", "requests", "", "requests", 90,
                          "Warps that executed it with at least one active thread."),
                    value("threads", "Threads", "threads", "", "threads", 40, "Threads that executed it."),
                    value("sectors", "Sectors", "sectors", "32 B", "sectors", 80, "32-byte sectors moved."),
                    value("bytes_per_request", "Bytes per request", "bytes", "B/req", "B/request", 70,
                          "Distinct bytes that the threads of one request ask for."),
                    value("efficiency_pct", "Efficiency", "eff", "%", "%", 75,
                          "Bytes asked for over bytes moved, in sectors of 32."),
                    value("extra_wavefronts", "Bank conflicts", "confl.", "wavefr.", "wavefronts", 60,
                          "Extra wavefronts of shared memory: bank conflicts."),
                    value("taken_pct", "Taken", "taken", "%", "%", 30, "Threads whose condition held."),
                    value("divergent_pct", "Divergent", "diverg.", "%", "%", 65,
                          "Warps whose threads went both ways.")});
    return columns;
}

}  // namespace

Table sites_table(std::span<const SiteCounts> sites, std::optional<std::uint32_t> launch) {
    Table table;
    table.title = launch ? fmt::format("Access sites of launch {}", *launch)
                         : std::string("Access sites, added up over all launches");
    table.columns = site_columns();
    if (sites.empty()) return table;
    const auto& file = sites.front().site.file;
    const bool one_file =
        std::ranges::all_of(sites, [&](const SiteCounts& counts) { return counts.site.file == file; });
    if (one_file) {
        table.title += "; lines of " + file;
        table.columns.front().importance = 0;  // the title says it
    }
    for (const auto& counts : sites) {
        const auto kind = counts.site.kind;
        const auto provenance = counts.provenance;
        const auto figures = analyzer::figures_of(counts);
        const auto count = [&](std::int64_t value) { return count_cell(value, provenance); };
        const auto figure = [&](std::optional<double> value) { return fixed_cell(value, 1, provenance); };
        table.row({text_cell(counts.site.file), count_cell(counts.site.line),
                   text_cell(spaced(name_of(kind))), text_cell(function_name(counts.site.function)),
                   count(counts.requests), count(counts.threads),
                   analyzer::is_global(kind) ? count(counts.sectors) : Cell{},
                   figure(figures.bytes_per_request), figure(figures.efficiency_pct),
                   analyzer::is_shared(kind) ? count(counts.extra_wavefronts) : Cell{},
                   figure(figures.taken_pct), figure(figures.divergent_pct)});
    }
    return table;
}

std::string no_sites_sentence() {
    return "No access sites were recorded: they come from the host interpreter and from the counting build.";
}

}  // namespace sortscope::present
