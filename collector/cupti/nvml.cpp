#include "collector/cupti/nvml.hpp"

#include <dlfcn.h>

#include <array>
#include <utility>

namespace sortscope::cupti {
namespace {
constexpr int sm_clock = 1, memory_clock = 2;  // of nvmlClockType_t

// Bits of nvmlClocksEventReasons that mean a slowdown.
constexpr std::array<std::pair<unsigned long long, const char*>, 4> slowdowns{{
    {0x08, "hardware slowdown"},
    {0x20, "thermal slowdown by software"},
    {0x40, "thermal slowdown by hardware"},
    {0x80, "power brake"},
}};

/// Calls a function by name: not every toolkit installs the library's header. Returns false on failure.
template <class... Arguments>
bool call(void* library, const char* name, Arguments... arguments) {
    if (library == nullptr) return false;
    const auto function = reinterpret_cast<int (*)(Arguments...)>(::dlsym(library, name));
    return function != nullptr && function(arguments...) == 0;
}
}  // namespace

Nvml::Nvml(const std::string& uuid) : library_(::dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {
    if (library_ != nullptr && !call(library_, "nvmlInit_v2")) {
        ::dlclose(library_);
        library_ = nullptr;
    }
    if (!uuid.empty() && !call(library_, "nvmlDeviceGetHandleByUUID", uuid.c_str(), &device_))
        device_ = nullptr;
}

Nvml::~Nvml() {
    if (library_ == nullptr) return;
    call(library_, "nvmlShutdown");
    ::dlclose(library_);
}

std::optional<std::string> Nvml::driver_version() const {
    std::array<char, 96> text{};
    if (!call(library_, "nvmlSystemGetDriverVersion", text.data(), unsigned(text.size() - 1)))
        return std::nullopt;
    return text.data();
}

std::optional<std::string> Nvml::slowdown() const {
    unsigned long long reasons = 0;
    if (device_ == nullptr || !call(library_, "nvmlDeviceGetCurrentClocksThrottleReasons", device_, &reasons))
        return std::nullopt;
    return slowdown_text(reasons);
}

Clocks Nvml::clocks() const {
    return {clock("nvmlDeviceGetClockInfo", sm_clock), clock("nvmlDeviceGetClockInfo", memory_clock)};
}

std::optional<uint32_t> Nvml::max_sm_clock() const { return clock("nvmlDeviceGetMaxClockInfo", sm_clock); }

std::optional<uint32_t> Nvml::clock(const char* function, int type) const {
    unsigned mhz = 0;
    if (device_ == nullptr || !call(library_, function, device_, type, &mhz)) return std::nullopt;
    return mhz;
}

std::optional<std::string> slowdown_text(unsigned long long reasons) {
    std::string text;
    for (const auto& [bit, name] : slowdowns)
        if ((reasons & bit) != 0) text += (text.empty() ? "" : ", ") + std::string(name);
    return text.empty() ? std::nullopt : std::optional(text);
}
}
