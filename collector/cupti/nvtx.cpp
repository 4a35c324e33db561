#include "collector/cupti/nvtx.hpp"

#include <fmt/format.h>
#include <nvtx3/nvToolsExt.h>

namespace sortscope::cupti {

// NVTX returns null without a tool.
NvtxDomain::NvtxDomain() : handle_(nvtxDomainCreateA("sortscope")) {}

NvtxDomain::~NvtxDomain() {
    if (handle_ != nullptr) nvtxDomainDestroy(handle_);
}

NvtxRange::NvtxRange(const NvtxDomain& domain, const std::string& text) : handle_(domain.handle_) {
    if (handle_ == nullptr) return;
    nvtxEventAttributes_t attributes{};
    attributes.version = NVTX_VERSION;
    attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
    attributes.message.ascii = text.c_str();
    nvtxDomainRangePushEx(handle_, &attributes);
}

NvtxRange::~NvtxRange() {
    if (handle_ != nullptr) nvtxDomainRangePop(handle_);
}

std::string NvtxRange::text_of(std::string_view variant, std::uint64_t n) {
    return fmt::format("{} n={}", variant, n);
}

std::string NvtxRange::text_of(std::string_view variant, const Stage& stage) {
    std::string text = fmt::format("{} stage {} substage {}", variant, stage.stage, stage.substage);
    if (!stage.label.empty()) text += fmt::format(" ({})", stage.label);
    return text;
}

}  // namespace sortscope::cupti
