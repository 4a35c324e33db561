// Launches that copy, for tests of the model.
#pragma once

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
    launch.grid.x = uint32_t(std::max(1.0, n / 256));
    launch.registers = 16;
    launch.required_bytes = uint64_t(8 * n);
    const double requests = n / 32;
    const auto set = [&](std::initializer_list<Id> ids, double value) {
        for (const auto id : ids) launch.counters.push_back({id, provenance, Number(std::llround(value)), 1});
    };
    set({Id::gld_requests, Id::gst_requests, Id::gld_tags, Id::gst_tags}, requests);
    set({Id::gld_sectors, Id::gst_sectors}, 4 * requests);
    set({Id::gld_64b_cc13, Id::gst_64b_cc13}, 2 * requests);
    set({Id::gld_32b_cc13, Id::gld_128b_cc13, Id::gst_32b_cc13, Id::gst_128b_cc13}, 0);
    if (provenance == Provenance::measured) set({Id::warp_instructions}, 10 * requests);
    return launch;
}

inline Workload keys(double n) {
    Workload workload;
    workload.n = uint64_t(n);
    return workload;
}

inline double bytes_of(double n) { return 4 * n; }
}
