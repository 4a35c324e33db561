// Input keys: generated, or read from a user's file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/workload.hpp"
#include "kernels/context/digest.hpp"
#include "kernels/context/generate.hpp"
#include "kernels/context/record.hpp"
#include "kernels/context/variant.hpp"

namespace sortscope::kernels {
/// Raw little-endian keys, generated or read from the workload's file. NaNs of a file become the positive
/// quiet NaN. Throws Error(data) if the file cannot be read or its digest is no longer workload.file_digest.
std::vector<std::byte> make_keys(const Workload& workload);

/// Returns "fnv1a:" and the file's 64-bit FNV-1a hash (Fowler, Noll, Vo) in 16 hexadecimal digits. Throws
/// Error(data) if the file cannot be read.
std::string file_digest(const std::filesystem::path& file);

/// Throws Error(internal) if the workload's keys come from a user's file.
InputRecipe recipe_of(const Workload& workload);

/// Returns the padding of `keys` to `count` keys: copies of the greatest key, in records with value 0. Throws
/// Error(unsupported) if a record has the greatest key: the padding would mix with that record.
std::vector<std::byte> padding(std::span<const std::byte> keys, KeyType key, uint64_t count);

/// Throws Error(data) if `file` is missing, empty, or not a whole number of keys.
uint64_t count_keys(const std::filesystem::path& file, KeyType key);

/// Digest of raw keys of type `key`, in runs of `run` keys; 0: one run.
Digest digest(std::span<const std::byte> keys, KeyType key, uint64_t run = 0);

/// Returns why `output` breaks `promise`, such as "17 neighbours are out of order", or nothing.
std::optional<std::string> broken_promise(const Digest& input, const Digest& output, Promise promise);

namespace detail {
template <class F, class First, class... Rest>
decltype(auto) with_type(KeyType key, F& f, TypeList<First, Rest...>) {
    if (key == key_type_of<First>()) return f(TypeList<First>{});
    if constexpr (sizeof...(Rest) > 0)
        return with_type(key, f, TypeList<Rest...>{});
    else
        throw Error(ErrorKind::internal, "A key type is not in its table.");
}
}

/// Calls f(TypeList<Key>{}) with the C++ type of `key`.
template <class F>
decltype(auto) with_key_type(KeyType key, F&& f) {
    return detail::with_type(key, f, AllKeys{});
}
}
