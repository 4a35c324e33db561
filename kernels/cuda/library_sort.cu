// Library sorts on the GPU. Libraries take records as separate arrays of keys and values.
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "kernels/context/keys.hpp"
#include "kernels/cuda/gpu_sort.hpp"

namespace sortscope::kernels::cuda {
namespace {
template <class T>
__global__ void split_kernel(const T* records, key_of_t<T>* keys, typename T::value_type* values,
                             uint64_t count) {
    const uint64_t stride = uint64_t{gridDim.x} * blockDim.x;
    for (uint64_t i = uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
        const T record = records[i];
        keys[i] = record.key;
        values[i] = record.value;
    }
}

template <class T>
__global__ void join_kernel(const key_of_t<T>* keys, const typename T::value_type* values, T* records,
                            uint64_t count) {
    const uint64_t stride = uint64_t{gridDim.x} * blockDim.x;
    for (uint64_t i = uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
        records[i] = {keys[i], values[i]};
}

/// A library's sort of columns: arrays of keys and values. upload(), restore(), run() and download() copy and
/// sort columns, as a user of the library would. Kernels that convert between records and columns run outside
/// of these calls, so that no profiler sees them.
template <class T>
class ColumnSort : public GpuSort {
 protected:
    using Key = key_of_t<T>;
    using Value = typename KeyValue<Key>::value_type;

    /// Uninitialised columns; `values` is empty for keys without values. Throws Error(unsupported) if the GPU
    /// has no room.
    struct Columns {
        DeviceMemory keys, values;
        Columns() = default;
        explicit Columns(uint64_t n) : keys(n * sizeof(Key)), values(is_record<T> ? n * sizeof(Value) : 0) {}
    };

    ColumnSort(const Workload& workload, cudaStream_t stream)
        : GpuSort(workload, workload.n, stream), front_(workload.n) {
        if constexpr (is_record<T>) {
            pristine_ = Columns(workload.n);
            joined_ = DeviceMemory(workload.bytes());
        }
    }

    /// The input columns of run().
    Key* keys() const { return front_.keys.template as<Key>(); }
    Value* values() const { return front_.values.template as<Value>(); }
    /// The sorted columns after run(); default: the input columns.
    virtual const Key* sorted_keys() { return keys(); }
    virtual const Value* sorted_values() { return values(); }

    const void* output() final {
        if constexpr (is_record<T>)
            return join(sorted_keys(), sorted_values(), joined_.get());
        else
            return sorted_keys();
    }
    void prepare_input() final {
        if constexpr (is_record<T>)
            if (std::exchange(input_is_behind_, false))
                join(pristine_.keys.template as<Key>(), pristine_.values.template as<Value>(),
                     writable_input());
    }
    void input_changed() final {
        if constexpr (is_record<T>) {
            split_kernel<<<blocks(), 256, 0, stream()>>>(static_cast<const T*>(input()),
                                                         pristine_.keys.template as<Key>(),
                                                         pristine_.values.template as<Value>(), workload().n);
            SORTSCOPE_CUDA_CALL(cudaGetLastError());
            SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream()));
            input_is_behind_ = false;
        }
    }

 public:
    void upload(std::span<const std::byte> bytes) final {
        if constexpr (!is_record<T>) {
            GpuSort::upload(bytes);
        } else {
            const std::span records(reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T));
            std::vector<Key> keys;
            std::vector<Value> values;
            for (const T& record : records) {
                keys.push_back(record.key);
                values.push_back(record.value);
            }
            copy(pristine_.keys.get(), keys.data(), keys.size() * sizeof(Key), cudaMemcpyHostToDevice);
            copy(pristine_.values.get(), values.data(), values.size() * sizeof(Value),
                 cudaMemcpyHostToDevice);
            SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream()));
            input_is_behind_ = true;
        }
    }
    void restore() override {
        copy(keys(), is_record<T> ? pristine_.keys.get() : input(), front_.keys.bytes(),
             cudaMemcpyDeviceToDevice);
        if constexpr (is_record<T>)
            copy(values(), pristine_.values.get(), front_.values.bytes(), cudaMemcpyDeviceToDevice);
    }
    void download(std::span<std::byte> bytes) final {
        if constexpr (!is_record<T>) {
            GpuSort::download(bytes);
        } else {
            const std::span records(reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T));
            std::vector<Key> keys(records.size());
            std::vector<Value> values(records.size());
            copy(keys.data(), sorted_keys(), keys.size() * sizeof(Key), cudaMemcpyDeviceToHost);
            copy(values.data(), sorted_values(), values.size() * sizeof(Value), cudaMemcpyDeviceToHost);
            SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream()));
            for (size_t i = 0; i < records.size(); ++i) records[i] = {keys[i], values[i]};
        }
    }
    const Plan* plan() const final { return nullptr; }

 private:
    unsigned blocks() const { return unsigned(std::min<uint64_t>((workload().n + 255) / 256, 65535)); }
    const void* join(const Key* keys, const Value* values, void* records) const {
        join_kernel<<<blocks(), 256, 0, stream()>>>(keys, values, static_cast<T*>(records), workload().n);
        SORTSCOPE_CUDA_CALL(cudaGetLastError());
        return records;
    }

    Columns front_;
    Columns pristine_;              // the input's columns; empty without values, as input() holds the keys
    DeviceMemory joined_;           // sorted records, for output()
    bool input_is_behind_ = false;  // pristine_ is newer than input()
};

/// cub::DeviceRadixSort over double buffers, its fastest form: no copy back.
template <class T>
class CubRadixSort final : public ColumnSort<T> {
    using Base = ColumnSort<T>;
    using Base::stream, Base::workload, Base::keys, Base::values;
    using typename Base::Key, typename Base::Value, typename Base::Columns;

 public:
    CubRadixSort(const Workload& workload, cudaStream_t stream) : Base(workload, stream), back_(workload.n) {
        rewind();
        size_t bytes = 0;
        sort(nullptr, bytes);
        scratch_ = DeviceMemory(bytes);
    }

    void restore() override {
        rewind();
        Base::restore();
    }

    void run(const LaunchHook*) override {
        size_t bytes = scratch_.bytes();
        sort(scratch_.get(), bytes);
        sorted_in_ = {keys_.selector, values_.selector};
    }

 protected:
    // CUB selects the result buffer on the host. A replay of the graph uses the buffer of the captured run.
    void replayed() override { keys_.selector = sorted_in_[0], values_.selector = sorted_in_[1]; }
    const Key* sorted_keys() override { return keys_.Current(); }
    const Value* sorted_values() override { return values_.Current(); }

 private:
    void rewind() {
        keys_ = {keys(), back_.keys.template as<Key>()};
        values_ = {values(), back_.values.template as<Value>()};
    }

    // If `scratch` is null, CUB only returns the size it needs. 32-bit indices suffice: sizes end at 2^28.
    void sort(void* scratch, size_t& bytes) {
        const auto count = uint32_t(workload().n);
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
class CubMergeSort final : public ColumnSort<T> {
    using Base = ColumnSort<T>;
    using Base::stream, Base::workload, Base::keys, Base::values;
    using typename Base::Key, typename Base::Value, typename Base::Columns;

 public:
    CubMergeSort(const Workload& workload, cudaStream_t stream) : Base(workload, stream) {
        size_t bytes = 0;
        sort(nullptr, bytes);
        scratch_ = DeviceMemory(bytes);
    }

    void run(const LaunchHook*) override {
        size_t bytes = scratch_.bytes();
        sort(scratch_.get(), bytes);
    }

 private:
    // If `scratch` is null, CUB only returns the size it needs. 32-bit indices suffice: sizes end at 2^28.
    void sort(void* scratch, size_t& bytes) {
        const auto count = uint32_t(workload().n);
        if constexpr (is_record<T>)
            SORTSCOPE_CUDA_CALL(
                cub::DeviceMergeSort::SortPairs(scratch, bytes, keys(), values(), count, Before{}, stream()));
        else
            SORTSCOPE_CUDA_CALL(
                cub::DeviceMergeSort::SortKeys(scratch, bytes, keys(), count, Before{}, stream()));
    }

    DeviceMemory scratch_;
};

/// Keeps returned GPU memory, so that a second sort of the same size allocates nothing. For one stream only,
/// since the stream orders the users of a block.
class CachingAllocator {
 public:
    using value_type = char;

    /// A block of exactly `bytes`, a free one if possible. Throws Error(unsupported) if the GPU has no room.
    char* allocate(ptrdiff_t bytes) {
        const auto wanted = size_t(bytes);
        auto found = free_.find(wanted);
        DeviceMemory block = found == free_.end() ? DeviceMemory(wanted) : std::move(found->second);
        if (found != free_.end()) free_.erase(found);
        char* const base = block.as<char>();
        used_.emplace(base, std::move(block));
        return base;
    }

    void deallocate(char* base, size_t) {
        auto node = used_.extract(base);
        const size_t bytes = node.mapped().bytes();
        free_.emplace(bytes, std::move(node.mapped()));
    }

 private:
    std::multimap<size_t, DeviceMemory> free_;  // by size
    std::map<char*, DeviceMemory> used_;
};

/// thrust::sort of keys, thrust::sort_by_key of records, without thrust::device's final wait.
template <class T>
class ThrustSort final : public ColumnSort<T> {
    using Base = ColumnSort<T>;
    using Base::stream, Base::workload, Base::keys, Base::values;
    using typename Base::Key, typename Base::Value, typename Base::Columns;

 public:
    ThrustSort(const Workload& workload, cudaStream_t stream) : Base(workload, stream) {}

    void run(const LaunchHook*) override {
        const auto policy = thrust::cuda::par_nosync(scratch_).on(stream());
        Key* const first = keys();
        if constexpr (is_record<T>)
            thrust::sort_by_key(policy, first, first + workload().n, values());
        else
            thrust::sort(policy, first, first + workload().n);
    }

 private:
    CachingAllocator scratch_;
};

template <template <class> class Sort>
std::unique_ptr<GpuSort> make(const Workload& workload, cudaStream_t stream) {
    return with_key_type(workload.key, [&]<class T>(TypeList<T>) -> std::unique_ptr<GpuSort> {
        return std::make_unique<Sort<T>>(workload, stream);
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
}
