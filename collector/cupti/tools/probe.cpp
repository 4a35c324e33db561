// sortscope-cupti-probe: runs small kernels with known counts on a GPU and prints what CUPTI says of them and
// what each step costs. A tool for whoever ports the collector to a new GPU, driver or CUPTI.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <optional>

#include "collector/cupti/activity.hpp"
#include "collector/cupti/metrics.hpp"
#include "collector/cupti/range_profiler.hpp"
#include "collector/cupti/support.hpp"
#include "collector/cupti/tools/probe_kernels.hpp"

namespace {

using namespace sortscope;
using namespace sortscope::cupti;

constexpr std::uint32_t n = 1u << 20;

struct Launch {
    const char* name;
    std::function<void()> run;
};

template <class F>
auto timed(const char* what, F&& body) {
    const auto begin = std::chrono::steady_clock::now();
    struct Print {
        const char* what;
        std::chrono::steady_clock::time_point begin;
        ~Print() {
            const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - begin;
            fmt::print("  [{:9.3f} ms] {}\n", ms.count(), what);
        }
    } print{what, begin};
    return body();
}

class Buffers {
 public:
    Buffers() {
        for (void** buffer : {&in_, &out_}) {
            SORTSCOPE_CUDA_CALL(cudaMalloc(buffer, n * sizeof(std::uint64_t)));
            SORTSCOPE_CUDA_CALL(cudaMemset(*buffer, 0, n * sizeof(std::uint64_t)));
        }
    }
    ~Buffers() {
        cudaFree(in_);
        cudaFree(out_);
    }
    Buffers(const Buffers&) = delete;
    Buffers& operator=(const Buffers&) = delete;
    const std::uint32_t* in() const { return static_cast<const std::uint32_t*>(in_); }
    const std::uint64_t* in64() const { return static_cast<const std::uint64_t*>(in_); }
    std::uint32_t* out() const { return static_cast<std::uint32_t*>(out_); }
    std::uint64_t* out64() const { return static_cast<std::uint64_t*>(out_); }

 private:
    void* in_ = nullptr;
    void* out_ = nullptr;
};

std::vector<Launch> launches_of(const Buffers& at) {
    std::vector<Launch> list;
    for (const std::uint32_t size : {n, n / 2, n / 4})
        list.push_back({"copy", [&at, size] { probe::launch_copy(at.in(), at.out(), size, 256); }});
    for (const std::uint32_t block : {32u, 64u, 1024u})
        list.push_back(
            {"copy, other block", [&at, block] { probe::launch_copy(at.in(), at.out(), n, block); }});
    for (const std::uint32_t stride : {2u, 4u, 8u, 32u})
        list.push_back({"stride", [&at, stride] { probe::launch_stride(at.in(), at.out(), n, stride); }});
    list.push_back({"broadcast", [&at] { probe::launch_broadcast(at.in(), at.out(), n); }});
    list.push_back({"predicated", [&at] { probe::launch_predicated(at.in(), at.out(), n); }});
    list.push_back({"divergent", [&at] { probe::launch_divergent(at.in(), at.out(), n); }});
    list.push_back({"mixed width", [&at] { probe::launch_mixed(at.in64(), at.out(), n); }});
    for (const std::uint32_t stride : {1u, 2u, 32u})
        list.push_back({"shared", [&at, stride] { probe::launch_shared(at.out(), n, stride); }});
    list.push_back({"shared 64-bit", [&at] { probe::launch_shared64(at.out64(), n); }});
    for (int i = 0; i < 2; ++i)
        list.push_back({"copy again", [&at] { probe::launch_copy(at.in(), at.out(), n, 256); }});
    return list;
}

void run_all(const std::vector<Launch>& launches) {
    for (const auto& launch : launches) launch.run();
    SORTSCOPE_CUDA_CALL(cudaGetLastError());
}

float event_ms(const std::vector<Launch>& launches) {
    cudaEvent_t from{}, to{};
    SORTSCOPE_CUDA_CALL(cudaEventCreate(&from));
    SORTSCOPE_CUDA_CALL(cudaEventCreate(&to));
    SORTSCOPE_CUDA_CALL(cudaEventRecord(from));
    run_all(launches);
    SORTSCOPE_CUDA_CALL(cudaEventRecord(to));
    SORTSCOPE_CUDA_CALL(cudaEventSynchronize(to));
    float ms = 0;
    SORTSCOPE_CUDA_CALL(cudaEventElapsedTime(&ms, from, to));
    cudaEventDestroy(from);
    cudaEventDestroy(to);
    return ms;
}

void print_times(const char* when, const std::vector<Launch>& launches) {
    fmt::print("event time of all launches, {}:", when);
    for (int i = 0; i < 5; ++i) fmt::print(" {:.4f}", event_ms(launches));
    fmt::print(" ms\n");
}

void probe_activity(const std::shared_ptr<const Api>& api, const std::vector<Launch>& launches,
                    const Buffers& at) {
    fmt::print("activity records\n");
    ActivityRecorder recorder(api);
    for (int round = 0; round < 2; ++round) {
        timed("start", [&] { recorder.start(); });
        timed("launches", [&] {
            SORTSCOPE_CUDA_CALL(cudaMemcpy(at.out(), at.in(), n, cudaMemcpyDeviceToDevice));
            run_all(launches);
            SORTSCOPE_CUDA_CALL(cudaDeviceSynchronize());
        });
        const Activities seen = timed("stop", [&] { return recorder.stop(); });
        fmt::print("  {} kernels (expected {}), {} transfers, {} rejected, {} dropped\n", seen.kernels.size(),
                   launches.size(), seen.transfers.size(), seen.rejected, seen.dropped);
        if (round == 1) continue;
        for (const auto& kernel : seen.kernels)
            fmt::print(
                "  {:<16} grid {:>6} block {:>4} shared {}+{} registers {} {} ns from {} correlation {} "
                "({})\n",
                kernel.name, kernel.grid.x, kernel.block.x, kernel.static_shared_bytes,
                kernel.dynamic_shared_bytes, kernel.registers, kernel.end_ns - kernel.start_ns,
                kernel.start_ns - seen.kernels.front().start_ns, kernel.correlation,
                demangled(kernel.symbol));
    }
    print_times("after activity records", launches);
}

void collect(RangeProfiler& profiler, const ChipGroup& group, const std::vector<Launch>& launches,
             bool print) {
    timed("configure", [&] { profiler.configure(group.metrics, launches.size()); });
    fmt::print("  {} metrics in {} passes\n", group.metrics.size(), profiler.passes());
    bool done = false;
    while (!done) {
        timed("begin pass", [&] { profiler.begin_pass(); });
        timed("launches", [&] { run_all(launches); });
        done = timed("end pass", [&] { return profiler.end_pass(); });
    }
    const auto rows = timed("decode", [&] { return profiler.decode(launches.size()); });
    if (!print) return;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        fmt::print("  {:2} {}\n", i, launches[i].name);
        for (std::size_t m = 0; m < group.metrics.size(); ++m)
            fmt::print("       {} = {}\n", group.metrics[m], rows[i][m]);
        for (const auto& value : measured_counters(group, rows[i]))
            fmt::print("     {} {}\n", metric_of(value.id).id, value.value.rounded());
    }
}

// Metrics that tell what the group's metrics count, beyond the group itself.
ChipGroup extra_group(const ChipMetrics& chip) {
    ChipGroup group;
    group.name = "extra";
    for (const char* metric :
         {"smsp__sass_average_branch_targets_threads_uniform.pct", "smsp__sass_branch_targets.sum",
          "smsp__sass_branch_targets_threads_uniform.sum", "smsp__sass_branch_targets_threads_divergent.sum",
          "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
          "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio",
          "smsp__sass_data_bytes_mem_global.sum", "smsp__sass_thread_inst_executed_op_memory_pred_on.sum",
          "smsp__sass_thread_inst_executed_op_control_pred_on.sum",
          "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum"})
        if (chip.has(metric)) group.metrics.emplace_back(metric);
    return group;
}

std::unique_ptr<RangeProfiler> enabled_profiler(const std::shared_ptr<const Api>& api) {
    auto profiler = timed("make profiler", [&] { return std::make_unique<RangeProfiler>(api, 0); });
    timed("first enable", [&] { profiler->enable(); });
    return profiler;
}

void probe_counters(const std::shared_ptr<const Api>& api, const std::vector<Launch>& launches) {
    fmt::print("counters\n");
    {
        auto profiler = timed("enable", [&] { return enabled_profiler(api); });
        print_times("range profiler enabled, no pass", launches);
        bool first = true;
        for (const MetricGroup& group : groups_of(find_selection("full")->request)) {
            const auto resolved = timed("resolve names", [&] {
                return resolve(group, [&](const std::string& name) { return profiler->chip().has(name); });
            });
            for (int round = 0; round < 2; ++round) {
                fmt::print("group {}, round {}\n", group.name, round + 1);
                collect(*profiler, resolved, launches, round == 0);
                if (first) print_times("after a pass, profiler enabled", launches);
                first = false;
            }
        }
        fmt::print("extra\n");
        collect(*profiler, extra_group(profiler->chip()), launches, true);
        fmt::print("another number of launches\n");
        std::vector<Launch> more;
        for (int i = 0; i < 30; ++i) more.insert(more.end(), launches.begin(), launches.end());
        const auto sass = resolve(groups_of(default_counters()).front(),
                                  [&](const std::string& name) { return profiler->chip().has(name); });
        collect(*profiler, sass, more, false);
        timed("disable", [&] { profiler.reset(); });
    }
    print_times("after disable", launches);
    auto again = timed("a second profiler", [&] { return enabled_profiler(api); });
    for (int i = 0; i < 2; ++i) {
        timed("disable", [&] { again->disable(); });
        timed("enable again", [&] { again->enable(); });
    }
    const auto sass = resolve(groups_of(default_counters()).front(),
                              [&](const std::string& name) { return again->chip().has(name); });
    collect(*again, sass, launches, false);
    fmt::print("activity records while the range profiler is enabled\n");
    try {
        Buffers scratch;
        probe_activity(api, launches, scratch);
        collect(*again, sass, launches, false);
    } catch (const Error& error) {
        fmt::print("  {}\n", error.what());
    }
    timed("disable", [&] { again.reset(); });
}

int run() {
    for (const auto& check : check_support())
        fmt::print("{:<8} {:<24} {}{}{}\n", check.ok ? "ok" : "no", check.name, check.detail,
                   check.remedy.empty() ? "" : " -> ", check.remedy);
    const auto gpus = list_gpus();
    if (gpus.empty()) return 4;
    for (const auto& gpu : gpus)
        fmt::print(
            "{} {} cc {}.{} SMs {} clock {} kHz memory {} kHz {} bit {} bytes L2 {} shared {} threads {} "
            "driver {} "
            "CUDA {} CUPTI {}\n",
            gpu.name, gpu.uuid, gpu.cc_major, gpu.cc_minor, gpu.multiprocessors, gpu.clock_khz,
            gpu.memory_clock_khz, gpu.memory_bus_bits, gpu.memory_bytes, gpu.l2_bytes,
            gpu.shared_per_block_bytes, gpu.max_threads_per_block, gpu.driver_version, gpu.cuda_version,
            gpu.cupti_version);
    const auto api = timed("load libcupti", [] { return load_api(); });
    const Buffers buffers;
    const auto launches = launches_of(buffers);
    run_all(launches);
    print_times("before any profiler", launches);
    probe_activity(api, launches, buffers);
    probe_counters(api, launches);
    print_times("at the end", launches);
    return 0;
}

}  // namespace

int main() {
    try {
        return run();
    } catch (const sortscope::Error& error) {
        std::fflush(stdout);
        fmt::print(stderr, "{}\n", error.what());
        return exit_code(error.kind());
    }
}
