// The GPU's management library, loaded at run time if present: driver version and clocks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace sortscope::cupti {

/// Clocks in MHz; empty if unknown.
struct Clocks {
    std::optional<std::uint32_t> sm, memory;
};

/// libnvidia-ml. Without it all answers are empty. A GPU is named by its uuid ("GPU-...").
class Nvml {
 public:
    Nvml();
    ~Nvml();
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;

    std::optional<std::string> driver_version() const;  ///< "580.65.06"
    /// Why the clocks are held down now ("thermal slowdown"); empty if they are not. A power cap in software
    /// is normal and not reported.
    std::optional<std::string> slowdown(const std::string& uuid) const;
    Clocks clocks(const std::string& uuid) const;  ///< now
    /// The highest SM clock of the GPU, in MHz.
    std::optional<std::uint32_t> max_sm_clock(const std::string& uuid) const;

 private:
    void* device_of(const std::string& uuid) const;  ///< null if there is none
    std::optional<std::uint32_t> clock(const char* function, const std::string& uuid, int type) const;

    void* library_ = nullptr;
    /// The last device: finding one takes as long as reading its clocks.
    mutable std::pair<std::string, void*> last_;
};

/// The slowdowns in NVML's bit mask of reasons; empty if there is none.
std::optional<std::string> slowdown_text(unsigned long long reasons);

}  // namespace sortscope::cupti
