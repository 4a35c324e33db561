#include "recorder/counters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>
#include <unordered_map>

#include "core/text.hpp"

namespace sortscope::recorder {
namespace {
/// Gives equal numbers to launches that can match.
class Kinds {
 public:
    size_t number(const TimedLaunch& launch) {
        return kinds_
            .try_emplace({text(launch.label), text(launch.symbol), launch.grid, launch.block}, kinds_.size())
            .first->second;
    }

 private:
    size_t text(const std::string& text) { return texts_.try_emplace(text, texts_.size()).first->second; }

    std::unordered_map<std::string, size_t> texts_;
    std::map<std::tuple<size_t, size_t, Dim3, Dim3>, size_t> kinds_;
};

/// Ids of the counters in `list`; CounterId::none for names of another build.
std::vector<CounterId> ids_of(const CounterList& list) {
    std::vector<CounterId> ids;
    if (list.counters.empty()) return ids;
    for (const auto& name : split_list(list.counters)) {
        const auto* row = find_metric(name);
        ids.push_back(row == nullptr ? CounterId::none : row->counter);
    }
    return ids;
}
}  // namespace

bool is_cut(const ProgramRun& run) {
    return std::ranges::any_of(
        run.processes, [](const auto& process) { return process.beyond + process.beyond_memory != 0; });
}

void add_counter_trial(CaseRecord& record, size_t number, std::string note) {
    TrialRecord trial;
    trial.kind = TrialKind::counter;
    trial.index = uint32_t(number - 1);
    trial.note = std::move(note);
    record.trials.push_back(std::move(trial));
}

LaunchCounters::LaunchCounters(const ProgramRun& counted, const std::string& key, const LaunchFilter& filter,
                               const TimedLaunches& timed)
    : counted_(&counted), values_(timed.count), timed_(timed.count) {
    Kinds kinds;
    std::vector<std::vector<Values>> by_kind;
    std::optional<std::pair<uint32_t, uint32_t>> repetition;  // process and number of the first repetition
    uint64_t skipped = 0;
    size_t launching = 0;  // next element of timed.early
    for (uint32_t p = 0; p < counted.processes.size(); ++p) {
        const auto& process = counted.processes[p];
        ids_.push_back(ids_of(process.counter_list));
        std::optional<uint64_t> early;  // left to skip; set at the first launch on the GPU
        for (uint32_t i = 0; i < process.counted.size(); ++i) {
            const auto& each = process.counted[i];
            if (process.gpu_key(each.gpu) != key) continue;
            if (!early) early = launching < timed.early.size() ? timed.early[launching++].launches : 0;
            if (*early > 0) {
                --*early;
                continue;
            }
            if (skipped < filter.skip) {
                ++skipped;
                continue;
            }
            if (!filter.repeat_by.empty()) {
                const auto number = process.repetition(each.path);
                if (!number) continue;
                if (!repetition) repetition = {p, *number};
                if (repetition != std::pair(p, *number)) continue;
            }
            const auto kind = kinds.number({process.ranges.path(each.path).label,
                                            process.symbol(each.symbol).name, each.grid, each.block, false});
            by_kind.resize(std::max(by_kind.size(), kind + 1));
            by_kind[kind].push_back({p, i});
            ++count_;
        }
    }
    std::vector<size_t> used(by_kind.size());
    for (size_t i = 0; i < timed.count; ++i) {
        const auto launch = timed.launch(i);
        if (launch.in_graph) {
            ++nodes_;
            continue;
        }
        const auto kind = kinds.number(launch);
        used.resize(std::max(used.size(), kind + 1));
        by_kind.resize(used.size());
        if (used[kind] < by_kind[kind].size())
            values_[i] = by_kind[kind][used[kind]];
        else if (counted.end.ok() && !is_cut(counted))
            ++unmatched_;
        ++used[kind];
    }
    for (size_t kind = 0; kind < by_kind.size() && !timed.is_cut; ++kind)
        unmatched_ += by_kind[kind].size() - std::min(by_kind[kind].size(), used[kind]);
    refused_ = unmatched_ != 0 || (count_ == 0 && nodes_ < timed_);
    if (refused_) values_.clear();
}

void LaunchCounters::add_to(size_t launch, LaunchRecord& record) const {
    if (launch >= values_.size() || !values_[launch]) return;
    const auto [process, number] = *values_[launch];
    const auto& ids = ids_[process];
    const auto& bytes = counted_->processes[process].counted[number].values;
    for (size_t i = 0; i < ids.size() && (i + 1) * sizeof(int64_t) <= bytes.size(); ++i) {
        int64_t value = 0;
        std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
        if (value != CountedLaunch::not_counted && ids[i] != CounterId::none)
            record.counters.push_back({ids[i], Provenance::measured, value, 1});
    }
}

void LaunchCounters::describe(CaseRecord& record, size_t number) const {
    if (refused_) {
        constexpr const char* remedy =
            "Counters were left out. If the program launches other kernels in each run, --time-only runs it "
            "once.";
        const auto difference =
            timed_ - nodes_ != count_
                ? fmt::format("The run under counters made {}, the timed run {}.", plural(count_, "launch"),
                              timed_ - nodes_)
                : fmt::format(
                      "{} of {} differ in kernel, grid, block or range between the timed run and the run "
                      "under counters.",
                      unmatched_, plural(timed_, "launch"));
        record.notes.push_back({Severity::lost, difference + " " + remedy});
        return;
    }
    if (nodes_ != 0 && number == 1)
        record.notes.push_back(
            {Severity::info, fmt::format("{} are nodes of CUDA graphs. CUPTI counts a graph as a whole, so "
                                         "they have no counters.",
                                         plural(nodes_, "launch"))});
    if (count_ == 0) return;
    for (const auto& process : counted_->processes) {
        if (process.counter_list.sets.empty()) continue;
        for (const auto& set : split_list(process.counter_list.sets)) {
            const auto at = std::ranges::find(record.passes, set, &PassRecord::set);
            if (at == record.passes.end())
                record.passes.push_back({set, Provenance::measured, PassNumber(number)});
            else
                at->pass = several_passes;
        }
        break;
    }
    add_counter_trial(record, number, "a run of its own, under hardware counters");
    if (!counted_->end.ok())
        record.notes.push_back(
            {Severity::warning, fmt::format("Under counters the program {}: {} of {} have counters.",
                                            counted_->end.text(), count_, plural(timed_, "launch"))});
}
}
