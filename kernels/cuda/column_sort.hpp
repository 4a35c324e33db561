// Base of library sorts: keys and values in separate arrays, as libraries take records.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/cuda/device_memory.hpp"
#include "kernels/cuda/gpu_sort.hpp"

namespace sortscope::kernels::cuda {

/// Arrays of keys and values; no values for keys alone.
struct Columns {
    DeviceMemory keys, values;

    Columns() = default;
    /// Uninitialised columns of a workload. Throws Error(unsupported) if the GPU has no room.
    explicit Columns(const Workload& workload);
};

/// An opaque sort of columns. Its input arrives as a user of the library would send it. Conversions to
/// columns happen outside of uploads, restores, runs and downloads, so no profiler sees them there.
class ColumnSort : public GpuSort {
 public:
    void upload(std::span<const std::byte> records) final;
    void restore() override;
    void download(std::span<std::byte> records) final;
    const Plan* plan() const final { return nullptr; }

 protected:
    ColumnSort(const Workload& workload, cudaStream_t stream);

    /// The input columns of run().
    const Columns& front() const { return front_; }
    template <class K>
    K* keys() const {
        return front_.keys.as<K>();
    }
    template <class V>
    V* values() const {
        return front_.values.as<V>();
    }
    /// The sorted keys after run(): in front(), unless a sort overrides it.
    virtual const void* sorted_keys() { return front_.keys.get(); }
    virtual const void* sorted_values() { return front_.values.get(); }

    const void* output() final;
    void input_changed() final;
    void prepare_input() final;

 private:
    bool records() const { return has_value(workload().key); }
    std::size_t word_bytes() const { return key_bytes(workload().key) / 2; }  // of a record

    Columns front_;
    Columns pristine_;              // the input's columns; empty for keys alone, which input() holds
    DeviceMemory joined_;           // sorted records, for output()
    bool input_is_behind_ = false;  // the columns are newer than input()
};

}  // namespace sortscope::kernels::cuda
