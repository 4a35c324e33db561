#include "kernels/variants/baselines.hpp"

#include "kernels/variants/register.hpp"

namespace sortscope::kernels {

std::vector<KeyType> key_types(KeyChoice choice) {
    std::vector<KeyType> keys;
    for (const auto& row : EnumTable<KeyType>::names())
        if (choice == KeyChoice::all || has_value(row.value) == (choice == KeyChoice::records))
            keys.push_back(row.value);
    return keys;
}

void register_baselines(VariantRegistry& variants) {
    register_cpu_sorts(variants);
    register_library_sorts(variants);
}

}  // namespace sortscope::kernels
