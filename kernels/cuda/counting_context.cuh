// Context of the counting GPU build: counts each warp's accesses by site.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/cuda/counting_table.hpp"
#include "kernels/cuda/device_context.cuh"

namespace sortscope::kernels::cuda {
/// Like DeviceContext, but counts the cost of each access, branch and wait before it happens, once for all
/// active lanes of a warp. Costs follow kernels/simt/coalescing.hpp: Rule::cc3, and cc13_transactions().
class CountingContext : public DeviceContext {
 public:
    __device__ explicit CountingContext(CountingTable table) : table_(table) {}

    template <class T>
    __device__ T load(const Global<T>& array, uint64_t i, SourcePlace at = SourcePlace::current()) {
        count_global(array.base + i, sizeof(T), SiteKind::global_load, at);
        return DeviceContext::load(array, i);
    }
    template <class T>
    __device__ void store(const Global<T>& array, uint64_t i, std::type_identity_t<T> value,
                          SourcePlace at = SourcePlace::current()) {
        count_global(array.base + i, sizeof(T), SiteKind::global_store, at);
        DeviceContext::store(array, i, value);
    }
    template <class T>
    __device__ T atomic_add(const Global<T>& array, uint64_t i, std::type_identity_t<T> value,
                            SourcePlace at = SourcePlace::current()) {
        count_global(array.base + i, sizeof(T), SiteKind::global_atomic, at);
        return DeviceContext::atomic_add(array, i, value);
    }

    template <class T>
    __device__ T load(const Shared<T>& array, uint32_t i, SourcePlace at = SourcePlace::current()) {
        count_shared(array.offset + i * sizeof(T), sizeof(T), SiteKind::shared_load, at);
        return DeviceContext::load(array, i);
    }
    template <class T>
    __device__ void store(const Shared<T>& array, uint32_t i, std::type_identity_t<T> value,
                          SourcePlace at = SourcePlace::current()) {
        count_shared(array.offset + i * sizeof(T), sizeof(T), SiteKind::shared_store, at);
        DeviceContext::store(array, i, value);
    }

    __device__ bool branch(bool condition, SourcePlace at = SourcePlace::current()) {
        count_branch(condition, at);
        return condition;
    }

    /// Counts each test of the loop's condition as a branch.
    class CountingLoop {
     public:
        __device__ CountingLoop(CountingContext& context, const SourcePlace& at)
            : context_(context), at_(at) {}
        __device__ bool next(bool condition) {
            context_.count_branch(condition, at_);
            return condition;
        }

     private:
        CountingContext& context_;
        SourcePlace at_;
    };
    __device__ CountingLoop loop(SourcePlace at = SourcePlace::current()) { return {*this, at}; }

    __device__ void sync(SourcePlace at = SourcePlace::current()) {
        count_collective(SiteKind::barrier, at);
        DeviceContext::sync();
    }
    template <class T>
    __device__ T shuffle(T value, uint32_t source, SourcePlace at = SourcePlace::current()) {
        count_collective(SiteKind::warp_collective, at);
        return DeviceContext::shuffle(value, source);
    }
    template <class T>
    __device__ T shuffle_xor(T value, uint32_t mask, SourcePlace at = SourcePlace::current()) {
        count_collective(SiteKind::warp_collective, at);
        return DeviceContext::shuffle_xor(value, mask);
    }
    __device__ uint32_t ballot(bool condition, SourcePlace at = SourcePlace::current()) {
        count_collective(SiteKind::warp_collective, at);
        return DeviceContext::ballot(condition);
    }

 private:
    friend class CountingLoop;

    __device__ void count_global(const void* address, uint32_t size, SiteKind kind, const SourcePlace& at);
    __device__ void count_shared(uint32_t offset, uint32_t size, SiteKind kind, const SourcePlace& at);
    __device__ void count_branch(bool condition, const SourcePlace& at);
    __device__ void count_collective(SiteKind kind, const SourcePlace& at);
    __device__ DeviceSiteCounts* slot(SiteKind kind, const SourcePlace& at);
    /// Counts a request of the `active` lanes. Returns the site's row on the leading lane; null on other
    /// lanes, or if the table is full.
    __device__ DeviceSiteCounts* count_request(unsigned active, SiteKind kind, const SourcePlace& at);

    CountingTable table_;
};

namespace detail {
__device__ inline unsigned lane_number() { return threadIdx.x % 32; }
__device__ inline bool leads(unsigned active) { return lane_number() == unsigned(__ffs(int(active))) - 1; }
__device__ inline void add(unsigned long long& where, unsigned long long what) {
    if (what != 0) atomicAdd(&where, what);
}
}

__device__ inline DeviceSiteCounts* CountingContext::slot(SiteKind kind, const SourcePlace& at) {
    const unsigned long long key = site_row_key(at.file_name(), at.line(), at.column(), kind);
    DeviceSiteCounts* rows =
        table_.rows + (blockIdx.x + threadIdx.x / 32) % CountingTable::copies * CountingTable::sites;
    unsigned row = unsigned(key * 0x9E3779B97F4A7C15ULL >> 40) % CountingTable::sites;
    // Let the compiler unroll this loop. With #pragma unroll 1, warps do not reconverge after the loop and
    // are counted in parts: on an H200, most cases of tests/gpu/agreement_test.cpp show this.
    for (unsigned tries = 0; tries < CountingTable::sites; ++tries, row = (row + 1) % CountingTable::sites) {
        const unsigned long long found = atomicCAS(&rows[row].key, 0ULL, key);
        if (found == 0 || found == key) {
            rows[row].file = at.file_name();  // equal for all warps with this key
            return &rows[row];
        }
    }
    atomicExch(table_.overflow, 1U);
    return nullptr;
}

__device__ inline DeviceSiteCounts* CountingContext::count_request(unsigned active, SiteKind kind,
                                                                   const SourcePlace& at) {
    if (!detail::leads(active)) return nullptr;
    DeviceSiteCounts* const counts = slot(kind, at);
    if (!counts) return nullptr;
    detail::add(counts->requests, 1);
    detail::add(counts->threads, unsigned(__popc(active)));
    return counts;
}

__device__ inline void CountingContext::count_global(const void* pointer, uint32_t size, SiteKind kind,
                                                     const SourcePlace& at) {
    const unsigned active = __activemask();
    const auto address = reinterpret_cast<unsigned long long>(pointer);
    const unsigned lane = detail::lane_number();
    // The first lane on each 128-byte line counts the line's sectors.
    const unsigned same_line = __match_any_sync(active, address / 128);
    unsigned sectors_of_line = 0;
    for (unsigned sector = 0; sector < 4; ++sector) {
        const unsigned users = __ballot_sync(active, address / 32 % 4 == sector);
        if ((users & same_line) != 0) ++sectors_of_line;
    }
    const unsigned same_word = __match_any_sync(active, address);
    const auto words = unsigned(__popc(__ballot_sync(active, (same_word & ((1U << lane) - 1)) == 0)));
    const bool first_of_line = (same_line & ((1U << lane) - 1)) == 0;
    unsigned long long sizes[4];
    for (unsigned i = 0; i < 4; ++i)
        sizes[i] = unsigned(__popc(__ballot_sync(active, first_of_line && sectors_of_line == i + 1)));
    // Compute capability 1.3: half-warps, segments of up to 128 bytes, halved while one half is unused.
    const unsigned long long largest = size == 1 ? 32 : size == 2 ? 64 : 128;
    const unsigned half_lanes = lane < 16 ? 0x0000FFFFU : 0xFFFF0000U;
    const unsigned same_segment = __match_any_sync(active, address / largest) & half_lanes;
    unsigned sectors_used = 0;  // 32-byte parts of the segment
    for (unsigned part = 0; part < 4; ++part) {
        const unsigned users = __ballot_sync(active, address % largest / 32 == part);
        if ((users & same_segment) != 0) sectors_used |= 1U << part;
    }
    const unsigned lowest = unsigned(__ffs(int(sectors_used))) - 1;
    const unsigned highest = 31U - unsigned(__clz(int(sectors_used)));
    const unsigned size_class = lowest == highest ? 0 : lowest / 2 == highest / 2 ? 1 : 2;
    const bool first_of_segment = (same_segment & ((1U << lane) - 1)) == 0;
    unsigned long long sizes_cc13[3];
    for (unsigned i = 0; i < 3; ++i)
        sizes_cc13[i] = unsigned(__popc(__ballot_sync(active, first_of_segment && size_class == i)));
    DeviceSiteCounts* const counts = count_request(active, kind, at);
    if (!counts) return;
    detail::add(counts->bytes, static_cast<unsigned long long>(words) * size);
    for (unsigned i = 0; i < 4; ++i) detail::add(counts->sizes[i], sizes[i]);
    for (unsigned i = 0; i < 3; ++i) detail::add(counts->sizes_cc13[i], sizes_cc13[i]);
}

__device__ inline void CountingContext::count_shared(uint32_t offset, uint32_t size, SiteKind kind,
                                                     const SourcePlace& at) {
    const unsigned active = __activemask();
    const unsigned lane = detail::lane_number();
    const unsigned lanes_each = size == 16 ? 8 : size == 8 ? 16 : 32;
    const unsigned same_place = __match_any_sync(active, offset);
    const auto places = unsigned(__popc(__ballot_sync(active, (same_place & ((1U << lane) - 1)) == 0)));
    unsigned extra = 0;
    for (unsigned group = 0; group < 32 / lanes_each; ++group) {
        const bool mine = lane / lanes_each == group;
        unsigned worst = 0;
        // Different parts of a wide access use different banks: count bank by bank within each part.
        const unsigned words = size < 4 ? 1 : size / 4;
        for (unsigned part = 0; part < words; ++part) {
            const unsigned word = offset / 4 + part;
            const unsigned same_word = __match_any_sync(active, mine ? word : 0xFFFFFFFFU);
            const bool first_of_word = mine && (same_word & ((1U << lane) - 1)) == 0;
            const unsigned firsts = __ballot_sync(active, first_of_word);
            const unsigned same_bank = __match_any_sync(active, mine ? word % 32 : 0xFFFFFFFFU);
            const unsigned on_bank = unsigned(__popc(same_bank & firsts));
            while (__any_sync(active, mine && on_bank > worst)) ++worst;  // no __reduce_max_sync() before 8.0
        }
        if (worst > 1) extra += worst - 1;
    }
    DeviceSiteCounts* const counts = count_request(active, kind, at);
    if (!counts) return;
    detail::add(counts->bytes, static_cast<unsigned long long>(places) * size);
    detail::add(counts->conflicts, extra);
}

__device__ inline void CountingContext::count_branch(bool condition, const SourcePlace& at) {
    const unsigned active = __activemask();
    const unsigned taken = __ballot_sync(active, condition);
    DeviceSiteCounts* const counts = count_request(active, SiteKind::branch, at);
    if (!counts) return;
    detail::add(counts->taken, unsigned(__popc(taken)));
    detail::add(counts->divergent, taken != 0 && taken != active ? 1 : 0);
}

__device__ inline void CountingContext::count_collective(SiteKind kind, const SourcePlace& at) {
    count_request(__activemask(), kind, at);
}
}
