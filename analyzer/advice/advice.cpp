#include "analyzer/advice/advice.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "analyzer/advice/rules.hpp"
#include "analyzer/source/lines.hpp"
#include "analyzer/source/sites.hpp"
#include "core/error.hpp"
#include "core/statistics.hpp"
#include "core/times.hpp"

namespace sortscope::analyzer {
namespace {

constexpr double clock_part = 0.95;

/// Samples of `reason` of the samples of the launches' kernel.
double stall_part(std::span<const StallRecord> stalls, const LaunchRecord& shape, std::string_view reason) {
    std::uint64_t all = 0, found = 0;
    for (const auto& stall : stalls) {
        const auto name = stall_reason(stall);
        if (name.empty() || !is_sample_of(stall, shape)) continue;
        all += stall.samples;
        if (name == reason) found += stall.samples;
    }
    return all == 0 ? 0 : static_cast<double>(found) / static_cast<double>(all);
}

AdvisedLaunches advised(const LaunchSums& sums, const LaunchRecord& shape, const AdviceInput& input,
                        const DeviceModel& device) {
    AdvisedLaunches result;
    result.sums = sums;
    result.shape = shape;
    result.device = &device;
    auto mean = shape;
    mean.counters = sums.counters;
    mean.bound_bytes = sums.bound_bytes;
    const auto launches = static_cast<double>(std::max<std::uint64_t>(sums.launches, 1));
    result.now = demand_as_recorded(mean, static_cast<double>(input.record.bytes())).scaled(1 / launches);
    result.occupancy = theoretical_occupancy(input.record.device, shape);
    if (sums.time_ns) {
        result.ns = static_cast<double>(*sums.time_ns) / launches;
        result.predicted = predict(device, result.now);
    }
    result.barrier_part = stall_part(input.stalls, shape, "barrier");
    result.queue_part = stall_part(input.stalls, shape, "mio_throttle");
    result.has_samples = std::ranges::any_of(
        input.stalls, [&](const StallRecord& stall) { return is_sample_of(stall, shape); });
    return result;
}

/// What a fault of modelled launches is measured in, over the whole case.
double total_of(Fault fault, const LaunchSums& all, std::optional<Provenance> provenance) {
    const auto of = [&](std::initializer_list<CounterId> ids) {
        const auto taken = taken_together(all.counters, ids, provenance);
        return taken ? std::accumulate(taken->values.begin(), taken->values.end(), 0.0) : 0;
    };
    switch (fault) {
        case Fault::bank_conflicts:
            return of({CounterId::shared_ld_requests, CounterId::shared_st_requests,
                       CounterId::shared_ld_conflicts, CounterId::shared_st_conflicts});
        case Fault::divergence:
            return of({CounterId::branches});
        default:
            return of({CounterId::gld_sectors, CounterId::gst_sectors});
    }
}

/// A fault of one kernel while its stages are gathered.
struct Gathered {
    AdviceFinding finding;
    LaunchSums sums;
    AdvisedLaunches most;  ///< the launches that gain most
    double most_value = -1, weights = 0, found = 0, ideal = 0;
    std::vector<CounterId> evidence;
    std::optional<Provenance> provenance;  ///< of the evidence
};

void gather(Gathered& into, const AdvisedLaunches& launches, const RuleHit& hit, Fault fault) {
    const auto count = static_cast<double>(launches.sums.launches);
    const double gain = hit.fixed_ns ? std::max(0.0, *launches.ns - *hit.fixed_ns) * count : 0;
    const double value = launches.ns ? gain : hit.saved;
    auto& finding = into.finding;
    finding.fault = fault;
    finding.kernel = launches.sums.kernel;
    if (value > 0) finding.stages.push_back(launches.sums.stage);
    finding.launches += launches.sums.launches;
    if (launches.ns) {
        finding.time_ns = finding.time_ns.value_or(0) + *launches.ns * count;
        finding.gain_ns = finding.gain_ns.value_or(0) + gain;
    } else
        finding.saved_part = finding.saved_part.value_or(0) + hit.saved;
    // Ratios are those of the counters beside them; other figures those of what costs most, so that they
    // explain the gain.
    const double weight = hit.requests > 0 ? hit.requests * count : std::max(value, 1e-9);
    into.weights += weight;
    into.found += weight * hit.found;
    into.ideal += weight * hit.ideal;
    add(into.sums, launches.sums);
    if (value > into.most_value) {
        into.most_value = value;
        into.most = launches;
        into.evidence = hit.evidence;
        into.provenance = hit.provenance;
        finding.sampled = hit.sampled;
        if (launches.occupancy) finding.limiters = launches.occupancy->limiters;
    }
}

AdviceFinding finished(Gathered& one, const AdviceInput& input, const LaunchSums& all, double sort_ns) {
    auto finding = std::move(one.finding);
    finding.found = one.found / one.weights;
    finding.ideal = one.ideal / one.weights;
    std::ranges::sort(finding.stages);
    finding.stages.erase(std::ranges::unique(finding.stages).begin(), finding.stages.end());
    if (finding.gain_ns && sort_ns > 0) {
        // Launches were timed one by one: where they add up to more than the sort, what they gain is of it in
        // proportion.
        *finding.gain_ns *=
            std::min(1.0, sort_ns / std::max(1.0, static_cast<double>(all.time_ns.value_or(0))));
        finding.gain_part = *finding.gain_ns / sort_ns;
    }
    if (finding.saved_part) {
        const double total = total_of(finding.fault, all, one.provenance);
        finding.saved_part =
            total > 0 ? std::optional(std::min(1.0, *finding.saved_part / total)) : std::nullopt;
    }
    for (const auto id : one.evidence)
        if (const auto value = find_value(one.sums.counters, id, one.provenance))
            finding.evidence.push_back({&metric_of(id), {value->value, value->provenance}});
    finding.sites = sites_of(finding.fault, one.most, input);
    return finding;
}

/// What launches cost beside what they do: each at most what a launch costs on the device, and all together
/// no more than what the sort takes beyond the throughput that its launches need, were each on the whole
/// device.
std::optional<AdviceFinding> launch_gaps(const std::vector<AdvisedLaunches>& groups, const AdviceInput& input,
                                         const DeviceModel& device, double sort_ns) {
    std::uint64_t launches = 0;
    double work = 0;
    for (const auto& group : groups) {
        launches += group.sums.launches;
        auto spread = group.now;
        spread.blocks = std::max(spread.blocks, device.multiprocessors);
        work += static_cast<double>(group.sums.launches) * group.floor_ns(spread);
    }
    if (launches < 2) return std::nullopt;
    // Filling and emptying the device take about as long as three accesses to memory.
    double each = device.launch_ns + 3 * device.memory_latency_ns;
    if (input.record.time_mode == TimeMode::stream) {
        const auto stream = std::ranges::find(input.limits, "stream_launch_overhead", &DeviceLimit::name);
        if (stream != input.limits.end()) each = std::max(each, stream->value);
    }
    AdviceFinding finding;
    finding.fault = Fault::launch_gaps;
    finding.launches = launches;
    finding.found = static_cast<double>(launches);
    finding.ideal = 1;
    finding.time_ns = sort_ns;
    finding.gain_ns = std::clamp(static_cast<double>(launches - 1) * each, 0.0,
                                 std::max(0.0, sort_ns - device.sort_ns - each - work));
    finding.gain_part = *finding.gain_ns / sort_ns;
    return finding;
}

std::optional<AdviceFinding> clocks(const AdviceInput& input, double sort_ns) {
    std::vector<double> seen;
    for (const auto* trial : accepted_times(input.record.trials, input.record.time_mode))
        if (trial->sm_clock_mhz) seen.push_back(*trial->sm_clock_mhz);
    const double most = static_cast<double>(input.record.device.clock_khz) / 1000;
    if (seen.empty() || most <= 0) return std::nullopt;
    const double clock = median(seen);
    if (clock >= clock_part * most) return std::nullopt;
    AdviceFinding finding;
    finding.fault = Fault::clocks;
    finding.launches = input.record.launch_count;
    finding.found = clock;
    finding.ideal = most;
    finding.time_ns = sort_ns;
    finding.gain_ns = sort_ns * (1 - clock / most);
    finding.gain_part = 1 - clock / most;
    return finding;
}

/// The substages of a case by stage and kernel, read where they are asked for.
class Substages {
 public:
    Substages(const AdviceInput& input, const DeviceModel& device) : input_(input), device_(device) {}

    /// Those of `group` that move more than they need: launches of one stride each. `group` itself where the
    /// case has none.
    std::vector<AdvisedLaunches> of(const AdvisedLaunches& group) {
        if (!read_ && input_.substages)
            for (auto& sums : input_.substages())
                by_stage_[{sums.stage, sums.kernel}].push_back(std::move(sums));
        read_ = true;
        const auto found = by_stage_.find({group.sums.stage, group.sums.kernel});
        if (found == by_stage_.end()) return {group};
        std::vector<AdvisedLaunches> all;
        auto first_look = group;
        for (const auto& sums : found->second) {
            first_look.sums = sums;  // takes nothing of a shape: what moves no excess needs none read
            if (!rules::moves_excess(first_look)) continue;
            if (const auto shape = input_.launch(sums.first_launch))
                all.push_back(advised(sums, *shape, input_, device_));
        }
        return all;
    }

 private:
    const AdviceInput& input_;
    const DeviceModel& device_;
    bool read_ = false;
    std::map<std::pair<int, std::string>, std::vector<LaunchSums>> by_stage_;
};

double gain_rank(const AdviceFinding& finding) {
    return finding.gain_part.value_or(finding.saved_part.value_or(0));
}

void stalled(Advice& advice, const AdviceInput& input) {
    std::map<std::string, std::uint64_t> reasons;
    std::uint64_t all = 0;
    for (const auto& stall : input.stalls)
        if (const auto reason = stall_reason(stall); !reason.empty()) {
            all += stall.samples;
            // Warps that issue, or could, are not stalled.
            if (reason != "selected" && reason != "not_selected")
                reasons[std::string(reason)] += stall.samples;
        }
    for (const auto& [reason, samples] : reasons) {
        const double part = static_cast<double>(samples) / static_cast<double>(all);
        if (part > advice.stalled_part) advice.stalled_part = part, advice.stalled_for = reason;
    }
}

/// Launches of one thread: no rule is about them, for nothing of one after the other can be spread, but they
/// are what limits a sort that is made of them.
void serial(Advice& advice, const std::vector<AdvisedLaunches>& groups) {
    double all = 0, alone = 0, most = 0;
    for (const auto& group : groups) {
        if (!advice.modelled && !group.ns) continue;
        const double weight = static_cast<double>(group.sums.launches) * (advice.modelled ? 1 : *group.ns);
        all += weight;
        if (group.now.blocks * group.now.block_threads > 1) continue;
        alone += weight;
        if (weight > most) most = weight, advice.serial_kernel = group.sums.kernel;
    }
    // Without times launches tell no part.
    if (all > 0 && (!advice.modelled || alone == all)) advice.serial_part = alone / all;
    if (advice.serial_part <= 0) advice.serial_kernel.clear();
}

}  // namespace

Advice advise(const AdviceInput& input, double least_part) {
    const auto& record = input.record;
    if (input.stages.empty())
        throw Error(ErrorKind::usage, "Case " + std::to_string(static_cast<std::int64_t>(record.id)) +
                                          " has no launches, so there is nothing to advise on.");
    Advice advice;
    advice.least_part = least_part;
    advice.roofs = roofs_of(record.device, input.limits);
    const auto device = advised_device(record.device, input.limits);
    LaunchSums all;
    for (const auto& sums : input.stages) add(all, sums);
    if (record.time && record.status == CaseStatus::ok)
        advice.sort_ns = static_cast<double>(record.time->median_ns);
    advice.modelled = !all.time_ns;
    const double whole = advice.sort_ns.value_or(static_cast<double>(all.time_ns.value_or(0)));
    advice.status = record.status;
    if (record.status == CaseStatus::ok) {
        advice.sort = placement(all, whole, advice.roofs);
        advice.sort.stage = 0;
        advice.stages = stage_placements(input.stages, advice.roofs);
    }
    stalled(advice, input);

    std::vector<AdvisedLaunches> groups;
    for (const auto& sums : input.stages)
        if (const auto shape = input.launch(sums.first_launch))
            groups.push_back(advised(sums, *shape, input, device));
    serial(advice, groups);
    std::map<std::pair<std::string, Fault>, Gathered> gathered;
    Substages substages(input, device);
    for (const auto& group : groups) {
        std::optional<std::vector<AdvisedLaunches>> parts;
        for (const auto& rule : advice_rules()) {
            const auto look_at = [&](const AdvisedLaunches& launches) {
                if (const auto hit = check(rule.fault, launches))
                    gather(gathered[{group.sums.kernel, rule.fault}], launches, *hit, rule.fault);
            };
            if (!is_of_each_substage(rule.fault, group)) {
                look_at(group);
                continue;
            }
            if (!parts) parts = substages.of(group);
            for (const auto& part : *parts) look_at(part);
        }
    }
    for (auto& [key, one] : gathered) {
        auto finding = finished(one, input, all, whole);
        if (gain_rank(finding) >= least_part) advice.findings.push_back(std::move(finding));
    }
    if (!advice.modelled && advice.sort_ns) {
        for (auto& finding :
             {launch_gaps(groups, input, device, *advice.sort_ns), clocks(input, *advice.sort_ns)})
            if (finding && gain_rank(*finding) >= least_part) advice.findings.push_back(*finding);
    }
    std::ranges::stable_sort(advice.findings, std::ranges::greater{}, gain_rank);
    return advice;
}

}  // namespace sortscope::analyzer
