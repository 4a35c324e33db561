// Runs planned variants in the host interpreter, which models a GPU's counters.
#pragma once

#include "collector/backend.hpp"
#include "kernels/simt/kernel_table.hpp"

namespace sortscope::collector {

/// The modelled device of a compute capability. Throws Error(unsupported) without a model of its coalescing
/// rule.
Device modelled_device(int cc_major, int cc_minor);

class SimtBackend final : public Backend {
 public:
    /// `kernels` must outlive the backend.
    SimtBackend(const kernels::simt::KernelTable& kernels, Device device)
        : kernels_(kernels), device_(std::move(device)) {}

    const Device& device() const override { return device_; }
    bool runs(kernels::VariantKind kind) const override { return kind == kernels::VariantKind::planned; }
    std::optional<std::string> refusal(const kernels::Variant& variant, const CaseSpec& spec) const override;
    CaseRecord planned(const kernels::Variant& variant, const CaseSpec& spec,
                       const BackendOptions& options) const override;
    void run(const kernels::Variant& variant, const CaseSpec& spec, const BackendOptions& options,
             const CaseWatch& watch, CaseRecord& record) override;

 private:
    const kernels::simt::KernelTable& kernels_;
    Device device_;
};

}  // namespace sortscope::collector
