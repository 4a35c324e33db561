// Driver version and clocks, from the GPU's management library if present.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace sortscope::cupti {
/// Clocks in MHz; empty if unknown.
struct Clocks {
    std::optional<uint32_t> sm, memory;
};

/// libnvidia-ml for one GPU. Without the library, all results are empty.
class Nvml {
 public:
    /// `uuid` names the GPU ("GPU-..."); empty: none.
    explicit Nvml(const std::string& uuid = {});
    ~Nvml();
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;

    std::optional<std::string> driver_version() const;  ///< "580.65.06"
    /// Returns why the driver holds clocks down now ("thermal slowdown by software"). Ignores a power cap in
    /// software: it is normal.
    std::optional<std::string> slowdown() const;
    Clocks clocks() const;
    std::optional<uint32_t> max_sm_clock() const;  ///< MHz

 private:
    std::optional<uint32_t> clock(const char* function, int type) const;

    void* library_ = nullptr;
    void* device_ = nullptr;
};

/// Names the slowdowns in NVML's bit mask `reasons`.
std::optional<std::string> slowdown_text(unsigned long long reasons);
}
