// Registers a planned variant on the host: its description, its plans and its interpreter kernels.
#pragma once

#include <utility>
#include <vector>

#include "core/error.hpp"
#include "kernels/context/record.hpp"
#include "kernels/context/variant.hpp"
#include "kernels/simt/kernel_table.hpp"

namespace sortscope::kernels {
/// Adds V, a struct with `keys` (a TypeList of key types), `kernels<Key>` (a TypeList of kernels), `info()`
/// and `plan<Key>(PlanBuilder&, workload, config)`. A struct of several variants has `variants()` in place of
/// `info()` and `plan()`. See docs/adding-a-variant.md. Parameter `variants` must have add(Variant).
template <class V, class Variants>
void register_host(Variants& variants, simt::KernelTable& kernels) {
    std::vector<KeyType> keys;
    for_types(typename V::keys{}, [&]<class Key>(TypeList<Key>) {
        keys.push_back(key_type_of<Key>());
        for_types(typename V::template kernels<Key>{},
                  [&]<class K>(TypeList<K>) { kernels[kernel_id<K>()] = simt::kernel_entry<K>(); });
    });
    const auto add = [&](Variant variant) {
        variant.info.kind = VariantKind::planned;
        variant.info.keys = keys;
        variants.add(std::move(variant));
    };
    if constexpr (requires { V::variants(); }) {
        for (auto& variant : V::variants()) add(std::move(variant));
    } else {
        add({V::info(), [info = V::info()](Workload workload, const LaunchConfig& config) {
                 workload.n = padded_size(info, workload.n);
                 PlanBuilder builder;
                 for_types(typename V::keys{}, [&]<class Key>(TypeList<Key>) {
                     if (key_type_of<Key>() == workload.key) V::template plan<Key>(builder, workload, config);
                 });
                 Plan plan = builder.take();
                 if (plan.buffers.empty())
                     throw Error(ErrorKind::internal,
                                 "A plan was asked for a key type its variant does not sort.");
                 return plan;
             }});
    }
}
}
