// Time trials: as a graph, and launch by launch.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "collector/cupti/case_run.hpp"
#include "collector/cupti/support.hpp"
#include "collector/sweep_case.hpp"
#include "collector/trial_loop.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "kernels/cuda/timing.hpp"

namespace sortscope::cupti {
namespace {
using Clock = std::chrono::steady_clock;

/// Below this median, events and launches are a noticeable part of the time.
constexpr int64_t short_sort_ns = 20'000;

/// The mode with the most repeatable times is first.
constexpr std::array gpu_modes{TimeMode::graph, TimeMode::stream};

class TimeTrials {
 public:
    TimeTrials(GpuCase& of) : of_(of), first_(of.record.trials.size()) {}

    void run(const ReportProgress& progress) {
        if (const auto other = check_other_profilers(); !other.ok)
            of_.note(Severity::warning,
                     "Times were taken under another profiler, which makes launches slower. " + other.detail);
        // Measure costs before any case: all cases then make graphs in processes of equal history. Only the
        // first round uses the costs and waits to be alone.
        of_.session.launch_costs(of_.options.round == 0 ? of_.watch.may_launch : nullptr);
        const auto modes = capture();
        auto begin = Clock::now();
        const auto whole = double(modes.size());
        std::map<TimeMode, std::string> stopped_by;
        for (size_t i = 0; i < modes.size() && !of_.stopped(); ++i) {
            const bool alone = modes[i] == TimeMode::stream && of_.watch.may_launch;
            if (alone) begin += wait_to_be_alone();
            const auto options = share_of_budget(of_.options.trials, Clock::now() - begin, modes.size() - i);
            stopped_by[modes[i]] = run_mode(
                modes[i], options, [&](double fraction) { progress((double(i) + fraction) / whole); });
            if (alone) of_.watch.may_launch(i + 1 < modes.size() ? Launches::beside : Launches::none);
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
    LeftOut left_out(TimeMode mode) const { return collector::left_out(trials(), mode); }

    /// Returns the time spent waiting.
    Clock::duration wait_to_be_alone() {
        const auto asked = Clock::now();
        of_.watch.may_launch(Launches::alone);
        if (Clock::now() - asked > std::chrono::milliseconds(1)) {  // the GPU was idle: warm it up
            of_.prepare();
            of_.sort->run();
            of_.session.stream().wait();
        }
        return Clock::now() - asked;
    }

    /// Captures the sort if a graph is requested. Returns the modes to time.
    std::vector<TimeMode> capture() {
        std::vector<TimeMode> modes;
        const kernels::Plan* plan = of_.sort->plan();
        for (const TimeMode mode : of_.options.time_modes) {
            if (!contains(gpu_modes, mode) || contains(modes, mode)) continue;
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
                of_.note(Severity::warning,
                         std::string(no_graph_note) + "launches were timed one by one. " + *why);
        }
        if (modes.empty()) modes.push_back(TimeMode::stream);
        return modes;
    }

    /// Returns the rule or limit that ended the trials.
    std::string run_mode(TimeMode mode, const TrialOptions& options, const ReportProgress& progress) {
        const cuda::Event from, to;
        const auto* const clock = of_.session.graph_clock();
        if (mode == TimeMode::graph && clock == nullptr)
            of_.note(Severity::info,
                     "This GPU's clock moves in too large steps, so two events time each graph. Times of "
                     "sorts of some microseconds then differ between processes.");
        cuda::StreamGate timer(clock);
        TrialLoop loop(options);
        WarmUps warm_ups;
        bool warm = mode != TimeMode::graph;
        auto begin = Clock::now();
        const auto rejected = [&] {
            const auto out = left_out(mode);
            return out.held_down + out.moved;
        };
        // Rejected trials do not count, but the mode ends after max_trials of them.
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
            if (apply_clock_rule(of_.record.trials, first_)) {  // some trials were left out or readmitted
                loop = TrialLoop(options);
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
            return fmt::format("most left-out trials allowed ({})", options.max_trials);
        return loop.stopped_by();
    }

    TrialRecord time_trial(TimeMode mode, const cuda::Event& from, const cuda::Event& to,
                           cuda::StreamGate& timer) {
        TrialRecord trial = of_.new_trial(TrialKind::time);
        trial.time_mode = mode;
        auto& sort = *of_.sort;
        double ns = 0;
        if (mode == TimeMode::graph) {
            ns = timer.time_ns(
                sort.stream(), [&] { of_.prepare(); }, [&] { sort.run(*graph_); });
            if (!timer.held())
                of_.note(
                    Severity::warning,
                    "The host launched the graph too late: times of some trials include part of the launch.");
        } else {  // stream times include the host's launches
            of_.prepare();
            ns = cuda::timed_ns(sort.stream(), from, to, [&] { sort.run(); });
        }
        trial.duration_ns = std::llround(ns);
        const Clocks clocks = of_.session.nvml().clocks();
        trial.sm_clock_mhz = clocks.sm;
        trial.memory_clock_mhz = clocks.memory;
        if (const auto slow = of_.session.nvml().slowdown()) {
            trial.accepted = false;
            trial.note = fmt::format("{}{}", held_down_note, *slow);
        }
        of_.judge(of_.output_digest(), trial);
        return trial;
    }

    void summarize(const std::map<TimeMode, std::string>& stopped_by) {
        CaseRecord& record = of_.record;
        std::vector<TimeSummary> summaries;
        auto modes = of_.options.time_modes;  // the first mode with a summary is the headline's
        modes.insert(modes.end(), gpu_modes.begin(), gpu_modes.end());
        for (const TimeMode mode : modes) {
            if (contains(summaries, mode, &TimeSummary::mode)) continue;
            const auto stopped = stopped_by.find(mode);
            const TimeSummary* const earlier = time_in(record, mode);
            const auto why = stopped != stopped_by.end() ? stopped->second
                             : earlier                   ? earlier->stopped_by
                                                         : "";
            if (auto summary = summarize_times(record.trials, mode, why))
                summaries.push_back(std::move(*summary));
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
        const auto note = [&](uint32_t count, const std::string& why) {
            if (count == 0) return;
            auto text = fmt::format("{} time trials ({}) were left out: the GPU's clocks were {}.", count,
                                    name_of(mode), why);
            if (time_in(of_.record, mode) == nullptr)
                text +=
                    " None is left, so there is no time. Cool the GPU or lock its clocks, then collect "
                    "again.";
            of_.note(Severity::warning, std::move(text));
        };
        note(out.held_down, "held down (heat or power)");
        note(out.moved,
             fmt::format("more than {:g} % from those of the other trials", 100 * clock_tolerance));
    }

    GpuCase& of_;
    size_t first_;  ///< index of the first trial of this call in the record
    std::unique_ptr<cuda::Graph> graph_;
};
}  // namespace

std::optional<std::string> why_no_graph(size_t launches) {
    if (launches <= most_graph_launches) return std::nullopt;
    return fmt::format("It has {} launches; a graph can have at most {}.", launches, most_graph_launches);
}

TimeMode headline_mode(const std::vector<TimeMode>& asked, size_t launches) {
    for (const TimeMode mode : asked) {
        if (mode == TimeMode::stream) return mode;
        if (mode == TimeMode::graph && !why_no_graph(launches)) return mode;
    }
    return TimeMode::stream;
}

std::string launch_cost_text(const std::vector<DeviceLimit>& costs) {
    const auto time = [&](std::string_view name) {
        const auto* cost = find_or_null(costs, name, &DeviceLimit::name);
        if (cost == nullptr)
            throw Error(ErrorKind::internal, fmt::format("The launch cost '{}' was not measured.", name));
        return format_time_ns(cost->value);
    };
    const auto* step = find_or_null(costs, std::string_view("graph_clock_step"), &DeviceLimit::name);
    return fmt::format(
        "The time of this short sort includes the cost of timing. On this device, two events alone take {}. "
        "An empty kernel takes {} in a stream, between events, and {} as a graph; each further one adds {} "
        "and {}.{}",
        time("event_overhead"), time("stream_kernel_overhead"), time("graph_overhead"),
        time("stream_launch_overhead"), time("graph_node_overhead"),
        step == nullptr ? ""
                        : fmt::format(" Graphs are timed by stamps of the GPU's clock, which moves in steps "
                                      "of {:g} ns.",
                                      step->value));
}

void take_times(GpuCase& of, const ReportProgress& progress) { TimeTrials(of).run(progress); }
}
