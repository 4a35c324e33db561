// A comparison as the terminal, a spreadsheet and a program get it.
#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "cli/compare.hpp"
#include "core/printable.hpp"
#include "core/text.hpp"
#include "present/csv/csv.hpp"
#include "present/json/compare.hpp"
#include "present/json/metrics.hpp"
#include "present/text/table.hpp"

namespace sortscope::cli {
namespace {

using namespace analyzer;
using present::text::Screen;
using present::text::wrap;

constexpr std::size_t most_missing = 10;

std::string list_of(const std::string& head, const std::vector<Compared>& cases, const Screen& screen) {
    if (cases.empty()) return {};
    auto out = '\n' + wrap(fmt::format("{} ({})", head, cases.size()), screen) + '\n';
    for (std::size_t i = 0; i < std::min(cases.size(), most_missing); ++i)
        out += "  " + wrap(printable(present::case_words(cases[i])), screen, 4, 2) + '\n';
    if (cases.size() > most_missing)
        out += fmt::format("  and {} more; --json lists all\n", cases.size() - most_missing);
    return out;
}

std::string render_against(const CompareData& data, const Against& one, const Screen& screen) {
    const auto& base = data.sides.front();
    const auto& other = data.sides[one.other];
    const auto& comparison = one.comparison;
    auto out = wrap(fmt::format("{} against {}: {}", printable(other.name), printable(base.name),
                                present::comparison_summary(comparison)),
                    screen, 2) +
               '\n';
    if (comparison.pairs.empty())
        return out + wrap(printable(present::nothing_comparable(comparison, base, other)), screen) + '\n';
    const auto times = present::comparison_table(comparison, base.name, other.name, data.min_effect);
    if (!times.empty()) out += '\n' + present::text::draw(times, screen);
    const auto counters = present::counter_table(one.counters, base.name, other.name);
    if (!counters.empty()) out += '\n' + present::text::draw(counters, screen);
    if (data.stages)
        for (const auto& difference : one.differences)
            out += '\n' + present::text::draw(
                              present::stage_difference_table(difference, base.name, other.name), screen);
    else if (!one.differences.empty()) {
        out += '\n' + wrap("What made the difference (--stages shows every stage)", screen) + '\n';
        for (const auto& difference : one.differences)
            out += "  " + wrap(printable(present::difference_sentence(difference)), screen, 4, 2) + '\n';
    }
    if (const auto why = present::nothing_explained(comparison); !data.stages && !why.empty())
        out += '\n' + wrap(why + " --stages shows both stage by stage.", screen) + '\n';
    out += list_of("Only in " + printable(base.name), comparison.only_base, screen);
    out += list_of("Only in " + printable(other.name), comparison.only_other, screen);
    const auto way =
        comparison.in_the_way_of_rest.empty() ? ConditionPart::n : comparison.in_the_way_of_rest.front();
    if (way == ConditionPart::device || way == ConditionPart::cache || way == ConditionPart::backend)
        out += "  " +
               wrap(fmt::format("Of these some differ in their {0} alone; --across {0} leaves it free.",
                                sortscope::name_of(way)),
                    screen, 2, 2) +
               '\n';
    return out;
}

}  // namespace

std::string render_comparison(const CompareData& data, const Screen& screen) {
    std::string out;
    for (const auto& one : data.against) out += (out.empty() ? "" : "\n") + render_against(data, one, screen);
    std::set<Provenance> provenances;
    for (const auto& one : data.against)
        for (const auto* differences : {&one.differences, &one.counters})
            provenances.merge(present::provenances_of(*differences));
    // Times are measured; of these alone nothing is to be said.
    if (provenances.erase(Provenance::measured); !provenances.empty()) {
        provenances.insert(Provenance::measured);
        out += '\n' + present::text::draw_legend(provenances, screen);
    }
    std::size_t not_ok = 0;
    for (const auto& side : data.sides) not_ok += side.not_ok;
    if (not_ok > 0)
        out += '\n' +
               wrap(fmt::format("{} that did not end well {} left out; 'sortscope list' says why.",
                                plural(not_ok, "case"), not_ok == 1 ? "is" : "are"),
                    screen) +
               '\n';
    return out;
}

std::string render_history(const std::string& file, const std::vector<History>& histories, double min_effect,
                           const Screen& screen) {
    const auto changed = static_cast<std::size_t>(
        std::ranges::count_if(histories, [](const History& one) { return !one.changes.empty(); }));
    auto out = wrap(fmt::format("{}: {} over several runs, {} with a change", printable(file),
                                fmt::format("{} series", histories.size()), changed),
                    screen) +
               '\n';
    if (histories.empty()) return out;
    return out + '\n' + present::text::draw(present::history_table(histories, min_effect), screen);
}

void write_comparison(present::json::Writer& out, const CompareData& data) {
    out.object([&] {
        out.put("min_effect_ratio", data.min_effect);
        out.array("comparisons", [&] {
            for (const auto& one : data.against)
                out.object([&] {
                    auto differences = one.differences;
                    differences.insert(differences.end(), one.counters.begin(), one.counters.end());
                    present::json::members_of_comparison(out, one.comparison, data.sides.front(),
                                                         data.sides[one.other], differences);
                });
        });
        present::json::member_legend(out);
    });
}

std::string csv_of(const CompareData& data) {
    present::Table all;
    for (const auto& one : data.against) {
        auto table = present::comparison_rows(one.comparison, data.sides.front().name,
                                              data.sides[one.other].name, one.counters);
        if (all.columns.empty()) all.columns = std::move(table.columns);
        std::ranges::move(table.rows, std::back_inserter(all.rows));
    }
    return present::csv::write(all);
}

}  // namespace sortscope::cli
