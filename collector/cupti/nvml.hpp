// The GPU's management library, loaded at run time and never needed: driver version, and whether clocks are
// held down.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace sortscope::cupti {

/// Clocks in MHz; nothing where they cannot be had.
struct Clocks {
    std::optional<std::uint32_t> sm, memory;
};

/// libnvidia-ml, where there is one.
class Nvml {
 public:
    Nvml();
    ~Nvml();
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;

    /// "580.65.06"; nothing where it cannot be had.
    std::optional<std::string> driver_version() const;
    /// Why the clocks of the GPU with this uuid ("GPU-...") are held down right now ("thermal slowdown");
    /// nothing where they are not, or where that cannot be had. A power cap in software is normal work and is
    /// not reported.
    std::optional<std::string> slowdown(const std::string& uuid) const;
    /// The clocks of the GPU with this uuid right now.
    Clocks clocks(const std::string& uuid) const;
    /// The greatest SM clock that the GPU with this uuid has, in MHz; nothing where it cannot be had.
    std::optional<std::uint32_t> max_sm_clock(const std::string& uuid) const;

 private:
    void* device_of(const std::string& uuid) const;  ///< null where there is none

    void* library_ = nullptr;
    mutable std::pair<std::string, void*>
        found_;  ///< the device asked for last: finding one takes as long as reading its clocks
};

/// The slowdowns among the reasons that NVML gives as a bit mask; nothing where there is none.
std::optional<std::string> slowdown_text(unsigned long long reasons);

}  // namespace sortscope::cupti
