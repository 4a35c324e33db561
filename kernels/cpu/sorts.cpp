#include "kernels/cpu/sorts.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/text.hpp"
#include "kernels/context/keys.hpp"
#include "kernels/cpu/quicksort.hpp"

namespace sortscope::kernels::cpu {
namespace {

/// Largest number of keys for which a quadratic sort ends in seconds.
constexpr std::uint64_t quadratic_limit = std::uint64_t{1} << 16;

template <class Key>
std::span<Key> as_keys(std::span<std::byte> bytes) {
    return {reinterpret_cast<Key*>(bytes.data()), bytes.size() / sizeof(Key)};
}

}  // namespace

Sort find_sort(std::string_view variant, KeyType key) {
    return with_key_type(key, [&](auto* type) -> Sort {
        using Key = std::remove_pointer_t<decltype(type)>;
        if (variant == "cpu-std-sort")
            return [](std::span<std::byte> bytes) { std::sort(as_keys<Key>(bytes).begin(), as_keys<Key>(bytes).end()); };
        if (variant == "cpu-quicksort") return [](std::span<std::byte> bytes) { quicksort(as_keys<Key>(bytes)); };
        throw Error(ErrorKind::internal, "There is no CPU sort called '" + std::string(variant) + "'.");
    });
}

std::optional<std::string> refusal(std::string_view variant, const Workload& workload) {
    const bool quadratic = variant == "cpu-quicksort" && (workload.distribution == Distribution::sorted ||
                                                          workload.distribution == Distribution::zero);
    if (!quadratic || workload.n <= quadratic_limit) return std::nullopt;
    return "Variant '" + std::string(variant) + "' takes quadratic time on " + std::string(name_of(workload.distribution)) +
           " input and sorts at most " + format_count(quadratic_limit) + " such keys here.";
}

}  // namespace sortscope::kernels::cpu
