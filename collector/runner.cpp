#include "collector/runner.hpp"

namespace sortscope::collector {
namespace {
class SweepRun {
 public:
    SweepRun(std::vector<SweepCase> cases, const Schedule& schedule, Recorder& recorder,
             const std::atomic<bool>& stop, const std::function<void(const Progress&)>& progress)
        : schedule_(schedule),
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
        return outcome_.interrupted;
    }

    const std::vector<Phase>& phases(const SweepCase& each) const { return each.phases(round_); }
    double expected(const SweepCase& each, const Phase& phase) const {
        return model_.seconds(phase.kind, each.variant->info.name, phase.guess);
    }

    std::vector<Backend*> backends() const {
        std::vector<Backend*> list;
        for (const auto& each : cases_)
            if (std::ranges::find(list, each.backend) == list.end()) list.push_back(each.backend);
        return list;
    }

    void get_ready() {
        for (auto* backend : backends()) {
            if (ending()) return;
            try {
                backend->get_ready(first_cases(*backend, cases_), {.stop = &stop_});
            } catch (const Error&) {  // the case that needs it reports the error
            }
        }
    }

    void measure_limits() {
        for (auto* backend : backends()) {
            if (ending() || !schedule_.limits) return;
            const CaseWatch watch{.stop = &stop_, .silence_limit = silence_limit(10, schedule_)};
            std::vector<DeviceLimit> limits;
            try {
                limits = backend->measure_limits(watch);
            } catch (const Error& error) {
                recorder_.note({Severity::lost, "The limits of " + backend->device().name +
                                                    " were not measured. " + error.what()});
            }
            if (!limits.empty() && !stop_) recorder_.record_limits(backend->device(), limits);
        }
    }

    /// Device by device.
    void run_round() {
        const auto order = round_order(cases_.size(), schedule_, round_);
        for (auto* backend : backends()) {
            if (round_ > 0)
                for (const auto& process : backend->processes()) backend->retire(process);
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

    /// Takes one of `left`, or more. One process for everything gains nothing from a batch.
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

    /// Each phase of all cases before the next; then records every case that has begun.
    void run_batch(Backend& backend, std::span<SweepCase* const> batch) {
        const auto processes = backend.processes();
        for (const auto& process : processes) {
            for (auto* each : process.times ? std::vector(batch.begin(), batch.end()) : by_counters(batch)) {
                const auto& list = phases(*each);
                if (each->rounds > round_ || !list[each->at].phases.within(process)) continue;
                if (ending()) break;
                run_phase(*each, list[each->at], batch.size() > 1 && !process.times);
                if (each->at == list.size() || each->record.status != CaseStatus::ok) finish(*each);
            }
            // A profiler would disturb the next batch's times and exclude other profilers.
            if (processes.size() > 1 && round_ == 0 && !process.times && !backend.rest(process))
                backend.retire(process);
        }
        for (auto* each : batch)
            if (each->begun) finish(*each);
    }

    void run_phase(SweepCase& each, const Phase& phase, bool keep_profiler) {
        if (!std::exchange(each.begun, true)) {
            if (round_ == 0) each.record = each.backend->begin(*each.variant, each.spec);
            each.earlier_trials = each.record.trials.size();
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
            constexpr double enough = 0.05;  // to extrapolate from the phase itself
            report(fraction * phase.guess,
                   fraction < enough ? seconds * (1 - fraction) : so_far * (1 - fraction) / fraction);
        };
        const CaseWatch watch{&stop_, show, silence_limit(std::max(seconds, phase.guess), schedule_)};
        auto how = options_for(each.options, phase, round_);
        how.keep_profiler =
            keep_profiler && (phase.phases.counters || phase.phases.series || phase.phases.stalls);
        each.backend->run({*each.variant, each.spec, how, watch, each.record});
        const auto took = schedule_.now() - begin;
        each.record.collect_ns += std::chrono::duration_cast<std::chrono::nanoseconds>(took).count();
        if (each.record.status == CaseStatus::ok)
            model_.observe(phase.kind, each.variant->info.name, phase.guess,
                           std::chrono::duration<double>(took).count());
        done_ += phase.guess;
    }

    void finish(SweepCase& each) {
        const auto& list = phases(each);
        if (each.record.status == CaseStatus::ok && each.at < list.size()) {
            each.record.status = CaseStatus::interrupted;
            each.record.message = "Ended by the user before all of it was taken.";
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
            head.trials = std::move(each.record.trials);
            head.notes = std::move(each.record.notes);
            each.times = times_of(each.record);
        }
        each.record = std::move(head);
    }

    /// Records the case as failed if the recorder refuses its figures.
    void record_case(SweepCase& each) {
        each.record.sources = sources_of(each.record);
        try {
            each.id = recorder_.record(each.record);
            return;
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::environment) throw;
            CaseRecord failed = each.backend->begin(*each.variant, each.spec);
            failed.status = CaseStatus::failed;
            failed.message = std::string("What was collected could not be stored. ") + error.what();
            failed.collect_ns = each.record.collect_ns;
            each.record = std::move(failed);
        }
        each.id = recorder_.record(each.record);
    }

    void record_round(SweepCase& each) {
        auto& record = each.record;
        const auto trials = sum_up_round(each, round_);
        const bool wrong = record.status == CaseStatus::unverified;
        const std::string sentence = "Round " + std::to_string(round_ + 1) + " of this case " +
                                     (wrong ? "sorted wrongly. " : "was lost. ") + record.message;
        if (record.status != CaseStatus::ok && !wrong) record.notes.push_back({Severity::lost, sentence});
        recorder_.add_round(
            each.id, trials, each.times,
            std::span(record.notes).subspan(std::min(each.earlier_notes, record.notes.size())),
            wrong ? sentence : "");
        if (record.status == CaseStatus::ok) {
            record.time.reset();
            record.other_times.clear();
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
            for (const auto& note : record.notes) count_lost(note);
        } else if (record.status == CaseStatus::interrupted) {
            outcome_.interrupted = true;
        } else {
            ++outcome_.failed;
            outcome_.problems.push_back(state_.current + ": " + record.message);
        }
    }

    void count_lost(const Note& note) {
        if (note.severity != Severity::lost) return;
        const auto same = std::ranges::find(outcome_.lost, note.text, &std::pair<std::string, size_t>::first);
        if (same == outcome_.lost.end())
            outcome_.lost.emplace_back(note.text, 1);
        else
            ++same->second;
    }

    /// `within`: done of the running phase's guess; `seconds`: left of it.
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

    /// Expected seconds of the phases that have not begun, in all rounds.
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
    Recorder& recorder_;
    const std::atomic<bool>& stop_;
    const std::function<void(const Progress&)>& progress_;
    std::vector<SweepCase> cases_;
    TimeModel model_;
    Outcome outcome_;
    Progress state_;
    uint32_t round_ = 0, rounds_ = 0;
    double whole_ = 0;  ///< guessed seconds of everything
    double done_ = 0;   ///< guessed seconds of what ended
    double left_ = 0;   ///< left_after_this() as of left_at_
    std::chrono::steady_clock::time_point left_at_{};
};
}  // namespace

Outcome run_cases(std::vector<SweepCase> cases, const Schedule& schedule, Recorder& recorder,
                  const std::atomic<bool>& stop, const std::function<void(const Progress&)>& progress) {
    return SweepRun(std::move(cases), schedule, recorder, stop, progress).run();
}
}
