// What stands below a table of comparisons: how its verdicts are found, what was widened and why, which of
// several cases are used.
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
        const auto list = [](const std::set<std::string>& all) {
            return join(std::vector<std::string>(all.begin(), all.end()));
        };
        notes.push_back(
            fmt::format("{}: {} has cases of several devices; the newest is used, of {}, not those of {}. "
                        "--across device=BASE,OTHER names a device for each side.",
                        plural(pairs, "pair"), short_name(file->name), list(used), list(others)));
    }
    return notes;
}

/// "vm (Intel(R) Xeon(R) Processor, 16 threads, 126 GiB)": as far as the run tells.
std::string host_words(const Host& host) {
    std::vector<std::string> size;
    if (!host.cpu.empty()) size.push_back(host.cpu);
    if (host.threads > 0) size.push_back(plural(static_cast<std::size_t>(host.threads), "thread"));
    if (host.memory_bytes > 0) size.push_back(format_bytes(static_cast<double>(host.memory_bytes)));
    auto words = host.name.empty() ? std::string("a host") : host.name;
    return size.empty() ? words : words + " (" + join(size) + ")";
}

/// Where the host sets the pace of times of two recordings: what it did beside them, and whether it is the
/// same.
std::vector<std::string> host_notes(const Comparison& comparison) {
    std::size_t sorting = 0, hosts = 0;
    std::set<TimeMode> modes;
    std::set<std::string> of_base, of_other;
    for (const auto& pair : comparison.pairs) {
        if (!tells_the_host(pair)) continue;
        if (host_paced_modes(pair).contains(TimeMode::host)) ++sorting;
        if (!of_two_hosts(pair)) continue;
        ++hosts;
        modes.merge(host_paced_modes(pair));
        of_base.insert(host_words(pair.base.file->run_of(*pair.base.record).host));
        of_other.insert(host_words(pair.other.file->run_of(*pair.other.record).host));
    }
    std::vector<std::string> notes;
    if (sorting > 0)
        notes.push_back(
            fmt::format("{} of host times {} of two recordings: beside other work on the host its sorts take "
                        "several times as long, which no interval here holds.",
                        plural(sorting, "pair"), sorting == 1 ? "is" : "are"));
    const auto list = [](const std::set<std::string>& all) {
        return join(std::vector<std::string>(all.begin(), all.end()));
    };
    if (hosts > 0)
        notes.push_back(
            fmt::format("{} of {} times {} of two hosts, {} and {}: their ratios are of the hosts as well as "
                        "of the sorts.",
                        plural(hosts, "pair"), mode_words(modes), hosts == 1 ? "is" : "are", list(of_base),
                        list(of_other)));
    return notes;
}

}  // namespace

std::set<TimeMode> modes_telling_the_host(const Comparison& comparison) {
    std::set<TimeMode> modes;
    for (const auto& pair : comparison.pairs)
        if (tells_the_host(pair)) modes.merge(host_paced_modes(pair));
    return modes;
}

std::string host_warning(std::size_t count, const char* of, const std::set<TimeMode>& modes,
                         std::size_t hosts, std::string_view instead) {
    if (count == 0) return {};
    auto text = fmt::format(
        "Warning: {} that --fail-on looks at {} {} times of two recordings, and those of short sorts tell "
        "how fast the host was then, more than the sort.",
        plural(count, of), count == 1 ? "compares" : "compare", mode_words(modes));
    if (modes.contains(TimeMode::stream)) text += fmt::format(" {}", instead);
    if (modes.contains(TimeMode::host))
        text += " Beside other work on the host its own sorts take several times as long.";
    if (hosts > 0) text += fmt::format(" {} {} of two hosts.", plural(hosts, of), hosts == 1 ? "is" : "are");
    return text;
}

std::string verdict_rule(double min_effect) {
    return fmt::format(
        "Ratios are other / base with intervals of 99 %. faster, slower: 1 lies outside the interval, and "
        "the ratio is {0} or more "
        "away from it; same: the whole interval lies within {0}; unclear: neither.",
        format_percent_short(min_effect));
}

std::string rounds_sentence() {
    return "A time of several rounds is here the geometric mean of the rounds' medians, which its interval "
           "is about; 'sortscope list' and 'show' have the median of them, "
           "which one odd round does not move.";
}

std::vector<std::string> compare_parts::pair_notes(const Comparison& comparison, double min_effect) {
    std::vector<std::string> notes;
    std::vector<const ComparedPair*> all;
    for (const auto& pair : comparison.pairs) all.push_back(&pair);
    if (auto work = said_of_work(all); !work.empty()) notes.push_back(std::move(work));
    notes.push_back(verdict_rule(min_effect));
    const auto of_rounds = [](const std::optional<TimeEstimate>& time) { return time && time->of_rounds(); };
    if (std::ranges::any_of(comparison.pairs, [&](const ComparedPair& pair) {
            return of_rounds(pair.base_time) || of_rounds(pair.other_time);
        }))
        notes.push_back(rounds_sentence());
    Widened one_round, recordings;
    std::size_t few = 0, single = 0, older = 0, settings = 0, timers = 0;
    double level = 1, timer_ns = 0;
    for (const auto& pair : comparison.pairs) {
        if (pair.base.older + pair.other.older > 0) ++older;
        if (pair.base.settings + pair.other.settings > 0) ++settings;
        if (pair.ratio && pair.ratio->timer_ns > 0)
            ++timers, timer_ns = std::max(timer_ns, pair.ratio->timer_ns);
        if (!pair.ratio) continue;
        if (pair.ratio->between_recordings()) recordings.add(pair);
        if (pair.ratio->of_rounds || pair.ratio->variation <= 0)
            continue;  // nothing is widened of a case and itself
        one_round.add(pair);
        if (pair.ratio->interval.level <= 0)
            ++single;
        else if (pair.ratio->interval.level < interval_level)
            ++few, level = std::min(level, pair.ratio->interval.level);
    }
    if (one_round.pairs > 0)
        notes.push_back(fmt::format(
            "{} {} one round on a side: the interval is widened by {}, which processes that run the same "
            "sort are known to differ by. "
            "Rounds (collect --rounds) tell more.",
            plural(one_round.pairs, "pair"), one_round.pairs == 1 ? "has" : "have", one_round.by()));
    if (recordings.pairs > 0)
        notes.push_back(fmt::format(
            "{} of {} times {} of two recordings: rounds of one do not hold how far the host drifts until "
            "the other, so the interval is widened by {}.{}",
            plural(recordings.pairs, "pair"), mode_words(recordings.modes),
            recordings.pairs == 1 ? "is" : "are", recordings.by(),
            recordings.modes.contains(TimeMode::stream) ? " Graph times (--time-mode graph) need none of it."
                                                        : ""));
    for (auto& note : host_notes(comparison)) notes.push_back(std::move(note));
    if (timers > 0)
        notes.push_back(fmt::format(
            "{}: graphs of one side were timed by stamps within them, of the other by events around them: "
            "the interval is widened by {}, twice what their empty graphs differ by.",
            plural(timers, "pair"), format_time_ns(timer_ns)));
    if (few > 0)
        notes.push_back(
            fmt::format("{} {} too few trials for 99 %: the interval is their range, of {} at the least.",
                        plural(few, "pair"), few == 1 ? "has" : "have", format_percent(level, 1)));
    if (single > 0)
        notes.push_back(
            fmt::format("{} {} a single trial on a side, which does not tell how well the time is known: of "
                        "that side the interval is the time itself.",
                        plural(single, "pair"), single == 1 ? "has" : "have"));
    if (older > 0)
        notes.push_back(fmt::format("{}: a side has several cases of the condition; the newest is used.",
                                    plural(older, "pair")));
    for (const auto& note : device_notes(comparison)) notes.push_back(note);
    if (settings > 0)
        notes.push_back(
            fmt::format("{}: a side has several parameters or blocks; the fastest of them is used, which the "
                        "best of several times flatters a little. "
                        "--param and --block choose others.",
                        plural(settings, "pair")));
    return notes;
}

}  // namespace sortscope::present
