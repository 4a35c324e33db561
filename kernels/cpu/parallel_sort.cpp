#include "kernels/cpu/parallel_sort.hpp"

#include <algorithm>
#include <boost/sort/block_indirect_sort/block_indirect_sort.hpp>
#include <thread>

#include "kernels/context/keys.hpp"

namespace sortscope::kernels::cpu {

Sort parallel_sort(KeyType key) {
    return with_key_type(key, [](auto* type) -> Sort {
        using Key = std::remove_pointer_t<decltype(type)>;
        return [](std::span<std::byte> bytes) {
            if (bytes.empty()) return;
            auto* const keys = reinterpret_cast<Key*>(bytes.data());
            const auto in_order = [](const Key& a, const Key& b) { return before(a, b); };
            boost::sort::block_indirect_sort(keys, keys + bytes.size() / sizeof(Key), in_order,
                                             std::max(1U, std::thread::hardware_concurrency()));
        };
    });
}

}  // namespace sortscope::kernels::cpu
