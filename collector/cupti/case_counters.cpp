// The counting steps of a case on a GPU: the range profiler's passes and the counting build.
#include <fmt/format.h>

#include "collector/cupti/case_run.hpp"
#include "kernels/context/site_counts.hpp"

namespace sortscope::cupti {
namespace {

/// Counters are enabled no longer than they are taken.
class CountersEnabled {
 public:
    explicit CountersEnabled(RangeProfiler& profiler) : profiler_(profiler) { profiler_.enable(); }
    ~CountersEnabled() { profiler_.disable(); }
    CountersEnabled(const CountersEnabled&) = delete;
    CountersEnabled& operator=(const CountersEnabled&) = delete;

 private:
    RangeProfiler& profiler_;
};

constexpr std::string_view counted_set = "counted";

/// Runs of the sort that carry counters are numbered from 1 within a case.
PassNumber pass_of(const TrialRecord& trial) { return static_cast<PassNumber>(trial.index + 1); }

}  // namespace

std::vector<PassRecord> asked_passes(const kernels::VariantInfo& variant, const collector::BackendOptions& options) {
    auto passes = collector::asked_counters(options);
    // Sorts of a library have no counting build.
    if ((options.counting_build || options.counters.counting) && variant.kind == kernels::VariantKind::planned)
        passes.push_back({std::string(counted_set), Provenance::counted, several_passes});
    return passes;
}

void CaseRun::counter_trials(const Prepare& prepare) {
    count_groups(prepare);
    if (watch_.stopped() || ended()) return;
    // What could not be had is not asked for again when a sweep is resumed: the notes say why.
    auto asked = asked_passes(variant_.info, options_);
    std::erase_if(asked, [](const PassRecord& pass) { return pass.provenance != Provenance::measured; });
    collector::keep_attempts(record_, asked);
}

void CaseRun::count_groups(const Prepare& prepare) {
    if (record_.launches.empty()) {
        note(Severity::lost,
             "Counters were not taken: the launches of this variant are known from activity records only, "
             "and there are none.");
        return;
    }
    RangeProfiler* profiler = session_.profiler();
    if (profiler == nullptr) {
        note(Severity::lost, "Counters were not taken. " + session_.why_no_counters());
        return;
    }
    std::string refused;
    try {
        const CountersEnabled enabled(*profiler);
        for (const ChipGroup& group : session_.chip_groups(options_.counters)) {
            if (watch_.stopped() || ended()) return;
            try {
                count_group(prepare, *profiler, group);
            } catch (const LaunchMismatch& error) {
                note(Severity::lost,
                     fmt::format("Counters of group '{}' were lost. {}", group.name, error.what()));
            }
        }
    } catch (const CuptiError& error) {
        note(Severity::lost, fmt::format("Counters were not taken. {}", error.what()));
        if (error.kind() == ErrorKind::environment) refused = error.what();
    }
    if (!refused.empty()) session_.give_up_counters(refused);
}

void CaseRun::count_group(const Prepare& prepare, RangeProfiler& profiler, const ChipGroup& chip) {
    if (!chip.missing.empty() || !chip.missing_vendor.empty()) {
        std::string names;
        for (const CounterId id : chip.missing)
            names += fmt::format("{}{}", names.empty() ? "" : ", ", metric_of(id).id);
        for (const auto& name : chip.missing_vendor) names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
        note(Severity::info, fmt::format("Chip {} has no metric for: {}.", profiler.chip().chip(), names));
    }
    if (chip.metrics.empty()) return;
    profiler.configure(chip.metrics, record_.launches.size());
    PassNumber pass = 0;
    bool done = false;
    for (bool first = true; !done; first = false) {
        prepare();
        profiler.begin_pass();
        run_sort();
        done = profiler.end_pass();
        TrialRecord trial = new_trial(TrialKind::counter, fmt::format("metric group '{}'", chip.name));
        pass = first && done ? pass_of(trial) : several_passes;
        judge(sort_->output_digest(digest_run_), trial);
        record_.trials.push_back(std::move(trial));
    }
    const auto rows = profiler.decode(record_.launches.size());
    for (const auto& set : chip.sets) record_.passes.push_back({set, Provenance::measured, pass});
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto& counters = record_.launches[i].counters;
        for (auto value : measured_counters(chip, rows[i])) {
            value.pass = pass;
            counters.push_back(value);
        }
        for (auto& value : vendor_values(chip, rows[i])) {
            value.pass = pass;
            record_.launches[i].vendor_values.push_back(std::move(value));
        }
    }
}

void CaseRun::counting_build(const Prepare& prepare) {
    auto counted = kernels::cuda::run_counting(*sort_, digest_run_, session_.kernels(), prepare);
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
