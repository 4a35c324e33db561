#include "kernels/cuda/library_sort.hpp"

#include <cub/device/device_radix_sort.cuh>

#include <string>

#include "core/error.hpp"
#include "kernels/cuda/device_memory.hpp"

namespace sortscope::kernels::cuda {
namespace {

/// cub::DeviceRadixSort::SortKeys over a double buffer, which is its fastest form: no copy back.
template <class Key>
class CubRadixSort final : public GpuSort {
 public:
    CubRadixSort(const Workload& workload, cudaStream_t stream)
        : GpuSort(workload, workload.n, stream), front_(workload.bytes()), back_(workload.bytes()),
          keys_(front_.as<Key>(), back_.as<Key>()) {
        std::size_t bytes = 0;
        SORTSCOPE_CUDA_CALL(cub::DeviceRadixSort::SortKeys(nullptr, bytes, keys_, workload.n, 0, sizeof(Key) * 8, stream));
        scratch_ = DeviceMemory(bytes);
    }

    void restore() override {
        keys_ = cub::DoubleBuffer<Key>(front_.as<Key>(), back_.as<Key>());
        SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(front_.get(), input(), input_bytes(), cudaMemcpyDeviceToDevice, stream()));
    }

    void run(const LaunchHook*) override {
        std::size_t bytes = scratch_.bytes();
        SORTSCOPE_CUDA_CALL(
            cub::DeviceRadixSort::SortKeys(scratch_.get(), bytes, keys_, workload().n, 0, sizeof(Key) * 8, stream()));
    }

    const Plan* plan() const override { return nullptr; }
    std::uint64_t memory_bytes() const override { return 3 * input_bytes() + scratch_.bytes(); }

 protected:
    const void* output() override { return keys_.Current(); }

 private:
    DeviceMemory front_, back_, scratch_;
    cub::DoubleBuffer<Key> keys_;
};

}  // namespace

std::unique_ptr<GpuSort> make_library_sort(std::string_view name, const Workload& workload, cudaStream_t stream) {
    if (name == "cub-radix") {
        if (workload.key == KeyType::u32) return std::make_unique<CubRadixSort<std::uint32_t>>(workload, stream);
        if (workload.key == KeyType::f32) return std::make_unique<CubRadixSort<float>>(workload, stream);
    }
    throw Error(ErrorKind::internal, "There is no library sort called '" + std::string(name) + "' for " +
                                         std::string(name_of(workload.key)) + " keys.");
}

}  // namespace sortscope::kernels::cuda
