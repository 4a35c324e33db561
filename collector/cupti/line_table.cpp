#include "collector/cupti/line_table.hpp"

#include <cstdlib>
#include <filesystem>

#include "kernels/context/site_counts.hpp"

namespace sortscope::cupti {
namespace {

void CUPTIAPI module_loaded(void* user, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
    if (domain != CUPTI_CB_DOMAIN_RESOURCE || id != CUPTI_CBID_RESOURCE_MODULE_LOADED) return;
    const auto* resource = static_cast<const CUpti_ResourceData*>(data);
    const auto* module = static_cast<const CUpti_ModuleResourceData*>(resource->resourceDescriptor);
    if (module != nullptr && module->pCubin != nullptr)
        static_cast<LoadedModules*>(user)->add(module->pCubin, module->cubinSize);
}

struct Free {
    void operator()(char* text) const { std::free(text); }
};

}  // namespace

LoadedModules::LoadedModules(std::shared_ptr<const Api> api) : api_(std::move(api)) {
    if (api_->cuptiSubscribe == nullptr || api_->cuptiGetCubinCrc == nullptr ||
        api_->cuptiGetSassToSourceCorrelation == nullptr)
        throw Error(ErrorKind::unsupported,
                    "This CUPTI cannot tell the source line of an instruction: install the CUPTI of CUDA "
                    "12.6 or newer.");
    SORTSCOPE_CUPTI_CALL(*api_, cuptiSubscribe, &subscriber_, module_loaded, this);
    const CUptiResult enabled = api_->cuptiEnableCallback(1, subscriber_, CUPTI_CB_DOMAIN_RESOURCE,
                                                          CUPTI_CBID_RESOURCE_MODULE_LOADED);
    if (enabled != CUPTI_SUCCESS) api_->cuptiUnsubscribe(subscriber_);
    check_cupti(*api_, enabled, "cuptiEnableCallback");
}

LoadedModules::~LoadedModules() { api_->cuptiUnsubscribe(subscriber_); }

void LoadedModules::add(const void* cubin, std::size_t bytes) noexcept {
    CUpti_GetCubinCrcParams params{};
    params.size = CUpti_GetCubinCrcParamsSize;
    params.cubin = cubin;
    params.cubinSize = bytes;
    if (api_->cuptiGetCubinCrc(&params) != CUPTI_SUCCESS) return;
    try {
        const auto* begin = static_cast<const char*>(cubin);
        const std::lock_guard lock(mutex_);
        cubins_.try_emplace(params.cubinCrc, begin, begin + bytes);
    } catch (...) {  // without memory its lines stay unknown
    }
}

std::optional<SourceLine> LoadedModules::line_of(std::uint64_t crc, const std::string& function,
                                                 std::uint64_t pc_offset) const {
    const std::lock_guard lock(mutex_);
    const auto cubin = cubins_.find(crc);
    if (cubin == cubins_.end()) return std::nullopt;
    CUpti_GetSassToSourceCorrelationParams params{};
    params.size = CUpti_GetSassToSourceCorrelationParamsSize;
    params.cubin = cubin->second.data();
    params.cubinSize = cubin->second.size();
    params.functionName = function.c_str();
    params.pcOffset = pc_offset;
    const CUptiResult result = api_->cuptiGetSassToSourceCorrelation(&params);
    const std::unique_ptr<char, Free> file(params.fileName), folder(params.dirName);
    if (result != CUPTI_SUCCESS || file == nullptr || params.lineNumber == 0) return std::nullopt;
    const std::filesystem::path path =
        std::filesystem::path(folder == nullptr ? "" : folder.get()) / file.get();
    return SourceLine{kernels::short_source_path(path.lexically_normal().string()), params.lineNumber};
}

std::size_t LoadedModules::size() const {
    const std::lock_guard lock(mutex_);
    return cubins_.size();
}

}  // namespace sortscope::cupti
