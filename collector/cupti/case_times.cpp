// The time trials of a case on a GPU: as a graph and launch by launch, with no profiler attached.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "collector/cupti/case_run.hpp"
#include "collector/cupti/support.hpp"
#include "collector/resume.hpp"
#include "collector/trial_clocks.hpp"
#include "core/text.hpp"
#include "core/times.hpp"

namespace sortscope::cupti {
namespace {

using Clock = std::chrono::steady_clock;

/// The modes that a GPU can time in, best repeating first.
constexpr std::array gpu_modes{TimeMode::graph, TimeMode::stream};

constexpr std::string_view events_around_graphs =
    "The times as a graph are between two events around it, for this GPU's clock moves in steps that are too "
    "large to take them within the graph: "
    "sorts of some microseconds differ from process to process by what launching a graph takes.";

double value_of(const std::vector<DeviceLimit>& costs, std::string_view name) {
    const auto found = std::ranges::find(costs, name, &DeviceLimit::name);
    if (found == costs.end())
        throw Error(ErrorKind::internal,
                    fmt::format("A launch cost called '{}' was asked for, but was not measured.", name));
    return found->value;
}

}  // namespace

std::optional<std::string> why_no_graph(std::size_t launches) {
    if (launches <= most_graph_launches) return std::nullopt;
    return fmt::format("It has {} launches; a graph is made of at most {}.", launches, most_graph_launches);
}

TimeMode headline_mode(const std::vector<TimeMode>& asked, std::size_t launches) {
    for (const TimeMode mode : asked) {
        if (mode == TimeMode::stream) return mode;
        if (mode == TimeMode::graph && !why_no_graph(launches)) return mode;
    }
    return TimeMode::stream;
}

std::string launch_cost_text(const std::vector<DeviceLimit>& costs) {
    const auto time = [&](std::string_view name) { return format_time_ns(value_of(costs, name)); };
    const auto step = std::ranges::find(costs, "graph_clock_step", &DeviceLimit::name);
    return fmt::format(
        "A sort this short is timed together with what timing costs. On this device two events alone take "
        "{}; one empty kernel takes {} in a "
        "stream, between events, and {} as a graph; each further one adds {} and {}.{}",
        time("event_overhead"), time("stream_kernel_overhead"), time("graph_overhead"),
        time("stream_launch_overhead"), time("graph_node_overhead"),
        step == costs.end() ? ""
                            : fmt::format(" Graphs are timed by stamps of the GPU's clock within them, which "
                                          "moves in steps of {:g} ns.",
                                          step->value));
}

std::vector<TimeMode> CaseRun::modes_to_time() {
    std::vector<TimeMode> modes;
    for (const TimeMode mode : options_.time_modes) {
        if (std::ranges::find(gpu_modes, mode) == gpu_modes.end() ||
            std::ranges::find(modes, mode) != modes.end())
            continue;
        if (mode == TimeMode::stream) {
            modes.push_back(mode);
            continue;
        }
        auto why = why_no_graph(sort_->plan() == nullptr ? 0 : sort_->plan()->launches.size());
        if (!why) {
            try {
                graph_ = sort_->capture(session_.graph_clock());
                modes.push_back(mode);
            } catch (const Error& error) {
                if (error.kind() != ErrorKind::unsupported) throw;
                why = error.what();
            }
        }
        if (why)
            note(Severity::warning,
                 std::string(collector::no_graph_note) + "the time is of launches one by one. " + *why);
    }
    if (modes.empty()) modes.push_back(TimeMode::stream);
    return modes;
}

TrialRecord CaseRun::time_trial(TimeMode mode, const Prepare& prepare, const kernels::cuda::Event& from,
                                const kernels::cuda::Event& to, kernels::cuda::HeldTimer& timer) {
    TrialRecord trial = new_trial(TrialKind::time);
    trial.time_mode = mode;
    double ns = 0;
    if (mode == TimeMode::graph) {
        ns = timer.time_ns(sort_->stream(), prepare, [&] { sort_->run(*graph_); });
        if (!timer.held())
            note(Severity::warning,
                 "The host took longer to launch the graph than the stream could be held back for it: times "
                 "of some trials begin with what "
                 "the launch took.");
    } else {  // one by one is what the host takes, too
        prepare();
        ns = kernels::cuda::timed_ns(sort_->stream(), from, to, [&] { sort_->run(); });
    }
    trial.duration_ns = std::llround(ns);
    const Clocks clocks = session_.clocks();
    trial.sm_clock_mhz = clocks.sm;
    trial.memory_clock_mhz = clocks.memory;
    if (const auto slow = session_.slowdown()) {
        trial.accepted = false;
        trial.note = fmt::format("{}{}", collector::held_down_note, *slow);
    }
    judge(output_digest(), trial);
    return trial;
}

std::string CaseRun::time_mode(TimeMode mode, const collector::TrialOptions& options, std::size_t first,
                               const Prepare& prepare, const Progress& progress) {
    const kernels::cuda::Event from, to;
    const auto* const clock = session_.graph_clock();
    if (mode == TimeMode::graph && clock == nullptr) note(Severity::info, std::string(events_around_graphs));
    kernels::cuda::HeldTimer timer(clock);
    collector::TrialLoop loop(options);
    collector::WarmUps warm_ups;
    bool warm = mode != TimeMode::graph;
    auto begin = Clock::now();
    const auto rejected = [&] {
        const auto out = collector::left_out(std::span(record_.trials).subspan(first), mode);
        return out.held_down + out.moved;
    };
    // Trials left out do not count, but as many of them as trials were wanted end the waiting for better
    // ones.
    while (!loop.done() && rejected() < options.max_trials && !watch_.stopped() && !ended()) {
        auto trial = time_trial(mode, prepare, from, to, timer);
        if (!warm && !ended() &&
            warm_ups.leaves_out(std::chrono::nanoseconds(trial.duration_ns.value_or(0)))) {
            begin = Clock::now();
            continue;
        }
        warm = true;
        record_.trials.push_back(std::move(trial));
        const auto elapsed = Clock::now() - begin;
        if (collector::apply_clock_rule(record_.trials, first)) {  // what counts may be others now
            loop = collector::TrialLoop(options);
            for (const auto& each : std::span(record_.trials).subspan(first))
                if (each.accepted && each.time_mode == mode && each.duration_ns)
                    loop.add(*each.duration_ns, elapsed);
        } else if (record_.trials.back().accepted) {
            loop.add(*record_.trials.back().duration_ns, elapsed);
        }
        if (!record_.trials.back().accepted) loop.leave_out(elapsed);
        progress(loop.fraction_done());
    }
    if (!loop.done() && rejected() >= options.max_trials)
        return fmt::format("as many trials left out as were allowed ({})", options.max_trials);
    return loop.stopped_by();
}

void CaseRun::time_trials(const Prepare& prepare, const Progress& progress) {
    const std::size_t first = record_.trials.size();
    if (const auto other = check_other_profilers(); !other.ok)
        note(Severity::warning,
             "Times were taken under another profiler, which makes launches slower: they are not the sort's "
             "own. " +
                 other.detail);
    // Before any case, so that no case's graphs are made in a process of another history than the next one's.
    session_.launch_costs();
    const auto modes = modes_to_time();
    const auto begin = Clock::now();
    std::map<TimeMode, std::string> stopped_by;
    for (std::size_t i = 0; i < modes.size() && !watch_.stopped() && !ended(); ++i) {
        const auto options =
            collector::share_of_budget(options_.trials, Clock::now() - begin, modes.size() - i);
        const auto whole = static_cast<double>(modes.size());
        stopped_by[modes[i]] = time_mode(modes[i], options, first, prepare, [&](double fraction) {
            progress((static_cast<double>(i) + fraction) / whole);
        });
    }
    graph_.reset();
    summarize(stopped_by);
    for (const TimeMode mode : modes) note_left_out(first, mode);
    if (options_.round == 0 && record_.time && record_.time->median_ns < short_sort_ns)
        note(Severity::info, launch_cost_text(session_.launch_costs()));
}

void CaseRun::summarize(const std::map<TimeMode, std::string>& stopped_by) {
    std::vector<TimeSummary> summaries;
    for (const TimeMode mode : gpu_modes) {
        const auto stopped = stopped_by.find(mode);
        const TimeSummary* earlier = time_in(record_, mode);
        auto summary = summarize_times(record_.trials, mode,
                                       stopped != stopped_by.end() ? stopped->second
                                       : earlier != nullptr        ? earlier->stopped_by
                                                                   : "");
        if (summary) summaries.push_back(std::move(*summary));
    }
    record_.time.reset();
    record_.other_times.clear();
    if (summaries.empty()) return;
    // The headline is what was asked for first, of what there is.
    auto headline = summaries.end();
    for (const TimeMode mode : options_.time_modes)
        if (headline == summaries.end()) headline = std::ranges::find(summaries, mode, &TimeSummary::mode);
    if (headline == summaries.end()) headline = summaries.begin();
    record_.time_mode = headline->mode;
    record_.time = std::move(*headline);
    summaries.erase(headline);
    record_.other_times = std::move(summaries);
}

void CaseRun::note_left_out(std::size_t first, TimeMode mode) {
    const auto out = collector::left_out(std::span(record_.trials).subspan(first), mode);
    const std::string none =
        time_in(record_, mode) == nullptr
            ? " None was left, so no time is given: cool the GPU or lock its clocks, and collect again."
            : "";
    if (out.held_down > 0)
        note(Severity::warning, fmt::format("{} time trials ({}) were left out because the GPU's clocks were "
                                            "held down (heat or power).{}",
                                            out.held_down, name_of(mode), none));
    if (out.moved > 0)
        note(Severity::warning,
             fmt::format("{} time trials ({}) were left out because the GPU's clocks were more than {:g} % "
                         "from those of "
                         "the case's other trials.{}",
                         out.moved, name_of(mode), 100 * collector::clock_tolerance, none));
}

}  // namespace sortscope::cupti
