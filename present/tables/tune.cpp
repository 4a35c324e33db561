#include "present/tables/tune.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/core.h>

#include "core/text.hpp"
#include "present/cells.hpp"
#include "present/tables/compare.hpp"

namespace sortscope::present {
namespace {

using namespace analyzer;

std::string value_text(const TunedSort& sort, double value) {
    return sort.by_sectors ? format_grouped(static_cast<std::int64_t>(value)) + "* sectors"
                           : format_time_ns(value);
}

/// Longest in the search first, then by value.
std::vector<std::size_t> order_of(const TuneResult& result, const std::vector<std::size_t>& rounds) {
    std::vector<std::size_t> order(result.latest.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        if (rounds[a] != rounds[b]) return rounds[a] > rounds[b];
        const auto &x = result.latest[a], &y = result.latest[b];
        if (!x || !y) return x.has_value() && !y;
        return x->ns < y->ns;
    });
    return order;
}

/// The last round of each candidate, from 1; 0 if none.
std::vector<std::size_t> last_rounds(const TuneResult& result) {
    std::vector<std::size_t> last(result.latest.size(), 0);
    for (std::size_t r = 0; r < result.rounds.size(); ++r)
        for (std::size_t i = 0; i < result.rounds[r].entered.size(); ++i)
            if (result.rounds[r].values[i]) last[result.rounds[r].entered[i]] = r + 1;
    return last;
}

/// "block 256, max_keys=16".
std::string config_words(const LaunchConfig& config) {
    std::string text = config.block == 0 ? std::string() : fmt::format("block {}", config.block);
    const auto parameters = parameters_text(parameters_of(config));
    if (!parameters.empty()) text += (text.empty() ? "" : ", ") + parameters;
    return text.empty() ? "its only configuration" : text;
}

}  // namespace

std::string tune_sentence(const TunedSort& sort, const TuneResult& result) {
    if (!result.best) return "Nothing could be measured.";
    auto text = fmt::format("Best: {}, {}.", config_words(sort.configs[*result.best]),
                            value_text(sort, result.latest[*result.best]->ns));
    if (sort.by_sectors) {
        text += " By modelled sectors: the interpreter takes no times, and fewer sectors need not be faster.";
        const auto least = result.latest[*result.best]->ns;
        const auto equal =
            std::ranges::count_if(result.latest,
                                  [&](const auto& value) { return value && value->ns == least; }) -
            1;
        if (equal > 0)
            return text + fmt::format(" {} as few.",
                                      equal == 1 ? "One other moves" : fmt::format("{} others move", equal));
        if (result.next)
            text += fmt::format(" The next, {}, moves {}* times as many.",
                                config_words(sort.configs[*result.next]), format_ratio(result.margin->ratio));
        return text;
    }
    if (!result.next) return text + " There is no other.";
    return text +
           fmt::format(" The next, {}, takes {} of its time: {}. Certainty that no other is faster: {}.",
                       config_words(sort.configs[*result.next]), ratio_text(*result.margin),
                       analyzer::name_of(*result.verdict),
                       format_percent(std::floor(100 * result.certainty) / 100));
}

std::string tune_saving(const TunedSort& sort, const TuneResult& result) {
    if (sort.by_sectors && result.stopped)
        return fmt::format(
            "It was stopped before its end: {} of {} were modelled.",
            std::ranges::count_if(result.latest, [](const auto& value) { return value.has_value(); }),
            plural(sort.configs.size(), "configuration"));
    if (sort.by_sectors && sort.configs.size() == 1)
        return "The only configuration was modelled once; there was none to choose from.";
    if (sort.by_sectors)
        return fmt::format(
            "Each of {} was modelled once; there is nothing to save where values do not scatter.",
            plural(sort.configs.size(), "configuration"));
    if (sort.configs.size() == 1)
        return fmt::format("{} were taken of the only configuration; there was none to choose from{}.",
                           plural(result.trials, "trial"),
                           result.stopped ? ", and it was stopped before its end" : "");
    auto text = fmt::format("{} of {} trials {}, {} saved; {} of {} measured to the end.",
                            format_grouped(static_cast<std::int64_t>(result.trials)),
                            format_grouped(static_cast<std::int64_t>(result.all_trials)),
                            sort.replayed ? "would have been taken" : "were taken",
                            format_percent(result.saved_part()), result.to_the_end,
                            plural(sort.configs.size(), "configuration"));
    if (result.stopped) text += " It was stopped before its end.";
    return text;
}

Table tune_table(const TunedSort& sort, const TuneResult& result) {
    Table table;
    table.title = sort.by_sectors
                      ? "By modelled sectors, the fewest first"
                      : "By time, the best first; those that went out early after those that stayed";
    const auto value_provenance = sort.by_sectors ? Provenance::modelled : Provenance::measured;
    table.columns = {make_column("block_threads", "Block", "block", 1000).names(),
                     make_column("parameters", "Parameters", "parameters", 950).left().names()};
    if (sort.by_sectors)
        table.columns.push_back(make_column("sectors", "Sectors", "sectors", 1000).in("sectors"));
    else {
        table.columns.push_back(make_column("median_ns", "Median time", "median", 1000).in("ns"));
        table.columns.push_back(
            make_column("interval_pct", "Interval", "known", 500, "Half the width of the median's interval.")
                .under("+-%")
                .in("%"));
    }
    table.columns.push_back(make_column("ratio", "To the best", "to the", 900).under("best"));
    table.columns.push_back(
        make_column("round", "Last round", "last", 800, "In which it was measured last.").under("round"));
    table.columns.push_back(make_column("trials", "Trials", "trials", 700, "All together."));
    const auto rounds = last_rounds(result);
    for (const auto i : order_of(result, rounds)) {
        const auto& value = result.latest[i];
        const auto& config = sort.configs[i];
        std::vector<Cell> cells{config.block == 0 ? Cell{} : setting_cell(config.block),
                                text_cell(parameters_text(parameters_of(config)))};
        if (sort.by_sectors)
            cells.push_back(
                count_cell(value ? std::optional(static_cast<std::int64_t>(value->ns)) : std::nullopt,
                           value_provenance));
        else {
            cells.push_back(time_cell(value ? std::optional(value->ns) : std::nullopt));
            cells.push_back(fixed_cell(
                value && value->ns > 0
                    ? std::optional(50 * (value->interval_ns.high - value->interval_ns.low) / value->ns)
                    : std::nullopt,
                1, value_provenance));
        }
        cells.push_back(fixed_cell(result.ratio_to_best(i), 3, value_provenance));
        cells.push_back(rounds[i] == 0 ? Cell{} : count_cell(static_cast<std::int64_t>(rounds[i])));
        cells.push_back(value ? count_cell(value->trials) : Cell{});
        table.row(std::move(cells));
    }
    return table;
}

}  // namespace sortscope::present
