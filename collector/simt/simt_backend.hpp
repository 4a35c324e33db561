// Runs planned variants in the host interpreter, a model of a GPU's counters.
#pragma once

#include "collector/backend.hpp"
#include "kernels/simt/kernel_table.hpp"

namespace sortscope::collector {
/// Throws Error(unsupported) for a compute capability that the interpreter does not model.
Device modelled_device(int cc_major, int cc_minor);

class SimtBackend final : public Backend {
 public:
    /// `kernels` must outlive the backend.
    SimtBackend(const kernels::simt::KernelTable& kernels, Device device)
        : kernels_(&kernels), device_(std::move(device)) {}

    const Device& device() const override { return device_; }
    bool runs(VariantKind kind) const override { return kind == VariantKind::planned; }
    std::optional<std::string> refusal(const Variant& variant, const CaseSpec& spec) const override;
    CaseRecord planned(const Variant& variant, const CaseSpec& spec,
                       const BackendOptions& options) const override;
    void add_kernels(const kernels::LoadedPlugin& plugin) override;

 private:
    void measure(const CaseJob& job) override;

    const kernels::simt::KernelTable* kernels_;
    kernels::simt::KernelTable with_plugin_;
    Device device_;
};
}
