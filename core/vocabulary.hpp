// The enums of SortScope. Numbers are stored in files: never renumber.
#pragma once

#include <cstddef>

#include "core/enum_names.hpp"

namespace sortscope {

/// Source of a value. A modelled or published value is never shown without its mark.
enum class Provenance {
    measured = 1,  ///< a clock or a hardware counter
    counted = 2,   ///< software counting on the GPU itself (counting device build)
    modelled = 3,  ///< the host interpreter
    published = 4  ///< a figure of a source document
};

/// Keys alone, or records of a key and an unsigned value of the key's width.
enum class KeyType {
    u32 = 1,
    i32 = 2,
    u64 = 3,
    f32 = 4,
    f64 = 5,
    u32_u32 = 6,
    i32_u32 = 7,
    u64_u64 = 8,
    f32_u32 = 9,
    f64_u64 = 10
};

constexpr bool has_value(KeyType key) { return key >= KeyType::u32_u32; }

/// Bytes of one key, with its value if it has one.
constexpr std::size_t key_bytes(KeyType key) {
    constexpr std::size_t bytes[] = {0, 4, 4, 8, 4, 8, 8, 8, 16, 8, 16};
    return bytes[static_cast<std::size_t>(key)];
}

/// Distribution of input keys, defined in kernels/context/generate.hpp. `file`: a user's own raw
/// little-endian keys.
enum class Distribution {
    uniform = 1,
    sorted = 2,
    zero = 3,
    file = 4,
    gaussian = 5,
    exponential = 6,
    bucket = 7,
    reversed = 8,
    nearly = 9,
    few = 10
};

/// A variant's promise of its output, which is always a permutation of its input.
enum class Promise {
    sorted = 1,     ///< ascending
    extremes = 2,   ///< the minimum first and the maximum last
    in_blocks = 3,  ///< each run of one block of keys is a permutation of the input's and ascending
    none = 4        ///< nothing more: the keys are moved, not sorted
};

enum class BackendKind {
    cupti = 1,  ///< an NVIDIA GPU: times from events and activity records, counters from CUPTI
    simt = 2,   ///< the host interpreter: counters modelled, no times
    cpu = 3     ///< a sort that runs on the CPU: measured time, no counters
};

/// Purpose of a trial. Times come from `time` and `activity` trials only.
enum class TrialKind {
    time = 1,      ///< no profiler attached
    activity = 2,  ///< kernel-activity records: time of each launch and transfer
    counter = 3,   ///< range profiler: counters, never time
    model = 4      ///< host interpreter
};

/// How a sort is timed. Times of different modes are never mixed.
enum class TimeMode {
    none = 1,    ///< no time
    host = 2,    ///< by the host's clock: sorts on the CPU
    stream = 3,  ///< by events around single launches, as in a naive program
    graph = 4    ///< all launches as one CUDA graph: the GPU's own time
};

enum class CaseStatus {
    ok = 1,
    failed = 2,      ///< an error; the message says which
    unverified = 3,  ///< it ran, but its output was not the sorted input
    refused = 4,     ///< the variant cannot take this size, block or key; the message says what it can
    interrupted = 5  ///< Ctrl-C ended it before all its trials
};

enum class SiteKind {
    global_load = 1,
    global_store = 2,
    shared_load = 3,
    shared_store = 4,
    branch = 5,
    barrier = 6,
    global_atomic = 7,
    warp_collective = 8 /**< shuffle or ballot */
};

enum class TransferKind { host_to_device = 1, device_to_host = 2, device_to_device = 3, set = 4 };

/// Of a note of a run or case.
enum class Severity { info = 1, warning = 2, lost = 3 /**< results are missing or were dropped */ };

#define SORTSCOPE_ENUM_TABLE(E, text)                  \
    template <>                                        \
    struct EnumTable<E> {                              \
        static constexpr std::string_view what = text; \
        static std::span<const EnumName<E>> names();   \
    }

SORTSCOPE_ENUM_TABLE(Provenance, "provenance");
SORTSCOPE_ENUM_TABLE(KeyType, "key type");
SORTSCOPE_ENUM_TABLE(Distribution, "distribution");
SORTSCOPE_ENUM_TABLE(Promise, "promise");
SORTSCOPE_ENUM_TABLE(BackendKind, "backend");
SORTSCOPE_ENUM_TABLE(TrialKind, "kind of trial");
SORTSCOPE_ENUM_TABLE(TimeMode, "time mode");
SORTSCOPE_ENUM_TABLE(CaseStatus, "case status");
SORTSCOPE_ENUM_TABLE(SiteKind, "kind of access site");
SORTSCOPE_ENUM_TABLE(TransferKind, "kind of transfer");
SORTSCOPE_ENUM_TABLE(Severity, "severity");

#undef SORTSCOPE_ENUM_TABLE

}  // namespace sortscope
