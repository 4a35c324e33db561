// What the generated host unit of a plug-in is made of.
#pragma once

#include "kernels/sdk/plugin.hpp"
#include "kernels/variants/register_host.hpp"

namespace sortscope::kernels {
/// Takes the place of the registry.
struct PluginVariants {
    std::vector<Variant>& list;
    void add(Variant variant) { list.push_back(std::move(variant)); }
};

template <class... V>
void add_plugin_variants(std::vector<Variant>& variants, simt::KernelTable& kernels) {
    PluginVariants added{variants};
    (register_host<V>(added, kernels), ...);
}
}
