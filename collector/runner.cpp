#include "collector/runner.hpp"

#include <fmt/core.h>

#include <exception>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include "core/ranges.hpp"

namespace sortscope::collector {
namespace {
/// Adds `cases` to the number of cases with the note `text`.
void add_lost(std::vector<std::pair<std::string, size_t>>& lost, const std::string& text, size_t cases) {
    const auto same = std::ranges::find(lost, text, &std::pair<std::string, size_t>::first);
    if (same == lost.end())
        lost.emplace_back(text, cases);
    else
        same->second += cases;
}

/// State shared by parts that run at the same time. Several GPUs launch beside each other, or one GPU alone.
struct Shared {
    std::mutex gate;  ///< a GPU that waits to be alone goes before later requests
    std::shared_mutex launches;
    std::mutex recording;
    std::atomic<bool> over{false};  ///< a part failed
};

/// While this object lives, its GPU may launch.
class Launching {
 public:
    Launching(Shared& shared, Launches how) : shared_(shared) { wait(how); }
    /// Releases the present permission, then waits for another.
    void wait(Launches how) {
        beside_ = std::shared_lock<std::shared_mutex>();
        alone_ = std::unique_lock<std::shared_mutex>();
        if (how == Launches::none) return;
        const std::lock_guard turn(shared_.gate);
        if (how == Launches::alone)
            alone_ = std::unique_lock(shared_.launches);
        else
            beside_ = std::shared_lock(shared_.launches);
    }

 private:
    Shared& shared_;
    std::shared_lock<std::shared_mutex> beside_;
    std::unique_lock<std::shared_mutex> alone_;
};

class SweepRun {
 public:
    SweepRun(std::vector<SweepCase> cases, const Schedule& schedule, Shared& shared, Recorder& recorder,
             const std::atomic<bool>& stop, const std::function<void(const Progress&)>& progress)
        : schedule_(schedule),
          shared_(shared),
          recorder_(recorder),
          stop_(stop),
          progress_(progress),
          cases_(std::move(cases)) {}

    Outcome run() {
        outcome_.refused = std::erase_if(cases_, &SweepCase::is_refused);
        for (const auto& each : cases_) {
            state_.total += each.all_rounds;
            whole_ += each.guess;
            rounds_ = std::max(rounds_, each.all_rounds);
        }
        get_ready();
        measure_limits();
        for (round_ = 0; round_ < rounds_ && !ending(); ++round_) run_round();
        state_.current.clear();
        report(0, 0);
        return std::move(outcome_);
    }

 private:
    bool ending() {
        if (stop_) outcome_.interrupted = true;
        return outcome_.interrupted || shared_.over;
    }

    const std::vector<Phase>& phases(const SweepCase& each) const { return each.phases(round_); }
    double expected(const SweepCase& each, const Phase& phase) const {
        return model_.seconds(phase.kind, each.variant->info.name, phase.guess);
    }

    std::vector<Backend*> backends() const {
        std::vector<Backend*> list;
        for (const auto& each : cases_) add_once(list, each.backend);
        return list;
    }

    void get_ready() {
        for (auto* backend : backends()) {
            if (ending()) return;
            const Launching beside(shared_, Launches::beside);
            try {
                backend->get_ready(first_cases(*backend, cases_), {.stop = &stop_});
            } catch (const Error&) {  // a case reports the error later
            }
        }
    }

    void measure_limits() {
        if (!schedule_.limits) return;
        for (auto* backend : backends()) {
            const Launching alone(shared_, Launches::alone);
            if (ending()) return;
            const CaseWatch watch{.stop = &stop_, .silence_limit = silence_limit(10, schedule_)};
            std::vector<DeviceLimit> limits;
            try {
                limits = backend->measure_limits(watch);
            } catch (const Error& error) {
                const std::lock_guard lock(shared_.recording);
                recorder_.note({Severity::lost, "The limits of " + backend->device().name +
                                                    " were not measured. " + error.what()});
            }
            const std::lock_guard lock(shared_.recording);
            if (!limits.empty() && !stop_) recorder_.record_limits(backend->device(), limits);
        }
    }

    /// Runs one round, device by device.
    void run_round() {
        const auto order = round_order(cases_.size(), schedule_, round_);
        for (auto* backend : backends()) {
            if (round_ > 0) backend->retire(CasePhases{});
            std::vector<SweepCase*> list;
            for (const auto i : order)
                if (const auto& each = cases_[i]; each.backend == backend && !each.over &&
                                                  round_ < each.all_rounds && !phases(each).empty())
                    list.push_back(&cases_[i]);
            for (size_t first = 0; first < list.size() && !ending();) {
                const auto count = next_batch(std::span(list).subspan(first));
                run_batch(*backend, std::span(list).subspan(first, count));
                first += count;
            }
        }
    }

    /// Number of cases in the next batch, 1 or more. A case with one phase is a batch of its own.
    size_t next_batch(std::span<SweepCase* const> left) const {
        const auto& limits = schedule_.batch;
        const auto most = std::min(left.size(), limits.cases);
        double seconds = 0, launches = 0;
        for (size_t i = 0; i < most; ++i) {
            const auto& list = phases(*left[i]);
            seconds += expected(*left[i], list.front());
            launches += left[i]->work.launches;
            if (list.size() < 2 || seconds > limits.seconds || launches > limits.launches)
                return std::max<size_t>(i, 1);
        }
        return most;
    }

    /// Runs each phase for all cases before the next phase, then records all cases that began.
    void run_batch(Backend& backend, std::span<SweepCase* const> batch) {
        const auto processes = backend.processes();
        for (const auto& process : processes) {
            const auto in_order =
                process.times ? std::vector(batch.begin(), batch.end()) : by_counters(batch);
            for (auto* each : in_order) {
                const auto& list = phases(*each);
                if (each->rounds > round_ || !list[each->at].phases.within(process)) continue;
                {
                    Launching launches(shared_, Launches::beside);
                    if (ending()) break;
                    run_phase(*each, list[each->at], batch.size() > 1 && !process.times, launches);
                }
                if (each->at == list.size() || each->record.status != CaseStatus::ok) finish(*each);
            }
            // An enabled profiler would disturb times of the next batch and exclude other profilers.
            const Launching beside(shared_, Launches::beside);
            if (processes.size() > 1 && round_ == 0 && !process.times && !backend.rest(process))
                backend.retire(process);
        }
        for (auto* each : batch)
            if (each->begun) finish(*each);
    }

    void run_phase(SweepCase& each, const Phase& phase, bool keep_profiler, Launching& launches) {
        if (!std::exchange(each.begun, true)) {
            if (round_ == 0) each.record = each.backend->begin(*each.variant, each.spec);
            each.earlier_notes = each.record.notes.size();
        }
        state_.current = describe(each.spec);
        const double seconds = expected(each, phase);
        const auto begin = schedule_.now();
        ++each.at;
        left_ = std::max(0.0, left_ - seconds);
        report(0, seconds);
        const auto show = [&](double fraction) {
            const double so_far = std::chrono::duration<double>(schedule_.now() - begin).count();
            constexpr double enough = 0.05;  // part of the phase that suffices to extrapolate
            report(fraction * phase.guess,
                   fraction < enough ? seconds * (1 - fraction) : so_far * (1 - fraction) / fraction);
        };
        CaseWatch watch{&stop_, show, silence_limit(std::max(seconds, phase.guess), schedule_)};
        std::chrono::steady_clock::duration waited{};  // time spent waiting for other GPUs
        if (schedule_.stream_alone)
            watch.may_launch = [&](Launches how) {
                const auto asked = schedule_.now();
                launches.wait(how);
                waited += schedule_.now() - asked;
            };
        auto how = options_for(each.options, phase, round_);
        how.first_trial = each.earlier_trials;
        how.keep_profiler =
            keep_profiler && (phase.phases.counters || phase.phases.series || phase.phases.stalls);
        each.backend->run({*each.variant, each.spec, how, watch, each.record});
        const auto took = schedule_.now() - begin;
        each.record.collect_ns += std::chrono::duration_cast<std::chrono::nanoseconds>(took - waited).count();
        if (each.record.status == CaseStatus::ok)
            model_.observe(phase.kind, each.variant->info.name, phase.guess,
                           std::chrono::duration<double>(took).count());
        done_ += phase.guess;
    }

    void finish(SweepCase& each) {
        const auto& list = phases(each);
        if (each.record.status == CaseStatus::ok && each.at < list.size()) {
            each.record.status = CaseStatus::interrupted;
            each.record.message = "Ended by the user before the case was complete.";
        }
        for (size_t i = each.at; i < list.size(); ++i) done_ += list[i].guess;
        if (round_ == 0)
            record_first(each);
        else
            record_round(each);
        ++state_.done;
        each.begun = false;
        each.at = 0;
        each.rounds = round_ + 1;
    }

    void record_first(SweepCase& each) {
        record_case(each);
        count(each);
        each.over = each.record.status != CaseStatus::ok;
        CaseRecord head = each.backend->begin(*each.variant, each.spec);
        head.cache_state = each.record.cache_state;
        head.time_mode = each.record.time_mode;
        if (each.wanted > 1 && !each.over) {
            sum_up_round(each, 0, {});
            head.notes = std::move(each.record.notes);
        }
        each.record = std::move(head);
    }

    /// Records the case as failed if the recorder refuses it.
    void record_case(SweepCase& each) {
        each.record.sources = sources_of(each.record, *each.variant);
        const std::lock_guard lock(shared_.recording);
        try {
            each.id = recorder_.record(each.record);
            return;
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::environment) throw;
            CaseRecord failed = each.backend->begin(*each.variant, each.spec);
            failed.status = CaseStatus::failed;
            failed.message = std::string("The results could not be stored. ") + error.what();
            failed.collect_ns = each.record.collect_ns;
            each.record = std::move(failed);
        }
        each.id = recorder_.record(each.record);
    }

    void record_round(SweepCase& each) {
        auto& record = each.record;
        const bool wrong = record.status == CaseStatus::unverified;
        const auto sentence = fmt::format("Round {} of this case {}. {}", round_ + 1,
                                          wrong ? "sorted wrongly" : "was lost", record.message);
        if (record.status != CaseStatus::ok && !wrong) record.notes.push_back({Severity::lost, sentence});
        const auto notes = std::span(record.notes).subspan(std::min(each.earlier_notes, record.notes.size()));
        {
            const std::lock_guard lock(shared_.recording);
            const auto times = sum_up_round(each, round_, recorder_.trials(each.id));
            recorder_.add_round(each.id, record.trials, times, notes, wrong ? sentence : "");
        }
        if (record.status == CaseStatus::ok) {
            record.time.reset();
            record.other_times.clear();
            record.trials.clear();
            record.collect_ns = 0;
            return;
        }
        if (record.status != CaseStatus::interrupted) --outcome_.ok;
        count(each);
        each.over = true;
    }

    void count(const SweepCase& each) {
        const auto& record = each.record;
        if (record.status == CaseStatus::ok) {
            ++outcome_.ok;
            for (const auto& note : record.notes)
                if (note.severity == Severity::lost) add_lost(outcome_.lost, note.text, 1);
        } else if (record.status == CaseStatus::interrupted) {
            outcome_.interrupted = true;
        } else {
            ++outcome_.failed;
            outcome_.problems.push_back(state_.current + ": " + record.message);
        }
    }

    /// `within`: finished part of the running phase, in estimated seconds. `seconds`: expected rest of it.
    void report(double within, double seconds) {
        if (!progress_) return;
        state_.fraction = whole_ > 0 ? std::min(1.0, (done_ + within) / whole_) : 1;
        constexpr auto soon = std::chrono::milliseconds(200);  // summing thousands of cases is slow
        if (const auto now = schedule_.now(); state_.current.empty() || now - left_at_ >= soon) {
            left_ = left_after_this();
            left_at_ = now;
        }
        constexpr double enough = 0.01;
        state_.seconds_left = state_.fraction > enough ? seconds + left_ : -1;
        progress_(state_);
    }

    /// Expected seconds of all phases that have not begun.
    double left_after_this() const {
        double sum = 0;
        const auto add = [&](const SweepCase& each, const std::vector<Phase>& list, size_t from,
                             double times) {
            for (size_t i = from; i < list.size(); ++i) sum += times * expected(each, list[i]);
        };
        const uint32_t rounds = std::min(round_ + 1, rounds_);
        for (const auto& each : cases_) {
            if (each.over) continue;
            const auto begun = std::min(rounds, each.all_rounds);
            if (each.rounds < begun) add(each, each.phases(begun - 1), each.at, 1);
            const auto later = each.wanted - std::min(begun, each.wanted);
            add(each, each.later, 0, later);
            add(each, each.graph, 0, each.all_rounds - begun - later);
        }
        return sum;
    }

    const Schedule& schedule_;
    Shared& shared_;
    Recorder& recorder_;
    const std::atomic<bool>& stop_;
    const std::function<void(const Progress&)>& progress_;
    std::vector<SweepCase> cases_;
    TimeModel model_;
    Outcome outcome_;
    Progress state_;
    uint32_t round_ = 0, rounds_ = 0;
    double whole_ = 0;  ///< estimated seconds of all phases
    double done_ = 0;   ///< estimated seconds of finished phases
    double left_ = 0;   ///< left_after_this() at left_at_
    std::chrono::steady_clock::time_point left_at_{};
};

/// Combines the progress of parts. All parts run at the same time, except the last: it runs after them.
class PartsProgress {
 public:
    PartsProgress(const std::vector<std::vector<SweepCase>>& parts,
                  const std::function<void(const Progress&)>& show)
        : show_(show), seconds_(parts.size()) {
        for (size_t i = 0; i < parts.size(); ++i) {
            auto& part = all_.parts.emplace_back();
            part.device = i + 1 == parts.size()
                              ? "others"
                              : "GPU " + std::to_string(parts[i].front().backend->device().ordinal);
            for (const auto& each : parts[i]) {
                if (each.is_refused()) continue;
                part.total += each.all_rounds;
                seconds_[i] += each.guess;
            }
            part.seconds_left = part.total == 0 ? 0 : -1;
        }
    }

    void show(size_t index, const Progress& now) {
        if (!show_) return;
        const std::lock_guard lock(mutex_);
        auto& part = all_.parts[index];
        const auto device = std::exchange(part.device, {});
        part = now;
        part.device = device;
        if (part.done == part.total) part.seconds_left = 0;
        Progress whole;
        double done = 0, seconds = 0, longest = 0, last = 0;
        bool unknown = false;
        for (size_t i = 0; i < seconds_.size(); ++i) {
            const auto& each = all_.parts[i];
            const bool after = i + 1 == seconds_.size();
            whole.done += each.done;
            whole.total += each.total;
            done += each.fraction * seconds_[i];
            seconds += seconds_[i];
            if (after)
                last = each.seconds_left < 0 ? seconds_[i] : each.seconds_left;
            else if (each.seconds_left < 0)
                unknown = true;
            else
                longest = std::max(longest, each.seconds_left);
            if (!each.current.empty()) whole.current += (whole.current.empty() ? "" : ", ") + each.current;
        }
        whole.fraction = seconds > 0 ? std::min(1.0, done / seconds) : 1;
        whole.seconds_left = unknown ? -1 : longest + last;
        whole.parts = all_.parts;
        std::erase_if(whole.parts, [](const Progress& each) { return each.total == 0; });
        show_(whole);
    }

 private:
    const std::function<void(const Progress&)>& show_;
    Progress all_;
    std::vector<double> seconds_;  ///< expected, by part
    std::mutex mutex_;
};

/// If GPUs run at once: a part for each, and a last part for all other cases. Else a single part.
std::vector<std::vector<SweepCase>> parts_of(std::vector<SweepCase> cases) {
    std::vector<const Backend*> gpus;
    for (const auto& each : cases)
        if (!each.is_refused() && each.backend->kind() == BackendKind::cupti) add_once(gpus, each.backend);
    std::vector<std::vector<SweepCase>> parts;
    if (!run_at_once(gpus)) {
        parts.push_back(std::move(cases));
        return parts;
    }
    parts.resize(gpus.size() + 1);
    for (auto& each : cases)
        parts[size_t(std::ranges::find(gpus, each.backend) - gpus.begin())].push_back(std::move(each));
    return parts;
}

void add(Outcome& all, Outcome&& part) {
    all.ok += part.ok;
    all.failed += part.failed;
    all.refused += part.refused;
    all.interrupted = all.interrupted || part.interrupted;
    std::ranges::move(part.problems, std::back_inserter(all.problems));
    for (const auto& [text, cases] : part.lost) add_lost(all.lost, text, cases);
}
}  // namespace

Outcome run_cases(std::vector<SweepCase> cases, const Schedule& schedule, Recorder& recorder,
                  const std::atomic<bool>& stop, const std::function<void(const Progress&)>& progress) {
    Shared shared;
    auto parts = parts_of(std::move(cases));
    if (parts.size() == 1)
        return SweepRun(std::move(parts.front()), schedule, shared, recorder, stop, progress).run();
    PartsProgress shown(parts, progress);
    std::vector<Outcome> outcomes(parts.size());
    std::vector<std::exception_ptr> failures(parts.size());
    const auto run_part = [&](size_t i) {
        auto* const gpu = i + 1 < parts.size() ? parts[i].front().backend : nullptr;
        try {
            outcomes[i] =
                SweepRun(std::move(parts[i]), schedule, shared, recorder, stop, [&](const Progress& now) {
                    shown.show(i, now);
                }).run();
        } catch (...) {
            failures[i] = std::current_exception();
            shared.over = true;
        }
        // A worker dies with the thread that started it.
        if (gpu != nullptr) gpu->retire(CasePhases{});
    };
    {
        std::vector<std::jthread> gpus;
        for (size_t i = 0; i + 1 < parts.size(); ++i) gpus.emplace_back(run_part, i);
    }
    if (!shared.over) run_part(parts.size() - 1);
    for (const auto& failure : failures)
        if (failure) std::rethrow_exception(failure);
    Outcome all;
    for (auto& each : outcomes) add(all, std::move(each));
    return all;
}
}
