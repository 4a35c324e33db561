// Devices that cases can run on.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/workload.hpp"
#include "present/cells.hpp"

namespace sortscope::present {

struct DeviceLines {
    std::string head;                ///< "GPU 0  NVIDIA H200"
    std::vector<std::string> lines;  ///< what it is; none empty
};

std::vector<DeviceLines> device_list(std::span<const Device> devices);

/// What is known of a device, for programs.
const Fields<Device>& device_fields();

/// For spreadsheets; unknown values are absent.
Table device_rows(std::span<const Device> devices);

/// "compute capability 9.0".
std::string capability_text(const Device& device);

}  // namespace sortscope::present
