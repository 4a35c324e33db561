// The enums of SortScope; vocabulary.cpp describes their values. Numbers are stored in files: never renumber.
#pragma once

#include <cstddef>

#include "core/enum_names.hpp"

namespace sortscope {
/// Source of a value. Modelled and published values are always marked.
enum class Provenance { measured = 1, counted = 2, modelled = 3, published = 4 };

/// Keys alone, or records: a key and an unsigned value of equal width.
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

/// Bytes of one key or record.
constexpr size_t key_bytes(KeyType key) {
    constexpr size_t bytes[] = {0, 4, 4, 8, 4, 8, 8, 8, 16, 8, 16};
    return bytes[size_t(key)];
}

/// Distribution of input keys, defined in kernels/context/generate.hpp.
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

/// Order of a variant's output, a permutation of its input. `extremes`: minimum first, maximum last.
/// `in_blocks`: each block of keys is sorted separately.
enum class Promise { sorted = 1, extremes = 2, in_blocks = 3, none = 4 };

enum class BackendKind { cupti = 1, simt = 2, cpu = 3 };

/// Only `time` and `activity` trials have times.
enum class TrialKind { time = 1, activity = 2, counter = 3, model = 4 };

/// Never mix times of different modes.
enum class TimeMode { none = 1, host = 2, stream = 3, graph = 4 };

enum class CaseStatus { ok = 1, failed = 2, unverified = 3, refused = 4, interrupted = 5 };

enum class SiteKind {
    global_load = 1,
    global_store = 2,
    shared_load = 3,
    shared_store = 4,
    branch = 5,
    barrier = 6,
    global_atomic = 7,
    warp_collective = 8
};

enum class TransferKind { host_to_device = 1, device_to_host = 2, device_to_device = 3, set = 4 };

/// Severity of a note on a run or case.
enum class Severity { info = 1, warning = 2, lost = 3 };

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
}
