// bitonic-b2 in a plug-in.
#pragma once

#include "kernels/variants/bitonic/bitonic_b2.hpp"

namespace sortscope::kernels {
struct Twin : BitonicB2 {
    using keys = TypeList<uint32_t>;
    static VariantInfo info() {
        auto info = BitonicB2::info();
        info.name = "bitonic-b2-twin";
        return info;
    }
};
}
