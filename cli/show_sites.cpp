#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/core.h>

#include "cli/cells.hpp"
#include "cli/show.hpp"
#include "cli/table.hpp"
#include "core/error.hpp"

namespace sortscope::cli {
namespace {

using SiteKey = std::pair<Site, Provenance>;

void add(SiteCounts& sum, const SiteCounts& counts) {
    sum.requests += counts.requests;
    sum.threads += counts.threads;
    sum.bytes += counts.bytes;
    sum.sectors += counts.sectors;
    sum.conflicts += counts.conflicts;
    sum.taken += counts.taken;
    sum.divergent += counts.divergent;
}

std::vector<SiteCounts> summed_sites(const CaseRecord& record, std::optional<std::uint32_t> only_launch) {
    std::map<SiteKey, SiteCounts> sums;
    for (const auto& launch : record.launches) {
        if (only_launch && launch.index != *only_launch) continue;
        for (const auto& counts : launch.sites) {
            auto& sum = sums[{counts.site, counts.provenance}];
            sum.site = counts.site;
            sum.provenance = counts.provenance;
            add(sum, counts);
        }
    }
    std::vector<SiteCounts> sites;
    for (auto& [key, counts] : sums) sites.push_back(std::move(counts));
    // In the order of the source, as one reads it.
    std::ranges::sort(sites, {}, [](const SiteCounts& counts) {
        return std::tie(counts.site.file, counts.site.line, counts.site.column, counts.site.kind);
    });
    return sites;
}

bool is_global(SiteKind kind) {
    return kind == SiteKind::global_load || kind == SiteKind::global_store || kind == SiteKind::global_atomic;
}
bool is_shared(SiteKind kind) { return kind == SiteKind::shared_load || kind == SiteKind::shared_store; }

std::optional<double> percent(std::int64_t part, std::int64_t whole) {
    if (whole == 0) return std::nullopt;
    return 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string kind_text(SiteKind kind) {
    auto text = std::string(name_of(kind));
    std::ranges::replace(text, '_', ' ');
    return text;
}

}  // namespace

std::string render_sites(const CaseRecord& record, std::optional<std::uint32_t> only_launch, const Screen& screen) {
    if (only_launch && std::ranges::find(record.launches, *only_launch, &LaunchRecord::index) == record.launches.end())
        throw Error(ErrorKind::usage, fmt::format("Case {} has no launch {}: its {} launches count from 0. "
                                                  "'--by launch' lists them.",
                                                  static_cast<std::int64_t>(record.id), *only_launch,
                                                  record.launches.size()));
    const auto sites = summed_sites(record, only_launch);
    if (sites.empty())
        return wrap("No access sites were recorded: they come from the host interpreter and from the counting build.",
                    screen) + '\n';

    const auto& file = sites.front().site.file;
    const bool one_file =
        std::ranges::all_of(sites, [&](const SiteCounts& counts) { return counts.site.file == file; });
    Table table({{"file", "", Align::left, 1000, Fit::shorten, 12},
                 {"line", "", Align::right, 1000},
                 {"what", "", Align::left, 900},
                 {"function", "", Align::left, 20, Fit::shorten, 8},
                 {"requests", "", Align::right, 90},
                 {"threads", "", Align::right, 40},
                 {"sectors", "32 B", Align::right, 80},
                 {"bytes", "B/req", Align::right, 70},
                 {"eff", "%", Align::right, 75},
                 {"confl.", "wavefr.", Align::right, 60},
                 {"taken", "%", Align::right, 30},
                 {"diverg.", "%", Align::right, 65}});
    for (const auto& counts : sites) {
        const auto kind = counts.site.kind;
        const auto provenance = counts.provenance;
        const bool memory = is_global(kind) || is_shared(kind);
        const bool branch = kind == SiteKind::branch;
        table.row({one_file ? Cell{} : text_cell(counts.site.file), count_cell(counts.site.line),
                   text_cell(kind_text(kind)), text_cell(counts.site.function), count_cell(counts.requests, provenance),
                   count_cell(counts.threads, provenance),
                   is_global(kind) ? count_cell(counts.sectors, provenance) : Cell{},
                   memory && counts.requests != 0
                       ? fixed_cell(static_cast<double>(counts.bytes) / static_cast<double>(counts.requests), 1,
                                    provenance)
                       : Cell{},
                   is_global(kind) ? fixed_cell(percent(counts.bytes, 32 * counts.sectors), 1, provenance) : Cell{},
                   is_shared(kind) ? count_cell(counts.conflicts, provenance) : Cell{},
                   branch ? fixed_cell(percent(counts.taken, counts.threads), 1, provenance) : Cell{},
                   branch ? fixed_cell(percent(counts.divergent, counts.requests), 1, provenance) : Cell{}});
    }
    auto title = only_launch ? fmt::format("Access sites of launch {}", *only_launch)
                             : std::string("Access sites, added up over all launches");
    if (one_file) title += "; lines of " + printable(file);
    return wrap(title, screen, 2) + "\n" + table.render(screen) + "  " + wrap(legend(table.provenances()), screen, 2, 2) + '\n';
}

}  // namespace sortscope::cli
