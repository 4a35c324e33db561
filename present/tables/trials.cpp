#include "present/tables/trials.hpp"

#include <cmath>

#include <fmt/core.h>

#include "analyzer/launches/figures.hpp"
#include "analyzer/timing/interval.hpp"
#include "core/times.hpp"
#include "present/cells.hpp"

namespace sortscope::present {
namespace {
using namespace analyzer;

std::string time_words(const CaseRecord& record, size_t trials) {
    return fmt::format("{} of {} time", plural(trials, "trial"), name_of(record.time_mode));
}

/// Shows a twentieth of the range in the decimals: trials differ little.
TimeScale fine_scale(double least_ns, double greatest_ns) {
    auto scale = time_scale(least_ns, greatest_ns);
    const double step = (greatest_ns - least_ns) / 20 / scale.ns;
    while (step > 0 && scale.decimals < 6 && step * std::pow(10, scale.decimals) < 1) ++scale.decimals;
    return scale;
}
}  // namespace

Table trial_histogram_table(const CaseRecord& record) {
    const auto times = accepted_ns(record.trials, record.time_mode);
    const auto bins = trial_histogram(times);
    if (bins.empty()) return {};
    const auto scale = fine_scale(bins.front().from_ns, bins.back().to_ns);
    size_t most = 1;
    for (const auto& bin : bins) most = std::max(most, bin.trials);
    return table_of(
        Fields<TrialBin>{{make_column("from_ns", "From", "from", 1000).scaled(scale).names(),
                          [&](const auto& bin) { return scaled_time_cell(bin.from_ns, scale); }},
                         {make_column("to_ns", "To", "to", 900).scaled(scale),
                          [&](const auto& bin) { return scaled_time_cell(bin.to_ns, scale); }},
                         {make_column("Trials", 1000), &TrialBin::trials},
                         {text_column("bar", "Trials, drawn", "", 800).bar(10),
                          [&](const auto& bin) { return bar_cell(double(bin.trials) / double(most)); }}},
        bins, "Histogram of " + time_words(record, times.size()));
}

Table trial_order_table(const CaseRecord& record) {
    const auto groups = trial_groups(record);
    if (groups.empty()) return {};
    double least = groups.front().least_ns, greatest = groups.front().greatest_ns;
    for (const auto& group : groups) {
        least = std::min(least, group.least_ns);
        greatest = std::max(greatest, group.greatest_ns);
    }
    const auto scale = fine_scale(least, greatest);
    const auto range = std::max(greatest - least, 1.0);
    auto table = table_of(
        Fields<TrialGroup>{{make_column("Round", 900).names(),
                            [](const auto& group) { return setting_cell(group.round + 1); }},
                           {text_column("Trials", 1000).names(),
                            [](const auto& group) {
                                return group.first == group.last
                                           ? std::to_string(group.first)
                                           : fmt::format("{} to {}", group.first, group.last);
                            }},
                           {make_column("median_ns", "Median", "median", 1000).scaled(scale),
                            [&](const auto& group) { return scaled_time_cell(group.median_ns, scale); }},
                           {make_column("least_ns", "Shortest", "shortest", 700).scaled(scale),
                            [&](const auto& group) { return scaled_time_cell(group.least_ns, scale); }},
                           {make_column("greatest_ns", "Longest", "longest", 700).scaled(scale),
                            [&](const auto& group) { return scaled_time_cell(group.greatest_ns, scale); }},
                           {text_column("bar", "Median, drawn", "", 800,
                                        "From the shortest to the longest time of all trials.")
                                .bar(10),
                            [&](const auto& group) { return bar_cell((group.median_ns - least) / range); }}},
        groups, "By order");
    table.notes.push_back(
        fmt::format("Bars: from {} to {}.", format_time_ns(least), format_time_ns(greatest)));
    return table;
}

Table trial_table(const CaseRecord& record) {
    const auto trials = accepted_times(record.trials, record.time_mode);
    return table_of(
        Fields<TrialRecord>{
            {make_column("Round", 1000), [](const auto& trial) { return setting_cell(trial.round + 1); }},
            {make_column("Trial", 1000), [](const auto& trial) { return setting_cell(trial.index); }},
            {make_column("time_ns", "Time", "time", 1000).in("ns"),
             [](const auto& trial) { return time_cell(double(*trial.duration_ns)); }}},
        trials, "Trials");
}
}
