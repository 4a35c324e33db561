// Runs and times sorts on the CPU.
#pragma once

#include "collector/backend.hpp"
#include "kernels/cpu/sorts.hpp"

namespace sortscope::collector {
class CpuBackend final : public Backend {
 public:
    using FindSort = std::function<kernels::cpu::Sort(std::string_view variant, KeyType key)>;

    explicit CpuBackend(FindSort find_sort = kernels::cpu::find_sort);
    const Device& device() const override { return device_; }
    bool runs(VariantKind kind) const override { return kind == VariantKind::cpu; }
    std::optional<std::string> refusal(const Variant&, const CaseSpec&) const override {
        return std::nullopt;
    }
    CaseRecord planned(const Variant& variant, const CaseSpec& spec,
                       const BackendOptions& options) const override;

 private:
    void measure(const CaseJob& job) override;

    Device device_;
    FindSort find_sort_;
};
}
