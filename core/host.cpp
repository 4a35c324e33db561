#include "core/host.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include <boost/algorithm/string.hpp>

namespace sortscope {
namespace {
/// Value after `separator`, without blanks and quotes, on the first line that starts with `key`.
std::string value_in_file(const char* path, const std::string& key, char separator) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(key)) continue;
        const auto at = line.find(separator);
        if (at == std::string::npos) continue;
        return boost::trim_copy_if(line.substr(at + 1), boost::is_any_of(" \t\""));
    }
    return {};
}
}  // namespace

Host read_host() {
    Host host;
    utsname names{};
    if (uname(&names) == 0) {
        host.name = names.nodename;
        host.kernel = std::string(names.sysname) + " " + names.release + " " + names.machine;
    }
    host.os = value_in_file("/etc/os-release", "PRETTY_NAME", '=');
    host.cpu = value_in_file("/proc/cpuinfo", "model name", ':');
    host.threads = int(std::thread::hardware_concurrency());
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page = sysconf(_SC_PAGE_SIZE);
    if (pages > 0 && page > 0) host.memory_bytes = uint64_t(pages) * uint64_t(page);
    return host;
}

Device cpu_device() {
    const Host host = read_host();
    Device device;
    device.backend = BackendKind::cpu;
    device.name = host.cpu.empty() ? "CPU" : host.cpu;
    device.multiprocessors = host.threads;
    device.warp_size = 1;
    device.memory_bytes = host.memory_bytes;
    return device;
}
}
