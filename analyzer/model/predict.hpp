// Prediction: the time of launches from what they ask of a device and the device's figures. Every time here
// is modelled. docs/predict.md has the formulas.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/device_model.hpp"
#include "core/case_source.hpp"

namespace sortscope::analyzer {

/// What one launch asks of a device.
struct LaunchDemand {
    double blocks = 1, block_threads = 32;
    double registers = 0;     ///< a thread; 0 where unknown
    double shared_bytes = 0;  ///< a block
    double warp_instructions = 0;
    double requests = 0;     ///< to global memory, by warp
    double moved_bytes = 0;  ///< between multiprocessors and memory, under the device's own coalescing rule
    double tags = 0;         ///< 128-byte lines looked up
    double shared_requests = 0, shared_wavefronts = 0;
    double barriers = 0;      ///< by warp
    double parted_warps = 0;  ///< at branches of the machine code; 0 where they were not measured
    double data_bytes = 0;    ///< the keys: what must fit into L2 for it to serve the launch
    double own_bytes = 0;     ///< that the algorithm must move; 0 where unknown
    std::optional<double> dram_bytes,
        l2_bytes;  ///< where they were counted on the device itself: else the model's own
    Provenance provenance = Provenance::modelled;  ///< of the counters
    bool instructions_estimated = false;           ///< nothing counted them: from the accesses
    bool complete = true;  ///< false: no counter of memory traffic; from the algorithm's bytes alone
    bool known = true;  ///< false: nor are those known (a library's launch without counters), so that nothing
                        ///< can be predicted

    double warps_per_block() const;
    /// The same with all amounts, which launches add up, times `factor`; what one launch is (its blocks, its
    /// shape, the keys) stays.
    LaunchDemand scaled(double factor) const;
    double warps() const { return blocks * warps_per_block(); }
};

/// What a warp does for each access and barrier, where its instructions were not counted (the interpreter
/// counts none): the median of the planned kernels recorded on an H200.
inline constexpr double instructions_per_access = 14;

/// The demand of a launch on a device of compute capability `cc_major` (0: not of NVIDIA): 1: half-warp
/// segments where they were counted; 2: loads by 128-byte lines; else sectors of 32 bytes. From the counters
/// of one provenance, the most trusted that has the sectors.
LaunchDemand demand_of(const LaunchRecord& launch, double data_bytes, int cc_major);
/// The same with what L2 and device memory did on the device that it was counted on: for judging that device,
/// not for predicting others.
LaunchDemand demand_as_recorded(const LaunchRecord& launch, double data_bytes);

/// What takes time in a launch.
enum class LaunchPart { dram, l2, tags, shared, issue, blocks, latency };
inline constexpr std::size_t launch_parts = 7;
/// "device memory", "L2", "L1 look-ups", "shared memory", "instruction issue", "block starts", "latency".
std::string_view name_of(LaunchPart part);

struct PredictedLaunch {
    double ns = 0;
    std::array<double, launch_parts> part_ns{};  ///< each alone, by LaunchPart
    double fixed_ns = 0;                         ///< to launch
    LaunchPart limit = LaunchPart::latency;      ///< the longest
    double waves = 0;                            ///< blocks over what the device holds at once

    double of(LaunchPart part) const { return part_ns[static_cast<std::size_t>(part)]; }
};
/// Throws Error(usage) where a block does not fit on the device at all.
PredictedLaunch predict(const DeviceModel& device, const LaunchDemand& launch);

/// Blocks of `launch` that a multiprocessor of `device` holds at once; at least 1.
double resident_blocks(const DeviceModel& device, const LaunchDemand& launch);

struct PredictedSort {
    double ns = 0;  ///< modelled
    std::vector<PredictedLaunch> launches;
    bool instructions_estimated = false;  ///< of any launch
    bool complete = true;
    Provenance counters = Provenance::modelled;  ///< the least trusted of the launches'
};
PredictedSort predict(const DeviceModel& device, std::span<const LaunchDemand> launches);

/// A recorded case as predictions take it: equal launches once.
struct PredictionCase {
    const CaseRecord* record = nullptr;
    std::vector<LaunchDemand> demands;
    std::vector<std::uint64_t> counts;  ///< how many launches have the demand
    std::vector<std::uint64_t> timed;   ///< how many of those have a time of their own
    std::vector<double> measured_ns;    ///< the mean time of the timed ones; 0 where there is none
    double measured_sort_ns = 0;  ///< the headline; 0 where there is none, or where the case is not verified
    std::uint64_t moves = 0;  ///< memory that the sort sets, and copies on the device between its launches:
                              ///< each as a launch that moves
    double moved_bytes = 0;   ///< of all of them

    std::uint64_t untimed() const;  ///< launches without a time of their own
    bool known() const;             ///< whether all of its launches can be predicted
    bool counted() const;           ///< whether the memory traffic of all of its launches was counted
    bool opaque() const;            ///< whether launches of it were not planned, but found: a library's
};
/// Takes launches one after the other.
class PredictionCaseBuilder {
 public:
    PredictionCaseBuilder(const CaseRecord& record, int cc_major) : cc_major_(cc_major) {
        result_.record = &record;
    }
    void add(const LaunchRecord& launch);
    /// Behind the launches: those that are part of the sort are taken. (What stands before the first launch
    /// and copies, restores the input.)
    void add(std::span<const TransferRecord> transfers);
    PredictionCase take();

 private:
    void add_time(std::size_t place, std::optional<std::int64_t> duration_ns);

    int cc_major_;
    PredictionCase result_;
    std::optional<std::int64_t> first_start_ns_;
};
/// A stored case with all its launches. `record` must live as long as the result.
PredictionCase prediction_case(const CaseSource& source, const CaseRecord& record, int cc_major);
/// Of what the sort sets and copies: launch_ns each, and its bytes by L2's bandwidth, or device memory's
/// where the keys do not fit into L2.
double predicted_moves_ns(const DeviceModel& device, const PredictionCase& one);
/// Of a case that is known().
double predicted_sort_ns(const DeviceModel& device, const PredictionCase& one);

/// Launches of one stage and kernel, predicted one by one and added up.
struct PredictedStage {
    int stage = 0;
    std::string kernel, label;
    std::uint64_t launches = 0;
    double ns = 0;         ///< modelled
    bool known = true;     ///< false: of a launch nothing is known to predict it from
    bool complete = true;  ///< false: the traffic of a launch is the plan's, so that ns is the least it takes
    std::optional<double> measured_ns;           ///< nothing where a launch has no time
    std::uint64_t untimed = 0;                   ///< launches that have none
    std::array<double, launch_parts> part_ns{};  ///< each alone

    LaunchPart limit() const;
};
/// Takes launches one after the other; `device` must live as long.
class PredictedStages {
 public:
    PredictedStages(const DeviceModel& device, const CaseRecord& record) : device_(device), record_(record) {}
    void add(const LaunchRecord& launch);
    /// In order of first launch.
    const std::vector<PredictedStage>& stages() const { return stages_; }

 private:
    const DeviceModel& device_;
    const CaseRecord& record_;
    std::vector<PredictedStage> stages_;
};

}  // namespace sortscope::analyzer
