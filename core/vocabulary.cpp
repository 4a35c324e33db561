#include "core/vocabulary.hpp"

#include <array>

namespace sortscope {
namespace {
template <class E, size_t N>
using Rows = std::array<EnumName<E>, N>;

constexpr Rows<Provenance, 4> provenances{{
    {Provenance::measured, "measured", "read from a clock or a hardware counter"},
    {Provenance::counted, "counted", "counted by software on the GPU itself"},
    {Provenance::modelled, "modelled", "computed by the host interpreter, without a GPU"},
    {Provenance::published, "published", "a figure printed in a source document"},
}};
constexpr Rows<KeyType, 10> key_types{{
    {KeyType::u32, "u32", "unsigned 32-bit integer"},
    {KeyType::i32, "i32", "signed 32-bit integer"},
    {KeyType::u64, "u64", "unsigned 64-bit integer"},
    {KeyType::f32, "f32", "IEEE 754 single"},
    {KeyType::f64, "f64", "IEEE 754 double"},
    {KeyType::u32_u32, "u32+u32", "u32 key with a 32-bit value"},
    {KeyType::i32_u32, "i32+u32", "i32 key with a 32-bit value"},
    {KeyType::u64_u64, "u64+u64", "u64 key with a 64-bit value"},
    {KeyType::f32_u32, "f32+u32", "f32 key with a 32-bit value"},
    {KeyType::f64_u64, "f64+u64", "f64 key with a 64-bit value"},
}};
constexpr Rows<Distribution, 10> distributions{{
    {Distribution::uniform, "uniform", "uniform over the key type's range (floats: [0, 1))"},
    {Distribution::gaussian, "gaussian", "mean of four uniform keys"},
    {Distribution::exponential, "exponential", "exponential: small keys are common, large ones rare"},
    {Distribution::bucket, "bucket", "blocks of buckets, each uniform over its own part of the range"},
    {Distribution::sorted, "sorted", "ascending already"},
    {Distribution::reversed, "reversed", "descending"},
    {Distribution::nearly, "nearly", "nearly sorted: each key at most 16 places from its own"},
    {Distribution::few, "few", "few distinct keys: 2^entropy of them, equally often"},
    {Distribution::zero, "zero", "every key 0"},
    {Distribution::file, "file", "the user's own raw little-endian keys"},
}};
constexpr Rows<Promise, 4> promises{{
    {Promise::sorted, "sorted", "sorted keys"},
    {Promise::extremes, "extremes", "minimum and maximum alone"},
    {Promise::in_blocks, "in_blocks", "sorted tiles"},
    {Promise::none, "none", "keys that are moved, not sorted"},
}};
constexpr Rows<BackendKind, 3> backends{{
    {BackendKind::cupti, "cupti", "NVIDIA GPU: event and activity times, CUPTI counters"},
    {BackendKind::simt, "simt", "host interpreter: modelled counters, no GPU and no times"},
    {BackendKind::cpu, "cpu", "sorts that run on the CPU: measured time"},
}};
constexpr Rows<TrialKind, 4> trials{{
    {TrialKind::time, "time", "no profiler attached"},
    {TrialKind::activity, "activity", "kernel-activity records on"},
    {TrialKind::counter, "counter", "hardware counters on; never used for time"},
    {TrialKind::model, "model", "host interpreter"},
}};
constexpr Rows<TimeMode, 4> time_modes{{
    {TimeMode::none, "none", "no time was measured"},
    {TimeMode::host, "host", "by the host's clock"},
    {TimeMode::stream, "stream", "launches one by one in a stream"},
    {TimeMode::graph, "graph", "all launches as one CUDA graph"},
}};
constexpr Rows<CaseStatus, 5> statuses{{
    {CaseStatus::ok, "ok", "finished and verified"},
    {CaseStatus::failed, "failed", "ended by an error"},
    {CaseStatus::unverified, "unverified", "its output was not the sorted input"},
    {CaseStatus::refused, "refused", "the variant cannot take this case"},
    {CaseStatus::interrupted, "interrupted", "ended early by the user"},
}};
constexpr Rows<SiteKind, 8> site_kinds{{
    {SiteKind::global_load, "global_load", "load from global memory"},
    {SiteKind::global_store, "global_store", "store to global memory"},
    {SiteKind::shared_load, "shared_load", "load from shared memory"},
    {SiteKind::shared_store, "shared_store", "store to shared memory"},
    {SiteKind::branch, "branch", "conditional branch"},
    {SiteKind::barrier, "barrier", "barrier of the whole block"},
    {SiteKind::global_atomic, "global_atomic", "atomic read-modify-write of global memory"},
    {SiteKind::warp_collective, "warp_collective", "shuffle or ballot among a warp's threads"},
}};
constexpr Rows<TransferKind, 4> transfers{{
    {TransferKind::host_to_device, "host_to_device", "copy from the host to the GPU"},
    {TransferKind::device_to_host, "device_to_host", "copy from the GPU to the host"},
    {TransferKind::device_to_device, "device_to_device", "copy within the GPU"},
    {TransferKind::set, "set", "fill of GPU memory"},
}};
constexpr Rows<Severity, 3> severities{{
    {Severity::info, "info", "worth knowing"},
    {Severity::warning, "warning", "read the figures with care"},
    {Severity::lost, "lost", "results are missing"},
}};
}  // namespace

std::span<const EnumName<Provenance>> EnumTable<Provenance>::names() { return provenances; }
std::span<const EnumName<KeyType>> EnumTable<KeyType>::names() { return key_types; }
std::span<const EnumName<Distribution>> EnumTable<Distribution>::names() { return distributions; }
std::span<const EnumName<Promise>> EnumTable<Promise>::names() { return promises; }
std::span<const EnumName<BackendKind>> EnumTable<BackendKind>::names() { return backends; }
std::span<const EnumName<TrialKind>> EnumTable<TrialKind>::names() { return trials; }
std::span<const EnumName<TimeMode>> EnumTable<TimeMode>::names() { return time_modes; }
std::span<const EnumName<CaseStatus>> EnumTable<CaseStatus>::names() { return statuses; }
std::span<const EnumName<SiteKind>> EnumTable<SiteKind>::names() { return site_kinds; }
std::span<const EnumName<TransferKind>> EnumTable<TransferKind>::names() { return transfers; }
std::span<const EnumName<Severity>> EnumTable<Severity>::names() { return severities; }
}
