// A sort as data: buffers and launches, before anything runs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "core/error.hpp"
#include "core/records.hpp"
#include "kernels/context/kernel.hpp"
#include "kernels/context/record.hpp"

namespace sortscope::kernels {
/// Before all launches, buffer 0 holds the input. After them, buffer Plan::output holds the sorted keys.
struct Buffer {
    std::string name;
    uint64_t count = 0;
    uint32_t element_bytes = 0;
    uint64_t bytes() const { return count * element_bytes; }
};

/// The kernel object's bytes, and the offsets of its buffers' base pointers.
class KernelArguments {
 public:
    static constexpr size_t capacity = 192;
    static constexpr size_t max_buffers = 6;

    /// Copies `kernel`; K::buffers() lists its Global members as pointers to members.
    template <class K>
    static KernelArguments of(const K& kernel) {
        static_assert(std::is_trivially_copyable_v<K>, "a kernel object travels to the GPU as bytes");
        static_assert(sizeof(K) <= capacity,
                      "a kernel object's arguments are limited to KernelArguments::capacity");
        static_assert(std::tuple_size_v<decltype(K::buffers())> <= max_buffers,
                      "a kernel has at most max_buffers buffers");
        KernelArguments arguments;
        std::memcpy(arguments.bytes_.data(), &kernel, sizeof(K));
        std::apply(
            [&](auto... members) {
                (arguments.note_pointer(reinterpret_cast<const std::byte*>(&(kernel.*members)) -
                                            reinterpret_cast<const std::byte*>(&kernel),
                                        (kernel.*members).buffer),
                 ...);
            },
            K::buffers());
        return arguments;
    }

    /// Greatest buffer number that the kernel uses; 0 without buffers.
    uint32_t last_buffer() const {
        uint32_t last = 0;
        for (size_t i = 0; i < pointers_; ++i) last = std::max(last, pointer_[i].buffer);
        return last;
    }

    /// Returns the kernel object's bytes; bases[i] is the address of buffer i.
    std::array<std::byte, capacity> bound(std::span<void* const> bases) const {
        std::array<std::byte, capacity> bytes = bytes_;
        for (size_t i = 0; i < pointers_; ++i)
            std::memcpy(bytes.data() + pointer_[i].offset, &bases[pointer_[i].buffer], sizeof(void*));
        return bytes;
    }

 private:
    struct Pointer {
        size_t offset;
        uint32_t buffer;
    };

    void note_pointer(ptrdiff_t offset, uint32_t buffer) {
        pointer_.at(pointers_++) = {size_t(offset), buffer};
    }

    alignas(16) std::array<std::byte, capacity> bytes_{};
    std::array<Pointer, max_buffers> pointer_{};
    size_t pointers_ = 0;
};

struct Launch {
    Stage stage;
    std::string kernel;  ///< kernel_id()
    Dim3 grid, block;
    uint32_t shared_bytes = 0;  ///< dynamic shared memory
    uint64_t required_bytes = 0;
    uint64_t comparators = 0;  ///< compare-exchanges; 0 if the algorithm has none
    KernelArguments arguments;
};

struct Plan {
    std::vector<Buffer> buffers;
    std::vector<Launch> launches;
    /// Buffer of the sorted keys; may differ from 0 if a sort alternates between buffers
    uint32_t output = 0;

    uint64_t required_bytes() const {
        uint64_t sum = 0;
        for (const auto& launch : launches) sum += launch.required_bytes;
        return sum;
    }
    uint64_t comparators() const {
        uint64_t sum = 0;
        for (const auto& launch : launches) sum += launch.comparators;
        return sum;
    }
};

/// KeyType of the C++ type T.
template <class T>
constexpr KeyType key_type_of() {
    return []<class... Each>(TypeList<Each...>) {
        static_assert((std::is_same_v<T, Each> || ...), "not a key type");
        int number = 1;
        static_cast<void>(((std::is_same_v<T, Each> || (++number, false)) || ...));
        return static_cast<KeyType>(number);
    }(AllKeys{});
}

/// Name of a kernel in plans, tables and files: "butterfly_step<f32>".
template <class K>
std::string kernel_id() {
    return std::string(K::name) + "<" + std::string(name_of(key_type_of<typename K::key>())) + ">";
}

/// A launch without its kernel object.
struct LaunchShape {
    Stage stage;
    uint64_t threads = 0;  ///< of the grid
    /// Threads of a block; a smaller grid is a single block
    uint32_t block = 0;
    uint32_t shared_bytes = 0;  ///< dynamic, of a block
    uint64_t required_bytes = 0;
    uint64_t comparators = 0;
};

/// Builds a Plan for a variant's plan function.
class PlanBuilder {
 public:
    /// Declares a buffer. The first buffer holds the keys.
    template <class T>
    Global<T> buffer(std::string name, uint64_t count) {
        plan_.buffers.push_back({std::move(name), count, sizeof(T)});
        return {nullptr, count, uint32_t(plan_.buffers.size() - 1)};
    }

    /// Throws Error(internal) if shape.threads or shape.block is 0, or if shape.threads exceeds a block but
    /// does not fill whole blocks.
    template <class K>
    void launch(const LaunchShape& shape, const K& kernel) {
        const auto block = uint32_t(std::min<uint64_t>(shape.block, shape.threads));
        if (block == 0 || shape.threads % block != 0)
            throw Error(ErrorKind::internal, "A plan asked for " + std::to_string(shape.threads) +
                                                 " threads of " + kernel_id<K>() + " in blocks of " +
                                                 std::to_string(shape.block) +
                                                 ", which do not fill whole blocks.");
        const auto blocks = uint32_t(shape.threads / block);
        plan_.launches.push_back({shape.stage, kernel_id<K>(), Dim3{blocks, 1, 1}, Dim3{block, 1, 1},
                                  shape.shared_bytes, shape.required_bytes, shape.comparators,
                                  KernelArguments::of(kernel)});
    }

    /// Sets Plan::output; default: the first buffer.
    template <class T>
    void output(const Global<T>& buffer) {
        plan_.output = buffer.buffer;
    }

    Plan take() { return std::move(plan_); }

 private:
    Plan plan_;
};
}
