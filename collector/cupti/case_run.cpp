#include "collector/cupti/case_run.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "collector/cupti/launches.hpp"
#include "collector/cupti/support.hpp"
#include "collector/part_times.hpp"
#include "collector/resume.hpp"
#include "collector/trial_loop.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "kernels/context/keys.hpp"
#include "kernels/context/site_counts.hpp"

namespace sortscope::cupti {

collector::CacheState cache_state_of(const collector::BackendOptions& options) {
    return options.trials.flush_l2 ? collector::CacheState::flushed : collector::CacheState::warm;
}

/// NVTX ranges around each launch, for a timeline tool that is attached.
class CaseRun::Hook {
 public:
    Hook(const NvtxDomain& domain, std::string variant) : domain_(domain), variant_(std::move(variant)) {
        hook_.before = [this](const kernels::Launch& launch) {
            range_.emplace(domain_, NvtxRange::text_of(variant_, launch.stage));
        };
        hook_.after = [this] { range_.reset(); };
    }
    Hook(const Hook&) = delete;
    Hook& operator=(const Hook&) = delete;
    const kernels::cuda::LaunchHook* get() const { return &hook_; }

 private:
    const NvtxDomain& domain_;
    std::string variant_;
    std::optional<NvtxRange> range_;
    kernels::cuda::LaunchHook hook_;
};

CaseRun::CaseRun(Session& session, const kernels::Variant& variant, const collector::CaseSpec& spec,
                 const collector::BackendOptions& options, const collector::CaseWatch& watch,
                 CaseRecord& record)
    : session_(session),
      variant_(variant),
      options_(options),
      watch_(watch),
      record_(record),
      cache_(cache_state_of(options)),
      digest_run_(kernels::sorted_run(variant.info, record.config)),
      memory_(session.arena()),
      sort_(kernels::cuda::make_gpu_sort(variant, spec.workload, record.config, session.kernels(),
                                         session.stream().get())),
      hook_(session.nvtx().attached() ? std::make_unique<Hook>(session.nvtx(), variant.info.name) : nullptr) {
}

CaseRun::~CaseRun() = default;

void CaseRun::run() {
    bring_input();
    if (const kernels::Plan* plan = sort_->plan()) {
        auto launches = collector::planned_launches(*plan);
        if (const auto why =
                collector::other_launches(record_.launches, launches, collector::LaunchIdentity::shape)) {
            note(Severity::lost, "A part of this case was not taken. " + *why);
            return;
        }
        if (record_.launches.empty()) record_.launches = std::move(launches);
        record_.padded = plan->buffers.at(0).count != sort_->workload().n;
        record_.bound_bytes = plan->bound_bytes();
    }
    collector::run_steps(steps(), cache_, *this, record_, watch_);
}

std::vector<collector::Step> CaseRun::steps() {
    using enum collector::StepYield;
    using enum collector::StepRuns;
    std::vector<collector::Step> list;
    list.push_back({"warm-up",
                    readiness,
                    once,
                    {.cache_state_of_case = false},
                    0.1,
                    [this](const Prepare& prepare, const Progress&) { warm_up(prepare); }});
    const collector::CaseParts& parts = options_.parts;
    if (parts.times)
        list.push_back(
            {"time trials",
             times,
             until_steady,
             {},
             0.5,
             [this](const Prepare& prepare, const Progress& progress) { time_trials(prepare, progress); }});
    if (parts.launch_times)
        list.push_back({"activity trials",
                        launch_times,
                        as_asked,
                        {},
                        0.1,
                        [this](const Prepare& prepare, const Progress& progress) {
                            activity_trials(prepare, progress);
                        }});
    // Before counters: where those were taken, CUPTI samples no instruction any more.
    if (parts.stalls && options_.counters.stalls)
        list.push_back({"samples of stalled warps",
                        measured_counters,
                        once,
                        {},
                        0.1,
                        [this](const Prepare& prepare, const Progress&) { sample_stalls(prepare); }});
    if (parts.series && options_.counters.series)
        list.push_back({"samples over time",
                        measured_counters,
                        once_a_pass,
                        {},
                        0.05,
                        [this](const Prepare& prepare, const Progress&) { sample_series(prepare); }});
    if (parts.counters && !(options_.counters.sets.empty() && options_.counters.vendor.empty()))
        list.push_back({"counter trials",
                        measured_counters,
                        once_a_pass,
                        {},
                        0.25,
                        [this](const Prepare& prepare, const Progress& progress) {
                            counter_trials(prepare, progress);
                        }});
    if (parts.counting && (options_.counting_build || options_.counters.counting) &&
        sort_->plan() != nullptr)  // which restores the input into memory of its own
        list.push_back({"counting build",
                        counted_counters,
                        once,
                        {.input_restored = false},
                        0.05,
                        [this](const Prepare& prepare, const Progress&) { counting_build(prepare); }});
    return list;
}

void CaseRun::bring_input() {
    const collector::PartTimer part("input");
    if (sort_->workload().distribution == Distribution::file)
        sort_->upload(kernels::make_keys(sort_->workload()));
    else
        sort_->generate();
    input_digest_ = sort_->input_digest(digest_run_);
}

void CaseRun::warm_up(const Prepare& prepare) {
    prepare();
    run_sort();
    session_.stream().wait();
    TrialRecord trial = new_trial(TrialKind::time, "warm-up, which also loads the kernels");
    trial.accepted = false;
    judge(output_digest(), trial);
    if (options_.parts.times || !trial.verified)
        record_.trials.push_back(std::move(trial));  // without times it is nobody's trial
}

void CaseRun::run_sort() {
    const NvtxRange range(session_.nvtx(),
                          hook_ ? NvtxRange::text_of(variant_.info.name, sort_->workload().n) : "");
    sort_->run(hook_ ? hook_->get() : nullptr);
}

kernels::Digest CaseRun::output_digest() {
    const collector::PartTimer part("digest");
    return sort_->output_digest(digest_run_);
}

void CaseRun::judge(const kernels::Digest& output, TrialRecord& trial) {
    const auto why = kernels::broken_promise(input_digest_, output, variant_.info.promise);
    trial.verified = !why;
    if (!why) return;
    trial.accepted = false;
    record_.status = CaseStatus::unverified;
    record_.message =
        fmt::format("The output of a {} trial is not the sorted input: {}.", name_of(trial.kind), *why);
}

TrialRecord CaseRun::new_trial(TrialKind kind, std::string note) const {
    TrialRecord trial;
    trial.kind = kind;
    trial.round = options_.round;
    trial.index = static_cast<std::uint32_t>(
        std::count_if(record_.trials.begin(), record_.trials.end(),
                      [&](const TrialRecord& earlier) { return earlier.kind == kind; }));
    trial.note = std::move(note);
    return trial;
}

void CaseRun::note(Severity severity, std::string text) {
    const auto same = [&](const Note& known) { return known.severity == severity && known.text == text; };
    if (std::ranges::none_of(record_.notes, same)) record_.notes.push_back({severity, std::move(text)});
}

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

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view not_taken = "The time of each launch and transfer was not taken. ";

}  // namespace

void CaseRun::activity_trials(const Prepare& prepare, const Progress& progress) {
    if (session_.api() == nullptr) {
        note(Severity::lost, std::string(not_taken) + session_.why_no_activities());
        return;
    }
    const std::uint32_t wanted = std::max(1U, options_.activity_trials);
    const auto begin = Clock::now();
    std::vector<Activities> matched;
    try {
        ActivityRecorder recorder(session_.api());
        for (std::uint32_t i = 0; i < wanted && !watch_.stopped() && !ended(); ++i) {
            // Of a long sort one is enough: its launches are long, too.
            if (!matched.empty() && Clock::now() - begin > options_.trials.budget) break;
            // Transfers are taken with the first trial alone: copying and checking a large input on the host
            // is slow.
            if (auto seen = activity_trial(recorder, prepare, matched.empty()))
                matched.push_back(std::move(*seen));
            progress((i + 1) / static_cast<double>(wanted));
        }
    } catch (const CuptiError& error) {
        note(Severity::lost, fmt::format("{}{}", not_taken, error.what()));
    }
    if (!matched.empty()) keep_activities(matched);
}

std::optional<Activities> CaseRun::activity_trial(ActivityRecorder& recorder, const Prepare& prepare,
                                                  bool with_transfers) {
    std::vector<std::byte> input, output;
    if (with_transfers) {
        input.resize(sort_->workload().bytes());
        output.resize(input.size());
        sort_->download_input(input);
    }
    recorder.start();
    if (with_transfers) sort_->upload(input);
    prepare();
    run_sort();
    if (with_transfers) sort_->download(output);
    Activities seen = recorder.stop();

    TrialRecord trial = new_trial(TrialKind::activity);
    trial.duration_ns = kernel_span_ns(seen);
    if (trial.duration_ns) trial.time_mode = TimeMode::stream;
    judge(with_transfers ? kernels::digest(output, sort_->workload().key, digest_run_) : output_digest(),
          trial);

    if (cache_ == collector::CacheState::flushed && !remove_cache_flush(seen, session_.flush_bytes()))
        note(Severity::warning,
             "The fill that flushed L2 was not found among the activity records: it may stand among the "
             "transfers.");
    for (auto& lost : seen.notes())
        note(lost.severity, fmt::format("Activity trial {}: {}", trial.index, lost.text));
    std::optional<std::string> why;
    if (const kernels::Plan* plan = sort_->plan()) {
        std::vector<std::string> symbols;
        symbols.reserve(plan->launches.size());
        for (const auto& launch : plan->launches) symbols.push_back(session_.symbol_of(launch.kernel));
        why = mismatch(*plan, symbols, seen);
    }
    if (why) {
        trial.note = "left out: its records do not match the launches";
        note(Severity::lost, fmt::format("Activity records of trial {} could not be matched to the launches, "
                                         "and none of its times was "
                                         "kept. {}",
                                         trial.index, *why));
    }
    record_.trials.push_back(std::move(trial));
    return why ? std::nullopt : std::optional(std::move(seen));
}

void CaseRun::keep_activities(const std::vector<Activities>& trials) {
    const Activities& reference = trials.front();
    if (sort_->plan() == nullptr) {
        auto found = discovered_launches(reference);
        if (const auto why =
                collector::other_launches(record_.launches, found, collector::LaunchIdentity::number)) {
            note(Severity::lost, std::string(not_taken) + *why);
            return;
        }
        record_.launches = std::move(found);
    } else {
        apply_activities(record_.launches, reference);
    }
    record_.transfers = transfer_records(reference);
    std::vector<Activities> alike{reference};
    std::size_t others = 0;
    for (const auto& trial : std::span(trials).subspan(1)) {
        const auto why = difference(reference, trial);
        if (!why)
            alike.push_back(trial);
        else if (++others == 1)
            note(Severity::lost,
                 "An activity trial was left out: it did not make the launches of the first. " + *why);
    }
    apply_durations(record_.launches, alike);
    if (alike.size() > 1)
        note(Severity::info, fmt::format("Times of launches are medians of {} activity trials; their starts, "
                                         "and the transfers, are of the "
                                         "first.",
                                         alike.size()));
}

namespace {

/// Switches counters off at the end, unless they are to stay on for the next case.
class CountersEnabled {
 public:
    CountersEnabled(RangeProfiler& profiler, bool keep) : profiler_(profiler), keep_(keep) {
        profiler_.enable();
    }
    ~CountersEnabled() {
        if (!keep_) profiler_.disable();
    }
    CountersEnabled(const CountersEnabled&) = delete;
    CountersEnabled& operator=(const CountersEnabled&) = delete;

 private:
    RangeProfiler& profiler_;
    bool keep_;
};

constexpr std::string_view counted_set = "counted";

/// Runs of the sort that carry counters are numbered from 1 within a case.
PassNumber pass_of(const TrialRecord& trial) { return static_cast<PassNumber>(trial.index + 1); }

std::string joined(const std::vector<CounterId>& ids) {
    std::string names;
    for (const CounterId id : ids) names += fmt::format("{}{}", names.empty() ? "" : ", ", metric_of(id).id);
    return names;
}

/// Whether `set` is the pass of a vendor's metric that was asked for as `name`, or by alternatives with it.
bool names_alternative(std::string_view set, std::string_view name) {
    const std::string prefix = vendor_pass("");
    if (!set.starts_with(prefix)) return false;
    return fmt::format("|{}|", set.substr(prefix.size())).find(fmt::format("|{}|", name)) !=
           std::string::npos;
}

/// Which run of the sort values of a part of the plan are of.
struct PassesOf {
    std::span<const std::optional<std::size_t>> of_pass;  ///< by metric of the plan
    std::span<const PassNumber> numbers;                  ///< by pass
    std::span<const std::size_t> columns;                 ///< of the part

    PassNumber of_columns(std::span<const std::size_t> inputs) const {
        std::vector<std::size_t> of_plan;
        for (const std::size_t input : inputs) of_plan.push_back(columns[input]);
        const auto pass = common_pass(of_plan, of_pass);
        return pass ? numbers[*pass] : several_passes;
    }
    PassNumber of(const ChipGroup& group, CounterId id) const {
        return of_columns(std::ranges::find(group.counters, id, [](const auto& counter) {
                              return counter.source.id;
                          })->inputs);
    }
    PassNumber of(const ChipGroup& group, const std::string& vendor) const {
        return of_columns(
            std::span(&std::ranges::find(group.vendor, vendor, &ChipGroup::Vendor::name)->input, 1));
    }
    /// The pass of a set: of all counters of the group (groups are put together only where they are of one),
    /// or of a vendor's metric.
    PassNumber of_set(const ChipGroup& group, const std::string& set) const {
        for (const auto& vendor :
             group.vendor)  // which was asked for by this name, or by alternatives with it
            if (names_alternative(set, vendor.name)) return of(group, vendor.name);
        std::vector<std::size_t> inputs;
        for (const auto& counter : group.counters)
            inputs.insert(inputs.end(), counter.inputs.begin(), counter.inputs.end());
        return of_columns(inputs);
    }
};

}  // namespace

std::vector<PassRecord> asked_passes(const kernels::VariantInfo& variant,
                                     const collector::BackendOptions& options) {
    auto passes = collector::asked_counters(options);
    // Sorts of a library have no counting build.
    if ((options.counting_build || options.counters.counting) &&
        variant.kind == kernels::VariantKind::planned)
        passes.push_back({std::string(counted_set), Provenance::counted, several_passes});
    return passes;
}

void CaseRun::counter_trials(const Prepare& prepare, const Progress& progress) {
    count_launches(prepare, progress);
    if (watch_.stopped() || ended()) return;
    // What could not be had is not asked for again when a sweep is resumed: the notes say why.
    auto attempted = asked_passes(variant_.info, options_);
    std::erase_if(attempted, [](const PassRecord& pass) {
        return pass.provenance != Provenance::measured || pass.set == series_pass || pass.set == stalls_pass;
    });
    collector::keep_attempts(record_, attempted);
}

void CaseRun::count_launches(const Prepare& prepare, const Progress& progress) {
    if (record_.launches.empty()) {
        note(Severity::lost,
             "Counters were not taken: the launches of this variant are known from activity records only, "
             "and there are none.");
        return;
    }
    RangeProfiler* profiler = session_.profilers().counters();
    if (profiler == nullptr) {
        note(Severity::lost, "Counters were not taken. " + session_.profilers().why_no_counters());
        return;
    }
    std::string refused;
    try {
        const CountersEnabled enabled(*profiler, options_.keep_profiler);
        const CounterPlan& plan = session_.profilers().plan(options_.counters);
        say_what_is_missing(plan);
        if (plan.metrics.empty()) return;
        try {
            if (auto counted = take_passes(prepare, progress, *profiler, plan)) {
                keep_counters(plan, *counted);
            } else if (watch_.stopped() && !ended()) {
                record_.status = CaseStatus::interrupted;
                record_.message = "Ended by the user before these were taken: measured counters.";
            }
        } catch (const LaunchMismatch& error) {
            note(Severity::lost, fmt::format("Counters were lost. {}", error.what()));
        }
    } catch (const CuptiError& error) {
        profiler->disable();  // the next case begins anew
        note(Severity::lost, fmt::format("Counters were not taken. {}", error.what()));
        if (error.kind() == ErrorKind::environment) refused = error.what();
    }
    if (!refused.empty()) session_.profilers().give_up_counters(refused);
}

void CaseRun::say_what_is_missing(const CounterPlan& plan) {
    const ChipMetrics& chip = session_.profilers().counters()->chip();
    for (const auto& part : plan.parts) {
        if (!part.group.missing.empty())
            note(Severity::lost,
                 fmt::format("Chip {} has no metric for: {}.", chip.chip(), joined(part.group.missing)));
        for (const auto& name : part.group.missing_vendor)
            note(Severity::lost, chip.unknown_metric_sentence(name));
    }
}

std::optional<CaseRun::Counted> CaseRun::take_passes(const Prepare& prepare, const Progress& progress,
                                                     RangeProfiler& profiler, const CounterPlan& plan) {
    Counted counted;
    const std::size_t all = record_.launches.size();
    const std::size_t portion = sort_->plan() == nullptr ? all : profiler.portion(plan.metrics, all);
    const bool by_portions = portion < all;
    profiler.configure(plan.metrics, portion);
    counted.of_pass = profiler.passes_of_metrics([&] { sort_->input_digest(digest_run_); });
    if (by_portions && profiler.passes() == 1) {
        profiler.configure(plan.metrics, portion);
        if (!count_in_one_run(prepare, progress, profiler, plan, portion, counted)) return std::nullopt;
        return counted;
    }
    for (std::size_t first = 0; first < all; first += portion) {
        const std::size_t last = std::min(all, first + portion);
        profiler.configure(plan.metrics, last - first);
        bool done = false;
        for (std::size_t pass = 0; !done; ++pass) {
            if (watch_.stopped()) return std::nullopt;
            prepare();
            done = count_pass(profiler, first, last);
            const TrialRecord& trial = counter_trial(
                fmt::format("hardware counters, pass {} of {}{}", pass + 1, profiler.passes(),
                            by_portions ? fmt::format(", launches {} to {}", first + 1, last) : ""));
            if (first == 0) counted.numbers.push_back(pass_of(trial));
            if (ended()) return std::nullopt;
            const double of_portion = static_cast<double>(pass + 1) / static_cast<double>(profiler.passes());
            progress((static_cast<double>(first) + of_portion * static_cast<double>(last - first)) /
                     static_cast<double>(all));
        }
        auto rows = profiler.decode(last - first);
        std::ranges::move(rows, std::back_inserter(counted.rows));
    }
    return counted;
}

bool CaseRun::count_pass(RangeProfiler& profiler, std::size_t first, std::size_t last) {
    if (first == 0 && last == record_.launches.size()) {
        profiler.begin_pass();
        {
            const collector::PartTimer part("launching");
            run_sort();
        }
        return profiler.end_pass();
    }
    bool done = false;
    std::size_t at = 0;
    kernels::cuda::LaunchHook hook;
    hook.before = [&](const kernels::Launch&) {
        if (at == first) {
            session_.stream().wait();
            profiler.begin_pass();
        }
        if (at == last) done = profiler.end_pass();
        ++at;
    };
    hook.after = [] {};
    sort_->run(&hook);
    if (last == record_.launches.size()) done = profiler.end_pass();
    return done;
}

bool CaseRun::count_in_one_run(const Prepare& prepare, const Progress& progress, RangeProfiler& profiler,
                               const CounterPlan& plan, std::size_t portion, Counted& counted) {
    const std::size_t all = record_.launches.size();
    std::size_t at = 0;
    const auto end_portion = [&](std::size_t launches) {
        profiler.end_pass();
        auto rows = profiler.decode(launches);
        std::ranges::move(rows, std::back_inserter(counted.rows));
        progress(static_cast<double>(counted.rows.size()) / static_cast<double>(all));
    };
    kernels::cuda::LaunchHook hook;
    bool stopped = false;  // the user ended the sweep: the rest of the sort runs uncounted
    hook.before = [&](const kernels::Launch&) {
        if (stopped) return;
        if (at > 0 && at % portion == 0) {
            end_portion(portion);
            stopped = watch_.stopped();
            if (stopped) return;
            profiler.configure(plan.metrics, std::min(portion, all - at));
            profiler.begin_pass();
        }
        ++at;
    };
    hook.after = [] {};
    prepare();
    profiler.begin_pass();
    sort_->run(&hook);
    if (stopped) {
        session_.stream().wait();
        return false;
    }
    end_portion(all - counted.rows.size());
    counted.numbers.push_back(pass_of(counter_trial("hardware counters, pass 1 of 1")));
    return !ended();
}

const TrialRecord& CaseRun::counter_trial(std::string text) {
    TrialRecord trial = new_trial(TrialKind::counter, std::move(text));
    judge(output_digest(), trial);
    return record_.trials.emplace_back(std::move(trial));
}

void CaseRun::keep_counters(const CounterPlan& plan, const Counted& counted) {
    const collector::PartTimer timer("values");
    for (const auto& part : plan.parts) {
        const PassesOf passes{counted.of_pass, counted.numbers, part.columns};
        std::map<CounterId, std::size_t> absent;
        for (const auto& counter : part.group.counters) absent[counter.source.id] = counted.rows.size();
        std::map<std::string, std::size_t> absent_vendor;
        for (const auto& vendor : part.group.vendor) absent_vendor[vendor.name] = counted.rows.size();
        for (std::size_t i = 0; i < counted.rows.size(); ++i) {
            const auto values = pick(counted.rows[i], part.columns);
            auto& launch = record_.launches[i];
            for (auto value : measured_counters(part.group, values)) {
                value.pass = passes.of(part.group, value.id);
                --absent.at(value.id);
                launch.counters.push_back(value);
            }
            for (auto& value : vendor_values(part.group, values)) {
                value.pass = passes.of(part.group, value.name);
                if (auto& left = absent_vendor.at(value.name); left > 0) --left;
                launch.vendor_values.push_back(std::move(value));
            }
        }
        for (const auto& set : part.group.sets)
            record_.passes.push_back({set, Provenance::measured, passes.of_set(part.group, set)});
        for (const auto& counter : part.group.counters)
            say_what_is_absent(metric_of(counter.source.id).id, absent.at(counter.source.id),
                               why_undecided(counter.source.rule));
        for (const auto& [name, launches] : absent_vendor) say_what_is_absent(name, launches, "");
    }
}

void CaseRun::say_what_is_absent(std::string_view name, std::size_t launches, std::string_view why) {
    if (launches == 0) return;
    const bool all = launches == record_.launches.size();
    note(all && why.empty() ? Severity::lost : Severity::info,
         fmt::format("{} was not measured in {} of {} launches: {}.", name, launches, record_.launches.size(),
                     why.empty() ? "CUPTI could not evaluate it there" : why));
}

void CaseRun::counting_build(const Prepare& prepare) {
    kernels::cuda::CountingRun counted;
    try {
        counted = kernels::cuda::run_counting(*sort_, digest_run_, session_.kernels(), prepare);
    } catch (const std::exception& error) {
        cudaGetLastError();
        if (cudaDeviceSynchronize() != cudaSuccess)
            throw;  // a fault, after which nothing of the case can be believed
        collector::keep_attempts(record_, {{std::string(counted_set), Provenance::counted, several_passes}});
        note(Severity::lost, fmt::format("The counting build gave no counts. {}", error.what()));
        return;
    }
    TrialRecord trial = new_trial(TrialKind::counter, "counting build");
    const PassNumber pass = pass_of(trial);
    judge(counted.output, trial);
    record_.trials.push_back(std::move(trial));
    record_.passes.push_back({std::string(counted_set), Provenance::counted, pass});
    for (std::size_t i = 0; i < record_.launches.size(); ++i) {
        auto& launch = record_.launches[i];
        const auto values = kernels::launch_counters(counted.launches[i], Provenance::counted, pass);
        launch.counters.insert(launch.counters.end(), values.begin(), values.end());
        if (options_.sites) launch.sites = std::move(counted.launches[i]);
    }
}

namespace {

using collector::PartTimer;

/// When the sort ran; nothing where CUPTI gave no times.
std::optional<SortSpan> span_of(const Activities& seen, const std::vector<LaunchRecord>& launches) {
    SortSpan span{~std::uint64_t{0}, 0, launches.empty() ? 0 : launches.front().start_ns.value_or(0)};
    for (const auto& kernel : seen.kernels) {
        if (!kernel.timed) continue;
        span.first_ns = std::min(span.first_ns, kernel.start_ns);
        span.last_ns = std::max(span.last_ns, kernel.end_ns);
    }
    if (span.last_ns == 0) return std::nullopt;
    return span;
}

/// Notes in the record that samples were asked for, unless there are some.
class KeepAttempt {
 public:
    KeepAttempt(CaseRecord& record, std::string_view set) : record_(record), set_(set) {}
    ~KeepAttempt() {
        collector::keep_attempts(record_, {{std::string(set_), Provenance::measured, several_passes}});
    }
    KeepAttempt(const KeepAttempt&) = delete;
    KeepAttempt& operator=(const KeepAttempt&) = delete;

 private:
    CaseRecord& record_;
    std::string_view set_;
};

std::string listed(const std::vector<std::string>& names) {
    std::string list;
    for (const auto& name : names) list += fmt::format("{}{}", list.empty() ? "" : ", ", name);
    return list;
}

}  // namespace

std::int64_t CaseRun::expected_ns(const Prepare& prepare) {
    if (record_.time) return record_.time->median_ns;
    using Clock = std::chrono::steady_clock;
    prepare();
    const auto begin = Clock::now();
    run_sort();
    session_.stream().wait();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();
}

void CaseRun::sample_series(const Prepare& prepare) {
    // What could not be had is not asked for again when a sweep is resumed: the notes say why.
    const KeepAttempt attempt(record_, series_pass);
    Profilers& profilers = session_.profilers();
    PmSampler* sampler = profilers.series();
    if (sampler == nullptr) {
        note(Severity::lost, "Series over time were not taken. " + profilers.why_no_series());
        return;
    }
    std::vector<std::string> names;
    std::map<std::string, std::string> units;
    for (const auto& metric : series_metrics()) {
        if (auto name = sampler->chip().first_of(metric.names)) {
            units.emplace(*name, metric.unit);
            names.push_back(std::move(*name));
        } else {
            note(Severity::lost, sampler->chip().unknown_metric_sentence(metric.names));
        }
    }
    try {
        const std::int64_t expected = expected_ns(prepare);
        const std::int64_t interval = sampling_interval_ns(expected, sampler->interval_ns());
        const auto& runs = sampler->split_into_runs(names);
        PassNumber number = several_passes;
        for (const auto& run : runs) {
            if (watch_.stopped() || ended()) return;
            std::vector<std::pair<std::string, std::string>> metrics;
            for (const auto& name : run) metrics.emplace_back(name, units.at(name));
            {
                const PartTimer part("configure");
                sampler->configure(run, interval, static_cast<std::size_t>(expected / interval));
            }
            prepare();
            Activities seen;
            const PmSamples samples = sample_once(*sampler, seen);
            number = static_cast<PassNumber>(counter_trial("over time: " + listed(run)).index + 1);
            auto series = make_series(metrics, samples, span_of(seen, record_.launches));
            std::ranges::move(series.records, std::back_inserter(record_.series));
            for (auto& said : series.notes) note(said.severity, std::move(said.text));
        }
        record_.passes.push_back(
            {std::string(series_pass), Provenance::measured, runs.size() == 1 ? number : several_passes});
    } catch (const CuptiError& error) {
        note(Severity::lost, fmt::format("Series over time were not taken. {}", error.what()));
        if (error.kind() == ErrorKind::environment)
            profilers.give_up_series(error.what());
        else
            profilers.switch_off();
    }
    if (!options_.keep_profiler) profilers.switch_off();
}

PmSamples CaseRun::sample_once(PmSampler& sampler, Activities& seen) {
    // Activity records of the same run align the samples to the launches. Where there are none the samples
    // tell the sort's start.
    std::optional<ActivityRecorder> recorder;
    {
        const PartTimer part("records on");
        try {
            recorder.emplace(session_.api());
            recorder->start();
        } catch (const CuptiError&) {
            recorder.reset();
        }
    }
    sampler.start();
    {
        const PartTimer part("launching");
        run_sort();
    }
    PmSamples samples = sampler.stop();
    const PartTimer part("records off");
    if (recorder) seen = recorder->stop();
    return samples;
}

void CaseRun::sample_stalls(const Prepare& prepare) {
    const KeepAttempt attempt(record_, stalls_pass);
    Profilers& profilers = session_.profilers();
    PcSampler* sampler = profilers.stalls();
    if (sampler == nullptr) {
        note(Severity::lost, "Stall samples were not taken. " + profilers.why_no_stalls());
        return;
    }
    try {
        prepare();
        sampler->start();
        {
            const PartTimer part("launching");
            run_sort();
        }
        const PcSamples samples = sampler->stop();
        const auto number = static_cast<PassNumber>(counter_trial("samples of stalled warps").index + 1);
        const PartTimer part("lines");
        auto stalls = stall_records(samples, profilers.modules());
        std::ranges::move(stalls.records, std::back_inserter(record_.stalls));
        for (auto& said : stalls.notes) note(said.severity, std::move(said.text));
        if (profilers.modules() == nullptr && !record_.stalls.empty())
            note(Severity::info, "Stall samples have no source lines. " + profilers.why_no_lines());
        record_.passes.push_back({std::string(stalls_pass), Provenance::measured, number});
    } catch (const CuptiError& error) {
        note(Severity::lost, fmt::format("Stall samples were not taken. {}", error.what()));
        if (error.kind() == ErrorKind::environment)
            profilers.give_up_stalls(error.what());
        else
            profilers.switch_off();
    }
    if (!options_.keep_profiler) profilers.switch_off();
}

}  // namespace sortscope::cupti
