#include "kernels/context/keys.hpp"

#include <cstdio>
#include <fstream>

namespace sortscope::kernels {
namespace {
/// FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv, with its constants.
class Fnv1a {
 public:
    void add(std::span<const std::byte> bytes) {
        for (const std::byte byte : bytes) hash_ = (hash_ ^ uint64_t(byte)) * 0x100000001B3ULL;
    }
    std::string text() const {
        char digits[32];
        std::snprintf(digits, sizeof digits, "fnv1a:%016llx", static_cast<unsigned long long>(hash_));
        return digits;
    }

 private:
    uint64_t hash_ = 0xCBF29CE484222325ULL;
};

std::vector<std::byte> read_keys(const Workload& workload) {
    std::vector<std::byte> bytes(workload.bytes());
    std::ifstream file(workload.file, std::ios::binary);
    if (!file.read(reinterpret_cast<char*>(bytes.data()), std::streamsize(bytes.size())))
        throw Error(ErrorKind::data, "The input file '" + workload.file + "' could not be read to its " +
                                         std::to_string(bytes.size()) +
                                         "th byte. Was it changed while in use?");
    if (!workload.file_digest.empty()) {
        Fnv1a hash;
        hash.add(bytes);
        if (hash.text() != workload.file_digest)
            throw Error(ErrorKind::data, "The input file '" + workload.file +
                                             "' was changed while in use: its keys differ from those "
                                             "of the planned sweep. Collect again.");
    }
    with_key_type(workload.key, [&]<class T>(TypeList<T>) {
        using K = key_of_t<T>;
        if constexpr (std::is_floating_point_v<K>)
            for (size_t i = 0; i < workload.n; ++i) {  // a key is the first member of its record
                K key;
                std::memcpy(&key, bytes.data() + i * sizeof(T), sizeof(K));
                if (std::isnan(key)) key = greatest_key<K>();
                std::memcpy(bytes.data() + i * sizeof(T), &key, sizeof(K));
            }
    });
    return bytes;
}
}  // namespace

std::string file_digest(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    Fnv1a hash;
    std::vector<std::byte> part(size_t{1} << 20);
    while (file.read(reinterpret_cast<char*>(part.data()), std::streamsize(part.size())) || file.gcount() > 0)
        hash.add(std::span(part).first(size_t(file.gcount())));
    if (!file.eof())
        throw Error(ErrorKind::data, "The input file '" + path.string() + "' could not be read.");
    return hash.text();
}

InputRecipe recipe_of(const Workload& workload) {
    if (workload.distribution == Distribution::file)
        throw Error(ErrorKind::internal, "Keys of a user's file cannot be generated.");
    return {workload.distribution, workload.n, workload.seed, workload.entropy_bits};
}

std::vector<std::byte> make_keys(const Workload& workload) {
    if (workload.distribution == Distribution::file) return read_keys(workload);
    std::vector<std::byte> bytes(workload.bytes());
    const InputRecipe recipe = recipe_of(workload);
    with_key_type(workload.key, [&]<class T>(TypeList<T>) {
        auto* const keys = reinterpret_cast<T*>(bytes.data());
        for (uint64_t i = 0; i < workload.n; ++i) keys[i] = generated<T>(recipe, i);
    });
    return bytes;
}

std::vector<std::byte> padding(std::span<const std::byte> keys, KeyType key, uint64_t count) {
    return with_key_type(key, [&]<class T>(TypeList<T>) {
        using K = key_of_t<T>;
        const uint64_t n = keys.size() / sizeof(T);
        std::vector<std::byte> bytes((count - n) * sizeof(T));
        const K greatest = greatest_key<K>();
        for (uint64_t i = 0; i < count - n; ++i)
            std::memcpy(bytes.data() + i * sizeof(T), &greatest, sizeof(K));
        if constexpr (is_record<T>)
            for (uint64_t i = 0; i < n && count > n; ++i) {
                K own;
                std::memcpy(&own, keys.data() + i * sizeof(T), sizeof(K));
                if (!before(own, greatest))
                    throw Error(ErrorKind::unsupported,
                                "Record " + std::to_string(i) +
                                    " has the greatest key, which also pads the input to " +
                                    std::to_string(count) +
                                    " records: their values could be mixed up. Sort a power of two of "
                                    "records, or keys without values.");
            }
        return bytes;
    });
}

uint64_t count_keys(const std::filesystem::path& file, KeyType key) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(file, error);
    if (error)
        throw Error(ErrorKind::data,
                    "The input file '" + file.string() + "' cannot be opened: " + error.message() + ".");
    if (bytes == 0 || bytes % key_bytes(key) != 0)
        throw Error(ErrorKind::data, "The input file '" + file.string() + "' has " + std::to_string(bytes) +
                                         " bytes, which is not a whole number of " +
                                         std::string(name_of(key)) + " keys of " +
                                         std::to_string(key_bytes(key)) +
                                         " bytes. Give raw little-endian keys, or another --key.");
    return bytes / key_bytes(key);
}

Digest digest(std::span<const std::byte> keys, KeyType key, uint64_t run) {
    return with_key_type(key, [&]<class Key>(TypeList<Key>) {
        const auto at = [&](size_t i) {
            Key value;
            std::memcpy(&value, keys.data() + i * sizeof(Key), sizeof(Key));
            return value;
        };
        const size_t n = keys.size() / sizeof(Key);
        Digest result;
        if (n == 0) return result;
        const Key first = at(0);
        const Key last = at(n - 1);
        uint64_t number = 0;  // number of the run
        uint64_t in_run = 0;  // position in the run
        for (size_t i = 0; i < n; ++i, ++in_run) {
            if (in_run == run && run != 0) {
                ++number;
                in_run = 0;
            }
            const Key value = at(i);
            result.sum += key_mix_in_run(value, number);
            if (in_run > 0 && before(value, at(i - 1))) ++result.descents;
            if (before(value, first) || before(last, value)) ++result.out_of_range;
        }
        return result;
    });
}

std::optional<std::string> broken_promise(const Digest& input, const Digest& output, Promise promise) {
    if (input.sum != output.sum) return "its keys are not those of the input";
    if (promise == Promise::none) return std::nullopt;
    if (promise != Promise::extremes && output.descents != 0)
        return std::to_string(output.descents) + " neighbours are out of order";
    if (promise == Promise::extremes && output.out_of_range != 0)
        return std::to_string(output.out_of_range) + " keys lie below the first or above the last";
    return std::nullopt;
}
}
