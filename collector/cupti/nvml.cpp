#include "collector/cupti/nvml.hpp"

#include <dlfcn.h>

#include <array>
#include <utility>

namespace sortscope::cupti {
namespace {

// Declared here because not every toolkit installs the library's header. All return 0 for success.
using Plain = int (*)();
using GetVersion = int (*)(char*, unsigned);
using GetHandle = int (*)(const char*, void**);
using GetReasons = int (*)(void*, unsigned long long*);
using GetClock = int (*)(void*, int, unsigned*);

constexpr int sm_clock = 1, memory_clock = 2;  // of nvmlClockType_t

template <class F>
F function(void* library, const char* name) {
    return library == nullptr ? nullptr : reinterpret_cast<F>(::dlsym(library, name));
}

// Bits of nvmlClocksEventReasons for clocks that are held down.
constexpr std::array<std::pair<unsigned long long, const char*>, 4> slowdowns{{
    {0x08, "hardware slowdown"},
    {0x20, "thermal slowdown by software"},
    {0x40, "thermal slowdown by hardware"},
    {0x80, "power brake"},
}};

}  // namespace

Nvml::Nvml() : library_(::dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {
    const auto initialise = function<Plain>(library_, "nvmlInit_v2");
    if (library_ != nullptr && (initialise == nullptr || initialise() != 0)) {
        ::dlclose(library_);
        library_ = nullptr;
    }
}

Nvml::~Nvml() {
    if (library_ == nullptr) return;
    if (const auto shut_down = function<Plain>(library_, "nvmlShutdown")) shut_down();
    ::dlclose(library_);
}

std::optional<std::string> Nvml::driver_version() const {
    const auto get = function<GetVersion>(library_, "nvmlSystemGetDriverVersion");
    std::array<char, 96> text{};
    if (get == nullptr || get(text.data(), static_cast<unsigned>(text.size() - 1)) != 0) return std::nullopt;
    return text.data();
}

std::optional<std::string> Nvml::slowdown(const std::string& uuid) const {
    const auto get = function<GetReasons>(library_, "nvmlDeviceGetCurrentClocksThrottleReasons");
    void* const device = device_of(uuid);
    unsigned long long reasons = 0;
    if (get == nullptr || device == nullptr || get(device, &reasons) != 0) return std::nullopt;
    return slowdown_text(reasons);
}

Clocks Nvml::clocks(const std::string& uuid) const {
    const auto get = function<GetClock>(library_, "nvmlDeviceGetClockInfo");
    void* const device = device_of(uuid);
    Clocks clocks;
    if (get == nullptr || device == nullptr) return clocks;
    unsigned mhz = 0;
    if (get(device, sm_clock, &mhz) == 0) clocks.sm = mhz;
    if (get(device, memory_clock, &mhz) == 0) clocks.memory = mhz;
    return clocks;
}

std::optional<std::uint32_t> Nvml::max_sm_clock(const std::string& uuid) const {
    const auto get = function<GetClock>(library_, "nvmlDeviceGetMaxClockInfo");
    void* const device = device_of(uuid);
    unsigned mhz = 0;
    if (get == nullptr || device == nullptr || get(device, sm_clock, &mhz) != 0) return std::nullopt;
    return mhz;
}

void* Nvml::device_of(const std::string& uuid) const {
    if (last_.second != nullptr && last_.first == uuid) return last_.second;
    const auto find = function<GetHandle>(library_, "nvmlDeviceGetHandleByUUID");
    void* device = nullptr;
    if (find == nullptr || find(uuid.c_str(), &device) != 0) return nullptr;
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
