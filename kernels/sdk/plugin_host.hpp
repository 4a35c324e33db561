// Functions that the generated host unit of a plug-in calls.
#pragma once

#include "kernels/sdk/plugin.hpp"
#include "kernels/variants/register_host.hpp"

namespace sortscope::kernels {
/// List of variants, in place of a VariantRegistry.
struct PluginVariants {
    std::vector<Variant>& list;
    void add(Variant variant) { list.push_back(std::move(variant)); }
};

template <class V>
void add_plugin_variant(PluginVariants& variants, simt::KernelTable& kernels) {
    if constexpr (is_opaque<V>) {
        Variant variant{V::info(), {}};
        variant.info.kind = VariantKind::opaque;
        for_types(typename V::keys{},
                  [&]<class Key>(TypeList<Key>) { variant.info.keys.push_back(key_type_of<Key>()); });
        variants.add(std::move(variant));
    } else {
        register_host<V>(variants, kernels);
    }
}

template <class... V>
void add_plugin_variants(std::vector<Variant>& variants, simt::KernelTable& kernels) {
    PluginVariants added{variants};
    (add_plugin_variant<V>(added, kernels), ...);
}
}
