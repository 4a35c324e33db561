#include "collector/cupti/nvml.hpp"

#include <dlfcn.h>

#include <array>
#include <utility>

namespace sortscope::cupti {
namespace {

constexpr int sm_clock = 1, memory_clock = 2;  // of nvmlClockType_t

// Bits of nvmlClocksEventReasons for clocks that are held down.
constexpr std::array<std::pair<unsigned long long, const char*>, 4> slowdowns{{
    {0x08, "hardware slowdown"},
    {0x20, "thermal slowdown by software"},
    {0x40, "thermal slowdown by hardware"},
    {0x80, "power brake"},
}};

/// Calls a function of the library. Not every toolkit installs its header. False without it or if it fails.
template <class... Arguments>
bool call(void* library, const char* name, Arguments... arguments) {
    if (library == nullptr) return false;
    const auto function = reinterpret_cast<int (*)(Arguments...)>(::dlsym(library, name));
    return function != nullptr && function(arguments...) == 0;
}

}  // namespace

Nvml::Nvml() : library_(::dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr || call(library_, "nvmlInit_v2")) return;
    ::dlclose(library_);
    library_ = nullptr;
}

Nvml::~Nvml() {
    if (library_ == nullptr) return;
    call(library_, "nvmlShutdown");
    ::dlclose(library_);
}

std::optional<std::string> Nvml::driver_version() const {
    std::array<char, 96> text{};
    if (!call(library_, "nvmlSystemGetDriverVersion", text.data(), static_cast<unsigned>(text.size() - 1)))
        return std::nullopt;
    return text.data();
}

std::optional<std::string> Nvml::slowdown(const std::string& uuid) const {
    unsigned long long reasons = 0;
    void* const device = device_of(uuid);
    if (device == nullptr || !call(library_, "nvmlDeviceGetCurrentClocksThrottleReasons", device, &reasons))
        return std::nullopt;
    return slowdown_text(reasons);
}

Clocks Nvml::clocks(const std::string& uuid) const {
    return {clock("nvmlDeviceGetClockInfo", uuid, sm_clock),
            clock("nvmlDeviceGetClockInfo", uuid, memory_clock)};
}

std::optional<std::uint32_t> Nvml::max_sm_clock(const std::string& uuid) const {
    return clock("nvmlDeviceGetMaxClockInfo", uuid, sm_clock);
}

std::optional<std::uint32_t> Nvml::clock(const char* function, const std::string& uuid, int type) const {
    unsigned mhz = 0;
    void* const device = device_of(uuid);
    if (device == nullptr || !call(library_, function, device, type, &mhz)) return std::nullopt;
    return mhz;
}

void* Nvml::device_of(const std::string& uuid) const {
    if (last_.second != nullptr && last_.first == uuid) return last_.second;
    void* device = nullptr;
    if (!call(library_, "nvmlDeviceGetHandleByUUID", uuid.c_str(), &device)) return nullptr;
    last_ = {uuid, device};
    return device;
}

std::optional<std::string> slowdown_text(unsigned long long reasons) {
    std::string text;
    for (const auto& [bit, name] : slowdowns)
        if ((reasons & bit) != 0) text += (text.empty() ? "" : ", ") + std::string(name);
    return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace sortscope::cupti
