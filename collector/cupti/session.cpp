#include "collector/cupti/session.hpp"

#include <cstdlib>
#include <thread>

#include <fmt/format.h>

#include "collector/cupti/support.hpp"
#include "kernels/cuda/limits.hpp"

namespace sortscope::cupti {
namespace {
Device find_gpu(int ordinal) {
    auto gpus = list_gpus();
    if (ordinal < 0 || size_t(ordinal) >= gpus.size())
        throw Error(ErrorKind::environment,
                    gpus.empty() ? std::string("No NVIDIA GPU can be used here; 'sortscope doctor' says why.")
                                 : fmt::format("There is no GPU {}: this machine has {}, counted from 0.",
                                               ordinal, gpus.size()));
    SORTSCOPE_CUDA_CALL(cudaSetDevice(ordinal));  // before members allocate on this GPU
    return gpus[size_t(ordinal)];
}

/// Eight arrays of 2^21 u32 keys. Addresses do not affect larger sorts.
constexpr size_t arena_bytes = size_t{64} << 20;

std::unique_ptr<cuda::Arena> make_arena() {
    if (std::getenv("SORTSCOPE_SEPARATE_ALLOCATIONS") != nullptr) return nullptr;
    return std::make_unique<cuda::Arena>(arena_bytes);
}

SharedApi load_or_explain(std::string& why_not) {
    try {
        return load_api();
    } catch (const Error& error) {
        why_not = error.what();
        return nullptr;
    }
}
}  // namespace

Stream::Stream() { SORTSCOPE_CUDA_CALL(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
Stream::~Stream() { cudaStreamDestroy(stream_); }
void Stream::wait() const { SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_)); }

Session::Session(int ordinal)
    : device_(find_gpu(ordinal)),
      arena_(make_arena()),
      nvml_(device_.uuid),
      api_(load_or_explain(why_no_cupti_)),
      profilers_(api_, device_.ordinal, why_no_cupti_) {
    cuda::register_device_kernels(kernels_);
}

void Session::make_current() const { SORTSCOPE_CUDA_CALL(cudaSetDevice(device_.ordinal)); }

void Session::flush_l2() {
    const cuda::Arena::Scope none(nullptr);  // scratch_ outlives the case
    if (scratch_.get() == nullptr) scratch_ = cuda::DeviceMemory(flush_bytes());
    SORTSCOPE_CUDA_CALL(cudaMemsetAsync(scratch_.get(), 0, scratch_.bytes(), stream_.get()));
}

collector::ClockSamples Session::clocks_under_load() const {
    using namespace std::chrono_literals;
    // An idle GPU takes tens of ms to raise its clocks.
    constexpr auto load = 500ms, ramp = 100ms, interval = 10ms;
    collector::ClockSamples samples;
    samples.max_sm_mhz = nvml_.max_sm_clock();
    make_current();
    cuda::keep_busy(stream_.get(), std::chrono::duration<double, std::nano>(load).count());
    for (std::this_thread::sleep_for(ramp); cudaStreamQuery(stream_.get()) == cudaErrorNotReady;
         std::this_thread::sleep_for(interval)) {
        const Clocks now = nvml_.clocks();
        if (now.sm) samples.sm_mhz.push_back(*now.sm);
        if (now.memory) samples.memory_mhz.push_back(*now.memory);
        if (!samples.held_down) samples.held_down = nvml_.slowdown();
    }
    stream_.wait();
    return samples;
}

const cuda::GraphClock* Session::graph_clock() {
    if (!graph_clock_) graph_clock_.emplace(stream_.get());
    return graph_clock_->fine() ? &*graph_clock_ : nullptr;
}

const std::vector<DeviceLimit>& Session::launch_costs(
    const std::function<void(collector::Launches)>& may_launch) {
    if (!launch_costs_.empty()) return launch_costs_;
    if (may_launch) may_launch(collector::Launches::alone);
    launch_costs_ = cuda::measure_launch_costs(stream_.get(), graph_clock());
    if (may_launch) may_launch(collector::Launches::beside);
    return launch_costs_;
}

const std::string& Session::symbol_of(const std::string& kernel) {
    if (const auto at = symbols_.find(kernel); at != symbols_.end()) return at->second;
    std::string symbol;
    const auto entry = kernels_.find(kernel);
    const char* name = nullptr;
    if (entry != kernels_.end() && cudaFuncGetName(&name, entry->second.plain) == cudaSuccess &&
        name != nullptr)
        symbol = name;
    return symbols_.emplace(kernel, std::move(symbol)).first->second;
}

Profilers::Profilers(const SharedApi& api, int ordinal, const std::string& why_no_cupti)
    : modules_(why_no_cupti, [=] { return std::make_unique<LoadedModules>(api); }),
      counters_(why_no_cupti, [=] { return std::make_unique<RangeProfiler>(api, ordinal); }),
      series_(why_no_cupti, [=] { return std::make_unique<PmSampler>(api, ordinal); }),
      stalls_(why_no_cupti, [=] { return std::make_unique<PcSampler>(api, current_context(ordinal)); }) {}

OnDemand<RangeProfiler>& Profilers::counters() {
    stalls_.reset();
    series_.reset();
    counted_ = counters_.get_or_make() || counted_;
    return counters_;
}

OnDemand<PmSampler>& Profilers::series() {
    // CUPTI refuses PM sampling (hardware busy) while a range profiler is enabled.
    if (counters_) counters_->disable();
    stalls_.reset();
    return series_.get_or_make();
}

OnDemand<PcSampler>& Profilers::stalls() {
    // After a range profiler was enabled, CUPTI 13.0 samples nothing and reports no error. While stalls are
    // sampled, a range profiler cannot start.
    if (counted_)
        stalls_.give_up(
            "CUPTI cannot sample instructions after it counted launches. Sample stalled warps in a separate "
            "process.");
    series_.reset();
    return stalls_.get_or_make();
}

void Profilers::switch_off() noexcept {
    if (counters_) counters_->disable();
    series_.reset();
    stalls_.reset();
}

void Profilers::learn(const CounterRequest& request) {
    const auto& profiler = counters();
    if (!profiler) return;
    try {
        if (const auto& metrics = plan(request).metrics; !metrics.empty()) profiler->learn(metrics);
    } catch (const CuptiError&) {  // a case reports the error later
        plan_.reset();
    }
}

const CounterPlan& Profilers::plan(const CounterRequest& request) {
    if (!plan_ || !plan_->first.same_configuration(request))
        plan_ = {request, one_configuration(plan_passes(request, questions_to(counters_->chip())))};
    return plan_->second;
}
}
