// Library sorts on the GPU.
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>

#include <array>
#include <map>
#include <string>
#include <type_traits>
#include <utility>

#include "core/error.hpp"
#include "kernels/context/keys.hpp"
#include "kernels/cuda/column_sort.hpp"

namespace sortscope::kernels::cuda {
namespace {

/// cub::DeviceRadixSort over double buffers, its fastest form: no copy back.
template <class T>
class CubRadixSort final : public ColumnSort {
    using Key = key_of_t<T>;
    using Value = typename KeyValue<Key>::value_type;

 public:
    CubRadixSort(const Workload& workload, cudaStream_t stream)
        : ColumnSort(workload, stream), back_(workload) {
        rewind();
        std::size_t bytes = 0;
        sort(nullptr, bytes);
        scratch_ = DeviceMemory(bytes);
    }

    void restore() override {
        rewind();
        ColumnSort::restore();
    }

    void run(const LaunchHook*) override {
        std::size_t bytes = scratch_.bytes();
        sort(scratch_.get(), bytes);
        sorted_in_ = {keys_.selector, values_.selector};
    }

 protected:
    // CUB selects the result buffer on the host; a replay repeats the earlier selection.
    void replayed() override { keys_.selector = sorted_in_[0], values_.selector = sorted_in_[1]; }
    const void* sorted_keys() override { return keys_.Current(); }
    const void* sorted_values() override { return values_.Current(); }

 private:
    void rewind() {
        keys_ = {keys<Key>(), back_.keys.template as<Key>()};
        values_ = {values<Value>(), back_.values.template as<Value>()};
    }

    // Without scratch memory CUB only returns its size. 32-bit indices suffice: sizes end at 2^28.
    void sort(void* scratch, std::size_t& bytes) {
        const auto count = static_cast<std::uint32_t>(workload().n);
        constexpr int bits = 8 * sizeof(Key);
        if constexpr (is_record<T>)
            SORTSCOPE_CUDA_CALL(
                cub::DeviceRadixSort::SortPairs(scratch, bytes, keys_, values_, count, 0, bits, stream()));
        else
            SORTSCOPE_CUDA_CALL(
                cub::DeviceRadixSort::SortKeys(scratch, bytes, keys_, count, 0, bits, stream()));
    }

    Columns back_;
    DeviceMemory scratch_;
    cub::DoubleBuffer<Key> keys_;
    cub::DoubleBuffer<Value> values_;
    std::array<int, 2> sorted_in_{};  // selectors of keys and values after a run
};

struct Before {
    template <class K>
    __device__ bool operator()(const K& a, const K& b) const {
        return before(a, b);
    }
};

/// cub::DeviceMergeSort with before() as its order.
template <class T>
class CubMergeSort final : public ColumnSort {
    using Key = key_of_t<T>;
    using Value = typename KeyValue<Key>::value_type;

 public:
    CubMergeSort(const Workload& workload, cudaStream_t stream) : ColumnSort(workload, stream) {
        std::size_t bytes = 0;
        sort(nullptr, bytes);
        scratch_ = DeviceMemory(bytes);
    }

    void run(const LaunchHook*) override {
        std::size_t bytes = scratch_.bytes();
        sort(scratch_.get(), bytes);
    }

 private:
    // Without scratch memory CUB only returns its size. 32-bit indices suffice: sizes end at 2^28.
    void sort(void* scratch, std::size_t& bytes) {
        const auto count = static_cast<std::uint32_t>(workload().n);
        if constexpr (is_record<T>)
            SORTSCOPE_CUDA_CALL(cub::DeviceMergeSort::SortPairs(scratch, bytes, keys<Key>(), values<Value>(),
                                                                count, Before{}, stream()));
        else
            SORTSCOPE_CUDA_CALL(
                cub::DeviceMergeSort::SortKeys(scratch, bytes, keys<Key>(), count, Before{}, stream()));
    }

    DeviceMemory scratch_;
};

/// Keeps returned GPU memory, so that a second sort of the same size allocates nothing. For one stream only,
/// which orders the users of a block.
class CachingAllocator {
 public:
    using value_type = char;

    /// A block of exactly `bytes`, reused if one is free. Throws Error(unsupported) if the GPU has no room.
    char* allocate(std::ptrdiff_t bytes) {
        const auto wanted = static_cast<std::size_t>(bytes);
        auto found = free_.find(wanted);
        DeviceMemory block = found == free_.end() ? DeviceMemory(wanted) : std::move(found->second);
        if (found != free_.end()) free_.erase(found);
        char* const base = block.as<char>();
        used_.emplace(base, std::move(block));
        return base;
    }

    void deallocate(char* base, std::size_t) {
        auto node = used_.extract(base);
        const std::size_t bytes = node.mapped().bytes();
        free_.emplace(bytes, std::move(node.mapped()));
    }

 private:
    std::multimap<std::size_t, DeviceMemory> free_;  // by size
    std::map<char*, DeviceMemory> used_;
};

/// thrust::sort of keys, thrust::sort_by_key of records, without thrust::device's final wait.
template <class T>
class ThrustSort final : public ColumnSort {
    using Key = key_of_t<T>;
    using Value = typename KeyValue<Key>::value_type;

 public:
    ThrustSort(const Workload& workload, cudaStream_t stream) : ColumnSort(workload, stream) {}

    void run(const LaunchHook*) override {
        const auto policy = thrust::cuda::par_nosync(scratch_).on(stream());
        Key* const first = keys<Key>();
        if constexpr (is_record<T>)
            thrust::sort_by_key(policy, first, first + workload().n, values<Value>());
        else
            thrust::sort(policy, first, first + workload().n);
    }

 private:
    CachingAllocator scratch_;
};

template <template <class> class Sort>
std::unique_ptr<GpuSort> make(const Workload& workload, cudaStream_t stream) {
    return with_key_type(workload.key, [&](auto* type) -> std::unique_ptr<GpuSort> {
        return std::make_unique<Sort<std::remove_pointer_t<decltype(type)>>>(workload, stream);
    });
}

}  // namespace

std::unique_ptr<GpuSort> make_library_sort(std::string_view name, const Workload& workload,
                                           cudaStream_t stream) {
    if (name == "cub-radix") return make<CubRadixSort>(workload, stream);
    if (name == "cub-merge") return make<CubMergeSort>(workload, stream);
    if (name == (has_value(workload.key) ? "thrust-sort-by-key" : "thrust-sort"))
        return make<ThrustSort>(workload, stream);
    throw Error(ErrorKind::internal, "There is no library sort called '" + std::string(name) + "' for " +
                                         std::string(name_of(workload.key)) + " keys.");
}

}  // namespace sortscope::kernels::cuda
