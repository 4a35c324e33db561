#include "kernels/cpu/sorts.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "kernels/context/keys.hpp"
#include "kernels/cpu/quicksort.hpp"

namespace sortscope::kernels::cpu {
namespace {

template <class Key>
std::span<Key> as_keys(std::span<std::byte> bytes) {
    return {reinterpret_cast<Key*>(bytes.data()), bytes.size() / sizeof(Key)};
}

}  // namespace

Sort find_sort(std::string_view variant, KeyType key) {
    return with_key_type(key, [&](auto* type) -> Sort {
        using Key = std::remove_pointer_t<decltype(type)>;
        if (variant == "cpu-std-sort")
            return [](std::span<std::byte> bytes) { std::ranges::sort(as_keys<Key>(bytes), before<Key>); };
        if (variant == "cpu-quicksort") return [](std::span<std::byte> bytes) { quicksort(as_keys<Key>(bytes)); };
        throw Error(ErrorKind::internal, "There is no CPU sort called '" + std::string(variant) + "'.");
    });
}

}  // namespace sortscope::kernels::cpu
