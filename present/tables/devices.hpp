// Devices that cases can run on, as they are listed.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/workload.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// One device of a list.
struct DeviceLines {
    std::string head;                ///< "GPU 0  NVIDIA H200"
    std::vector<std::string> lines;  ///< what it is; none empty
};

/// In the order given.
std::vector<DeviceLines> device_list(std::span<const Device> devices);

/// The same for a spreadsheet; 0 and empty texts, which are unknown, are left out.
Table device_rows(std::span<const Device> devices);

/// "compute capability 9.0"; empty where it has none.
std::string capability_text(const Device& device);

}  // namespace sortscope::present
