// Maps columns of tables to members of records.
#pragma once

#include "core/launch_group.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
template <class... T>
std::tuple<T...> members(T&&... all) {
    return std::tuple<T...>(std::forward<T>(all)...);
}

template <>
struct Row<Note> {
    static constexpr auto columns = "severity_id, text";
    static auto fields(auto& r) { return members(r.severity, r.text); }
};
template <>
struct Row<TrialRecord> {
    static constexpr auto columns =
        "kind_id, trial_index, duration_ns, verified, accepted, note, round, time_mode_id, sm_clock_mhz, "
        "memory_clock_mhz";
    static auto fields(auto& r) {
        return members(r.kind, r.index, range::ns(r.duration_ns), r.verified, r.accepted, r.note, r.round,
                       r.time_mode, r.sm_clock_mhz, r.memory_clock_mhz);
    }
};
template <>
struct Row<TransferRecord> {
    static constexpr auto columns = "kind_id, bytes, start_ns, duration_ns";
    static auto fields(auto& r) {
        return members(r.kind, range::bytes(r.bytes), range::ns(r.start_ns), range::ns(r.duration_ns));
    }
};
template <>
struct Row<SeriesRecord> {
    static constexpr auto columns =
        "metric, unit, provenance_id, time_mode_id, start_ns, interval_ns, samples";
    static auto fields(auto& r) {
        return members(r.metric, r.unit, r.provenance, r.time_mode, range::ns(r.start_ns),
                       range::ns(r.interval_ns), r.values);
    }
};
template <>
struct Row<SampledLaunch> {
    static constexpr auto columns = "time_mode_id, launch, start_ns, duration_ns";
    static auto fields(auto& r) {
        return members(r.time_mode, r.launch, range::ns(r.start_ns), range::ns(r.duration_ns));
    }
};
/// Omits mode, rounds and stopping rule.
template <>
struct Row<TimeSummary> {
    static constexpr auto columns = "median_ns, min_ns, max_ns, spread, trial_count";
    static constexpr auto columns_of_case =
        "time_median_ns, time_min_ns, time_max_ns, time_spread, time_count";
    static auto fields(auto& r) {
        return members(range::ns(r.median_ns), range::ns(r.min_ns), range::ns(r.max_ns), r.spread, r.count);
    }
};
template <>
struct Row<RoundTime> {
    static constexpr auto columns = "round, median_ns, spread, trial_count";
    static auto fields(auto& r) { return members(r.round, range::ns(r.median_ns), r.spread, r.count); }
};
template <>
struct Row<LaunchSpan> {
    static constexpr auto columns = "span_ns, busy_ns";
    static auto fields(auto& r) { return members(range::ns(r.span_ns), range::ns(r.busy_ns)); }
};
template <>
struct Row<CaseRecord> {
    static constexpr auto columns =
        "backend_id, status_id, message, padded, required_bytes, time_mode_id, collect_ns";
    static auto fields(auto& r) {
        return members(r.backend, r.status, r.message, r.padded, range::bytes(r.required_bytes), r.time_mode,
                       range::ns(r.collect_ns));
    }
};
/// Omits distribution and seed, which are NULL for a case without keys.
template <>
struct Row<SortInput> {
    static constexpr auto columns = "input_file, file_digest, entropy_bits";
    static auto fields(auto& r) { return members(r.file, r.file_digest, within<0, 64>(r.entropy_bits)); }
};
/// Omits the origin, which is NULL if unknown.
template <>
struct Row<LaunchGroup> {
    static constexpr auto columns =
        "first_launch, last_launch, launches, longest_launch, longest_ns, start_ns, end_ns";
    static auto fields(auto& r) {
        return members(r.first, r.last, r.launches, r.longest, range::ns(r.longest_ns), range::ns(r.start_ns),
                       r.end_ns);
    }
};
template <>
struct Row<Work> {
    static constexpr auto columns = "work_items, work_bytes";
    static auto fields(auto& r) { return members(range::keys(r.items), range::bytes(r.bytes)); }
};

/// Numbers of rows of a case.
struct RowCounts {
    size_t notes = 0, trials = 0, transfers = 0, series = 0, sampled_launches = 0, stalls = 0,
           other_times = 0, rounds = 0, passes = 0;
};
template <>
struct Row<RowCounts> {
    static constexpr auto columns =
        "note_count, trial_count, transfer_count, series_count, sampled_launch_count, stall_count, "
        "other_time_count, round_count, pass_count";
    static auto fields(auto& r) {
        return members(r.notes, r.trials, r.transfers, r.series, r.sampled_launches, r.stalls, r.other_times,
                       r.rounds, r.passes);
    }
};
template <>
struct Row<SiteCounts> {
    static constexpr auto columns =
        "provenance_id, requests, threads, bytes, sectors, lines, transactions_32b, transactions_64b, "
        "transactions_96b, transactions_128b, cc13_transactions_32b, cc13_transactions_64b, "
        "cc13_transactions_128b, extra_wavefronts, taken_threads, divergent_warps";
    static auto fields(auto& r) {
        // Sums over sites must stay within 64 bits.
        const auto count = range::bytes;
        return members(r.provenance, count(r.requests), count(r.threads), count(r.bytes), count(r.sectors),
                       count(r.lines), count(r.sizes[0]), count(r.sizes[1]), count(r.sizes[2]),
                       count(r.sizes[3]), count(r.sizes_cc13[0]), count(r.sizes_cc13[1]),
                       count(r.sizes_cc13[2]), count(r.extra_wavefronts), count(r.taken_threads),
                       count(r.divergent_warps));
    }
};

inline constexpr auto sum_columns =
    "stage, substage, kernel_id, label_id, first_launch, launches, time_ns, required_bytes, comparators";
auto sum_fields(auto& sum, auto& kernel, auto& label) {
    return members(range::stage(sum.stage), range::stage(sum.substage), range::any(kernel), range::any(label),
                   sum.first_launch, range::launches(sum.launches), sum.time_ns, sum.required_bytes,
                   sum.comparators);
}

inline constexpr auto value_columns = "counter_id, provenance_id, value, pass";
inline auto value_fields(const CounterValue& v) { return members(v.id, v.provenance, v.value, v.pass); }

// Records that are stored once and referred to by number.

template <>
struct Row<std::string> {
    static constexpr auto table = "string";
    static constexpr auto columns = "text";
    static auto fields(auto& r) { return members(r); }
};
template <>
struct Row<Subject> {
    static constexpr auto table = "subject";
    static constexpr auto columns = "name, kind, family, promise_id";
    static auto fields(auto& r) { return members(r.name, within<1, 2>(r.kind), r.family, r.promise); }
};
template <>
struct Row<Host> {
    static constexpr auto table = "host";
    static constexpr auto columns = "name, os, kernel, cpu, threads, memory_bytes";
    static auto fields(auto& r) {
        return members(r.name, r.os, r.kernel, r.cpu, within<0, 1 << 24>(r.threads),
                       range::bytes(r.memory_bytes));
    }
};
template <>
struct Row<Device> {
    static constexpr auto table = "device";
    static constexpr auto columns =
        "name, backend_id, ordinal, uuid, cc_major, cc_minor, multiprocessors, warp_size, clock_khz, "
        "memory_clock_khz, memory_bus_bits, memory_bytes, l2_bytes, shared_per_block_bytes, "
        "max_threads_per_block, driver_version, cuda_version, cupti_version";
    static auto fields(auto& r) {
        using namespace range;
        return members(r.name, r.backend, device_count(r.ordinal), r.uuid, compute_capability(r.cc_major),
                       compute_capability(r.cc_minor), device_count(r.multiprocessors),
                       within<0, 1024>(r.warp_size), r.clock_khz, r.memory_clock_khz,
                       device_count(r.memory_bus_bits), bytes(r.memory_bytes), bytes(r.l2_bytes),
                       bytes(r.shared_per_block_bytes), device_count(r.max_threads_per_block),
                       r.driver_version, r.cuda_version, r.cupti_version);
    }
};
template <>
struct Row<Site> {
    static constexpr auto table = "site";
    static constexpr auto columns = "kind_id, file, line, col, function";
    static auto fields(auto& r) { return members(r.kind, r.file, r.line, r.column, r.function); }
};

using KernelName = std::tuple<std::string, std::string>;  ///< name and symbol
template <>
struct Row<KernelName> {
    static constexpr auto table = "kernel";
    static constexpr auto columns = "name, symbol";
    static auto fields(auto& r) { return members(std::get<0>(r), std::get<1>(r)); }
};

struct LaunchOrigin {
    std::optional<uint32_t> process_id, context_id, stream_id;
    friend auto operator<=>(const LaunchOrigin&, const LaunchOrigin&) = default;
};
template <>
struct Row<LaunchOrigin> {
    static constexpr auto table = "launch_origin";
    static constexpr auto columns = "process_id, context_id, stream_id";
    static auto fields(auto& r) { return members(r.process_id, r.context_id, r.stream_id); }
};

/// Columns for configuration and planned work of a launch.
inline constexpr auto shape_columns =
    "grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, registers, local_bytes, "
    "required_bytes, comparators";
auto shape_fields(auto& r) {
    using namespace range;
    return members(grid_x(r.grid.x), grid_yz(r.grid.y), grid_yz(r.grid.z), block_extent(r.block.x),
                   block_extent(r.block.y), block_extent(r.block.z), small_bytes(r.shared_bytes),
                   registers(r.registers), small_bytes(r.local_bytes), bytes(r.required_bytes),
                   bytes(r.comparators));
}
struct LaunchShape {
    int64_t kernel = 0;
    Dim3 grid, block;
    uint32_t shared_bytes = 0, registers = 0, local_bytes = 0;
    uint64_t required_bytes = 0, comparators = 0;
    friend auto operator<=>(const LaunchShape&, const LaunchShape&) = default;
};
template <>
struct Row<LaunchShape> {
    static constexpr auto table = "launch_shape";
    static inline const auto columns = std::string("kernel_id, ") + shape_columns;
    static auto fields(auto& r) { return std::tuple_cat(members(r.kernel), shape_fields(r)); }
};

/// "key=u32, n=1024".
std::string axes_text(const Axes& axes);

/// "holds -1 on axis n, ..." for an impossible value of a well-known axis; else empty.
std::string axis_fault(std::string_view axis, const AxisValue& value);

/// "holds 0 for 'copy_bandwidth', ..." for a limit that no device can have; else empty.
std::string limit_fault(const DeviceLimit& limit);

/// UUID (version 5, SHA-1) of a text in SortScope's namespace.
std::string text_digest(std::string_view text);

/// Describes a source text that is too long; else empty.
std::string source_fault(const std::string& text);

/// "Its cases are 1 to 42.", from table "profiled_case" or "run".
std::string known_ids(Database& database, const char* table);
}
