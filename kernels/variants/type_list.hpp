// A list of types, and a loop over it.
#pragma once

namespace sortscope::kernels {

template <class... T>
struct TypeList {};

/// Calls f(TypeList<T>{}) for each T of the list, in order.
template <class... T, class F>
void for_types(TypeList<T...>, F&& f) {
    (f(TypeList<T>{}), ...);
}

}  // namespace sortscope::kernels
