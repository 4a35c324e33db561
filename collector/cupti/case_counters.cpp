// The counting steps of a case on a GPU: the range profiler's passes and the counting build.
#include <fmt/format.h>

#include <algorithm>

#include "collector/cupti/case_run.hpp"
#include "collector/part_times.hpp"
#include "kernels/context/site_counts.hpp"

namespace sortscope::cupti {
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

}  // namespace sortscope::cupti
