// Runs the counting build of a plan.
#include <string>

#include "core/error.hpp"
#include "kernels/cuda/counting_table.hpp"
#include "kernels/cuda/device_memory.hpp"
#include "kernels/cuda/digest.hpp"
#include "kernels/cuda/gpu_sort.hpp"

namespace sortscope::kernels::cuda {
namespace {

SiteCounts as_site_counts(const DeviceSiteCounts& row, const std::string& kernel) {
    const unsigned long long key = row.key - 1;
    SiteCounts counts;
    counts.site.kind = enum_from_int<SiteKind>(static_cast<long long>(key & 0xFF));
    counts.site.line = static_cast<std::uint32_t>(key >> 24);
    counts.site.column = static_cast<std::uint32_t>(key >> 8 & 0xFFFF);
    counts.site.function = kernel;
    counts.provenance = Provenance::counted;
    const auto as_signed = [](unsigned long long value) { return static_cast<std::int64_t>(value); };
    counts.requests = as_signed(row.requests);
    counts.threads = as_signed(row.threads);
    counts.bytes = as_signed(row.bytes);
    counts.sectors = as_signed(row.sectors);
    counts.lines = as_signed(row.tags);
    for (std::size_t i = 0; i < counts.sizes.size(); ++i) counts.sizes[i] = as_signed(row.sizes[i]);
    for (std::size_t i = 0; i < counts.sizes_cc13.size(); ++i) counts.sizes_cc13[i] = as_signed(row.sizes_cc13[i]);
    counts.extra_wavefronts = as_signed(row.conflicts);
    counts.taken_threads = as_signed(row.taken);
    counts.divergent_warps = as_signed(row.divergent);
    return counts;
}

}  // namespace

CountingRun run_counting(const GpuSort& sort, std::uint64_t run, const KernelTable& kernels) {
    const Plan& plan = *sort.plan();
    const Workload& workload = sort.workload();
    cudaStream_t const stream = sort.stream();
    std::vector<DeviceMemory> buffers;
    std::vector<void*> bases;
    for (const auto& buffer : plan.buffers) {
        buffers.emplace_back(buffer.bytes());
        bases.push_back(buffers.back().get());
    }
    SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(bases[0], sort.input(), buffers[0].bytes(), cudaMemcpyDeviceToDevice, stream));

    const std::size_t launches = plan.launches.size();
    const DeviceMemory rows(launches * CountingTable::slots * sizeof(DeviceSiteCounts));
    const DeviceMemory overflow(sizeof(unsigned));
    SORTSCOPE_CUDA_CALL(cudaMemsetAsync(rows.get(), 0, rows.bytes(), stream));
    SORTSCOPE_CUDA_CALL(cudaMemsetAsync(overflow.get(), 0, overflow.bytes(), stream));
    for (std::size_t i = 0; i < launches; ++i) {
        const Launch& launch = plan.launches[i];
        const auto entry = kernels.find(launch.kernel);
        if (entry == kernels.end())
            throw Error(ErrorKind::internal, "There is no counting build of kernel " + launch.kernel + ".");
        allow_shared_memory(entry->second.counting, launch.shared_bytes);
        alignas(16) auto kernel = launch.arguments.bound(bases);
        CountingTable table{rows.as<DeviceSiteCounts>() + i * CountingTable::slots, overflow.as<unsigned>()};
        void* arguments[] = {kernel.data(), &table};
        SORTSCOPE_CUDA_CALL(cudaLaunchKernel(entry->second.counting, dim3(launch.grid.x, launch.grid.y, launch.grid.z),
                                             dim3(launch.block.x, launch.block.y, launch.block.z), arguments, launch.shared_bytes,
                                             stream));
    }
    std::vector<DeviceSiteCounts> host_rows(launches * CountingTable::slots);
    unsigned overflowed = 0;
    SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(host_rows.data(), rows.get(), rows.bytes(), cudaMemcpyDeviceToHost, stream));
    SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(&overflowed, overflow.get(), sizeof overflowed, cudaMemcpyDeviceToHost, stream));
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream));
    if (overflowed != 0)
        throw Error(ErrorKind::internal, "A kernel has more access sites than the counting table has rows (" +
                                             std::to_string(CountingTable::slots) + "); some were not counted.");
    CountingRun result;
    result.launches.resize(launches);
    result.output = device_digest(bases[plan.output], workload.n, workload.key, run, stream);
    for (std::size_t i = 0; i < launches; ++i)
        for (unsigned slot = 0; slot < CountingTable::slots; ++slot) {
            const DeviceSiteCounts& row = host_rows[i * CountingTable::slots + slot];
            if (row.key != 0) result.launches[i].push_back(as_site_counts(row, plan.launches[i].kernel));
        }
    return result;
}

}  // namespace sortscope::kernels::cuda
