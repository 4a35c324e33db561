// The keys of a case, its launch configuration and its device.
#pragma once

#include <compare>
#include <cstdint>
#include <map>

#include "core/vocabulary.hpp"

namespace sortscope {
/// "uniform", "few (4 bits)".
inline std::string input_name(Distribution distribution, uint32_t entropy_bits) {
    std::string name(name_of(distribution));
    if (distribution == Distribution::few)
        name += " (" + std::to_string(entropy_bits) + (entropy_bits == 1 ? " bit)" : " bits)");
    return name;
}

/// True if the keys depend on the seed.
constexpr bool has_seed(Distribution distribution) {
    return distribution != Distribution::sorted && distribution != Distribution::reversed &&
           distribution != Distribution::zero && distribution != Distribution::file;
}

struct Workload {
    KeyType key = KeyType::u32;
    uint64_t n = 0;
    Distribution distribution = Distribution::uniform;
    uint64_t seed = 1;             ///< equal seeds give equal keys everywhere
    std::string file;              ///< path of Distribution::file
    uint32_t entropy_bits = 0;     ///< for Distribution::few: log2 of distinct keys, 0 to 31
    std::string file_digest = {};  ///< for Distribution::file: digest of the bytes, "fnv1a:...", or empty

    uint64_t bytes() const { return n * key_bytes(key); }
    std::string input_name() const { return sortscope::input_name(distribution, entropy_bits); }
    friend auto operator<=>(const Workload&, const Workload&) = default;
};

/// Input of a case: a Workload without key type and number of keys.
struct SortInput {
    Distribution distribution = Distribution::uniform;
    uint64_t seed = 1;
    uint32_t entropy_bits = 0;
    std::string file{};
    std::string file_digest{};

    std::string name() const { return input_name(distribution, entropy_bits); }
    /// Axis `input`: "uniform", "uniform (seed 7)", "file fnv1a:...". Equal texts mean equal keys.
    std::string text() const;
    /// Inverse of text(); `file` stays empty.
    static SortInput parse(std::string_view text);
    friend auto operator<=>(const SortInput&, const SortInput&) = default;
};

struct LaunchConfig {
    uint32_t block = 256;  ///< threads of a block (= work-group size)
    std::map<std::string, int64_t> params;

    friend auto operator<=>(const LaunchConfig&, const LaunchConfig&) = default;
};

/// A GPU, the host's CPU, or a modelled GPU. Unknown numbers are 0, unknown texts empty.
struct Device {
    BackendKind backend = BackendKind::simt;
    int ordinal = 0;   ///< number of the GPU in its process; else 0
    std::string name;  ///< "NVIDIA H200", the CPU's model name, "host interpreter (cc 9.0 rules)"
    std::string uuid;  ///< GPU only
    int cc_major = 0;  ///< compute capability
    int cc_minor = 0;
    int multiprocessors = 0;  ///< SMs, or a CPU's hardware threads
    int warp_size = 32;
    int64_t clock_khz = 0;         ///< maximum
    int64_t memory_clock_khz = 0;  ///< maximum
    int memory_bus_bits = 0;
    uint64_t memory_bytes = 0;
    uint64_t l2_bytes = 0;
    uint64_t shared_per_block_bytes = 0;  ///< default maximum, without opt-in
    int max_threads_per_block = 0;
    std::string driver_version;  ///< "580.65.06", or "CUDA 13.0" if only CUDA reports one
    std::string cuda_version;    ///< version of the CUDA runtime in the program
    std::string cupti_version;   ///< version of libcupti

    /// "9.0"; empty if unknown.
    std::string compute_capability() const {
        return cc_major == 0 ? std::string() : std::to_string(cc_major) + "." + std::to_string(cc_minor);
    }
    friend bool operator==(const Device&, const Device&) = default;
};

struct Host {
    std::string name;
    std::string os;  ///< "Debian GNU/Linux 12 (bookworm)"
    std::string kernel;
    std::string cpu;
    int threads = 0;
    uint64_t memory_bytes = 0;
};
}
