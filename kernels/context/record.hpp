// Keys, records and their order.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernels/context/kernel.hpp"

namespace sortscope::kernels {
/// A record, aligned so that one instruction loads or stores it.
template <class K>
struct alignas(2 * sizeof(K)) KeyValue {
    using key_type = K;
    using value_type = std::conditional_t<sizeof(K) == 8, uint64_t, uint32_t>;
    K key;
    value_type value;
};

template <class T>
inline constexpr bool is_record = false;
template <class K>
inline constexpr bool is_record<KeyValue<K>> = true;

namespace detail {
template <class T, bool Record = is_record<T>>
struct KeyOf {
    using type = T;
};
template <class T>
struct KeyOf<T, true> {
    using type = typename T::key_type;
};
}

/// Type of the key: T itself, or the key type of a record.
template <class T>
using key_of_t = typename detail::KeyOf<T>::type;

template <class T>
SORTSCOPE_HOST_DEVICE constexpr key_of_t<T> key_of(const T& x) {
    if constexpr (is_record<T>)
        return x.key;
    else
        return x;
}

/// The strict weak order of all sorts. Records compare by key. For floats -0 equals +0; NaNs equal each
/// other and come last, after +infinity.
template <class T>
SORTSCOPE_HOST_DEVICE constexpr bool before(const T& a, const T& b) {
    if constexpr (is_record<T>)
        return before(a.key, b.key);
    else if constexpr (std::is_floating_point_v<T>)
        return a == a && !(a >= b);
    else
        return a < b;
}

/// Key that pads an input; for floats a NaN.
template <class K>
SORTSCOPE_HOST_DEVICE constexpr K greatest_key() {
    if constexpr (std::is_floating_point_v<K>)
        return std::numeric_limits<K>::quiet_NaN();
    else
        return std::numeric_limits<K>::max();
}

template <class... T>
struct TypeList {};

/// All key types, in order of KeyType.
using AllKeys = TypeList<uint32_t, int32_t, uint64_t, float, double, KeyValue<uint32_t>, KeyValue<int32_t>,
                         KeyValue<uint64_t>, KeyValue<float>, KeyValue<double>>;

/// Calls f(TypeList<T>{}) for each T in order.
template <class... T, class F>
void for_types(TypeList<T...>, F&& f) {
    (f(TypeList<T>{}), ...);
}
}
