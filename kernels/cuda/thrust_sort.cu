#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>

#include <type_traits>

#include "kernels/context/keys.hpp"
#include "kernels/cuda/caching_allocator.hpp"
#include "kernels/cuda/column_sort.hpp"
#include "kernels/cuda/library_sort.hpp"

namespace sortscope::kernels::cuda {
namespace {

/// thrust::sort of keys, thrust::sort_by_key of records, without thrust::device's final wait.
template <class T>
class ThrustSort final : public ColumnSort {
    using Key = key_of_t<T>;
    using Value = std::conditional_t<sizeof(Key) == 8, std::uint64_t, std::uint32_t>;

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

template <bool Records>
std::unique_ptr<GpuSort> make(const Workload& workload, cudaStream_t stream) {
    return with_key_type(workload.key, [&](auto* type) -> std::unique_ptr<GpuSort> {
        using T = std::remove_pointer_t<decltype(type)>;
        if constexpr (is_record<T> == Records)
            return std::make_unique<ThrustSort<T>>(workload, stream);
        else
            return nullptr;
    });
}

}  // namespace

std::unique_ptr<GpuSort> make_thrust_sort(const Workload& workload, cudaStream_t stream) {
    return make<false>(workload, stream);
}
std::unique_ptr<GpuSort> make_thrust_sort_by_key(const Workload& workload, cudaStream_t stream) {
    return make<true>(workload, stream);
}

}  // namespace sortscope::kernels::cuda
