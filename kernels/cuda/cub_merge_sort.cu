#include <cub/device/device_merge_sort.cuh>

#include <type_traits>

#include "kernels/context/keys.hpp"
#include "kernels/cuda/column_sort.hpp"
#include "kernels/cuda/library_sort.hpp"

namespace sortscope::kernels::cuda {
namespace {

struct Before {
    template <class K>
    __device__ bool operator()(const K& a, const K& b) const {
        return before(a, b);
    }
};

template <class T>
class CubMergeSort final : public ColumnSort {
    using Key = key_of_t<T>;
    using Value = std::conditional_t<sizeof(Key) == 8, std::uint64_t, std::uint32_t>;

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

}  // namespace

std::unique_ptr<GpuSort> make_cub_merge_sort(const Workload& workload, cudaStream_t stream) {
    return with_key_type(workload.key, [&](auto* type) -> std::unique_ptr<GpuSort> {
        return std::make_unique<CubMergeSort<std::remove_pointer_t<decltype(type)>>>(workload, stream);
    });
}

}  // namespace sortscope::kernels::cuda
