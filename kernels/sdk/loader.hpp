// Loads a plug-in into this process. Only workers do so, as a plug-in may crash its process.
#pragma once

#include "kernels/sdk/plugin.hpp"

namespace sortscope::kernels {
class LoadedPlugin {
 public:
    /// The library stays loaded until the process ends. Throws Error(data) if `path` is no plug-in of this
    /// interface or has an invalid variant.
    explicit LoadedPlugin(const std::string& path);

    const PluginFile& file() const { return *file_; }
    /// Plan functions throw Error(verification) if a backend cannot run the plan.
    const std::vector<Variant>& variants() const { return variants_; }
    const Variant& find(std::string_view name) const;
    const simt::KernelTable& host_kernels() const { return host_kernels_; }
    /// Throws Error(environment) if CUDA cannot load the plug-in's kernels.
    cuda::KernelTable gpu_kernels() const;

 private:
    std::shared_ptr<const PluginFile> file_;
    const PluginTable* table_ = nullptr;
    std::vector<Variant> variants_;
    simt::KernelTable host_kernels_;
};

/// Returns why a plug-in's plan cannot be run; empty if it can.
std::string defect_of(const Plan& plan, const Workload& workload);

/// Returns why a plug-in's variant is invalid; empty if it is valid.
std::string defect_of(const VariantInfo& info);
}
