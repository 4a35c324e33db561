#include "analyzer/advice/advice.hpp"

#include <numeric>

#include "analyzer/advice/rules.hpp"
#include "analyzer/devices.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "analyzer/source/lines.hpp"
#include "core/failure.hpp"
#include "core/ranges.hpp"
#include "core/statistics.hpp"
#include "core/times.hpp"

namespace sortscope::analyzer {
namespace {
constexpr size_t most_sites = 3;
constexpr double least_site_part = 0.05;

/// Sum over the whole case, in the unit of RuleHit::saved: divisor of AdviceFinding::saved_part.
double total_of(Fault fault, const LaunchSums& all, std::optional<Provenance> provenance) {
    const auto sum = [&](std::initializer_list<CounterId> ids) {
        const auto taken = find_same_pass(all.counters, ids, provenance);
        return taken ? taken->sum() : 0;
    };
    if (fault == Fault::bank_conflicts)
        return sum({CounterId::shared_ld_requests, CounterId::shared_st_requests,
                    CounterId::shared_ld_conflicts, CounterId::shared_st_conflicts});
    if (fault == Fault::divergence) return sum({CounterId::branches});
    return sum({CounterId::gld_sectors, CounterId::gst_sectors});
}

/// One fault of one kernel, gathered from its stages.
struct Gathered {
    AdviceFinding finding;
    LaunchSums sums;
    AdvisedLaunches most;  ///< the launches with the greatest gain so far
    double most_value = -1, weights = 0, found = 0, ideal = 0;
    std::vector<CounterId> evidence;
    std::optional<Provenance> provenance;  ///< provenance of the evidence
};

void gather(Gathered& into, const AdvisedLaunches& launches, const RuleHit& hit, Fault fault) {
    const auto count = double(launches.sums.launches);
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
    // Weights values per request by requests, to agree with shown counters. Weights other values by gain.
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

double gain_rank(const AdviceFinding& finding) {
    return finding.gain_part.value_or(finding.saved_part.value_or(0));
}

/// Returns whether the samples are of the kernel of `shape`, by symbol or by name.
bool is_sample_of(const StallRecord& stall, const LaunchRecord& shape) {
    return (!shape.symbol.empty() && stall.symbol == shape.symbol) || stall.kernel == shape.kernel;
}

using SiteLines = std::map<std::pair<std::string, uint32_t>, AdviceSite>;

void add_site(SiteLines& lines, const std::string& file, uint32_t number, const std::string& function,
              double weight) {
    auto& line = lines[{file, number}];
    line.file = file;
    line.line = number;
    line.function = function;
    line.part += weight;
}

std::vector<AdviceSite> greatest(const SiteLines& lines, bool sampled) {
    double all = 0;
    std::vector<AdviceSite> sites;
    for (const auto& [place, site] : lines) {
        all += site.part;
        sites.push_back(site);
        sites.back().sampled = sampled;
    }
    std::ranges::stable_sort(sites, std::greater{}, &AdviceSite::part);
    if (sites.size() > most_sites) sites.resize(most_sites);
    for (auto& site : sites) site.part /= all;
    std::erase_if(sites, [](const AdviceSite& site) { return site.part < least_site_part; });
    return sites;
}

// Examples: cases of the file that already follow a remedy.

constexpr double least_example_ratio = 1.2;

struct Measure {
    std::string_view words;  ///< "launches"
    double value = 0;
    std::optional<Provenance> provenance = {};  ///< provenance of the counters
};

std::optional<Measure> counted(const LaunchSums& all, std::string_view words,
                               std::initializer_list<CounterId> ids,
                               double (*of)(std::span<const double>) = nullptr) {
    const auto taken = find_same_pass(all.counters, ids);
    if (!taken) return std::nullopt;
    return Measure{words, of != nullptr ? of(taken->values) : taken->sum(), taken->provenance};
}

/// `of` holds requests, sectors and bytes, in this order.
double excess_sectors(std::span<const double> of) {
    return std::max(0.0, of[1] - std::max(of[2] / 32, of[0]));
}

std::optional<Measure> measure_of(Fault fault, const LaunchSums& all) {
    using Id = CounterId;
    switch (fault) {
        case Fault::launch_gaps:
            return Measure{"launches", double(all.launches)};
        case Fault::redundant_traffic:
            return counted(all, "bytes loaded and stored", {Id::gld_bytes, Id::gst_bytes});
        case Fault::excess_load_sectors:
            return counted(all, "excess sectors loaded", {Id::gld_requests, Id::gld_sectors, Id::gld_bytes},
                           excess_sectors);
        case Fault::excess_store_sectors:
            return counted(all, "excess sectors stored", {Id::gst_requests, Id::gst_sectors, Id::gst_bytes},
                           excess_sectors);
        case Fault::bank_conflicts:
            return counted(all, "bank conflicts", {Id::shared_ld_conflicts, Id::shared_st_conflicts});
        case Fault::divergence:
            return counted(all, "divergent branches", {Id::divergent_branch_targets});
        case Fault::barriers:
            return counted(all, "barriers", {Id::barriers});
        default:
            return std::nullopt;
    }
}

/// Compare-exchanges per launch and pair of keys.
double steps_a_launch(const LaunchSums& all, double keys) {
    return double(all.comparators) / (keys / 2) / double(all.launches);
}

/// Sets `serial_part` and `serial_kernel`. No rule can spread the work of launches with one thread.
void add_serial(Advice& advice, const std::vector<AdvisedLaunches>& groups) {
    double all = 0, alone = 0, most = 0;
    for (const auto& group : groups) {
        if (!advice.modelled && !group.ns) continue;
        const double weight = double(group.sums.launches) * (advice.modelled ? 1 : *group.ns);
        all += weight;
        if (group.now.blocks * group.now.block_threads > 1) continue;
        alone += weight;
        if (weight > most) {
            most = weight;
            advice.serial_kernel = group.sums.kernel;
        }
    }
    // Modelled cases have no times. Their part is 1 if all launches have one thread, else unknown (0).
    if (all > 0 && (!advice.modelled || alone == all)) advice.serial_part = alone / all;
    if (advice.serial_part <= 0) advice.serial_kernel.clear();
}

class Advisor {
 public:
    Advisor(const CaseSource& source, const CaseRecord& record)
        : source_(source),
          record_(record),
          stages_(source.stages(record.id)),
          limits_(limits_of(source, record)),
          stalls_(source.stalls(record.id)),
          device_(advised_device(record.device, limits_)) {
        if (stages_.empty())
            throw failure(ErrorKind::usage, "Case {} has no launches, so there is nothing to advise on.",
                          int64_t(record.id));
        all_ = all_launches(stages_);
    }

    Advice advise(double least_part, std::span<const CaseRecord> others) {
        Advice advice;
        advice.least_part = least_part;
        advice.roofs = roofs_of(record_.device, limits_);
        advice.modelled = !all_.time_ns;
        advice.status = record_.status;
        const bool ok = record_.status == CaseStatus::ok;
        if (record_.time && ok) advice.sort_ns = double(record_.time->median_ns);
        const double whole = advice.sort_ns.value_or(double(all_.time_ns.value_or(0)));
        if (ok) {
            advice.sort = placement(all_, whole, advice.roofs);
            advice.sort.stage = 0;
            advice.stages = stage_placements(stages_, advice.roofs);
        }
        add_stalls(advice);
        std::vector<AdvisedLaunches> groups;
        for (const auto& sums : stages_)
            if (auto group = advised(sums)) groups.push_back(*std::move(group));
        add_serial(advice, groups);
        const auto keep = [&](AdviceFinding finding) {
            if (gain_rank(finding) >= least_part) advice.findings.push_back(std::move(finding));
        };
        auto faults = gathered(groups);
        for (auto& [key, fault] : faults) keep(finished(fault, whole));
        if (!advice.modelled && advice.sort_ns)
            for (auto& finding : {launch_gaps(groups, *advice.sort_ns), clocks(*advice.sort_ns)})
                if (finding) keep(*finding);
        std::ranges::stable_sort(advice.findings, std::greater{}, gain_rank);
        for (auto& finding : advice.findings)
            finding.example = example_of(finding.fault, source_, record_, all_, others);
        return advice;
    }

 private:
    std::optional<AdvisedLaunches> advised(const LaunchSums& sums) const {
        const auto shape = find_launch(source_, record_.id, sums.first_launch);
        if (!shape) return std::nullopt;
        AdvisedLaunches result;
        result.sums = sums;
        result.shape = *shape;
        result.device = &device_;
        auto mean = *shape;
        mean.counters = sums.counters;
        mean.required_bytes = sums.required_bytes;
        result.now = demand_as_recorded(mean, double(record_.bytes())).scaled(1 / result.count());
        result.occupancy = theoretical_occupancy(record_.device, *shape);
        if (sums.time_ns) {
            result.ns = double(*sums.time_ns) / result.count();
            result.predicted = predict(device_, result.now);
        }
        double samples = 0;
        for (const auto& stall : stalls_) {
            if (!is_sample_of(stall, *shape)) continue;
            result.has_samples = true;
            const auto reason = stall_reason(stall);
            const auto count = double(stall.samples);
            if (!reason.empty()) samples += count;
            if (reason == "barrier") result.barrier_part += count;
            if (reason == "mio_throttle") result.queue_part += count;
        }
        for (auto* part : {&result.barrier_part, &result.queue_part}) *part /= std::max(samples, 1.0);
        return result;
    }

    /// Substages of `group` that move needless sectors; `group` itself if the case has no substages.
    std::vector<AdvisedLaunches> substages_of(const AdvisedLaunches& group) {
        if (!substages_) {
            substages_.emplace();
            if (auto all = source_.substages(record_.id))
                for (auto& sums : *all) (*substages_)[{sums.stage, sums.kernel}].push_back(std::move(sums));
        }
        const auto substages = substages_->find({group.sums.stage, group.sums.kernel});
        if (substages == substages_->end()) return {group};
        std::vector<AdvisedLaunches> excessive;
        auto first_look = group;
        for (const auto& sums : substages->second) {
            first_look.sums = sums;  // moves_excess() needs no shape, so no launch is read
            if (!moves_excess(first_look)) continue;
            if (auto launches = advised(sums)) excessive.push_back(*std::move(launches));
        }
        return excessive;
    }

    std::map<std::pair<std::string, Fault>, Gathered> gathered(const std::vector<AdvisedLaunches>& groups) {
        constexpr std::array of_sectors{Fault::excess_load_sectors, Fault::excess_store_sectors,
                                        Fault::misaligned};
        std::map<std::pair<std::string, Fault>, Gathered> faults;
        for (const auto& group : groups) {
            const std::vector<AdvisedLaunches> itself{group};
            const auto excessive =
                group.sums.launches > 1 && moves_excess(group) ? substages_of(group) : itself;
            for (const auto& rule : advice_rules()) {
                if (rule.check == nullptr) continue;
                for (const auto& launches : contains(of_sectors, rule.fault) ? excessive : itself)
                    if (const auto hit = rule.check(launches))
                        gather(faults[{group.sums.kernel, rule.fault}], launches, *hit, rule.fault);
            }
        }
        return faults;
    }

    std::vector<AdviceSite> sites_of(Fault fault, const AdvisedLaunches& launches) const {
        const auto& rule = rule_of(fault);
        SiteLines lines;
        const auto sites = source_.sites(record_.id, launches.sums.first_launch);
        // Uses only the most trusted counts, because a launch may have both counted and modelled ones.
        const auto trusted = std::ranges::min_element(sites, {}, [](const SiteCounts& site) {
            return std::ranges::find(provenance_order(), site.provenance) - provenance_order().begin();
        });
        if (rule.site_weight != nullptr)
            for (const auto& site : sites)
                if (site.provenance == trusted->provenance)
                    if (const double weight = rule.site_weight(site); weight > 0)
                        add_site(lines, site.site.file, site.site.line, site.site.function, weight);
        if (!lines.empty()) return greatest(lines, false);
        for (const auto& stall : stalls_)
            if (const auto reason = stall_reason(stall); stall.line != 0 && !reason.empty() &&
                                                         is_sample_of(stall, launches.shape) &&
                                                         contains(rule.stalls, reason))
                add_site(lines, stall.file, stall.line, {}, double(stall.samples));
        return greatest(lines, true);
    }

    AdviceFinding finished(Gathered& fault, double sort_ns) const {
        auto finding = std::move(fault.finding);
        finding.found = fault.found / fault.weights;
        finding.ideal = fault.ideal / fault.weights;
        sort_unique(finding.stages);
        if (finding.gain_ns && sort_ns > 0) {
            // The launches were timed one by one. Scales the gain down if their times add up to more than the
            // sort's time.
            *finding.gain_ns *= std::min(1.0, sort_ns / std::max(1.0, double(all_.time_ns.value_or(0))));
            finding.gain_part = *finding.gain_ns / sort_ns;
        }
        if (finding.saved_part) {
            const double total = total_of(finding.fault, all_, fault.provenance);
            finding.saved_part =
                total > 0 ? std::optional(std::min(1.0, *finding.saved_part / total)) : std::nullopt;
        }
        for (const auto id : fault.evidence)
            if (const auto value = find_value(fault.sums.counters, id, fault.provenance))
                finding.evidence.push_back({&metric_of(id), {value->value, value->provenance}});
        finding.sites = sites_of(finding.fault, fault.most);
        return finding;
    }

    /// Assumes that one launch does all work: the gain is the device's time to launch the others. It is at
    /// most the sort's time minus start, cost of one launch and least time of the work.
    std::optional<AdviceFinding> launch_gaps(const std::vector<AdvisedLaunches>& groups,
                                             double sort_ns) const {
        uint64_t launches = 0;
        double work = 0;
        for (const auto& group : groups) {
            launches += group.sums.launches;
            auto spread = group.now;
            spread.blocks = std::max(spread.blocks, device_.multiprocessors);
            work += double(group.sums.launches) * group.floor_ns(spread);
        }
        if (launches < 2) return std::nullopt;
        // A launch must fill and empty the device, which takes a few memory latencies.
        double each = device_.launch_ns + advice_constants.gap_latencies * device_.memory_latency_ns;
        if (record_.time_mode == TimeMode::stream)
            each = std::max(each, limit_value(limits_, "stream_launch_overhead").value_or(0));
        return of_sort(Fault::launch_gaps, launches, double(launches), 1, sort_ns,
                       std::clamp(double(launches - 1) * each, 0.0,
                                  std::max(0.0, sort_ns - device_.sort_ns - each - work)));
    }

    static AdviceFinding of_sort(Fault fault, uint64_t launches, double found, double ideal, double sort_ns,
                                 double gain_ns) {
        return {.fault = fault,
                .launches = launches,
                .found = found,
                .ideal = ideal,
                .time_ns = sort_ns,
                .gain_ns = gain_ns,
                .gain_part = gain_ns / sort_ns};
    }

    std::optional<AdviceFinding> clocks(double sort_ns) const {
        std::vector<double> clocks_mhz;
        for (const auto* trial : accepted_times(record_.trials, record_.time_mode))
            if (trial->sm_clock_mhz) clocks_mhz.push_back(*trial->sm_clock_mhz);
        const double most = double(record_.device.clock_khz) / 1000;
        if (clocks_mhz.empty() || most <= 0) return std::nullopt;
        const double clock = median(clocks_mhz);
        if (clock >= advice_constants.clock * most) return std::nullopt;
        return of_sort(Fault::clocks, record_.launch_count, clock, most, sort_ns,
                       sort_ns * (1 - clock / most));
    }

    void add_stalls(Advice& advice) const {
        std::map<std::string, uint64_t> reasons;
        uint64_t all = 0;
        for (const auto& stall : stalls_)
            if (const auto reason = stall_reason(stall); !reason.empty()) {
                all += stall.samples;
                // Warps with these reasons issue, or could issue: they are not stalled.
                if (reason != "selected" && reason != "not_selected")
                    reasons[std::string(reason)] += stall.samples;
            }
        const auto most = std::ranges::max_element(reasons, {}, [](const auto& one) { return one.second; });
        if (most == reasons.end() || most->second == 0) return;
        advice.stalled_part = double(most->second) / double(all);
        advice.stalled_for = most->first;
    }

    const CaseSource& source_;
    const CaseRecord& record_;
    std::vector<LaunchSums> stages_;
    std::vector<DeviceLimit> limits_;
    std::vector<StallRecord> stalls_;
    DeviceModel device_;
    LaunchSums all_;
    /// Substages by stage and kernel, read when first needed.
    std::optional<std::map<std::pair<int, std::string>, std::vector<LaunchSums>>> substages_;
};
}  // namespace

std::optional<AdviceExample> example_of(Fault fault, const CaseSource& source, const CaseRecord& record,
                                        const LaunchSums& all, std::span<const CaseRecord> others) {
    const auto own = measure_of(fault, all);
    if (!own || all.comparators == 0 || !record.time || record.keys() == 0) return std::nullopt;
    const PartNames free{"variant", "parameters", "block"};
    const auto condition = condition_of(record).leaving_free(free);
    std::vector<const CaseRecord*> faster;
    for (const auto& other : others)
        if (other.status == CaseStatus::ok && other.time && other.time->median_ns < record.time->median_ns &&
            other.subject.promise == record.subject.promise &&
            condition_of(other).leaving_free(free) == condition)
            faster.push_back(&other);
    std::ranges::stable_sort(faster, {}, [](const CaseRecord* one) { return one->time->median_ns; });
    for (const auto* other : faster) {
        const auto sums = all_launches(source.stages(other->id));
        const auto its = measure_of(fault, sums);
        if (!its || its->provenance != own->provenance || sums.comparators != all.comparators ||
            its->value * least_example_ratio > own->value)
            continue;
        const auto keys = double(record.keys());
        PartNames alike{"key", "n", "input", "device", "backend", "cache", "time-mode"};
        if (other->block() == record.block()) alike.insert("block");
        return AdviceExample{other->id,
                             condition_of(*other).label(alike),
                             own->words,
                             its->value,
                             own->value,
                             double(other->time->median_ns),
                             double(record.time->median_ns),
                             fault == Fault::launch_gaps ? steps_a_launch(sums, keys) : 0,
                             fault == Fault::launch_gaps ? steps_a_launch(all, keys) : 0};
    }
    return std::nullopt;
}

Advice advise(const CaseSource& source, const CaseRecord& record, double least_part,
              std::span<const CaseRecord> others) {
    return Advisor(source, record).advise(least_part, others);
}

std::optional<LongestStage> longest_stage(const Advice& advice) {
    if (advice.stages.empty()) return std::nullopt;
    const auto& longest = *std::ranges::max_element(advice.stages, {}, &Placement::time_ns);
    double all = 0;
    for (const auto& stage : advice.stages) all += stage.time_ns;
    if (all <= 0) return std::nullopt;
    LongestStage result{longest, longest.time_ns / all};
    // The first finding has the greatest gain.
    const auto of_stage = std::ranges::find_if(advice.findings, [&](const AdviceFinding& finding) {
        return contains(finding.stages, longest.stage);
    });
    const auto of_sort = std::ranges::find(advice.findings, "", &AdviceFinding::kernel);
    const bool is_one_of_many = result.part < LongestStage::least_part && of_sort != advice.findings.end();
    const auto found = of_stage != advice.findings.end() && !is_one_of_many ? of_stage : of_sort;
    if (found != advice.findings.end()) result.finding = &*found;
    return result;
}
}
