
#include <fmt/core.h>

#include "present/tables/compare.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::present {
using namespace analyzer;

static std::string changes_text(const History& history) {
    std::vector<std::string> texts;
    for (const auto& change : history.changes)
        texts.push_back(fmt::format(
            "{} from run {}: {}{}{}{}", name_of(change.verdict), history.points[change.at].run,
            format_ratio(change.ratio.ratio), change.confirmed ? "" : " (last run)",
            change.holds() ? "" : fmt::format(" (now {})", name_of(change.last)),
            change.causes.empty() ? "" : fmt::format(" ({})", join(change.causes, "; ", recording_words))));
    for (const auto& point : history.points)
        if (point.outlier) texts.push_back(fmt::format("run {} outlier", point.run));
    if (const auto unclear = std::ranges::count_if(history.points, &HistoryPoint::unclear); unclear == 1)
        texts.push_back(
            fmt::format("run {} unclear", std::ranges::find_if(history.points, &HistoryPoint::unclear)->run));
    else if (unclear > 1)
        texts.push_back(plural(size_t(unclear), "run") + " unclear");
    return texts.empty() ? "none" : join(texts);
}

Table history_table(std::span<const History> histories, double min_effect) {
    if (histories.empty()) return {};
    const ConditionColumns columns(mapped(histories, &History::condition), true, {"backend"});
    auto fields = columns.fields<History>(&History::condition);
    append(
        fields,
        {{make_column("Runs", 80, "Runs that have the case."),
          [](const auto& history) { return history.points.size(); }},
         {make_column("first_ns", "Time of the first run", "first", "run", "ns", 60,
                      "Median time of the first run that has the case."),
          [](const auto& history) { return time_cell(history.points.front().time.ns); }},
         {make_column("last_ns", "Time of the last run", "last", "run", "ns", 70,
                      "Median time of the last run that has the case."),
          [](const auto& history) { return time_cell(history.points.back().time.ns); }},
         {text_column("Changes", 1000, "The run from which on the time is another, and its ratio to before.")
              .wrap(16),
          changes_text}});
    auto table = table_of(fields, histories, columns.titled("Times over the runs") + "; measured");
    table.note(
        fmt::format("A run changes the time if it is slower or faster by {} or more than all runs since the "
                    "last change, and the next run confirms it; else it is an outlier. No run confirms the "
                    "last one.",
                    format_percent_short(min_effect)));
    bool rounds = false, causes = false, over = false;
    for (const auto& one : histories) {
        for (const auto& point : one.points) rounds |= point.time.of_rounds();
        for (const auto& change : one.changes) {
            causes |= !change.causes.empty();
            over |= !change.holds();
        }
    }
    if (rounds) table.note(rounds_sentence());
    if (causes) table.note("In brackets: how a recording differs from the one before, a possible cause.");
    if (over)
        table.note(
            "(now ...): a change that does not hold; so is the last run against the runs before the change. "
            "--fail-on counts changes that hold.");
    return table;
}
}
