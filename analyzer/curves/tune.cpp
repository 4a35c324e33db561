#include "analyzer/curves/tune.hpp"

#include <numbers>
#include <numeric>

#include "core/times.hpp"

namespace sortscope::analyzer {
namespace {
constexpr double z_of_99 = 2.5758;  // half-width of a 99 % interval in standard deviations

/// Measured candidates, the best first.
std::vector<size_t> ranked(const TuneRound& round) {
    std::vector<size_t> places;
    for (size_t i = 0; i < round.entered.size(); ++i)
        if (round.values[i]) places.push_back(i);
    std::ranges::stable_sort(places, {}, [&](size_t i) { return round.values[i]->ns; });
    return places;
}

std::vector<size_t> kept(const TuneRound& round) {
    const auto places = ranked(round);
    const size_t half = (places.size() + 1) / 2;
    std::vector<size_t> result;
    for (size_t rank = 0; rank < places.size(); ++rank) {
        const auto& value = *round.values[places[rank]];
        if (rank < half || value.interval_ns.low <= round.values[places[0]]->interval_ns.high)
            result.push_back(round.entered[places[rank]]);
    }
    return result;
}

/// Probability that `other` is faster than `best`.
double chance(const TimeEstimate& best, const TimeEstimate& other, double variation) {
    const auto ratio = ratio_of(best, other, variation);
    const double deviation = ratio.half_width() / z_of_99;
    const double log = std::log(ratio.ratio);
    if (deviation <= 0) return log > 0 ? 0 : 0.5;
    return 0.5 * std::erfc(log / deviation / std::numbers::sqrt2);
}

void conclude(TuneResult& result, const TuneOptions& options) {
    const TuneRound* last = nullptr;
    for (const auto& round : result.rounds) {
        const auto places = ranked(round);
        if (!places.empty()) last = &round;
        if (places.size() > 1) result.next = round.entered[places[1]];
    }
    if (last == nullptr) return;
    result.best = last->entered[ranked(*last).front()];
    if (result.next == result.best) result.next.reset();
    // The runner-up of an earlier round may now be the best. Then the best of all others is next.
    if (!result.next)
        for (size_t i = 0; i < result.latest.size(); ++i)
            if (i != *result.best && result.latest[i] &&
                (!result.next || result.latest[i]->ns < result.latest[*result.next]->ns))
                result.next = i;
    const auto& best = *result.latest[*result.best];
    if (result.next) {
        result.margin = ratio_of(best, *result.latest[*result.next], options.variation);
        result.verdict = verdict_of(*result.margin, options.min_effect);
    }
    double doubt = 0, measured = 0;
    for (size_t i = 0; i < result.latest.size(); ++i) {
        if (!result.latest[i]) continue;
        ++measured;
        if (i != *result.best) doubt += chance(best, *result.latest[i], options.variation);
    }
    result.certainty = options.exact ? 1 : std::max(1 - doubt, 1 / measured);
    for (const auto& round : result.rounds)
        if (round.trials >= options.last_trials)
            result.to_the_end = std::max(result.to_the_end, round.entered.size());
}
}  // namespace

double TuneResult::saved_part() const { return 1 - double(trials) / double(all_trials); }

std::optional<double> TuneResult::ratio_to_best(size_t candidate) const {
    if (!best || !latest[candidate]) return std::nullopt;
    return latest[candidate]->ns / latest[*best]->ns;
}

TuneResult tune(size_t count, const TuneOptions& options, const TuneMeasure& measure) {
    if (count == 0)
        throw Error(ErrorKind::usage, "There is nothing to choose from: no configuration can run.");
    TuneResult result;
    result.latest.resize(count);
    const auto last = std::max<uint32_t>(options.last_trials, 1);
    uint32_t trials = 0;  // trials of each remaining candidate so far
    std::vector<size_t> candidates(count);
    std::iota(candidates.begin(), candidates.end(), size_t{0});
    while (true) {
        const auto further = options.exact ? last
                             : trials == 0 ? std::clamp<uint32_t>(options.first_trials, 1, last)
                                           : std::min(trials, last - trials);
        auto values = measure(candidates, further);
        if (values.size() != candidates.size()) {
            result.stopped = true;
            break;
        }
        trials += further;
        TuneRound round{trials, candidates, std::move(values), {}};
        round.kept = kept(round);
        for (size_t i = 0; i < round.entered.size(); ++i) {
            if (round.values[i]) result.latest[round.entered[i]] = round.values[i];
            result.trials += round.values[i] ? further : 0;
        }
        candidates = round.kept;
        result.rounds.push_back(std::move(round));
        if (trials >= last || candidates.size() < 2) break;
    }
    result.all_trials = uint64_t{count} * last;
    conclude(result, options);
    return result;
}

std::optional<TimeEstimate> time_with(const CaseRecord& record, std::vector<TrialRecord>& trials) {
    if (record.status != CaseStatus::ok || !record.time) return std::nullopt;
    const auto mode = record.time->mode;
    for (const auto* trial : accepted_times(record.trials, mode)) trials.push_back(*trial);
    return time_of_first(trials, mode, std::numeric_limits<uint32_t>::max());
}

std::optional<TimeEstimate> time_of_first(std::span<const TrialRecord> trials, TimeMode mode, uint32_t most) {
    std::vector<TrialRecord> first;
    for (const auto* trial : accepted_times(trials, mode)) {
        if (first.size() == most) break;
        first.push_back(*trial);
        first.back().round = 0;
    }
    const auto time = summarize_times(first, mode);
    return time ? estimate(*time, {}, first) : std::nullopt;
}

std::optional<TimeEstimate> sectors_of(const CaseRecord& record) {
    if (record.status != CaseStatus::ok || record.launches.empty()) return std::nullopt;
    double sectors = 0;
    for (const auto& launch : record.launches) {
        const auto taken = find_same_pass(launch.counters, {CounterId::gld_sectors, CounterId::gst_sectors});
        if (!taken) return std::nullopt;
        sectors += taken->sum();
    }
    TimeEstimate result;
    result.ns = sectors;
    result.interval_ns = {sectors, sectors, 1};
    result.trials = 1;
    return result;
}
}
