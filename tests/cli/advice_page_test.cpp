// docs/advice-formulas.md against the code: its constants, and gains recomputed from its formulas.
#include <regex>

#include <gtest/gtest.h>

#include "analyzer/advice/advice.hpp"
#include "analyzer/advice/rules.hpp"
#include "analyzer/model/predict.hpp"
#include "core/text_file.hpp"
#include "db/read/reader.hpp"

namespace sortscope::test {
namespace {
using namespace analyzer;
using Id = CounterId;

/// Values of the page's tables by name.
std::map<std::string, double> page_constants() {
    const auto text = read_text_file(SORTSCOPE_SOURCE_DIR "/docs/advice-formulas.md", 1 << 20, "");
    static const std::regex row(R"(\| `(\w+)` \| ([0-9.]+)(?:/([0-9]+))? )");
    std::map<std::string, double> constants;
    for (std::sregex_iterator found(text.begin(), text.end(), row), end; found != end; ++found) {
        const double value = std::stod((*found)[2]) / ((*found)[3].matched ? std::stod((*found)[3]) : 1);
        EXPECT_TRUE(constants.emplace((*found)[1], value).second) << "twice: " << (*found)[1];
    }
    return constants;
}

TEST(AdvicePage, HasEachConstantOfTheCode) {
    using C = AdviceConstants;
    constexpr auto fields = std::to_array<std::pair<const char*, double C::*>>({
        {"launch_factor", &C::launch_factor},
        {"unknown_launch_ns", &C::unknown_launch_ns},
        {"unknown_latency_ns", &C::unknown_latency_ns},
        {"unknown_l2_factor", &C::unknown_l2_factor},
        {"least_error", &C::least_error},
        {"most_error", &C::most_error},
        {"busy", &C::busy},
        {"gap_latencies", &C::gap_latencies},
        {"excess", &C::excess},
        {"least_misaligned", &C::least_misaligned},
        {"most_misaligned", &C::most_misaligned},
        {"misaligned_bytes", &C::misaligned_bytes},
        {"least_piece", &C::least_piece},
        {"most_piece", &C::most_piece},
        {"conflicts", &C::conflicts},
        {"active", &C::active},
        {"modelled_divergent", &C::modelled_divergent},
        {"occupied", &C::occupied},
        {"usual_block", &C::usual_block},
        {"usual_registers", &C::usual_registers},
        {"tail_waves", &C::tail_waves},
        {"tail_part", &C::tail_part},
        {"tail_exponent", &C::tail_exponent},
        {"barrier_samples", &C::barrier_samples},
        {"barrier_time", &C::barrier_time},
        {"queue_shared", &C::queue_shared},
        {"barrier_warp_cycles", &C::barrier_warp_cycles},
        {"barrier_block_cycles", &C::barrier_block_cycles},
        {"barrier_instructions", &C::barrier_instructions},
        {"other_instructions", &C::other_instructions},
        {"least_other_barriers", &C::least_other_barriers},
        {"most_barrier_part", &C::most_barrier_part},
        {"redundant", &C::redundant},
        {"atomics_part", &C::atomics_part},
        {"atomics_factor", &C::atomics_factor},
        {"clock", &C::clock},
    });
    static_assert(sizeof(C) == fields.size() * sizeof(double), "each member has its row");
    auto page = page_constants();
    for (const auto& [name, value] : fields) EXPECT_DOUBLE_EQ(page.at(name), advice_constants.*value) << name;
    for (const auto& field : constant_fields())
        EXPECT_DOUBLE_EQ(page.at(std::string(field.name)), advised_model.*field.value) << field.name;
    EXPECT_EQ(page.size(), fields.size() + constant_fields().size());
}

/// The page's formulas for one case, with the file's figures of the device.
class Recomputed {
 public:
    Recomputed(const db::Reader& reader, const CaseRecord& record)
        : reader_(reader),
          record_(record),
          limits_(limits_of(reader, record)),
          device_(advised_device(record.device, limits_)) {
        for (const auto& sums : reader.stages(record.id)) {
            auto shape = find_launch(reader, record.id, sums.first_launch).value();
            shape.counters = sums.counters;
            shape.required_bytes = sums.required_bytes;
            const auto count = double(sums.launches);
            groups_.push_back({sums, shape,
                               demand_as_recorded(shape, double(record.bytes())).scaled(1 / count), count,
                               double(sums.time_ns.value()) / count});
        }
    }

    double gain(const AdviceFinding& finding) const {
        const auto sort = double(record_.time->median_ns);
        if (finding.fault == Fault::launch_gaps) return launch_gaps(sort);
        double gain = 0, sum = 0;
        for (const auto& group : groups_) {
            sum += group.ns * group.count;
            if (group.sums.kernel != finding.kernel) continue;
            if (const auto without = without_fault(finding.fault, group))
                gain += (group.ns - std::min(group.ns, *without)) * group.count;
        }
        return gain * std::min(1.0, sort / sum);
    }

 private:
    struct Group {
        LaunchSums sums;
        LaunchRecord shape;
        LaunchDemand now;
        double count, ns;
    };

    double c(const char* name) const { return constants_.at(name); }
    double limit(const char* name) const {
        return std::ranges::find(limits_, name, &DeviceLimit::name)->value;
    }
    double launch() const { return c("launch_factor") * limit("graph_node_overhead"); }
    double work(const Group& group) const { return std::max(1.0, group.ns - launch()); }
    double multiprocessors() const { return record_.device.multiprocessors; }
    static double latency_ns() { return device_model("H200").memory_latency_ns; }

    /// Modelled time, without launch().
    double modelled(const LaunchDemand& d, bool with_latency) const {
        const double f = double(record_.device.clock_khz) / 1e6;  // cycles per ns
        const double busy = std::clamp(d.blocks, 1.0, multiprocessors());
        const double all = busy / multiprocessors();
        const double warps = d.blocks * std::ceil(d.block_threads / 32);
        const double waves = d.blocks / (multiprocessors() * resident_blocks(device_, d));
        const double of_warp = c("instruction_cycles") * d.warp_instructions +
                               c("shared_cycles") * d.shared_requests + c("barrier_cycles") * d.barriers +
                               c("divergence_cycles") * d.divergent_warps +
                               c("memory_part") * latency_ns() * f * d.requests;
        // Device memory moves the part of the keys that exceeds L2.
        const double l2 = double(record_.device.l2_bytes), keys = double(record_.bytes());
        const double own = d.required_bytes > 0 ? std::min(d.moved_bytes, d.required_bytes) : d.moved_bytes;
        const double dram = keys > l2 ? own * (1 - l2 / keys) : 0;
        const std::array parts{
            c("dram") * d.dram_bytes.value_or(dram) / limit("copy_bandwidth") * 1e9,
            c("l2") * d.l2_bytes.value_or(d.moved_bytes) / limit("l2_bandwidth") * 1e9,
            c("tags") * d.tags / (busy * f),
            c("shared") * 128 * d.shared_wavefronts / (all * limit("shared_bandwidth")) * 1e9,
            c("issue") * 32 * d.warp_instructions / (all * limit("integer_add_throughput")) * 1e9,
            c("block_cycles") * d.blocks / f,
            with_latency ? std::max(1.0, waves) * of_warp / warps / f : 0};
        double sum = 0;
        for (const double part : parts) sum += std::pow(part, c("overlap"));
        return std::pow(sum, 1 / c("overlap"));
    }
    double floor(const LaunchDemand& d) const { return modelled(d, false); }

    double by_demand(const Group& group, const LaunchDemand& fixed) const {
        const auto least = [&](const LaunchDemand& d) { return std::max(1.0, modelled(d, true)); };
        const double e = std::clamp(work(group) / least(group.now), c("least_error"), c("most_error"));
        return launch() + least(fixed) * e;
    }
    double by_waiting(const Group& group, const LaunchDemand& at, double r) const {
        return launch() + std::max(floor(at), std::max(0.0, group.ns - launch()) * r);
    }

    std::vector<double> counted(const Group& group, std::initializer_list<Id> ids) const {
        auto values = find_same_pass(group.sums.counters, ids, group.now.provenance).value().values;
        for (auto& value : values) value /= group.count;
        return {values.begin(), values.end()};
    }

    std::optional<double> without_fault(Fault fault, const Group& group) const {
        auto fixed = group.now;
        switch (fault) {
            case Fault::bank_conflicts: {
                const auto of = counted(group, {Id::shared_ld_requests, Id::shared_st_requests,
                                                Id::shared_ld_conflicts, Id::shared_st_conflicts});
                const double requests = of[0] + of[1], conflicts = of[2] + of[3];
                if (requests <= 0 || conflicts < c("conflicts") * requests) return std::nullopt;
                fixed.shared_wavefronts =
                    std::max(fixed.shared_wavefronts - conflicts, fixed.shared_requests);
                return by_demand(group, fixed);
            }
            case Fault::redundant_traffic: {
                const auto of = counted(group, {Id::gld_bytes, Id::gst_bytes});
                const double bytes = of[0] + of[1],
                             required = double(group.sums.required_bytes) / group.count;
                if (bytes < c("redundant") * required) return std::nullopt;
                const double part = required / bytes;
                fixed.shared_requests += (1 - part) * fixed.requests;
                fixed.shared_wavefronts += (1 - part) * fixed.requests;
                for (auto* amount : {&fixed.moved_bytes, &fixed.requests, &fixed.tags}) *amount *= part;
                if (fixed.l2_bytes) *fixed.l2_bytes *= part;
                if (fixed.dram_bytes) fixed.dram_bytes = std::min(*fixed.dram_bytes, required);
                return by_demand(group, fixed);
            }
            case Fault::few_blocks: {
                if (fixed.blocks >= multiprocessors()) return std::nullopt;
                fixed.blocks = multiprocessors();
                return by_waiting(
                    group, fixed,
                    group.now.blocks / (multiprocessors() * resident_blocks(device_, group.now)));
            }
            default: {  // registers, shared_memory
                const bool registers = fault == Fault::registers;
                const auto occupancy = theoretical_occupancy(record_.device, group.shape).value();
                const auto limiter =
                    registers ? OccupancyLimiter::registers : OccupancyLimiter::shared_memory;
                (registers ? fixed.registers : fixed.shared_bytes) = registers ? c("usual_registers") : 0;
                const double warps = std::ceil(fixed.block_threads / 32);
                const double now = warps * resident_blocks(device_, group.now),
                             then = warps * resident_blocks(device_, fixed);
                const double useful = std::min(then, std::max(now, warps * fixed.blocks / multiprocessors()));
                if (std::ranges::find(occupancy.limiters, limiter) == occupancy.limiters.end() ||
                    now / useful > c("occupied") || floor(group.now) > c("busy") * work(group))
                    return std::nullopt;
                return by_waiting(group, group.now, now / useful);
            }
        }
    }

    double launch_gaps(double sort) const {
        double each = launch() + c("gap_latencies") * latency_ns(), launches = 0, floors = 0;
        if (record_.time_mode == TimeMode::stream) each = std::max(each, limit("stream_launch_overhead"));
        for (const auto& group : groups_) {
            auto spread = group.now;
            spread.blocks = std::max(spread.blocks, multiprocessors());
            launches += group.count;
            floors += group.count * floor(spread);
        }
        return std::clamp((launches - 1) * each, 0.0,
                          std::max(0.0, sort - limit("graph_overhead") - each - floors));
    }

    const db::Reader& reader_;
    const CaseRecord& record_;
    std::map<std::string, double> constants_ = page_constants();
    std::vector<DeviceLimit> limits_;
    DeviceModel device_;  ///< used only by resident_blocks()
    std::vector<Group> groups_;
};

TEST(AdvicePage, GivesTenGainsOfTheExample) {
    const db::Reader reader(SORTSCOPE_EXAMPLE);
    std::map<Fault, int> left{{Fault::launch_gaps, 2},       {Fault::bank_conflicts, 2},
                              {Fault::redundant_traffic, 2}, {Fault::few_blocks, 2},
                              {Fault::registers, 1},         {Fault::shared_memory, 1}};
    size_t checked = 0;
    for (const auto& summary : reader.cases()) {
        if (summary.status != CaseStatus::ok || summary.backend != BackendKind::cupti ||
            summary.launch_count == 0)
            continue;
        const auto record = reader.read_case(summary.id, db::Detail::details);
        for (const auto& finding : analyzer::advise(reader, record).findings) {
            const auto quota = left.find(finding.fault);
            if (quota == left.end() || quota->second == 0) continue;
            --quota->second;
            ++checked;
            EXPECT_NEAR(Recomputed(reader, record).gain(finding), *finding.gain_ns, 1e-6 * *finding.gain_ns)
                << rule_of(finding.fault).id << " of case " << int64_t(record.id);
        }
        if (checked == 10) break;
    }
    EXPECT_EQ(checked, 10U);
}
}  // namespace
}
