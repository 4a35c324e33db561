#include <cub/device/device_radix_sort.cuh>

#include <array>
#include <type_traits>

#include "kernels/context/keys.hpp"
#include "kernels/cuda/column_sort.hpp"
#include "kernels/cuda/library_sort.hpp"

namespace sortscope::kernels::cuda {
namespace {

template <class T>
class CubRadixSort final : public ColumnSort {
    using Key = key_of_t<T>;
    using Value = std::conditional_t<sizeof(Key) == 8, std::uint64_t, std::uint32_t>;

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

}  // namespace

std::unique_ptr<GpuSort> make_cub_radix_sort(const Workload& workload, cudaStream_t stream) {
    return with_key_type(workload.key, [&](auto* type) -> std::unique_ptr<GpuSort> {
        return std::make_unique<CubRadixSort<std::remove_pointer_t<decltype(type)>>>(workload, stream);
    });
}

}  // namespace sortscope::kernels::cuda
