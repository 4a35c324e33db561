// Loads a plug-in into this process: a worker, since a plug-in may crash it.
#pragma once

#include "kernels/sdk/plugin.hpp"

namespace sortscope::kernels {
class LoadedPlugin {
 public:
    /// Stays loaded until the process ends. Throws Error(data) if `path` is no plug-in of this interface, or
    /// describes a variant that cannot be one.
    explicit LoadedPlugin(const std::string& path);

    const PluginFile& file() const { return *file_; }
    /// Their plans are checked: they throw Error(verification) where a backend would leave its memory.
    const std::vector<Variant>& variants() const { return variants_; }
    const Variant& find(std::string_view name) const;
    const simt::KernelTable& host_kernels() const { return host_kernels_; }
    /// Throws Error(environment) if CUDA cannot find its kernels.
    cuda::KernelTable gpu_kernels() const;

 private:
    std::shared_ptr<const PluginFile> file_;
    const PluginTable* table_ = nullptr;
    std::vector<Variant> variants_;
    simt::KernelTable host_kernels_;
};

/// Why a plug-in's plan cannot be run; empty if it can.
std::string defect_of(const Plan& plan, const Workload& workload);

/// Why a plug-in cannot have such a variant; empty if it can.
std::string defect_of(const VariantInfo& info);
}
