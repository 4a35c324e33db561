// What stands below a table of comparisons: how its verdicts are found, what was widened and why, which of several cases are used.
#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "analyzer/devices.hpp"
#include "core/text.hpp"
#include "present/compare.hpp"
#include "present/compare_parts.hpp"

namespace sortscope::present {

using namespace analyzer;
using namespace compare_parts;

namespace {

/// Where a side has cases of several devices: which of them are compared, and how to choose another.
std::vector<std::string> device_notes(const Comparison& comparison) {
    std::vector<std::string> notes;
    for (const auto side : {&ComparedPair::base, &ComparedPair::other}) {
        std::size_t pairs = 0;
        const CaseFile* file = nullptr;
        for (const auto& pair : comparison.pairs)
            if (!(pair.*side).other_devices.empty()) ++pairs, file = (pair.*side).file;
        if (pairs == 0) continue;
        std::vector<DeviceKey> keys;
        for (const auto& record : file->cases) keys.push_back(device_key(record.device));
        const auto names = told_apart(keys);
        std::set<std::string> used, others;
        for (const auto& pair : comparison.pairs) {
            const auto& one = pair.*side;
            if (one.other_devices.empty()) continue;
            used.insert(names.at(device_key(one.record->device)));
            for (const auto& key : one.other_devices) others.insert(names.at(key));
        }
        const auto list = [](const std::set<std::string>& all) { return join(std::vector<std::string>(all.begin(), all.end())); };
        notes.push_back(fmt::format("{}: {} has cases of several devices; the newest is used, of {}, not those of {}. --across device=BASE,OTHER names a device for each side.",
                                    plural(pairs, "pair"), short_name(file->name), list(used), list(others)));
    }
    return notes;
}

}  // namespace

std::string verdict_rule(double min_effect) {
    return fmt::format("Ratios are other / base with intervals of 99 %. faster, slower: 1 lies outside the interval, and the ratio is {0} or more "
                       "away from it; same: the whole interval lies within {0}; unclear: neither.", format_percent_short(min_effect));
}

std::string rounds_sentence() {
    return "A time of several rounds is here the geometric mean of the rounds' medians, which its interval is about; 'sortscope list' and 'show' have the median of them, "
           "which one odd round does not move.";
}

std::vector<std::string> compare_parts::pair_notes(const Comparison& comparison, double min_effect) {
    std::vector<std::string> notes;
    std::vector<const ComparedPair*> all;
    for (const auto& pair : comparison.pairs) all.push_back(&pair);
    if (auto work = said_of_work(all); !work.empty()) notes.push_back(std::move(work));
    notes.push_back(verdict_rule(min_effect));
    const auto of_rounds = [](const std::optional<TimeEstimate>& time) { return time && time->of_rounds(); };
    if (std::ranges::any_of(comparison.pairs, [&](const ComparedPair& pair) { return of_rounds(pair.base_time) || of_rounds(pair.other_time); })) notes.push_back(rounds_sentence());
    Widened one_round, recordings;
    std::size_t few = 0, single = 0, older = 0, settings = 0, timers = 0;
    double level = 1, timer_ns = 0;
    for (const auto& pair : comparison.pairs) {
        if (pair.base.older + pair.other.older > 0) ++older;
        if (pair.base.settings + pair.other.settings > 0) ++settings;
        if (pair.ratio && pair.ratio->timer_ns > 0) ++timers, timer_ns = std::max(timer_ns, pair.ratio->timer_ns);
        if (!pair.ratio) continue;
        if (pair.ratio->between_recordings()) recordings.add(*pair.ratio);
        if (pair.ratio->of_rounds || pair.ratio->variation <= 0) continue;  // nothing is widened of a case and itself
        one_round.add(*pair.ratio);
        if (pair.ratio->interval.level <= 0) ++single;
        else if (pair.ratio->interval.level < interval_level) ++few, level = std::min(level, pair.ratio->interval.level);
    }
    if (one_round.pairs > 0)
        notes.push_back(fmt::format("{} {} one round on a side: the interval is widened by {}, which processes that run the same sort are known to differ by. "
                                    "Rounds (collect --rounds) tell more.", plural(one_round.pairs, "pair"), one_round.pairs == 1 ? "has" : "have", one_round.by()));
    if (recordings.pairs > 0)
        notes.push_back(fmt::format("{} of stream times {} of two recordings: rounds of one do not hold how far the host drifts until the other, so the interval is widened by {}. "
                                    "Graph times (--time-mode graph) need none of it.", plural(recordings.pairs, "pair"), recordings.pairs == 1 ? "is" : "are", recordings.by()));
    if (timers > 0)
        notes.push_back(fmt::format("{}: graphs of one side were timed by stamps within them, of the other by events around them: the interval is widened by {}, twice what their empty graphs differ by.",
                                    plural(timers, "pair"), format_time_ns(timer_ns)));
    if (few > 0)
        notes.push_back(fmt::format("{} {} too few trials for 99 %: the interval is their range, of {} at the least.", plural(few, "pair"), few == 1 ? "has" : "have",
                                    format_percent(level, 1)));
    if (single > 0)
        notes.push_back(fmt::format("{} {} a single trial on a side, which does not tell how well the time is known: of that side the interval is the time itself.", plural(single, "pair"),
                                    single == 1 ? "has" : "have"));
    if (older > 0) notes.push_back(fmt::format("{}: a side has several cases of the condition; the newest is used.", plural(older, "pair")));
    for (const auto& note : device_notes(comparison)) notes.push_back(note);
    if (settings > 0)
        notes.push_back(fmt::format("{}: a side has several parameters or blocks; the fastest of them is used, which the best of several times flatters a little. "
                                    "--param and --block choose others.", plural(settings, "pair")));
    return notes;
}

}  // namespace sortscope::present
