// A device as a prediction sees it: a few figures of its data sheet (or measured ones) and the constants of
// the model. Data, not code: each device is one JSON file (docs/predict.md), those that we know are part of
// the program.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/records.hpp"

namespace sortscope::analyzer {

/// What turns the demands of a launch into time, beside the device's figures: the constants that a
/// calibration fits. The defaults are set beforehand, by what the parts are known to do, and fitted to
/// nothing.
struct ModelConstants {
    double dram = 1.25;  ///< time at device memory, in that at its full bandwidth: copies reach 80 % of it
    double l2 = 1;       ///< the same at L2
    double shared = 1;   ///< time of shared memory's wavefronts, in one a cycle
    double tags = 1;     ///< time of L1's look-ups, in one line a cycle
    double issue = 1;    ///< time to issue all instructions, in that at full rate
    double block_cycles = 1;        ///< cycles of the whole device to start one block
    double instruction_cycles = 4;  ///< of a warp alone, from one instruction to the next
    double divergence_cycles = 0;   ///< of a warp at each branch that parts it, beside the instructions of
                                    ///< both ways: what is waited for there
    double memory_part = 0.2;       ///< part of the memory latency that a warp waits at each request
    double shared_cycles = 30;      ///< of a warp at each access to shared memory
    double barrier_cycles = 30;     ///< of a warp at each barrier
    double overlap = 2;  ///< 1: the parts of a launch add up; the greater, the more the longest alone counts
    friend bool operator==(const ModelConstants&, const ModelConstants&) = default;
};

struct DeviceModel {
    std::string name;                               ///< "GTX 260"
    std::vector<std::string> source;                ///< where each figure is from
    Provenance provenance = Provenance::published;  ///< of its figures: published, or measured where a run's
                                                    ///< limits stand in their place
    int cc_major = 0, cc_minor = 0;                 ///< 0: not of NVIDIA
    double multiprocessors = 0;
    double clock_mhz = 0;                 ///< at which multiprocessors issue ("shader clock" of old ones)
    double issue_per_cycle = 1;           ///< warp instructions of one multiprocessor
    double shared_bytes_per_cycle = 128;  ///< of one multiprocessor: one wavefront is 128 bytes
    double dram_gb_per_s = 0;
    double l2_gb_per_s = 0;  ///< 0: it has no L2
    double l2_kib = 0;
    double memory_latency_ns = 0;
    double warps = 0, blocks = 0, registers = 0, shared_kib = 0;  ///< that one multiprocessor holds
    double launch_ns = 0;               ///< of a launch that does nothing, one after the other
    double sort_ns = 0;                 ///< once a sort: to start it and to notice its end
    std::vector<std::string> measured;  ///< names of the limits of a run that stand in place of published
                                        ///< figures: "copy_bandwidth"
    std::string calibrated;             ///< by what its constants were fitted; empty: they are the defaults
    ModelConstants constants;

    double clock_ghz() const { return clock_mhz / 1000; }
    friend bool operator==(const DeviceModel&, const DeviceModel&) = default;
};

/// The devices that are part of the program, oldest first.
std::span<const DeviceModel> device_models();
/// The one called so, or the only one of whose name it is whole words ("H200"), whatever its case: not one
/// whose name is part of it, for a card that is called more
/// ("NVIDIA H100 PCIe") is another. Throws Error(usage) with all names, nearest first, or those that fit
/// where several do.
const DeviceModel& device_model(std::string_view name);
/// The same; null where there is none, or several fit.
const DeviceModel* find_device_model(std::string_view name);

/// The data sheet of a device that was recorded, with the clock and the L2 that its driver told. Names are
/// shared by cards that have other chips and memory, and by parts of a card: a sheet whose multiprocessors or
/// device memory are not what the driver told is of another. Where the driver told of no multiprocessors, the
/// name has to be the sheet's, or words of it. Nothing where there is no sheet.
std::optional<DeviceModel> published_model(const Device& device);
/// Why a sheet whose name fits is not the device's: "the figures of NVIDIA H100 are of 132 multiprocessors,
/// where it has 114"; empty where no name fits, or the sheet is its own.
std::string why_not_published(const Device& device);
/// Bandwidth of device memory by the clock and bus that the driver told, two transfers a clock as all kinds
/// have; 0 where it told none.
double told_dram_gb_per_s(const Device& device);

/// A device from the text of its file. `file` names it in errors. Throws Error(data) that says the field and
/// its line: an unknown or missing field, a number that is none or out of its range, text that is no JSON.
DeviceModel parse_device_model(std::string_view text, const std::string& file);
/// The text of its file, which parse_device_model() reads back.
std::string device_model_text(const DeviceModel& model);

/// `model` with the figures that a run measured on the device in place of the published ones: bandwidths,
/// instruction rate, overheads.
DeviceModel with_limits(DeviceModel model, std::span<const DeviceLimit> limits);

/// The constants that a calibration may change, with their names in files.
struct ConstantField {
    std::string_view name;
    double ModelConstants::*value;
    double least, most;
};
std::span<const ConstantField> constant_fields();

}  // namespace sortscope::analyzer
