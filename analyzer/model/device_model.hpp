// A device for predictions: its data sheet, or measured figures, and the model's constants. Each is a JSON
// file (docs/predict.md); the program carries some.
#pragma once

#include "core/embedded.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {
/// Constants that turn demands into times, fitted by a calibration. The defaults are fitted to nothing.
struct ModelConstants {
    double dram = 1.25;             ///< time at device memory / time at full bandwidth: copies reach 80 %
    double l2 = 1;                  ///< the same at L2
    double shared = 1;              ///< cycles of a shared memory wavefront
    double tags = 1;                ///< cycles of a look-up in L1
    double issue = 1;               ///< time to issue all instructions / time at full rate
    double block_cycles = 1;        ///< of the whole device, to start a block
    double instruction_cycles = 4;  ///< of a warp alone, to the next instruction
    double divergence_cycles = 0;   ///< of a warp, waiting at a divergent branch
    double memory_part = 0.2;       ///< waiting of a warp at a request / memory latency
    double shared_cycles = 30;      ///< of a warp at an access to shared memory
    double barrier_cycles = 30;     ///< of a warp at a barrier
    double overlap = 2;             ///< 1: parts of a launch add up; infinity: the longest alone counts
    friend bool operator==(const ModelConstants&, const ModelConstants&) = default;
};

struct DeviceModel {
    std::string name;  ///< "GTX 260"
    /// "clock_mhz, l2_kib: NVIDIA A100 whitepaper": each figure once
    std::vector<std::string> source;
    Provenance provenance = Provenance::published;  ///< measured if a run's limits replace figures
    int cc_major = 0, cc_minor = 0;                 ///< 0: not of NVIDIA
    double multiprocessors = 0;
    double clock_mhz = 0;                 ///< of the multiprocessors ("shader clock" of old ones)
    double issue_per_cycle = 1;           ///< warp instructions of one multiprocessor
    double shared_bytes_per_cycle = 128;  ///< of one multiprocessor: one wavefront
    double dram_gb_per_s = 0;
    double l2_gb_per_s = 0;  ///< 0: unknown, or it has no L2
    double l2_kib = 0;       ///< 0: it has no L2
    /// No traffic is faster: the greater of published and measured; 0: unknown
    double peak_dram_gb_per_s = 0, peak_l2_gb_per_s = 0;
    double memory_latency_ns = 0;                                 ///< 0: unknown
    double warps = 0, blocks = 0, registers = 0, shared_kib = 0;  ///< of one multiprocessor
    double launch_ns = 1000;                                      ///< of an empty launch among others
    double sort_ns = 4000;                                        ///< to start a sort and to notice its end
    std::vector<std::string> assumed;   ///< of launch_ns and sort_ns, those that no source gives
    std::vector<std::string> measured;  ///< limits in place of published figures: "copy_bandwidth"
    std::string calibrated;             ///< cases that fitted the constants; empty: the defaults
    ModelConstants constants;

    double clock_ghz() const { return clock_mhz / 1000; }
    bool has_l2() const { return l2_kib > 0; }
    /// Figures that every time needs and that no source gives: "l2_gb_per_s". Bounds do without them.
    std::vector<std::string_view> unknown() const;
    /// Whether launch_ns and sort_ns are measured, so that no launch takes less.
    bool has_measured_launches() const;
    friend bool operator==(const DeviceModel&, const DeviceModel&) = default;
};

/// The files of device_models(). The build makes this function.
std::span<const EmbeddedFile> embedded_devices();
std::span<const DeviceModel> device_models();  ///< oldest first
/// The device of that name, or the only one with those whole words in it ("H200"), or else that ends with
/// them
/// ("A100"), ignoring case. A longer name ("NVIDIA H100 NVL") is another card. Throws Error(usage) with the
/// names if none or several fit.
const DeviceModel& device_model(std::string_view name);
/// Null if none or several fit.
const DeviceModel* find_device_model(std::string_view name);

/// The data sheet, with clock and L2 as the driver reports. Several cards share a name, so the number of
/// multiprocessors and the device memory must agree, too. If that number is unknown, the name must be the
/// sheet's name and no longer.
std::optional<DeviceModel> published_model(const Device& device);
/// Why a data sheet whose name fits describes another card: "the figures of NVIDIA H100 are of 132
/// multiprocessors, where it has 114". Empty if it fits.
std::string why_not_published(const Device& device);
/// Memory clock * bus width, two transfers per clock; 0 if the driver does not report them.
double told_dram_gb_per_s(const Device& device);

/// `file` is the name in errors. Throws Error(data) with field and line.
DeviceModel parse_device_model(std::string_view text, const std::string& file);
/// JSON for parse_device_model().
std::string device_model_text(const DeviceModel& model);

/// With measured bandwidths, instruction rate and overheads in place of published ones.
DeviceModel with_limits(DeviceModel model, std::span<const DeviceLimit> limits);

/// A constant that a calibration changes, with its name in files.
struct ConstantField {
    std::string_view name;
    double ModelConstants::*value;
    double least, most;
};
std::span<const ConstantField> constant_fields();
}
