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

/// Access to libnvidia-ml for one GPU. Without the library, all answers are empty.
class Nvml {
 public:
    /// `uuid` names the GPU ("GPU-..."); empty: none.
    explicit Nvml(const std::string& uuid = {});
    ~Nvml();
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;

    std::optional<std::string> driver_version() const;  ///< "580.65.06"
    /// Returns why the clocks are held down now ("thermal slowdown by software"), or nothing. A power cap in
    /// software is normal and not reported.
    std::optional<std::string> slowdown() const;
    Clocks clocks() const;
    std::optional<uint32_t> max_sm_clock() const;  ///< MHz

 private:
    std::optional<uint32_t> clock(const char* function, int type) const;

    void* library_ = nullptr;
    void* device_ = nullptr;
};

/// Names of the slowdowns in NVML's bit mask of reasons; empty if there is none.
std::optional<std::string> slowdown_text(unsigned long long reasons);
}
