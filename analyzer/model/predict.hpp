// Modelled times of launches, from their demands and a device's figures. docs/predict.md has the formulas.
#pragma once

#include <map>

#include "analyzer/model/device_model.hpp"
#include "core/case_source.hpp"

namespace sortscope::analyzer {
struct LaunchDemand {
    double blocks = 1, block_threads = 32;
    double registers = 0;     ///< per thread; 0: unknown
    double shared_bytes = 0;  ///< per block
    double warp_instructions = 0;
    double requests = 0;     ///< warp requests to global memory
    double moved_bytes = 0;  ///< between multiprocessors and memory, by the device's coalescing rule
    double tags = 0;         ///< 128-byte lines looked up in L1
    double shared_requests = 0, shared_wavefronts = 0;
    double barriers = 0;                           ///< arrivals of warps at barriers
    double divergent_warps = 0;                    ///< at branches of the machine code; 0 if not measured
    double data_bytes = 0;                         ///< of the keys; L2 serves all traffic if it holds them
    double required_bytes = 0;                     ///< 0: unknown
    std::optional<double> dram_bytes, l2_bytes;    ///< counted; only for predictions on the recording device
    Provenance provenance = Provenance::modelled;  ///< provenance of the counters
    bool instructions_estimated = false;           ///< true: no counter, estimated from accesses
    bool complete = true;  ///< false: no traffic counters, so moved_bytes is required_bytes
    bool known = true;     ///< false: required bytes are unknown too, so nothing can be predicted

    double warps_per_block() const;
    /// Multiplies all amounts by `factor`, except blocks, their shape and data_bytes.
    LaunchDemand scaled(double factor) const;
    double warps() const { return blocks * warps_per_block(); }
};

/// Warp instructions per access, assumed if there is no counter: the median of planned kernels on an H200.
inline constexpr double instructions_per_access = 14;

/// Demand of `launch`, from the most trusted provenance with sectors. Sums moved bytes in segments of
/// half-warps on compute capability 1.x (if counted), in 128-byte lines for loads on 2.x, else in 32-byte
/// sectors.
LaunchDemand demand_of(const LaunchRecord& launch, double data_bytes, int cc_major);
/// Demand on the recording device: L2 and DRAM traffic as counted there.
LaunchDemand demand_as_recorded(const LaunchRecord& launch, double data_bytes);

enum class LaunchPart { dram, l2, tags, shared, issue, blocks, latency };
inline constexpr size_t launch_parts = 7;
std::string_view name_of(LaunchPart part);  ///< "L1 look-ups"

struct PredictedLaunch {
    double ns = 0;
    std::array<double, launch_parts> part_ns{};  ///< time of each part alone
    double fixed_ns = 0;                         ///< time to launch
    LaunchPart limit = LaunchPart::latency;      ///< longest part
    double waves = 0;                            ///< blocks / resident blocks of the device

    double of(LaunchPart part) const { return part_ns[size_t(part)]; }
};
PredictedLaunch predict(const DeviceModel& device, const LaunchDemand& launch);

/// Bound of a launch: the time to move the required bytes at peak bandwidths. It is at least the time of an
/// empty launch, if that was measured. Device memory need not move what L2 can hold: one L2 size of reads and
/// one of writes. Empty if the required bytes or the peak of device memory are unknown.
std::optional<double> bound_ns(const DeviceModel& device, const LaunchDemand& launch);

/// Blocks that one multiprocessor holds at once; at least 1.
double resident_blocks(const DeviceModel& device, const LaunchDemand& launch);

/// A recorded case, with equal launches (within 1 %) merged. `record` must outlive this object.
class PredictionCase {
 public:
    struct Stage {
        int stage = 0;
        std::string kernel, label;  ///< `label`: words that the labels of all its launches share
    };
    /// Launches of one stage.
    struct Share {
        uint64_t count = 0, timed = 0;
        double measured_ns = 0;  ///< sum over timed launches
    };
    struct Launches {
        LaunchDemand demand;
        uint64_t count = 0, timed = 0;
        double measured_ns = 0;          ///< mean over timed launches, or 0
        std::map<size_t, Share> shares;  ///< by index in `stages`
    };
    const CaseRecord* record;
    std::vector<Stage> stages;  ///< in order of first launch
    std::vector<Launches> launches;
    double measured_sort_ns = 0;  ///< median; 0 without a time or if the case failed
    uint64_t moves = 0;           ///< memory sets, and copies on the device between launches
    double moved_bytes = 0;       ///< bytes read and written by all moves

    PredictionCase(const CaseRecord& of, int cc_major);
    void add(const LaunchRecord& launch);
    /// Call after all launches were added. Ignores copies before the first launch: they restore the input.
    void add(std::span<const TransferRecord> transfers);

    uint64_t untimed() const;  ///< launches without a time
    bool known() const;        ///< all launches are LaunchDemand::known
    bool counted() const;      ///< all launches are LaunchDemand::complete
    bool opaque() const;       ///< has launches of a library, which have no plan

 private:
    size_t stage_of(const LaunchRecord& launch);

    int cc_major_;
    std::optional<int64_t> first_start_ns_;
    std::map<std::pair<int, std::string>, size_t> stage_of_;  ///< index in `stages`, by stage and kernel
};
PredictionCase prediction_case(const CaseSource& source, const CaseRecord& record, int cc_major);
/// Time of memory sets and copies: launch_ns for each, plus bytes / bandwidth: of L2 if it holds the keys,
/// else of device memory.
double predicted_moves_ns(const DeviceModel& device, const PredictionCase& one);
/// Requires a known() case, and a device without unknown() figures.
double predicted_sort_ns(const DeviceModel& device, const PredictionCase& one);
/// Modelled time of a recorded case on the device named `device`. Empty if the device or one of its figures
/// is unknown, or if a launch has no counted memory traffic.
std::optional<double> predicted_ns(const std::string& device, const CaseRecord& record,
                                   const CaseSource& source);
/// Sum of start_bound_ns() and the bound_ns() of all launches. Empty if a launch has no bound.
std::optional<double> sort_bound_ns(const DeviceModel& device, const PredictionCase& one);
/// Time of an empty sort minus the time of its launch, if both were measured; else 0.
double start_bound_ns(const DeviceModel& device);

/// Launches of one stage and kernel.
struct PredictedStage {
    int stage = 0;
    std::string kernel, label;
    uint64_t launches = 0;
    double ns = 0;                               ///< modelled
    std::optional<double> bound_ns = 0.0;        ///< empty if a launch has no bound
    bool known = true;                           ///< false: a launch cannot be predicted
    bool complete = true;                        ///< false: planned traffic, no counters
    std::optional<double> measured_ns = 0.0;     ///< empty if a launch has no time
    uint64_t untimed = 0;                        ///< launches without a time
    std::array<double, launch_parts> part_ns{};  ///< time of each part alone

    LaunchPart limit() const;
};
/// The times of the stages, sort_ns and predicted_moves_ns() add up to predicted_sort_ns().
std::vector<PredictedStage> predicted_stages(const DeviceModel& device, const PredictionCase& one);
}
