// Time trials of a case: as a graph, and launch by launch.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "collector/cupti/case_run.hpp"
#include "collector/cupti/support.hpp"
#include "collector/resume.hpp"
#include "collector/trial_loop.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "kernels/cuda/timing.hpp"

namespace sortscope::cupti {
namespace {

using Clock = std::chrono::steady_clock;

/// The modes that a GPU can time in, best repeating first.
constexpr std::array gpu_modes{TimeMode::graph, TimeMode::stream};

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
    const auto cost = [&](std::string_view name) {
        return std::ranges::find(costs, name, &DeviceLimit::name);
    };
    const auto time = [&](std::string_view name) {
        if (cost(name) == costs.end())
            throw Error(ErrorKind::internal, fmt::format("The launch cost '{}' was not measured.", name));
        return format_time_ns(cost(name)->value);
    };
    const auto step = cost("graph_clock_step");
    return fmt::format(
        "A sort this short is timed together with what timing costs. On this device two events alone take "
        "{}; one empty kernel takes {} in a stream, between events, and {} as a graph; each further one adds "
        "{} and {}.{}",
        time("event_overhead"), time("stream_kernel_overhead"), time("graph_overhead"),
        time("stream_launch_overhead"), time("graph_node_overhead"),
        step == costs.end() ? ""
                            : fmt::format(" Graphs are timed by stamps of the GPU's clock within them, which "
                                          "moves in steps of {:g} ns.",
                                          step->value));
}

namespace {

class TimeTrials {
 public:
    TimeTrials(GpuCase& of) : of_(of), first_(of.record.trials.size()) {}

    void run(const ReportProgress& progress) {
        if (const auto other = check_other_profilers(); !other.ok)
            of_.note(Severity::warning,
                     "Times were taken under another profiler, which makes launches slower: they are not the "
                     "sort's own. " +
                         other.detail);
        // Before any case, so that every case's graphs are made in a process of the same history.
        of_.session.launch_costs();
        const auto modes = capture();
        const auto begin = Clock::now();
        const auto whole = static_cast<double>(modes.size());
        std::map<TimeMode, std::string> stopped_by;
        for (std::size_t i = 0; i < modes.size() && !of_.stopped(); ++i) {
            const auto options =
                collector::share_of_budget(of_.options.trials, Clock::now() - begin, modes.size() - i);
            stopped_by[modes[i]] = run_mode(modes[i], options, [&](double fraction) {
                progress((static_cast<double>(i) + fraction) / whole);
            });
        }
        graph_.reset();
        summarize(stopped_by);
        for (const TimeMode mode : modes) note_left_out(mode);
        const auto& time = of_.record.time;
        if (of_.options.round == 0 && time && time->median_ns < short_sort_ns)
            of_.note(Severity::info, launch_cost_text(of_.session.launch_costs()));
    }

 private:
    std::span<TrialRecord> trials() const { return std::span(of_.record.trials).subspan(first_); }
    collector::LeftOut left_out(TimeMode mode) const { return collector::left_out(trials(), mode); }

    /// The modes to time; captures the sort if a graph is asked for.
    std::vector<TimeMode> capture() {
        std::vector<TimeMode> modes;
        const kernels::Plan* plan = of_.sort->plan();
        for (const TimeMode mode : of_.options.time_modes) {
            if (std::ranges::find(gpu_modes, mode) == gpu_modes.end() ||
                std::ranges::find(modes, mode) != modes.end())
                continue;
            std::optional<std::string> why;
            if (mode == TimeMode::graph) why = why_no_graph(plan == nullptr ? 0 : plan->launches.size());
            if (mode == TimeMode::graph && !why) {
                try {
                    graph_ = of_.sort->capture(of_.session.graph_clock());
                } catch (const Error& error) {
                    if (error.kind() != ErrorKind::unsupported) throw;
                    why = error.what();
                }
            }
            if (!why)
                modes.push_back(mode);
            else
                of_.note(Severity::warning, std::string(collector::no_graph_note) +
                                                "the time is of launches one by one. " + *why);
        }
        if (modes.empty()) modes.push_back(TimeMode::stream);
        return modes;
    }

    /// Returns what stopped the trials.
    std::string run_mode(TimeMode mode, const collector::TrialOptions& options,
                         const ReportProgress& progress) {
        const kernels::cuda::Event from, to;
        const auto* const clock = of_.session.graph_clock();
        if (mode == TimeMode::graph && clock == nullptr)
            of_.note(Severity::info,
                     "The times as a graph are between two events around it, for this GPU's clock moves in "
                     "steps that are too large to take them within the graph: sorts of some microseconds "
                     "differ from process to process by what launching a graph takes.");
        kernels::cuda::StreamGate timer(clock);
        collector::TrialLoop loop(options);
        collector::WarmUps warm_ups;
        bool warm = mode != TimeMode::graph;
        auto begin = Clock::now();
        const auto rejected = [&] {
            const auto out = left_out(mode);
            return out.held_down + out.moved;
        };
        // Trials left out do not count, but max_trials of them end the waiting for better ones.
        while (!loop.done() && rejected() < options.max_trials && !of_.stopped()) {
            auto trial = time_trial(mode, from, to, timer);
            if (!warm && !of_.ended() &&
                warm_ups.leaves_out(std::chrono::nanoseconds(trial.duration_ns.value_or(0)))) {
                begin = Clock::now();
                continue;
            }
            warm = true;
            of_.record.trials.push_back(std::move(trial));
            const auto elapsed = Clock::now() - begin;
            if (collector::apply_clock_rule(of_.record.trials, first_)) {  // earlier trials changed sides
                loop = collector::TrialLoop(options);
                for (const auto& each : trials())
                    if (each.accepted && each.time_mode == mode && each.duration_ns)
                        loop.add(*each.duration_ns, elapsed);
            } else if (of_.record.trials.back().accepted) {
                loop.add(*of_.record.trials.back().duration_ns, elapsed);
            }
            if (!of_.record.trials.back().accepted) loop.leave_out(elapsed);
            progress(loop.fraction_done());
        }
        if (!loop.done() && rejected() >= options.max_trials)
            return fmt::format("as many trials left out as were allowed ({})", options.max_trials);
        return loop.stopped_by();
    }

    TrialRecord time_trial(TimeMode mode, const kernels::cuda::Event& from, const kernels::cuda::Event& to,
                           kernels::cuda::StreamGate& timer) {
        TrialRecord trial = of_.new_trial(TrialKind::time);
        trial.time_mode = mode;
        auto& sort = *of_.sort;
        double ns = 0;
        if (mode == TimeMode::graph) {
            ns = timer.time_ns(
                sort.stream(), [&] { of_.prepare(); }, [&] { sort.run(*graph_); });
            if (!timer.held())
                of_.note(Severity::warning,
                         "The host took longer to launch the graph than the stream could be held back for "
                         "it: times of some trials begin with what the launch took.");
        } else {  // launches one by one take the host's time, too
            of_.prepare();
            ns = kernels::cuda::timed_ns(sort.stream(), from, to, [&] { sort.run(); });
        }
        trial.duration_ns = std::llround(ns);
        const Clocks clocks = of_.session.clocks();
        trial.sm_clock_mhz = clocks.sm;
        trial.memory_clock_mhz = clocks.memory;
        if (const auto slow = of_.session.slowdown()) {
            trial.accepted = false;
            trial.note = fmt::format("{}{}", collector::held_down_note, *slow);
        }
        of_.judge(of_.output_digest(), trial);
        return trial;
    }

    void summarize(const std::map<TimeMode, std::string>& stopped_by) {
        CaseRecord& record = of_.record;
        std::vector<TimeSummary> summaries;
        auto modes = of_.options.time_modes;  // the first with a summary is the headline
        modes.insert(modes.end(), gpu_modes.begin(), gpu_modes.end());
        for (const TimeMode mode : modes) {
            if (std::ranges::find(summaries, mode, &TimeSummary::mode) != summaries.end()) continue;
            const auto stopped = stopped_by.find(mode);
            const TimeSummary* earlier = time_in(record, mode);
            auto summary = summarize_times(record.trials, mode,
                                           stopped != stopped_by.end() ? stopped->second
                                           : earlier != nullptr        ? earlier->stopped_by
                                                                       : "");
            if (summary) summaries.push_back(std::move(*summary));
        }
        record.time.reset();
        record.other_times.clear();
        if (summaries.empty()) return;
        record.time_mode = summaries.front().mode;
        record.time = std::move(summaries.front());
        summaries.erase(summaries.begin());
        record.other_times = std::move(summaries);
    }

    void note_left_out(TimeMode mode) {
        const auto out = left_out(mode);
        const auto say = [&](std::uint32_t count, const std::string& why) {
            if (count == 0) return;
            of_.note(
                Severity::warning,
                fmt::format("{} time trials ({}) were left out because the GPU's clocks were {}.{}", count,
                            name_of(mode), why,
                            time_in(of_.record, mode) != nullptr
                                ? ""
                                : " None was left, so no time is given: cool the GPU or lock its clocks, "
                                  "and collect again."));
        };
        say(out.held_down, "held down (heat or power)");
        say(out.moved, fmt::format("more than {:g} % from those of the case's other trials",
                                   100 * collector::clock_tolerance));
    }

    GpuCase& of_;
    std::size_t first_;  ///< index of this call's first trial in the record
    std::unique_ptr<kernels::cuda::Graph> graph_;
};

}  // namespace

void take_times(GpuCase& of, const ReportProgress& progress) { TimeTrials(of).run(progress); }

}  // namespace sortscope::cupti
