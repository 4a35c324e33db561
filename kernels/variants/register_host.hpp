// Registers a planned variant on the host: its description, its plans and its interpreter kernels.
#pragma once

#include <string>

#include "core/error.hpp"
#include "kernels/context/record.hpp"
#include "kernels/context/variant.hpp"
#include "kernels/simt/kernel_table.hpp"

namespace sortscope::kernels {

/// V is a struct with `info()`, `keys` (a TypeList of key types), `kernels<Key>` (a TypeList of kernels) and
/// `plan<Key>(PlanBuilder&, workload, config)`; or one with `variants`, a TypeList of such structs. See
/// docs/adding-a-variant.md.
template <class V>
void register_host(VariantRegistry& variants, simt::KernelTable& kernels) {
    if constexpr (requires { typename V::variants; }) {
        for_types(typename V::variants{},
                  [&]<class Each>(TypeList<Each>) { register_host<Each>(variants, kernels); });
    } else {
        Variant variant;
        variant.info = V::info();
        variant.info.kind = VariantKind::planned;
        variant.info.keys.clear();
        for_types(typename V::keys{}, [&]<class Key>(TypeList<Key>) {
            variant.info.keys.push_back(key_type_of<Key>());
            for_types(typename V::template kernels<Key>{},
                      [&]<class K>(TypeList<K>) { kernels[kernel_id<K>()] = simt::kernel_entry<K>(); });
        });
        variant.plan = [info = variant.info](Workload workload, const LaunchConfig& config) {
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
        };
        variants.add(std::move(variant));
    }
}

}  // namespace sortscope::kernels
