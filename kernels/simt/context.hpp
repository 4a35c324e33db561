// Context of a kernel in the host interpreter.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kernels/context/kernel.hpp"
#include "kernels/simt/lane.hpp"

namespace sortscope::kernels::simt {
/// An array in the block's shared memory.
template <class T>
struct Shared {
    static constexpr uint32_t buffer = 0;
    T* base = nullptr;
    uint32_t size = 0;
    uint32_t offset = 0;  ///< in the block's shared memory, in bytes
};

/// Brackets a loop's iterations: `for (auto loop = c.loop(); loop.next(j > 0); j >>= 1)`.
class Loop {
 public:
    Loop(LaneLog& log, SourcePlace at) : log_(log), at_(at) {
        log_.append(at_, Event::pack(EventKind::loop_enter, 1, 0, 0));
    }
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;
    ~Loop() {
        if (open_) log_.append(at_, Event::pack(EventKind::loop_exit, 1, 0, 0));
    }
    /// Returns the loop's condition. Logs an iteration, or the loop's end.
    bool next(bool condition) {
        open_ = condition;
        log_.append(at_, condition ? Event::pack(EventKind::loop_next, 1, 0, 0)
                                   : Event::pack(EventKind::loop_exit, 1, 0, 1));
        return condition;
    }

 private:
    LaneLog& log_;
    SourcePlace at_;
    bool open_ = true;
};

/// The operations of every context (docs/adding-a-variant.md). If `Synchronises`, each thread has a fiber,
/// and the context has sync(), shuffles and ballots.
template <bool Synchronises>
class SimtContext {
 public:
    explicit SimtContext(LaneState& lane) : lane_(lane) {}

    uint32_t thread() const { return lane_.thread; }
    uint32_t block() const { return lane_.block->index; }
    uint32_t block_threads() const { return lane_.block->block.x; }
    uint32_t blocks() const { return lane_.block->grid.x; }
    uint32_t global_thread() const { return block() * block_threads() + thread(); }

    template <class T>
    T load(const Global<T>& array, uint64_t i, SourcePlace at = SourcePlace::current()) {
        access(EventKind::global_load, "loaded", array, i, at);
        return array.base[i];
    }

    template <class T>
    void store(const Global<T>& array, uint64_t i, std::type_identity_t<T> value,
               SourcePlace at = SourcePlace::current()) {
        access(EventKind::global_store, "stored", array, i, at);
        array.base[i] = value;
    }

    /// Returns the old value. A kernel with atomics needs `static constexpr bool atomics = true`: its blocks
    /// then run in order, so that results repeat.
    template <class T>
    T atomic_add(const Global<T>& array, uint64_t i, std::type_identity_t<T> value,
                 SourcePlace at = SourcePlace::current()) {
        access(EventKind::global_atomic, "added to", array, i, at);
        const T old = array.base[i];
        array.base[i] = T(old + value);
        return old;
    }

    /// All threads must request the same arrays in the same order.
    template <class T>
    Shared<T> shared(uint32_t count, SourcePlace at = SourcePlace::current()) {
        const auto offset = uint32_t((lane_.shared_top + sizeof(T) - 1) / sizeof(T) * sizeof(T));
        const uint64_t end = offset + uint64_t{count} * sizeof(T);
        if (end > lane_.block->shared_bytes) [[unlikely]]
            shared_exhausted(lane_, end, at);
        lane_.shared_top = uint32_t(end);
        return {reinterpret_cast<T*>(lane_.block->shared + offset), count, offset};
    }

    template <class T>
    T load(const Shared<T>& array, uint32_t i, SourcePlace at = SourcePlace::current()) {
        access(EventKind::shared_load, "loaded shared", array, i, at);
        return array.base[i];
    }

    template <class T>
    void store(const Shared<T>& array, uint32_t i, std::type_identity_t<T> value,
               SourcePlace at = SourcePlace::current()) {
        access(EventKind::shared_store, "stored shared", array, i, at);
        array.base[i] = value;
    }

    bool branch(bool condition, SourcePlace at = SourcePlace::current()) {
        lane_.log.append(at, Event::pack(EventKind::branch, 1, 0, condition ? 1 : 0));
        return condition;
    }

    Loop loop(SourcePlace at = SourcePlace::current()) { return Loop(lane_.log, at); }

    /// Waits for all threads of the block that have not returned.
    void sync(SourcePlace at = SourcePlace::current()) requires Synchronises { pause(Pause::barrier, at); }

    /// `source`: 0..31. All live threads of the warp must take part.
    template <class T>
    T shuffle(T value, uint32_t source, SourcePlace at = SourcePlace::current()) requires Synchronises {
        const auto& set =
            exchange(std::bit_cast<std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>>(value), at);
        using Word = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
        return std::bit_cast<T>(Word(set[source % 32]));
    }

    /// Returns the value of lane (own lane XOR `mask`).
    template <class T>
    T shuffle_xor(T value, uint32_t mask, SourcePlace at = SourcePlace::current()) requires Synchronises {
        return shuffle(value, thread() % 32 ^ mask, at);
    }

    /// Bits of the warp's lanes with a true `condition`.
    uint32_t ballot(bool condition, SourcePlace at = SourcePlace::current()) requires Synchronises {
        const uint32_t number = lane_.exchanges;
        const auto& set = exchange(condition ? 1 : 0, at);
        const uint32_t took_part = lane_.exchange->deposited[number % WarpExchange::sets];
        uint32_t mask = 0;
        for (uint32_t lane = 0; lane < 32; ++lane)
            mask |= (took_part >> lane & 1 & set[lane]) != 0 ? 1U << lane : 0;
        return mask;
    }

 private:
    /// Checks and logs an access of a Global or Shared array.
    template <class Array>
    void access(EventKind kind, const char* what, const Array& array, uint64_t i, SourcePlace at) {
        if (i >= array.size) [[unlikely]]
            out_of_bounds(lane_, what, i, array.size, at);
        uint64_t offset = i * sizeof(*array.base);
        if constexpr (requires { array.offset; }) offset += array.offset;
        lane_.log.append(at, Event::pack(kind, sizeof(*array.base), array.buffer, offset));
    }

    void pause(Pause why, SourcePlace at) {
        lane_.pause = why;
        lane_.pause_site = at;
        lane_.suspend(lane_);
    }

    const std::array<uint64_t, 32>& exchange(uint64_t value, SourcePlace at) {
        const uint32_t set = lane_.exchanges++ % WarpExchange::sets;
        const uint32_t lane = lane_.thread % 32;
        lane_.exchange->values[set][lane] = value;
        lane_.exchange->deposited[set] |= 1U << lane;
        lane_.exchange->deposited[(set + 1) % WarpExchange::sets] =
            0;  // also clears marks of lanes that have returned
        pause(Pause::collective, at);
        return lane_.exchange->values[set];
    }

    LaneState& lane_;
};
}
