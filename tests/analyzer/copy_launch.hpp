// Launches that copy, for tests of the model.
#pragma once

#include <algorithm>

#include "core/metric/metric.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer::made {

using Id = CounterId;

/// A launch that loads and stores n u32 keys in order.
inline LaunchRecord copy_launch(double n, Provenance provenance = Provenance::measured) {
    LaunchRecord launch;
    launch.stage = {1, 1, "copy"};
    launch.kernel = "copy<u32>";
    launch.block.x = 256;
    launch.grid.x = static_cast<std::uint32_t>(std::max(1.0, n / 256));
    launch.registers = 16;
    launch.required_bytes = static_cast<std::uint64_t>(8 * n);
    const double requests = n / 32;
    for (const auto& [id, value] : std::vector<std::pair<Id, double>>{{Id::gld_requests, requests},
                                                                      {Id::gst_requests, requests},
                                                                      {Id::gld_sectors, 4 * requests},
                                                                      {Id::gst_sectors, 4 * requests},
                                                                      {Id::gld_tags, requests},
                                                                      {Id::gst_tags, requests},
                                                                      {Id::gld_32b_cc13, 0},
                                                                      {Id::gld_64b_cc13, 2 * requests},
                                                                      {Id::gld_128b_cc13, 0},
                                                                      {Id::gst_32b_cc13, 0},
                                                                      {Id::gst_64b_cc13, 2 * requests},
                                                                      {Id::gst_128b_cc13, 0}})
        launch.counters.push_back({id, provenance, Number(std::llround(value)), 1});
    if (provenance == Provenance::measured)
        launch.counters.push_back(
            {Id::warp_instructions, provenance, Number(std::llround(10 * requests)), 1});
    return launch;
}

inline Workload keys(double n) {
    Workload workload;
    workload.n = static_cast<std::uint64_t>(n);
    return workload;
}

/// Bytes of n u32 keys.
inline double bytes_of(double n) { return 4 * n; }

}  // namespace sortscope::analyzer::made
