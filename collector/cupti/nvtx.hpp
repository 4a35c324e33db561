// NVTX ranges that name variant, stage and substage on a timeline. Free unless a tool is attached.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/records.hpp"

struct nvtxDomainRegistration_st;

namespace sortscope::cupti {

/// The NVTX domain "sortscope". Make one and keep it.
class NvtxDomain {
 public:
    NvtxDomain();
    ~NvtxDomain();
    NvtxDomain(const NvtxDomain&) = delete;
    NvtxDomain& operator=(const NvtxDomain&) = delete;

    bool attached() const { return handle_ != nullptr; }  ///< whether a tool listens

 private:
    friend class NvtxRange;
    nvtxDomainRegistration_st* handle_;
};

/// A range from construction to destruction, on the thread that makes it.
class NvtxRange {
 public:
    NvtxRange(const NvtxDomain& domain, const std::string& text);
    static std::string text_of(std::string_view variant, std::uint64_t n);  ///< of a sort
    /// Of a launch: "variant stage 3 substage 2 (k=8 j=2)".
    static std::string text_of(std::string_view variant, const Stage& stage);
    ~NvtxRange();
    NvtxRange(const NvtxRange&) = delete;
    NvtxRange& operator=(const NvtxRange&) = delete;

 private:
    nvtxDomainRegistration_st* handle_;
};

}  // namespace sortscope::cupti
