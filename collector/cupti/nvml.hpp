// Driver version and clocks, from the GPU's management library if present.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace sortscope::cupti {
/// MHz; empty if unknown.
struct Clocks {
    std::optional<uint32_t> sm, memory;
};

/// libnvidia-ml for one GPU. All answers are empty without it.
class Nvml {
 public:
    /// `uuid` names the GPU ("GPU-..."); empty: none.
    explicit Nvml(const std::string& uuid = {});
    ~Nvml();
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;

    std::optional<std::string> driver_version() const;  ///< "580.65.06"
    /// Why the clocks are held down now: "thermal slowdown by software". A power cap in software is normal.
    std::optional<std::string> slowdown() const;
    Clocks clocks() const;
    std::optional<uint32_t> max_sm_clock() const;  ///< MHz

 private:
    std::optional<uint32_t> clock(const char* function, int type) const;

    void* library_ = nullptr;
    void* device_ = nullptr;
};

/// In NVML's bit mask of reasons; empty if there is none.
std::optional<std::string> slowdown_text(unsigned long long reasons);
}
