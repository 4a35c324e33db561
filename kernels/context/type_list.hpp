// Lists of types, and a loop over them.
#pragma once

#include <cstdint>

#include "kernels/context/record.hpp"

namespace sortscope::kernels {

template <class... T>
struct TypeList {};

/// Every key and record type, for sorts by comparison.
using AllKeys = TypeList<std::uint32_t, std::int32_t, std::uint64_t, float, double, KeyValue<std::uint32_t>,
                         KeyValue<std::int32_t>, KeyValue<std::uint64_t>, KeyValue<float>, KeyValue<double>>;

/// Calls f(TypeList<T>{}) for each T of the list, in order.
template <class... T, class F>
void for_types(TypeList<T...>, F&& f) {
    (f(TypeList<T>{}), ...);
}

}  // namespace sortscope::kernels
