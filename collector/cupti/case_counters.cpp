// Counter trials: the range profiler's passes and the counting build.
#include <algorithm>

#include <fmt/ranges.h>

#include "collector/cupti/case_run.hpp"
#include "kernels/context/site_counts.hpp"

namespace sortscope::cupti {
namespace {
const PassRecord counted_pass{"counted", Provenance::counted, several_passes};

std::string joined(const std::vector<CounterId>& ids) {
    std::vector<std::string_view> names;
    for (const CounterId id : ids) names.push_back(metric_of(id).id);
    return fmt::format("{}", fmt::join(names, ", "));
}

/// Results of the range profiler.
struct Counted {
    std::vector<std::vector<double>> rows;               ///< by launch, then metric of the plan
    std::vector<std::optional<size_t>> pass_of_metrics;  ///< by metric: its hardware pass
    std::vector<PassNumber> runs;  ///< by hardware pass: the run that counted the first chunk

    PassNumber run_of(std::span<const size_t> inputs) const {
        const auto pass = common_pass(inputs, pass_of_metrics);
        return pass ? runs[*pass] : several_passes;
    }
    /// Run that counted all counters of `group`; for the set of a vendor metric, the run of that metric.
    PassNumber run_of_set(const ChipGroup& group, const std::string& set) const {
        for (const auto& vendor : group.vendor)
            if (vendor.set == set) return run_of(std::span(&vendor.input, 1));
        std::vector<size_t> inputs;
        for (const auto& counter : group.counters)
            inputs.insert(inputs.end(), counter.inputs.begin(), counter.inputs.end());
        return run_of(inputs);
    }
};

/// Counts the launches of a case, many launches in chunks.
class CounterTrials {
 public:
    CounterTrials(GpuCase& of, const ReportProgress& progress, RangeProfiler& profiler,
                  const CounterPlan& plan)
        : of_(of),
          progress_(progress),
          profiler_(profiler),
          plan_(plan),
          all_(of.record.launches.size()),
          chunk_(of.sort->plan() == nullptr ? all_ : profiler.chunk(plan.metrics, all_)) {}

    /// Empty if the case ended.
    std::optional<Counted> run() {
        profiler_.configure(plan_.metrics, chunk_);
        counted_.pass_of_metrics =
            profiler_.passes_of_metrics([&] { of_.sort->input_digest(of_.digest_run); });
        if (chunk_ < all_ && profiler_.passes() == 1) {
            profiler_.configure(plan_.metrics, chunk_);
            if (!count_in_one_run()) return std::nullopt;
            return std::move(counted_);
        }
        for (size_t first = 0; first < all_; first += chunk_)
            if (!count_chunk(first, std::min(all_, first + chunk_))) return std::nullopt;
        return std::move(counted_);
    }

 private:
    bool count_chunk(size_t first, size_t last) {
        profiler_.configure(plan_.metrics, last - first);
        bool done = false;
        for (size_t pass = 0; !done; ++pass) {
            if (of_.watch.stopped()) return false;
            of_.prepare();
            done = count_pass(first, last);
            const PassNumber run = of_.counter_trial(
                fmt::format("hardware counters, pass {} of {}{}", pass + 1, profiler_.passes(),
                            chunk_ < all_ ? fmt::format(", launches {} to {}", first + 1, last) : ""));
            if (first == 0) counted_.runs.push_back(run);
            if (of_.ended()) return false;
            const double within = double(pass + 1) / double(profiler_.passes());
            progress_((double(first) + within * double(last - first)) / double(all_));
        }
        keep_rows(last - first);
        return true;
    }

    /// Counts launches [first, last). Returns true when all passes are collected.
    bool count_pass(size_t first, size_t last) {
        bool done = false;
        size_t at = 0;
        const auto before = [&](const kernels::Launch&) {
            if (at == first && first != 0) {
                of_.session.stream().wait();
                profiler_.begin_pass();
            }
            if (at == last) done = profiler_.end_pass();
            ++at;
        };
        if (first == 0) profiler_.begin_pass();
        run_with(before);
        if (last == all_) done = profiler_.end_pass();
        return done;
    }

    /// Counts all chunks in one run of the sort, if there is a single pass. Returns false if the case ended.
    bool count_in_one_run() {
        size_t at = 0;
        const auto end_chunk = [&](size_t launches) {
            profiler_.end_pass();
            keep_rows(launches);
            progress_(double(counted_.rows.size()) / double(all_));
        };
        bool stopped = false;  // by the user: the rest of the sort runs without counting
        const auto before = [&](const kernels::Launch&) {
            if (stopped) return;
            if (at > 0 && at % chunk_ == 0) {
                end_chunk(chunk_);
                stopped = of_.watch.stopped();
                if (stopped) return;
                profiler_.configure(plan_.metrics, std::min(chunk_, all_ - at));
                profiler_.begin_pass();
            }
            ++at;
        };
        of_.prepare();
        profiler_.begin_pass();
        run_with(before);
        if (stopped) {
            of_.session.stream().wait();
            return false;
        }
        end_chunk(all_ - counted_.rows.size());
        counted_.runs.push_back(of_.counter_trial("hardware counters, pass 1 of 1"));
        return !of_.ended();
    }

    void run_with(const std::function<void(const kernels::Launch&)>& before) {
        const cuda::LaunchHook hook{before, [] {}};
        of_.sort->run(&hook);
    }

    void keep_rows(size_t launches) {
        auto rows = profiler_.decode(launches);
        std::ranges::move(rows, std::back_inserter(counted_.rows));
    }

    GpuCase& of_;
    const ReportProgress& progress_;
    RangeProfiler& profiler_;
    const CounterPlan& plan_;
    size_t all_;    ///< number of launches
    size_t chunk_;  ///< launches to count at a time
    Counted counted_;
};

void note_missing(GpuCase& of, const ChipMetrics& chip, const CounterPlan& plan) {
    for (const auto& group : plan.groups) {
        if (!group.missing.empty())
            of.lost(fmt::format("Chip {} has no metric for: {}.", chip.chip(), joined(group.missing)));
        for (const auto& name : group.missing_vendor) of.lost(chip.unknown_metric_sentence(name));
    }
}

/// Calls `keep(launch, value)` for each value; adds a note on launches without a value.
template <class Source>
void keep_values(GpuCase& of, const Counted& counted, const Source& source, std::string_view name,
                 std::string_view why_not, const auto& keep) {
    auto& launches = of.record.launches;
    size_t absent = 0;
    for (size_t i = 0; i < counted.rows.size(); ++i) {
        if (const auto value = value_of(source, counted.rows[i]))
            keep(launches[i], *value);
        else
            ++absent;
    }
    if (absent != 0)
        of.note(absent == launches.size() && why_not.empty() ? Severity::lost : Severity::info,
                fmt::format("{} was not measured in {} of {} launches: {}.", name, absent, launches.size(),
                            why_not.empty() ? "CUPTI could not evaluate it there" : why_not));
}

void keep_counters(GpuCase& of, const CounterPlan& plan, const Counted& counted) {
    for (const auto& group : plan.groups) {
        for (const auto& set : group.sets)
            of.record.passes.push_back({set, Provenance::measured, counted.run_of_set(group, set)});
        for (const auto& counter : group.counters) {
            const auto& row = *counter.row;
            const auto run = counted.run_of(counter.inputs);
            keep_values(of, counted, counter, row.id,
                        row.hardware.rule == HardwareRule::extra_wavefronts
                            ? "accesses of 64 or 128 bits a thread take extra wavefronts that are not "
                              "conflicts"
                            : "",
                        [&](LaunchRecord& launch, int64_t value) {
                            launch.counters.push_back({row.counter, Provenance::measured, value, run});
                        });
        }
        for (const auto& vendor : group.vendor) {
            const auto run = counted.run_of(std::span(&vendor.input, 1));
            keep_values(of, counted, vendor, vendor.name, "", [&](LaunchRecord& launch, const Number& value) {
                launch.vendor_values.push_back({vendor.name, value, run});
            });
        }
    }
}

void count_launches(GpuCase& of, const ReportProgress& progress) {
    constexpr const char* no_counters = "Counters were not measured. ";
    if (of.record.launches.empty())
        return of.lost(no_counters,
                       "This variant's launches are known only from activity records, and there are none.");
    Profilers& profilers = of.session.profilers();
    auto& profiler = profilers.counters();
    if (!profiler) return of.lost(no_counters, profiler.why_not());
    try {
        profiler->enable();
        // Disables the profiler at the end, unless the next case needs it.
        const std::unique_ptr<RangeProfiler, void (*)(RangeProfiler*)> switched_off(
            of.options.keep_profiler ? nullptr : profiler.get(), [](RangeProfiler* on) { on->disable(); });
        const CounterPlan& plan = profilers.plan(of.options.counters);
        note_missing(of, profiler->chip(), plan);
        if (plan.metrics.empty()) return;
        if (const auto counted = CounterTrials(of, progress, *profiler, plan).run()) {
            keep_counters(of, plan, *counted);
        } else if (of.watch.stopped() && !of.ended()) {
            of.record.status = CaseStatus::interrupted;
            of.record.message = "Ended by the user. Missing: measured counters.";
        }
    } catch (const LaunchMismatch& error) {
        of.lost("Counters were lost. ", error.what());
    } catch (const CuptiError& error) {
        profiler->disable();  // the next case configures it again
        of.lost(no_counters, error.what());
        if (error.kind() == ErrorKind::environment) profiler.give_up(error.what());
    }
}
}  // namespace

std::vector<PassRecord> asked_passes(const kernels::VariantInfo& variant, const BackendOptions& options) {
    auto passes = asked_counters(options);
    // Sorts of a library have no counting build.
    if ((options.counting_build || options.counters.counting) && variant.kind == VariantKind::planned)
        passes.push_back(counted_pass);
    return passes;
}

void take_counters(GpuCase& of, const ReportProgress& progress) {
    count_launches(of, progress);
    if (of.stopped()) return;
    // Keep sets without values, so that a resumed sweep does not try again. Notes give the reason.
    auto hardware = of.options;
    hardware.counters.series = hardware.counters.stalls = false;
    keep_attempts(of.record, asked_counters(hardware));
}

void run_counting_build(GpuCase& of, const ReportProgress&) {
    cuda::CountingRun counted;
    try {
        counted =
            cuda::run_counting(*of.sort, of.digest_run, of.session.kernels(), [&] { of.prepare_cache(); });
    } catch (const std::exception& error) {
        cudaGetLastError();
        if (cudaDeviceSynchronize() != cudaSuccess) throw;  // after a fault, all results are invalid
        keep_attempts(of.record, {counted_pass});
        return of.lost("The counting build gave no counts. ", error.what());
    }
    TrialRecord trial = of.new_trial(TrialKind::counter, "counting build");
    const auto pass = static_cast<PassNumber>(trial.index + 1);
    of.judge(counted.output, trial);
    of.record.trials.push_back(std::move(trial));
    of.record.passes.push_back({counted_pass.set, Provenance::counted, pass});
    for (size_t i = 0; i < of.record.launches.size(); ++i) {
        auto& launch = of.record.launches[i];
        const auto values = kernels::launch_counters(counted.launches[i], Provenance::counted, pass);
        launch.counters.insert(launch.counters.end(), values.begin(), values.end());
        if (of.options.sites) launch.sites = std::move(counted.launches[i]);
    }
}
}
