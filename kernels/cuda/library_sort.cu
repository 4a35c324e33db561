// Library sorts on the GPU. Libraries take records as separate arrays of keys and values.
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>

#include <algorithm>
#include <array>
#include <cstring>
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
// Moves keys of all types as unsigned words of equal width.
template <class Word>
__global__ void split_kernel(const KeyValue<Word>* records, Word* keys, Word* values, uint64_t count) {
    const uint64_t stride = uint64_t{gridDim.x} * blockDim.x;
    for (uint64_t i = uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
        const KeyValue<Word> record = records[i];
        keys[i] = record.key;
        values[i] = record.value;
    }
}

template <class Word>
__global__ void join_kernel(const Word* keys, const Word* values, KeyValue<Word>* records, uint64_t count) {
    const uint64_t stride = uint64_t{gridDim.x} * blockDim.x;
    for (uint64_t i = uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
        records[i] = {keys[i], values[i]};
}

unsigned blocks_for(uint64_t count) { return unsigned(std::min<uint64_t>((count + 255) / 256, 65535)); }

template <class F>
void with_word(size_t bytes, F&& f) {
    if (bytes == 8)
        f(uint64_t{});
    else
        f(uint32_t{});
}

/// Converts `count` records of two words of `word_bytes` (4 or 8) into two arrays.
void split_records(const void* records, void* keys, void* values, uint64_t count, size_t word_bytes,
                   cudaStream_t stream) {
    if (count == 0) return;
    with_word(word_bytes, [&](auto word) {
        using Word = decltype(word);
        split_kernel<<<blocks_for(count), 256, 0, stream>>>(static_cast<const KeyValue<Word>*>(records),
                                                            static_cast<Word*>(keys),
                                                            static_cast<Word*>(values), count);
    });
    SORTSCOPE_CUDA_CALL(cudaGetLastError());
}

/// Converts two arrays into records.
void join_records(const void* keys, const void* values, void* records, uint64_t count, size_t word_bytes,
                  cudaStream_t stream) {
    if (count == 0) return;
    with_word(word_bytes, [&](auto word) {
        using Word = decltype(word);
        join_kernel<<<blocks_for(count), 256, 0, stream>>>(static_cast<const Word*>(keys),
                                                           static_cast<const Word*>(values),
                                                           static_cast<KeyValue<Word>*>(records), count);
    });
    SORTSCOPE_CUDA_CALL(cudaGetLastError());
}

/// Arrays of keys and values; `values` is empty for keys without values.
struct Columns {
    DeviceMemory keys, values;

    Columns() = default;
    /// Uninitialised columns of a workload. Throws Error(unsupported) if the GPU has no room.
    explicit Columns(const Workload& workload);
};

/// A library's sort of columns. Uploads, restores, runs and downloads move columns, as a user of the library
/// would. Conversion kernels run outside of these calls, so that no profiler sees them.
class ColumnSort : public GpuSort {
 public:
    void upload(std::span<const std::byte> records) final;
    void restore() override;
    void download(std::span<std::byte> records) final;
    const Plan* plan() const final { return nullptr; }

 protected:
    ColumnSort(const Workload& workload, cudaStream_t stream);

    /// The input columns of run().
    template <class K>
    K* keys() const {
        return front_.keys.as<K>();
    }
    template <class V>
    V* values() const {
        return front_.values.as<V>();
    }
    /// The sorted columns after run(): the input columns, unless a sort overrides these functions.
    virtual const void* sorted_keys() { return front_.keys.get(); }
    virtual const void* sorted_values() { return front_.values.get(); }

    const void* output() final;
    void input_changed() final;
    void prepare_input() final;

 private:
    bool records() const { return has_value(workload().key); }
    size_t word_bytes() const { return key_bytes(workload().key) / 2; }  // of a record's key or value

    Columns front_;
    Columns pristine_;              // the input's columns; empty without values, as input() holds the keys
    DeviceMemory joined_;           // sorted records, for output()
    bool input_is_behind_ = false;  // pristine_ is newer than input()
};

Columns::Columns(const Workload& workload)
    : keys(has_value(workload.key) ? workload.bytes() / 2 : workload.bytes()),
      values(has_value(workload.key) ? workload.bytes() / 2 : 0) {}

ColumnSort::ColumnSort(const Workload& workload, cudaStream_t stream)
    : GpuSort(workload, workload.n, stream), front_(workload) {
    if (!records()) return;
    pristine_ = Columns(workload);
    joined_ = DeviceMemory(workload.bytes());
}

void ColumnSort::upload(std::span<const std::byte> records_in) {
    if (!records()) return GpuSort::upload(records_in);
    const size_t word = word_bytes();
    std::vector<std::byte> keys(records_in.size() / 2), values(records_in.size() / 2);
    for (size_t i = 0; i < keys.size(); i += word) {
        std::memcpy(keys.data() + i, records_in.data() + 2 * i, word);
        std::memcpy(values.data() + i, records_in.data() + 2 * i + word, word);
    }
    SORTSCOPE_CUDA_CALL(
        cudaMemcpyAsync(pristine_.keys.get(), keys.data(), keys.size(), cudaMemcpyHostToDevice, stream()));
    SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(pristine_.values.get(), values.data(), values.size(),
                                        cudaMemcpyHostToDevice, stream()));
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream()));
    input_is_behind_ = true;
}

void ColumnSort::prepare_input() {
    if (!input_is_behind_) return;
    join_records(pristine_.keys.get(), pristine_.values.get(), writable_input(), workload().n, word_bytes(),
                 stream());
    input_is_behind_ = false;
}

void ColumnSort::input_changed() {
    if (!records()) return;
    split_records(input(), pristine_.keys.get(), pristine_.values.get(), workload().n, word_bytes(),
                  stream());
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream()));
    input_is_behind_ = false;
}

void ColumnSort::restore() {
    const void* const keys = records() ? pristine_.keys.get() : input();
    SORTSCOPE_CUDA_CALL(
        cudaMemcpyAsync(front_.keys.get(), keys, front_.keys.bytes(), cudaMemcpyDeviceToDevice, stream()));
    if (records())
        SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(front_.values.get(), pristine_.values.get(),
                                            front_.values.bytes(), cudaMemcpyDeviceToDevice, stream()));
}

void ColumnSort::download(std::span<std::byte> records_out) {
    if (!records()) return GpuSort::download(records_out);
    const size_t word = word_bytes();
    std::vector<std::byte> keys(records_out.size() / 2), values(records_out.size() / 2);
    SORTSCOPE_CUDA_CALL(
        cudaMemcpyAsync(keys.data(), sorted_keys(), keys.size(), cudaMemcpyDeviceToHost, stream()));
    SORTSCOPE_CUDA_CALL(
        cudaMemcpyAsync(values.data(), sorted_values(), values.size(), cudaMemcpyDeviceToHost, stream()));
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream()));
    for (size_t i = 0; i < keys.size(); i += word) {
        std::memcpy(records_out.data() + 2 * i, keys.data() + i, word);
        std::memcpy(records_out.data() + 2 * i + word, values.data() + i, word);
    }
}

const void* ColumnSort::output() {
    if (!records()) return sorted_keys();
    join_records(sorted_keys(), sorted_values(), joined_.get(), workload().n, word_bytes(), stream());
    return joined_.get();
}

/// cub::DeviceRadixSort over double buffers, its fastest form: no copy back.
template <class T>
class CubRadixSort final : public ColumnSort {
    using Key = key_of_t<T>;
    using Value = typename KeyValue<Key>::value_type;

 public:
    CubRadixSort(const Workload& workload, cudaStream_t stream)
        : ColumnSort(workload, stream), back_(workload) {
        rewind();
        size_t bytes = 0;
        sort(nullptr, bytes);
        scratch_ = DeviceMemory(bytes);
    }

    void restore() override {
        rewind();
        ColumnSort::restore();
    }

    void run(const LaunchHook*) override {
        size_t bytes = scratch_.bytes();
        sort(scratch_.get(), bytes);
        sorted_in_ = {keys_.selector, values_.selector};
    }

 protected:
    // CUB selects the result buffer on the host; a replay has the selection of the captured run.
    void replayed() override { keys_.selector = sorted_in_[0], values_.selector = sorted_in_[1]; }
    const void* sorted_keys() override { return keys_.Current(); }
    const void* sorted_values() override { return values_.Current(); }

 private:
    void rewind() {
        keys_ = {keys<Key>(), back_.keys.template as<Key>()};
        values_ = {values<Value>(), back_.values.template as<Value>()};
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
class CubMergeSort final : public ColumnSort {
    using Key = key_of_t<T>;
    using Value = typename KeyValue<Key>::value_type;

 public:
    CubMergeSort(const Workload& workload, cudaStream_t stream) : ColumnSort(workload, stream) {
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
}
