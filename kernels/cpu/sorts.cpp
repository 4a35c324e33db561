#include "kernels/cpu/sorts.hpp"

#include <boost/sort/block_indirect_sort/block_indirect_sort.hpp>
#include <thread>

#include "kernels/context/keys.hpp"
#include "kernels/cpu/serial_sorts.hpp"

namespace sortscope::kernels::cpu {
namespace {
template <class Key>
void std_sort(std::span<Key> keys) {
    std::ranges::sort(keys, before<Key>);
}

template <class Key>
struct Named {
    std::string_view variant;
    void (*sort)(std::span<Key>);
};

template <class Key>
constexpr Named<Key> serial_sorts[] = {{"cpu-std-sort", std_sort<Key>},
                                       {"cpu-quicksort", quicksort<Key>},
                                       {"cpu-butterfly-minmax", butterfly_minmax<Key>},
                                       {"cpu-butterfly-full", butterfly_full<Key>},
                                       {"cpu-bitonic", bitonic<Key>},
                                       {"cpu-odd-even", odd_even<Key>},
                                       {"cpu-rank", rank_sort<Key>}};

/// boost::sort::block_indirect_sort on all hardware threads.
Sort parallel_sort(KeyType key) {
    return with_key_type(key, []<class Key>(TypeList<Key>) -> Sort {
        return [](std::span<std::byte> bytes) {
            if (bytes.empty()) return;
            auto* const keys = reinterpret_cast<Key*>(bytes.data());
            const auto in_order = [](const Key& a, const Key& b) { return before(a, b); };
            boost::sort::block_indirect_sort(keys, keys + bytes.size() / sizeof(Key), in_order,
                                             std::max(1U, std::thread::hardware_concurrency()));
        };
    });
}
}  // namespace

Sort find_sort(std::string_view variant, KeyType key) {
    if (variant == "cpu-parallel-sort") return parallel_sort(key);
    return with_key_type(key, [&]<class Key>(TypeList<Key>) -> Sort {
        for (const auto& known : serial_sorts<Key>)
            if (known.variant == variant)
                return [sort = known.sort](std::span<std::byte> bytes) {
                    sort({reinterpret_cast<Key*>(bytes.data()), bytes.size() / sizeof(Key)});
                };
        throw Error(ErrorKind::internal, "There is no CPU sort called '" + std::string(variant) + "'.");
    });
}
}
