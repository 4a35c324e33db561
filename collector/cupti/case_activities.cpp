// The activity trials of a case on a GPU: when each launch and transfer began and ended.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "collector/cupti/case_run.hpp"
#include "collector/cupti/launches.hpp"
#include "kernels/context/keys.hpp"

namespace sortscope::cupti {
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

}  // namespace sortscope::cupti
