#include "collector/cupti/cupti_api.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/error.hpp"

namespace sortscope::cupti {
namespace {

namespace fs = std::filesystem;

constexpr const char* install_remedy =
    "Install the CUDA Toolkit's CUPTI package, 12.6 or newer (such as cuda-cupti-13-0), or set "
    "SORTSCOPE_CUPTI to the full path of libcupti.so.";

// By version: "cuda-13.0" before "cuda-9.2".
bool newer(const fs::path& a, const fs::path& b) {
    return ::strverscmp(a.filename().c_str(), b.filename().c_str()) > 0;
}

void add_toolkit(std::vector<fs::path>& list, const fs::path& root) {
    for (const char* folder :
         {"lib64", "extras/CUPTI/lib64", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"}) {
        for (const char* name : {"libcupti.so.13", "libcupti.so.12", "libcupti.so"}) {
            const fs::path file = root / folder / name;
            std::error_code ignored;
            if (!fs::exists(file, ignored)) continue;
            list.push_back(file);
            break;
        }
    }
}

// libcupti opens libnvperf_host and libnvperf_target by bare name, so open those in its own folder first.
void open_siblings(const fs::path& library) {
    if (!library.has_parent_path()) return;
    for (const char* name : {"libnvperf_host.so", "libnvperf_target.so"})
        ::dlopen((library.parent_path() / name).c_str(), RTLD_NOW | RTLD_GLOBAL);
}

fs::path file_of(void* symbol, const fs::path& asked) {
    Dl_info info{};
    if (::dladdr(symbol, &info) != 0 && info.dli_fname != nullptr) return info.dli_fname;
    return asked;
}

template <class F>
bool bind(void* library, const char* name, F& target) {
    target = reinterpret_cast<F>(::dlsym(library, name));
    return target != nullptr;
}

}  // namespace

std::vector<fs::path> cupti_candidates() {
    if (const char* chosen = std::getenv("SORTSCOPE_CUPTI"); chosen != nullptr && *chosen != '\0')
        return {chosen};
    std::vector<fs::path> list{"libcupti.so.13", "libcupti.so.12", "libcupti.so"};
    add_toolkit(list, "/usr/local/cuda");
    std::vector<fs::path> versions;
    std::error_code failed;
    for (fs::directory_iterator it("/usr/local", failed), end; !failed && it != end; it.increment(failed))
        if (it->path().filename().string().rfind("cuda-", 0) == 0) versions.push_back(it->path());
    std::sort(versions.begin(), versions.end(), newer);
    for (const auto& root : versions) add_toolkit(list, root);
    return list;
}

std::shared_ptr<const Api> load_api(const std::vector<fs::path>& candidates) {
    std::string searched;
    std::string why;
    for (const auto& candidate : candidates) {
        open_siblings(candidate);
        void* library = ::dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) {
            if (const char* reason = ::dlerror(); reason != nullptr) why = reason;
            searched += (searched.empty() ? "" : ", ") + candidate.string();
            continue;
        }
        auto api = std::make_shared<Api>();
        std::string missing;
#define SORTSCOPE_CUPTI_BIND(name) \
    if (!bind(library, #name, api->name)) missing += (missing.empty() ? "" : ", ") + std::string(#name);
        SORTSCOPE_CUPTI_FUNCTIONS(SORTSCOPE_CUPTI_BIND)
#undef SORTSCOPE_CUPTI_BIND
#define SORTSCOPE_CUPTI_BIND_OPTIONAL(name) bind(library, #name, api->name);
        SORTSCOPE_CUPTI_OPTIONAL_FUNCTIONS(SORTSCOPE_CUPTI_BIND_OPTIONAL)
#undef SORTSCOPE_CUPTI_BIND_OPTIONAL
        if (!missing.empty())
            throw Error(
                ErrorKind::environment,
                fmt::format(
                    "The CUPTI library '{}' lacks functions that SortScope needs ({}): it is too old, "
                    "or no CUPTI at all. {}",
                    candidate.string(), missing, install_remedy));
        api->path = file_of(reinterpret_cast<void*>(api->cuptiGetVersion), candidate);
        if (api->cuptiGetVersion(&api->version) != CUPTI_SUCCESS) api->version = 0;
        return api;
    }
    throw Error(
        ErrorKind::environment,
        fmt::format("CUPTI's library could not be loaded. Searched: {}. The loader's last word: {}. {}",
                    searched.empty() ? "nothing" : searched, why.empty() ? "none" : why, install_remedy));
}

std::string version_text(std::uint32_t version) {
    if (version == 0) return "unknown";
    if (version < 1000) return fmt::format("API {}", version);
    return fmt::format("{}.{}", version / 10000, version % 10000 / 100);
}

}  // namespace sortscope::cupti
