// Interface of plug-ins: shared libraries with variants of their own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/embedded.hpp"
#include "kernels/context/sort_call.hpp"
#include "kernels/context/source_path.hpp"
#include "kernels/context/variant.hpp"
#include "kernels/cuda/counting_table.hpp"
#include "kernels/cuda/kernel_table.hpp"
#include "kernels/simt/kernel_table.hpp"

namespace sortscope::kernels {
/// Raise this number whenever a changed header of the SDK requires plug-ins to be built again.
inline constexpr uint32_t plugin_interface = 2;

/// Hash of type sizes: differs if compilers or standard libraries lay out types differently.
constexpr uint64_t plugin_layout() {
    uint64_t hash = 0xCBF29CE484222325ULL;  // FNV-1a of the sizes
    for (const size_t size :
         {sizeof(std::string), sizeof(std::vector<int>), sizeof(std::function<void()>), sizeof(Variant),
          sizeof(VariantInfo), sizeof(Plan), sizeof(Launch), sizeof(Buffer), sizeof(Workload),
          sizeof(SortCall), sizeof(LaunchConfig), sizeof(simt::LaneState), sizeof(simt::BlockState),
          sizeof(simt::KernelEntry), sizeof(simt::KernelTable), sizeof(cuda::KernelEntry),
          sizeof(cuda::DeviceSiteCounts), sizeof(EmbeddedFile)})
        hash = (hash ^ size) * 0x100000001B3ULL;
    return hash;
}

/// Returned by the plug-in's function `extern "C" const PluginTable* sortscope_plugin()`. The first two
/// members never change.
struct PluginTable {
    uint32_t interface_version = plugin_interface;
    const char* version = "";  ///< of the SDK: "0.1.0"
    uint64_t layout = plugin_layout();
    const char* name = "";      ///< of the plug-in's target in CMake
    const char* folder = "";    ///< of the plug-in's sources
    const char* gpu_code = "";  ///< PluginFile::gpu_code
    const EmbeddedFile* sources = nullptr;
    size_t source_count = 0;
    void (*add_variants)(std::vector<Variant>& variants, simt::KernelTable& kernels) = nullptr;
    /// Needs a GPU. Returns CUDA's error, or null. This pointer is null without GPU code.
    const char* (*add_gpu_kernels)(cuda::KernelTable& kernels) = nullptr;
    /// Sets Variant::sort. This pointer is null without GPU code.
    void (*set_gpu_sorts)(std::vector<Variant>& variants) = nullptr;
};
inline constexpr const char* plugin_entry = "sortscope_plugin";
}
