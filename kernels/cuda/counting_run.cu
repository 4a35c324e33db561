// Runs the counting build of a plan.
#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>

#include "core/error.hpp"
#include "kernels/context/site_counts.hpp"
#include "kernels/cuda/counting_table.hpp"
#include "kernels/cuda/device_keys.hpp"
#include "kernels/cuda/device_memory.hpp"
#include "kernels/cuda/gpu_sort.hpp"

namespace sortscope::kernels::cuda {
namespace {
using FileNames = std::map<const char*, std::string>;

/// Maximum length of a fetched text. Longer texts keep their end, which distinguishes files.
constexpr unsigned longest_text = 255;
constexpr unsigned room = longest_text + 1;

/// Each thread copies one text: a driver copy would need the text's length first.
__global__ void copy_texts(const char* const* texts, unsigned count, char* copies) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const char* text = texts[i];
    unsigned length = 0;
    while (text[length] != 0) ++length;
    if (length > longest_text) text += length - longest_text;
    char* const copy = copies + size_t(i) * room;
    unsigned k = 0;
    for (; text[k] != 0; ++k) copy[k] = text[k];
    copy[k] = 0;
}

/// Fetches the 0-terminated texts at `addresses` in GPU memory. Waits.
FileNames device_texts(const std::set<const char*>& addresses, cudaStream_t stream) {
    FileNames texts;
    if (addresses.empty()) return texts;
    const std::vector<const char*> list(addresses.begin(), addresses.end());
    const DeviceMemory pointers(list.size() * sizeof(const char*));
    const DeviceMemory copies(list.size() * room);
    SORTSCOPE_CUDA_CALL(cudaMemsetAsync(copies.get(), 0, copies.bytes(), stream));
    SORTSCOPE_CUDA_CALL(
        cudaMemcpyAsync(pointers.get(), list.data(), pointers.bytes(), cudaMemcpyHostToDevice, stream));
    copy_texts<<<unsigned((list.size() + 63) / 64), 64, 0, stream>>>(
        pointers.as<const char*>(), unsigned(list.size()), copies.as<char>());
    SORTSCOPE_CUDA_CALL(cudaGetLastError());
    std::vector<char> host(copies.bytes());
    SORTSCOPE_CUDA_CALL(
        cudaMemcpyAsync(host.data(), copies.get(), host.size(), cudaMemcpyDeviceToHost, stream));
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream));
    for (size_t i = 0; i < list.size(); ++i) texts.emplace(list[i], host.data() + i * room);
    return texts;
}

/// Launches with counting tables in memory at a time (126 MB).
constexpr size_t launches_of_portion = 2048;

SiteCounts as_site_counts(const DeviceSiteCounts& row, const FileNames& files, const std::string& kernel) {
    SiteCounts counts;
    counts.site = site_of_row(row.key);
    counts.site.file = short_source_path(files.at(row.file));
    counts.site.function = kernel;
    counts.provenance = Provenance::counted;
    const auto as_signed = [](unsigned long long value) { return int64_t(value); };
    counts.requests = as_signed(row.requests);
    counts.threads = as_signed(row.threads);
    counts.bytes = as_signed(row.bytes);
    for (size_t i = 0; i < counts.sizes.size(); ++i) {
        counts.sizes[i] = as_signed(row.sizes[i]);
        counts.sectors += int64_t(i + 1) * counts.sizes[i];  // a transaction of (i + 1) * 32 bytes
        counts.lines += counts.sizes[i];                     // each in one 128-byte line
    }
    for (size_t i = 0; i < counts.sizes_cc13.size(); ++i) counts.sizes_cc13[i] = as_signed(row.sizes_cc13[i]);
    counts.extra_wavefronts = as_signed(row.conflicts);
    counts.taken_threads = as_signed(row.taken);
    counts.divergent_warps = as_signed(row.divergent);
    return counts;
}
}  // namespace

CountingRun run_counting(const GpuSort& sort, uint64_t run, const KernelTable& kernels,
                         const std::function<void()>& before_launches) {
    const Plan& plan = *sort.plan();
    const Workload& workload = sort.workload();
    cudaStream_t const stream = sort.stream();
    const PlanBuffers buffers(plan);
    SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(buffers.bases[0], sort.input(), plan.buffers[0].bytes(),
                                        cudaMemcpyDeviceToDevice, stream));

    const size_t launches = plan.launches.size();
    const size_t portion = std::min(launches, launches_of_portion);
    const DeviceMemory rows(portion * CountingTable::slots * sizeof(DeviceSiteCounts));
    const DeviceMemory overflow(sizeof(unsigned));
    std::vector<DeviceSiteCounts> host_rows(portion * CountingTable::slots);
    SORTSCOPE_CUDA_CALL(cudaMemsetAsync(overflow.get(), 0, overflow.bytes(), stream));
    const auto launch_counting = [&](size_t i, DeviceSiteCounts* table_rows) {
        const Launch& launch = plan.launches[i];
        const auto* function = kernel_of(kernels, launch, &KernelEntry::counting);
        alignas(16) auto kernel = launch.arguments.bound(buffers.bases);
        CountingTable table{table_rows, overflow.as<unsigned>()};
        void* arguments[] = {kernel.data(), &table};
        launch_kernel(function, launch, arguments, stream);
    };
    CountingRun result;
    result.launches.resize(launches);
    SORTSCOPE_CUDA_CALL(cudaMemsetAsync(rows.get(), 0, rows.bytes(), stream));
    before_launches();
    for (size_t first = 0; first < launches; first += portion) {
        const size_t last = std::min(launches, first + portion);
        if (first != 0) SORTSCOPE_CUDA_CALL(cudaMemsetAsync(rows.get(), 0, rows.bytes(), stream));
        for (size_t i = first; i < last; ++i)
            launch_counting(i, rows.as<DeviceSiteCounts>() + (i - first) * CountingTable::slots);
        SORTSCOPE_CUDA_CALL(
            cudaMemcpyAsync(host_rows.data(), rows.get(), rows.bytes(), cudaMemcpyDeviceToHost, stream));
        if (fetch<unsigned>(overflow.get(), stream) != 0)
            throw Error(ErrorKind::internal,
                        "A kernel has more access sites than the counting table has rows (" +
                            std::to_string(CountingTable::sites) + "); some were not counted.");
        const std::span counted(host_rows.data(), (last - first) * CountingTable::slots);
        std::set<const char*> addresses;
        for (const auto& row : counted)
            if (row.key != 0) addresses.insert(row.file);
        const FileNames files = device_texts(addresses, stream);
        for (size_t i = first; i < last; ++i) {
            auto& sites = result.launches[i];
            // A site has a row in each copy of the table, or several if the compiler keeps a file name twice.
            for (const auto& row : counted.subspan((i - first) * CountingTable::slots, CountingTable::slots))
                if (row.key != 0) add_site_counts(sites, as_site_counts(row, files, plan.launches[i].kernel));
            sort_by_source(sites);
        }
    }
    result.output = device_digest(buffers.bases[plan.output], workload.n, workload.key, run, stream);
    return result;
}
}
