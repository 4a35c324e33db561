// The enums that every part of SortScope speaks in. Numbers are stored in files: never renumber.
#pragma once

#include <cstddef>

#include "core/enum_names.hpp"

namespace sortscope {

/// Where a value comes from. A modelled or published value is never shown without its mark.
enum class Provenance {
    measured = 1,  ///< a clock or a hardware counter
    counted = 2,   ///< software counting on the GPU itself (counting device build)
    modelled = 3,  ///< the host interpreter
    published = 4  ///< a figure of a source document
};

/// What is sorted: keys alone, or records of a key and an unsigned value of the key's width that travels with
/// it.
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

/// Whether a value travels with each key.
constexpr bool has_value(KeyType key) { return key >= KeyType::u32_u32; }

/// Bytes of one key, with its value where it has one.
constexpr std::size_t key_bytes(KeyType key) {
    constexpr std::size_t bytes[] = {0, 4, 4, 8, 4, 8, 8, 8, 16, 8, 16};
    return bytes[static_cast<std::size_t>(key)];
}

/// How the input keys are distributed; kernels/context/generate.hpp says exactly how. `file` means a user's
/// own raw little-endian keys.
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

/// What a variant promises of its output, always a permutation of its input.
enum class Promise {
    sorted = 1,     ///< ascending
    extremes = 2,   ///< the minimum first and the maximum last
    in_blocks = 3,  ///< each run of one block of keys is a permutation of the input's and ascending
    none = 4        ///< nothing more: the keys are moved, not sorted
};

/// Who runs a case.
enum class BackendKind {
    cupti = 1,  ///< an NVIDIA GPU: times from events and activity records, counters from CUPTI
    simt = 2,   ///< the host interpreter: counters modelled, no times
    cpu = 3     ///< a sort that runs on the CPU: measured time, no counters
};

/// What one repetition of a case was for. Times are only ever taken from `time` and `activity` trials.
enum class TrialKind {
    time = 1,      ///< no profiler attached
    activity = 2,  ///< kernel-activity records on: the time of each launch and transfer
    counter = 3,   ///< range profiler on: counters, never time
    model = 4      ///< host interpreter
};

/// How the time of a sort was taken. Times of different modes are never mixed.
enum class TimeMode {
    none = 1,    ///< no time
    host = 2,    ///< by the host's clock: sorts on the CPU
    stream = 3,  ///< by events around launches one by one: what a naive program sees
    graph = 4    ///< one CUDA graph of all launches: what the GPU needs
};

/// How a case ended.
enum class CaseStatus {
    ok = 1,
    failed = 2,      ///< an error; the message says which
    unverified = 3,  ///< it ran, but its output was not the sorted input
    refused = 4,     ///< the variant cannot take this size, block or key; the message says what it can
    interrupted = 5  ///< Ctrl-C ended it before all its trials
};

/// What happens at a place in a kernel's source.
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

/// Direction of a memory transfer.
enum class TransferKind { host_to_device = 1, device_to_host = 2, device_to_device = 3, set = 4 };

/// How much a note of a run or case matters.
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
