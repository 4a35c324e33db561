// A device for predictions: figures from a data sheet or from measurements, and the model's constants. A
// device is a JSON file (docs/predict.md); the program embeds some devices.
#pragma once

#include "core/embedded.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {
/// Constants that turn demands into times. A calibration fits them; the defaults are not fitted.
struct ModelConstants {
    double dram = 1.25;             ///< time at device memory / time at full bandwidth: copies reach 80 %
    double l2 = 1;                  ///< time at L2 / time at full L2 bandwidth
    double shared = 1;              ///< cycles per shared memory wavefront
    double tags = 1;                ///< cycles per L1 look-up
    double issue = 1;               ///< time to issue all instructions / time at full rate
    double block_cycles = 1;        ///< cycles of the whole device to start a block
    double instruction_cycles = 4;  ///< cycles of a lone warp to its next instruction
    double divergence_cycles = 0;   ///< cycles that a warp waits at a divergent branch
    double memory_part = 0.2;       ///< waiting time of a warp at a request / memory latency
    double shared_cycles = 30;      ///< cycles of a warp at a shared memory access
    double barrier_cycles = 30;     ///< cycles of a warp at a barrier
    double overlap = 2;             ///< 1: parts of a launch add up; infinity: the longest alone counts
    friend bool operator==(const ModelConstants&, const ModelConstants&) = default;
};

struct DeviceModel {
    std::string name;  ///< "GTX 260"
    /// Sources of figures, each figure once: "clock_mhz, l2_kib: NVIDIA A100 whitepaper"
    std::vector<std::string> source;
    Provenance provenance = Provenance::published;  ///< measured if a run's limits replace figures
    int cc_major = 0, cc_minor = 0;                 ///< 0: no NVIDIA device
    double multiprocessors = 0;
    double clock_mhz = 0;                 ///< multiprocessor clock ("shader clock" of old GPUs)
    double issue_per_cycle = 1;           ///< warp instructions per multiprocessor
    double shared_bytes_per_cycle = 128;  ///< per multiprocessor: one wavefront
    double dram_gb_per_s = 0;
    double l2_gb_per_s = 0;  ///< 0: unknown, or no L2
    double l2_kib = 0;       ///< 0: no L2
    /// Upper limits of traffic: the greater of published and measured bandwidth; 0: unknown
    double peak_dram_gb_per_s = 0, peak_l2_gb_per_s = 0;
    double memory_latency_ns = 0;                                 ///< 0: unknown
    double warps = 0, blocks = 0, registers = 0, shared_kib = 0;  ///< per multiprocessor
    double launch_ns = 1000;                                      ///< time of an empty launch in a series
    double sort_ns = 4000;              ///< time to start a sort and to detect its end
    std::vector<std::string> assumed;   ///< figures without a source: "launch_ns", "sort_ns"
    std::vector<std::string> measured;  ///< limits that replace published figures: "copy_bandwidth"
    std::string calibrated;             ///< cases used to fit the constants; empty: defaults
    ModelConstants constants;

    double clock_ghz() const { return clock_mhz / 1000; }
    bool has_l2() const { return l2_kib > 0; }
    /// Missing figures that every predicted time needs: "l2_gb_per_s". Bounds need none of them.
    std::vector<std::string_view> unknown() const;
    /// Returns whether launch_ns and sort_ns are measured. If so, no launch is faster than launch_ns.
    bool has_measured_launches() const;
    friend bool operator==(const DeviceModel&, const DeviceModel&) = default;
};

/// Files of device_models(). The build generates this function.
std::span<const EmbeddedFile> embedded_devices();
std::span<const DeviceModel> device_models();  ///< oldest first
/// Finds a device by exact name, ignoring case. Else finds the only device that ends with the words `name`
/// ("A100"), or the only device that contains these words ("H200"). A longer name ("NVIDIA H100 NVL") is
/// another card. Throws Error(usage) with the names if none or several fit.
const DeviceModel& device_model(std::string_view name);
/// Null if none or several fit.
const DeviceModel* find_device_model(std::string_view name);

/// Data sheet of `device`, with clock and L2 as the driver reports; empty if no sheet fits. Cards share
/// names, so the number of multiprocessors and the device memory must fit too. Without the number of
/// multiprocessors, names longer than the sheet's do not fit.
std::optional<DeviceModel> published_model(const Device& device);
/// Reason why a data sheet with a fitting name does not fit: "the figures of NVIDIA H100 are of 132
/// multiprocessors, where it has 114". Empty if a sheet fits, or if no name fits.
std::string why_not_published(const Device& device);
/// Memory clock * bus width, two transfers per clock; 0 if the driver does not report them.
double told_dram_gb_per_s(const Device& device);

/// Errors name `file`. Throws Error(data) with field and line.
DeviceModel parse_device_model(std::string_view text, const std::string& file);
/// JSON for parse_device_model().
std::string device_model_text(const DeviceModel& model);

/// Replaces published bandwidths, instruction rate and overheads with the measured `limits`.
DeviceModel with_limits(DeviceModel model, std::span<const DeviceLimit> limits);

/// A constant that a calibration changes, with its name in files.
struct ConstantField {
    std::string_view name;
    double ModelConstants::*value;
    double least, most;
};
std::span<const ConstantField> constant_fields();
}
