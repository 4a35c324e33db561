#include "kernels/context/keys.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>

#include "core/error.hpp"

namespace sortscope::kernels {
namespace {

/// Key i of the uniform distribution: integers over their whole range, floats in [0, 1) with all mantissa bits random.
template <class Key>
Key uniform_key(std::uint64_t seed, std::uint64_t i) {
    const std::uint64_t bits = mix64(mix64(seed) + (i + 1) * 0x9E3779B97F4A7C15ULL);
    if constexpr (std::is_same_v<Key, float>) return static_cast<float>(bits >> 40) * 0x1p-24F;
    else if constexpr (std::is_same_v<Key, double>) return static_cast<double>(bits >> 11) * 0x1p-53;
    else return static_cast<Key>(bits >> (64 - 8 * sizeof(Key)));
}

template <class Key>
void fill(std::span<Key> keys, const Workload& workload) {
    switch (workload.distribution) {
        case Distribution::uniform:
            for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = uniform_key<Key>(workload.seed, i);
            return;
        case Distribution::sorted:
            for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<Key>(i);
            return;
        case Distribution::zero: std::fill(keys.begin(), keys.end(), Key{}); return;
        case Distribution::file: break;
    }
    throw Error(ErrorKind::internal, "Keys of a user's file cannot be generated.");
}

std::vector<std::byte> read_keys(const Workload& workload) {
    std::vector<std::byte> bytes(workload.bytes());
    std::ifstream file(workload.file, std::ios::binary);
    if (!file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size())))
        throw Error(ErrorKind::data, "The input file '" + workload.file + "' could not be read to its " +
                                         std::to_string(bytes.size()) + "th byte. Was it changed while in use?");
    const auto refuse_nan = [&](auto* type) {
        using Key = std::remove_pointer_t<decltype(type)>;
        if constexpr (std::is_floating_point_v<Key>)
            for (std::size_t i = 0; i < workload.n; ++i) {
                Key key;
                std::memcpy(&key, bytes.data() + i * sizeof(Key), sizeof(Key));
                if (std::isnan(key))
                    throw Error(ErrorKind::data, "The input file '" + workload.file + "' holds a NaN (key " +
                                                     std::to_string(i) + "), which has no place in an order. Remove it.");
            }
    };
    with_key_type(workload.key, refuse_nan);
    return bytes;
}

}  // namespace

std::vector<std::byte> make_keys(const Workload& workload) {
    if (workload.distribution == Distribution::file) return read_keys(workload);
    std::vector<std::byte> bytes(workload.bytes());
    with_key_type(workload.key, [&](auto* type) {
        using Key = std::remove_pointer_t<decltype(type)>;
        fill(std::span<Key>(reinterpret_cast<Key*>(bytes.data()), workload.n), workload);
    });
    return bytes;
}

std::uint64_t count_keys(const std::filesystem::path& file, KeyType key) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(file, error);
    if (error)
        throw Error(ErrorKind::data, "The input file '" + file.string() + "' cannot be opened: " + error.message() + ".");
    if (bytes == 0 || bytes % key_bytes(key) != 0)
        throw Error(ErrorKind::data, "The input file '" + file.string() + "' has " + std::to_string(bytes) +
                                         " bytes, which is not a whole number of " + std::string(name_of(key)) + " keys of " +
                                         std::to_string(key_bytes(key)) + " bytes. Give raw little-endian keys, or another --key.");
    return bytes / key_bytes(key);
}

Digest digest(std::span<const std::byte> keys, KeyType key) {
    return with_key_type(key, [&](auto* type) {
        using Key = std::remove_pointer_t<decltype(type)>;
        const auto at = [&](std::size_t i) {
            Key value;
            std::memcpy(&value, keys.data() + i * sizeof(Key), sizeof(Key));
            return value;
        };
        const std::size_t n = keys.size() / sizeof(Key);
        Digest result;
        for (std::size_t i = 0; i < n; ++i) {
            const Key value = at(i);
            result.sum += key_mix(value);
            if (i > 0 && value < at(i - 1)) ++result.descents;
            if (value < at(0) || at(n - 1) < value) ++result.out_of_range;
        }
        return result;
    });
}

std::optional<std::string> broken_promise(const Digest& input, const Digest& output, OutputPromise promise) {
    if (input.sum != output.sum) return "its keys are not those of the input";
    if (promise == OutputPromise::sorted && output.descents != 0)
        return std::to_string(output.descents) + " neighbours are out of order";
    if (promise == OutputPromise::extremes && output.out_of_range != 0)
        return std::to_string(output.out_of_range) + " keys lie below the first or above the last";
    return std::nullopt;
}

}  // namespace sortscope::kernels
