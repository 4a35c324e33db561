// Context of the counting GPU build: counts each warp's accesses by site.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/cuda/counting_table.hpp"
#include "kernels/cuda/device_context.cuh"

namespace sortscope::kernels::cuda {

// Counts of one access by a warp's active lanes. Each function has hundreds of instructions: inlined at every
// access, they took four fifths of the time that nvcc needs for a variant.
namespace counting {

__device__ inline unsigned lane_number() { return threadIdx.x % 32; }
__device__ inline bool is_first(unsigned lanes) { return (lanes & ((1U << lane_number()) - 1)) == 0; }
__device__ inline unsigned number_of(unsigned lanes) { return static_cast<unsigned>(__popc(lanes)); }
__device__ inline void add(unsigned long long& sum, unsigned long long value) {
    if (value != 0) atomicAdd(&sum, value);
}

/// The site's row in this warp's copy of the table; null if the table is full.
__device__ inline DeviceSiteCounts* find_row(const CountingTable& table, SiteKind kind, SourcePlace at) {
    const unsigned long long key = site_row_key(at.file_name(), at.line(), at.column(), kind);
    DeviceSiteCounts* rows =
        table.rows + (blockIdx.x + threadIdx.x / 32) % CountingTable::copies * CountingTable::sites;
    unsigned row = static_cast<unsigned>(key * 0x9E3779B97F4A7C15ULL >> 40) % CountingTable::sites;
#pragma unroll 1
    for (unsigned tries = 0; tries < CountingTable::sites; ++tries, row = (row + 1) % CountingTable::sites) {
        const unsigned long long holder = atomicCAS(&rows[row].key, 0ULL, key);
        if (holder == 0 || holder == key) {
            rows[row].file = at.file_name();  // equal for every warp of this site
            return &rows[row];
        }
    }
    atomicExch(table.overflow, 1U);
    return nullptr;
}

/// The first active lane adds the request and calls `add_rest(row)`. Then all active lanes reconverge;
/// otherwise the warp's next access could be counted in parts.
template <class AddRest>
__device__ void add_request(const CountingTable& table, SiteKind kind, SourcePlace at, unsigned active,
                            AddRest add_rest) {
    if (is_first(active)) {
        if (DeviceSiteCounts* row = find_row(table, kind, at)) {
            add(row->requests, 1);
            add(row->threads, number_of(active));
            add_rest(*row);
        }
    }
    __syncwarp(active);
}

__device__ __noinline__ inline void count_global(CountingTable table, const void* pointer, std::uint32_t size,
                                                 SiteKind kind, SourcePlace at) {
    const unsigned active = __activemask();
    const auto address = reinterpret_cast<unsigned long long>(pointer);
    // The first lane on each 128-byte line computes the line's sectors.
    const unsigned same_line = __match_any_sync(active, address / 128);
    unsigned sectors_of_line = 0;
    for (unsigned sector = 0; sector < 4; ++sector) {
        const unsigned users = __ballot_sync(active, address / 32 % 4 == sector);
        if ((users & same_line) != 0) ++sectors_of_line;
    }
    const unsigned same_word = __match_any_sync(active, address);
    const unsigned words = number_of(__ballot_sync(active, is_first(same_word)));
    const bool first_of_line = is_first(same_line);
    unsigned sizes[4];
    for (unsigned i = 0; i < 4; ++i)
        sizes[i] = number_of(__ballot_sync(active, first_of_line && sectors_of_line == i + 1));
    // Compute capability 1.3: half-warps, segments of up to 128 bytes, halved while one half is unused.
    const unsigned log2_segment = size == 1 ? 5 : size == 2 ? 6 : 7;
    const unsigned part_of_segment = static_cast<unsigned>(address) % (1U << log2_segment) / 32;
    const unsigned half_lanes = lane_number() < 16 ? 0x0000FFFFU : 0xFFFF0000U;
    const unsigned same_segment = __match_any_sync(active, address >> log2_segment) & half_lanes;
    unsigned parts_used = 0;  // 32 bytes each
    for (unsigned part = 0; part < 4; ++part) {
        const unsigned users = __ballot_sync(active, part_of_segment == part);
        if ((users & same_segment) != 0) parts_used |= 1U << part;
    }
    const unsigned lowest = static_cast<unsigned>(__ffs(static_cast<int>(parts_used))) - 1;
    const unsigned highest = 31U - static_cast<unsigned>(__clz(static_cast<int>(parts_used)));
    const unsigned size_class = lowest == highest ? 0 : lowest / 2 == highest / 2 ? 1 : 2;
    const bool first_of_segment = is_first(same_segment);
    unsigned sizes_cc13[3];
    for (unsigned i = 0; i < 3; ++i)
        sizes_cc13[i] = number_of(__ballot_sync(active, first_of_segment && size_class == i));
    add_request(table, kind, at, active, [&](DeviceSiteCounts& row) {
        add(row.bytes, static_cast<unsigned long long>(words) * size);
        for (unsigned i = 0; i < 4; ++i) add(row.sizes[i], sizes[i]);
        for (unsigned i = 0; i < 3; ++i) add(row.sizes_cc13[i], sizes_cc13[i]);
    });
}

__device__ __noinline__ inline void count_shared(CountingTable table, std::uint32_t offset,
                                                 std::uint32_t size, SiteKind kind, SourcePlace at) {
    const unsigned active = __activemask();
    const unsigned lanes_each = size == 16 ? 8 : size == 8 ? 16 : 32;
    const unsigned same_place = __match_any_sync(active, offset);
    const unsigned places = number_of(__ballot_sync(active, is_first(same_place)));
    unsigned extra = 0;
    for (unsigned group = 0; group < 32 / lanes_each; ++group) {
        const bool mine = lane_number() / lanes_each == group;
        unsigned worst = 0;
        // Each part of a wide access uses banks of its own parity, so judge banks part by part.
        const unsigned words = size < 4 ? 1 : size / 4;
        for (unsigned part = 0; part < words; ++part) {
            const unsigned word = offset / 4 + part;
            const unsigned same_word = __match_any_sync(active, mine ? word : 0xFFFFFFFFU);
            const unsigned firsts = __ballot_sync(active, mine && is_first(same_word));
            const unsigned same_bank = __match_any_sync(active, mine ? word % 32 : 0xFFFFFFFFU);
            const unsigned on_bank = number_of(same_bank & firsts);
            while (__any_sync(active, mine && on_bank > worst)) ++worst;  // no __reduce_max_sync() before 8.0
        }
        if (worst > 1) extra += worst - 1;
    }
    add_request(table, kind, at, active, [&](DeviceSiteCounts& row) {
        add(row.bytes, static_cast<unsigned long long>(places) * size);
        add(row.conflicts, extra);
    });
}

__device__ __noinline__ inline void count_branch(CountingTable table, bool condition, SourcePlace at) {
    const unsigned active = __activemask();
    const unsigned taken = __ballot_sync(active, condition);
    add_request(table, SiteKind::branch, at, active, [&](DeviceSiteCounts& row) {
        add(row.taken, number_of(taken));
        add(row.divergent, taken != 0 && taken != active ? 1 : 0);
    });
}

__device__ __noinline__ inline void count_collective(CountingTable table, SiteKind kind, SourcePlace at) {
    add_request(table, kind, at, __activemask(), [](DeviceSiteCounts&) {});
}

}  // namespace counting

/// Like DeviceContext, but before each access or branch the warp's active lanes compute its cost and add it
/// up, by the rules of kernels/simt/coalescing.hpp (compute capability 7.0, and half-warps of 1.3).
class CountingContext {
 public:
    __device__ explicit CountingContext(CountingTable table) : table_(table) {}

    __device__ std::uint32_t thread() const { return threadIdx.x; }
    __device__ std::uint32_t block() const { return blockIdx.x; }
    __device__ std::uint32_t block_threads() const { return blockDim.x; }
    __device__ std::uint32_t blocks() const { return gridDim.x; }
    __device__ std::uint32_t global_thread() const { return blockIdx.x * blockDim.x + threadIdx.x; }

    template <class T>
    __device__ T load(const Global<T>& array, std::uint64_t i, SourcePlace at = SourcePlace::current()) {
        counting::count_global(table_, array.base + i, sizeof(T), SiteKind::global_load, at);
        return plain_.load(array, i);
    }
    template <class T>
    __device__ void store(const Global<T>& array, std::uint64_t i, std::type_identity_t<T> value,
                          SourcePlace at = SourcePlace::current()) {
        counting::count_global(table_, array.base + i, sizeof(T), SiteKind::global_store, at);
        plain_.store(array, i, value);
    }
    template <class T>
    __device__ T atomic_add(const Global<T>& array, std::uint64_t i, std::type_identity_t<T> value,
                            SourcePlace at = SourcePlace::current()) {
        counting::count_global(table_, array.base + i, sizeof(T), SiteKind::global_atomic, at);
        return plain_.atomic_add(array, i, value);
    }

    template <class T>
    __device__ Shared<T> shared(std::uint32_t count, SourcePlace = SourcePlace::current()) {
        return plain_.template shared<T>(count);
    }
    template <class T>
    __device__ T load(const Shared<T>& array, std::uint32_t i, SourcePlace at = SourcePlace::current()) {
        counting::count_shared(table_, array.offset + i * sizeof(T), sizeof(T), SiteKind::shared_load, at);
        return plain_.load(array, i);
    }
    template <class T>
    __device__ void store(const Shared<T>& array, std::uint32_t i, std::type_identity_t<T> value,
                          SourcePlace at = SourcePlace::current()) {
        counting::count_shared(table_, array.offset + i * sizeof(T), sizeof(T), SiteKind::shared_store, at);
        plain_.store(array, i, value);
    }

    __device__ bool branch(bool condition, SourcePlace at = SourcePlace::current()) {
        counting::count_branch(table_, condition, at);
        return condition;
    }

    /// Counts each test of the loop's condition as a branch.
    class CountingLoop {
     public:
        __device__ CountingLoop(const CountingTable& table, const SourcePlace& at) : table_(table), at_(at) {}
        __device__ bool next(bool condition) {
            counting::count_branch(table_, condition, at_);
            return condition;
        }

     private:
        const CountingTable& table_;
        SourcePlace at_;
    };
    __device__ CountingLoop loop(SourcePlace at = SourcePlace::current()) { return {table_, at}; }

    __device__ void sync(SourcePlace at = SourcePlace::current()) {
        counting::count_collective(table_, SiteKind::barrier, at);
        plain_.sync();
    }
    template <class T>
    __device__ T shuffle(T value, std::uint32_t source, SourcePlace at = SourcePlace::current()) {
        counting::count_collective(table_, SiteKind::warp_collective, at);
        return plain_.shuffle(value, source);
    }
    template <class T>
    __device__ T shuffle_xor(T value, std::uint32_t mask, SourcePlace at = SourcePlace::current()) {
        counting::count_collective(table_, SiteKind::warp_collective, at);
        return plain_.shuffle_xor(value, mask);
    }
    __device__ std::uint32_t ballot(bool condition, SourcePlace at = SourcePlace::current()) {
        counting::count_collective(table_, SiteKind::warp_collective, at);
        return plain_.ballot(condition);
    }

 private:
    DeviceContext plain_;
    CountingTable table_;
};

}  // namespace sortscope::kernels::cuda
