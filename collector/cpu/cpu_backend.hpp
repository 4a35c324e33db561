// Runs and times sorts on the CPU.
#pragma once

#include <functional>
#include <string_view>

#include "collector/backend.hpp"
#include "kernels/cpu/sorts.hpp"

namespace sortscope::collector {

class CpuBackend final : public Backend {
 public:
    /// The sort of a variant for a key type.
    using FindSort = std::function<kernels::cpu::Sort(std::string_view variant, KeyType key)>;

    explicit CpuBackend(FindSort find_sort = kernels::cpu::find_sort);
    const Device& device() const override { return device_; }
    bool runs(kernels::VariantKind kind) const override { return kind == kernels::VariantKind::cpu; }
    std::optional<std::string> refusal(const kernels::Variant&, const CaseSpec&) const override {
        return std::nullopt;
    }
    CaseRecord planned(const kernels::Variant& variant, const CaseSpec& spec,
                       const BackendOptions& options) const override;
    void run(const kernels::Variant& variant, const CaseSpec& spec, const BackendOptions& options,
             const CaseWatch& watch, CaseRecord& record) override;

 private:
    Device device_;
    FindSort find_sort_;
};

}  // namespace sortscope::collector
