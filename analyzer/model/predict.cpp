#include "analyzer/model/predict.hpp"

#include <algorithm>

namespace sortscope::analyzer {
namespace {
std::optional<double> find(const LaunchRecord& launch, CounterId id,
                           std::optional<Provenance> provenance = {}) {
    const auto found = find_value(launch.counters, id, provenance);
    return found ? std::optional(found->value.as_double()) : std::nullopt;
}

/// Most trusted provenance with sectors of both loads and stores.
std::optional<Provenance> sectors_of(const LaunchRecord& launch) {
    for (const auto provenance : provenance_order())
        if (find(launch, CounterId::gld_sectors, provenance) &&
            find(launch, CounterId::gst_sectors, provenance))
            return provenance;
    return std::nullopt;
}

double moved_bytes(const LaunchRecord& launch, Provenance provenance, int cc_major) {
    using enum CounterId;
    const auto of = [&](CounterId id) { return find(launch, id, provenance).value_or(0); };
    const double stored = 32 * of(gst_sectors);
    if (cc_major == 1 && find(launch, gld_32b_cc13, provenance))
        return 32 * (of(gld_32b_cc13) + of(gst_32b_cc13)) + 64 * (of(gld_64b_cc13) + of(gst_64b_cc13)) +
               128 * (of(gld_128b_cc13) + of(gst_128b_cc13));
    if (cc_major == 2 && find(launch, gld_tags, provenance)) return 128 * of(gld_tags) + stored;
    return 32 * of(gld_sectors) + stored;
}

double ratio(double above, double below) { return below > 0 ? above / below : 0; }
}  // namespace

double LaunchDemand::warps_per_block() const { return std::ceil(block_threads / 32); }

LaunchDemand LaunchDemand::scaled(double factor) const {
    auto result = *this;
    for (auto* amount : {&result.warp_instructions, &result.requests, &result.moved_bytes, &result.tags,
                         &result.shared_requests, &result.shared_wavefronts, &result.barriers,
                         &result.divergent_warps, &result.required_bytes})
        *amount *= factor;
    for (auto* amount : {&result.dram_bytes, &result.l2_bytes})
        if (*amount) **amount *= factor;
    return result;
}

LaunchDemand demand_of(const LaunchRecord& launch, double data_bytes, int cc_major) {
    using enum CounterId;
    LaunchDemand demand;
    demand.blocks = double(launch.grid.count());
    demand.block_threads = double(launch.block.count());
    demand.registers = launch.registers;
    demand.shared_bytes = launch.shared_bytes;
    demand.data_bytes = data_bytes;
    demand.required_bytes = double(launch.required_bytes);
    const auto provenance = sectors_of(launch);
    if (!provenance) {
        demand.complete = false;
        demand.known = launch.required_bytes > 0;
        demand.instructions_estimated = true;
        demand.moved_bytes = demand.required_bytes;
        demand.requests = demand.tags = demand.required_bytes / 128;
        demand.warp_instructions = instructions_per_access * demand.requests;
        return demand;
    }
    const auto of = [&](CounterId id) { return find(launch, id, provenance).value_or(0); };
    demand.provenance = *provenance;
    demand.requests = of(gld_requests) + of(gst_requests);
    demand.moved_bytes = moved_bytes(launch, *provenance, cc_major);
    demand.tags = find(launch, global_tags, provenance).value_or(of(gld_tags) + of(gst_tags));
    demand.shared_requests = of(shared_ld_requests) + of(shared_st_requests);
    demand.shared_wavefronts = demand.shared_requests + of(shared_ld_conflicts) + of(shared_st_conflicts);
    // Hardware counts wavefronts of wide accesses, but not their conflicts.
    if (find(launch, shared_ld_wavefronts, provenance))
        demand.shared_wavefronts = of(shared_ld_wavefronts) + of(shared_st_wavefronts);
    demand.barriers = find(launch, barriers).value_or(0);
    // Uses only divergent targets of machine code, because most source branches become predicated
    // instructions.
    demand.divergent_warps = find(launch, divergent_branch_targets).value_or(0);
    if (const auto counted = find(launch, warp_instructions))
        demand.warp_instructions = *counted;
    else {
        demand.instructions_estimated = true;
        demand.warp_instructions = instructions_per_access * (demand.requests + demand.shared_requests) +
                                   of(branches) + demand.barriers;
    }
    return demand;
}

LaunchDemand demand_as_recorded(const LaunchRecord& launch, double data_bytes) {
    auto demand = demand_of(launch, data_bytes, 9);
    if (const auto moved =
            find_same_pass(launch.counters, {CounterId::dram_read_bytes, CounterId::dram_write_bytes}))
        demand.dram_bytes = moved->sum();
    if (const auto sectors = find(launch, CounterId::l2_sectors)) demand.l2_bytes = 32 * *sectors;
    return demand;
}

std::string_view name_of(LaunchPart part) {
    constexpr std::array names{"device memory",     "L2",           "L1 look-ups", "shared memory",
                               "instruction issue", "block starts", "latency"};
    return names[size_t(part)];
}

double resident_blocks(const DeviceModel& device, const LaunchDemand& launch) {
    const double warps = launch.warps_per_block();
    double blocks = std::min(device.blocks, std::floor(device.warps / warps));
    if (launch.registers > 0)
        blocks = std::min(
            blocks, std::floor(device.registers / (warps * std::ceil(launch.registers * 32 / 256) * 256)));
    // From compute capability 8.0 on, the system reserves 1 KiB of shared memory for each block.
    const double reserved = device.cc_major >= 8 ? 1024 : 0;
    if (launch.shared_bytes + reserved > 0 && device.shared_kib > 0)
        blocks = std::min(blocks, std::floor(device.shared_kib * 1024 / (launch.shared_bytes + reserved)));
    // Models a block that is too large for the device as one block at a time.
    return std::max(blocks, 1.0);
}

PredictedLaunch predict(const DeviceModel& device, const LaunchDemand& launch) {
    PredictedLaunch result;
    const auto& constants = device.constants;
    const double clock = device.clock_ghz();  // cycles per ns
    const double warps = std::max(launch.warps(), 1.0);
    const double busy = std::clamp(launch.blocks, 1.0, device.multiprocessors);
    const double held = device.multiprocessors * resident_blocks(device, launch);
    result.waves = launch.blocks / held;
    result.fixed_ns = device.launch_ns;
    auto& part = result.part_ns;
    const auto set = [&](LaunchPart which, double ns) { part[size_t(which)] = ns; };

    // All moved bytes pass through L2. Device memory serves the required bytes that L2 cannot hold.
    const double own =
        launch.required_bytes > 0 ? std::min(launch.moved_bytes, launch.required_bytes) : launch.moved_bytes;
    const double l2 = device.l2_kib * 1024;
    const double dram = l2 <= 0                  ? launch.moved_bytes
                        : launch.data_bytes > l2 ? own * (1 - l2 / launch.data_bytes)
                                                 : 0;
    set(LaunchPart::dram, constants.dram * ratio(launch.dram_bytes.value_or(dram), device.dram_gb_per_s));
    set(LaunchPart::l2,
        constants.l2 * ratio(launch.l2_bytes.value_or(launch.moved_bytes), device.l2_gb_per_s));
    set(LaunchPart::tags, constants.tags * ratio(launch.tags, busy * clock));
    set(LaunchPart::shared, constants.shared * ratio(128 * launch.shared_wavefronts,
                                                     busy * device.shared_bytes_per_cycle * clock));
    set(LaunchPart::issue,
        constants.issue * ratio(launch.warp_instructions, busy * device.issue_per_cycle * clock));
    set(LaunchPart::blocks, constants.block_cycles * ratio(launch.blocks, clock));
    const double cycles = constants.instruction_cycles * launch.warp_instructions / warps +
                          constants.shared_cycles * launch.shared_requests / warps +
                          constants.barrier_cycles * launch.barriers / warps +
                          constants.divergence_cycles * launch.divergent_warps / warps +
                          constants.memory_part * device.memory_latency_ns * clock * launch.requests / warps;
    set(LaunchPart::latency, ratio(cycles, clock) * std::max(1.0, result.waves));

    double sum = 0;
    const double longest = std::ranges::max(part);
    if (longest > 0)
        for (const double ns : part) sum += std::pow(ns / longest, constants.overlap);
    result.limit = LaunchPart(std::ranges::max_element(part) - part.begin());
    result.ns = result.fixed_ns + longest * std::pow(sum, 1 / constants.overlap);
    return result;
}

std::optional<double> bound_ns(const DeviceModel& device, const LaunchDemand& launch) {
    if (launch.required_bytes <= 0 || device.peak_dram_gb_per_s <= 0) return std::nullopt;
    const double kept = 2 * device.l2_kib * 1024;
    double ns = std::max(0.0, launch.required_bytes - kept) / device.peak_dram_gb_per_s;
    if (device.has_l2()) ns = std::max(ns, ratio(launch.required_bytes, device.peak_l2_gb_per_s));
    return device.has_measured_launches() ? std::max(ns, device.launch_ns) : ns;
}

PredictionCase::PredictionCase(const CaseRecord& of, int cc_major) : record(&of), cc_major_(cc_major) {
    if (of.time && of.status == CaseStatus::ok) measured_sort_ns = double(of.time->median_ns);
}

void PredictionCase::add(const LaunchRecord& launch) {
    if (launch.start_ns)
        first_start_ns_ = std::min(first_start_ns_.value_or(*launch.start_ns), *launch.start_ns);
    const auto demand = demand_of(launch, double(record->bytes()), cc_major_);
    const auto alike = [&](const Launches& one) {
        const auto& other = one.demand;
        const auto near = [](double a, double b) { return std::abs(a - b) <= 0.01 * std::max(a, b); };
        return other.blocks == demand.blocks && other.block_threads == demand.block_threads &&
               other.registers == demand.registers && other.shared_bytes == demand.shared_bytes &&
               near(other.warp_instructions, demand.warp_instructions) &&
               near(other.moved_bytes, demand.moved_bytes) && near(other.tags, demand.tags) &&
               near(other.shared_wavefronts, demand.shared_wavefronts) &&
               near(other.requests, demand.requests) && near(other.required_bytes, demand.required_bytes) &&
               other.complete == demand.complete;
    };
    // Searches only the last 16 entries, because equal launches of a network are close together.
    const auto end = launches.rbegin() + std::min<ptrdiff_t>(std::ssize(launches), 16);
    const auto same = std::find_if(launches.rbegin(), end, alike);
    auto& one = same == end ? launches.emplace_back(demand) : *same;
    const auto stage = stage_of(launch);
    auto& share = one.shares[stage];
    ++one.count;
    ++share.count;
    if (!launch.duration_ns) return;
    const auto timed = double(one.timed++);
    one.measured_ns = (one.measured_ns * timed + double(*launch.duration_ns)) / (timed + 1);
    ++share.timed;
    share.measured_ns += double(*launch.duration_ns);
}

size_t PredictionCase::stage_of(const LaunchRecord& launch) {
    const auto [found, added] = stage_of_.try_emplace({launch.stage.stage, launch.kernel}, stages.size());
    if (added) stages.emplace_back(launch.stage.stage, launch.kernel, launch.stage.label);
    auto& label = stages[found->second].label;
    label = common_words(label, launch.stage.label);
    return found->second;
}

void PredictionCase::add(std::span<const TransferRecord> transfers) {
    for (const auto& transfer : transfers) {
        const bool copied = transfer.kind == TransferKind::device_to_device && first_start_ns_ &&
                            transfer.start_ns > *first_start_ns_;
        if (transfer.kind != TransferKind::set && !copied) continue;
        ++moves;
        moved_bytes += double(transfer.bytes) * (copied ? 2 : 1);
    }
}

uint64_t PredictionCase::untimed() const {
    uint64_t sum = 0;
    for (const auto& one : launches) sum += one.count - one.timed;
    return sum;
}

bool PredictionCase::known() const {
    return std::ranges::all_of(launches, &LaunchDemand::known, &Launches::demand);
}
bool PredictionCase::counted() const {
    return std::ranges::all_of(launches, &LaunchDemand::complete, &Launches::demand);
}
bool PredictionCase::opaque() const {
    return std::ranges::any_of(launches, [](const Launches& one) { return one.demand.required_bytes <= 0; });
}

PredictionCase prediction_case(const CaseSource& source, const CaseRecord& record, int cc_major) {
    PredictionCase result(record, cc_major);
    source.launches(record.id, {}, [&](const LaunchRecord& launch) {
        result.add(launch);
        return true;
    });
    result.add(source.read_case(record.id, Detail::details).transfers);
    return result;
}

double predicted_moves_ns(const DeviceModel& device, const PredictionCase& one) {
    const bool in_l2 = device.l2_kib > 0 && double(one.record->bytes()) <= device.l2_kib * 1024;
    const auto& constants = device.constants;
    return double(one.moves) * device.launch_ns +
           (in_l2 ? constants.l2 * ratio(one.moved_bytes, device.l2_gb_per_s)
                  : constants.dram * ratio(one.moved_bytes, device.dram_gb_per_s));
}

double predicted_sort_ns(const DeviceModel& device, const PredictionCase& one) {
    double ns = device.sort_ns + predicted_moves_ns(device, one);
    for (const auto& launches : one.launches)
        ns += double(launches.count) * predict(device, launches.demand).ns;
    return ns;
}

std::optional<double> predicted_ns(const std::string& device, const CaseRecord& record,
                                   const CaseSource& source) {
    const auto* model = find_device_model(device);
    if (model == nullptr || !model->unknown().empty()) return std::nullopt;
    const auto prediction = prediction_case(source, record, model->cc_major);
    if (prediction.launches.empty() || !prediction.counted()) return std::nullopt;
    return predicted_sort_ns(*model, prediction);
}

std::optional<double> sort_bound_ns(const DeviceModel& device, const PredictionCase& one) {
    double ns = start_bound_ns(device);
    for (const auto& launches : one.launches) {
        const auto each = bound_ns(device, launches.demand);
        if (!each) return std::nullopt;
        ns += double(launches.count) * *each;
    }
    return ns > 0 ? std::optional(ns) : std::nullopt;
}

double start_bound_ns(const DeviceModel& device) {
    return device.has_measured_launches() ? std::max(0.0, device.sort_ns - device.launch_ns) : 0;
}

LaunchPart PredictedStage::limit() const {
    return LaunchPart(std::ranges::max_element(part_ns) - part_ns.begin());
}

std::vector<PredictedStage> predicted_stages(const DeviceModel& device, const PredictionCase& one) {
    std::vector<PredictedStage> stages;
    for (const auto& [stage, kernel, label] : one.stages) stages.emplace_back(stage, kernel, label);
    const bool is_known = device.unknown().empty();
    for (const auto& launches : one.launches) {
        const auto predicted = predict(device, launches.demand);
        const auto bound = bound_ns(device, launches.demand);
        for (const auto& [index, share] : launches.shares) {
            auto& stage = stages[index];
            const auto count = double(share.count);
            stage.launches += share.count;
            stage.ns += count * predicted.ns;
            if (bound && stage.bound_ns)
                *stage.bound_ns += count * *bound;
            else
                stage.bound_ns.reset();
            stage.known &= is_known && launches.demand.known;
            stage.complete &= launches.demand.complete;
            if (share.timed == share.count && stage.measured_ns)
                *stage.measured_ns += share.measured_ns;
            else
                stage.measured_ns.reset();
            stage.untimed += share.count - share.timed;
            for (size_t i = 0; i < launch_parts; ++i) stage.part_ns[i] += count * predicted.part_ns[i];
        }
    }
    return stages;
}
}
