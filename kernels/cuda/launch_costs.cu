#include "kernels/cuda/launch_costs.hpp"

#include "core/statistics.hpp"
#include "kernels/cuda/event.hpp"
#include "kernels/cuda/graph.hpp"
#include "kernels/cuda/held_timer.hpp"
#include "kernels/cuda/limits.hpp"

namespace sortscope::kernels::cuda {
namespace {

constexpr int warm_ups = 3;
constexpr int trials = 31, slope_trials = 11;
constexpr int further = 200;  // launches beyond the first, for a slope

__global__ void empty_kernel() {}

template <class Enqueue>
std::vector<double> samples_ns(cudaStream_t stream, int count, Enqueue&& enqueue) {
    const Event from, to;
    std::vector<double> samples;
    for (int i = -warm_ups; i < count; ++i) {
        const double ns = timed_ns(stream, from, to, enqueue);
        if (i >= 0) samples.push_back(ns);
    }
    return samples;
}

/// The same for graphs, timed like sorts, without the host's launching.
std::vector<double> graph_samples_ns(cudaStream_t stream, int count, const Graph& graph,
                                     const GraphClock* clock) {
    HeldTimer timer(clock);
    std::vector<double> samples;
    for (int i = -warm_ups; i < count; ++i) {
        const double ns = timer.time_ns(
            stream, [] {}, [&] { graph.launch(stream); });
        if (i >= 0) samples.push_back(ns);
    }
    return samples;
}

/// Time that each of the `further` launches adds.
std::vector<double> slopes(std::vector<double> many, const std::vector<double>& one) {
    const double first = median(one);
    for (double& ns : many) ns = (ns - first) / further;
    return many;
}

}  // namespace

std::vector<DeviceLimit> measure_launch_costs(cudaStream_t stream, const GraphClock* clock) {
    const auto launch = [&](int count) {
        for (int i = 0; i < count; ++i) empty_kernel<<<1, 32, 0, stream>>>();
        SORTSCOPE_CUDA_CALL(cudaGetLastError());
    };
    const auto events = samples_ns(stream, trials, [] {});
    const auto one = samples_ns(stream, trials, [&] { launch(1); });
    const auto many = samples_ns(stream, slope_trials, [&] { launch(1 + further); });
    const Graph small(
        stream, [&] { launch(1); }, clock);
    const Graph large(
        stream, [&] { launch(1 + further); }, clock);
    const auto node = graph_samples_ns(stream, trials, small, clock);
    const auto nodes = graph_samples_ns(stream, slope_trials, large, clock);
    std::vector<DeviceLimit> costs{
        limit_of("event_overhead", "ns", events), limit_of("stream_kernel_overhead", "ns", one),
        limit_of("stream_launch_overhead", "ns", slopes(many, one)), limit_of("graph_overhead", "ns", node),
        limit_of("graph_node_overhead", "ns", slopes(nodes, node))};
    if (clock != nullptr)
        costs.push_back({"graph_clock_step", static_cast<double>(clock->step_ns()), "ns", 0});
    return costs;
}

}  // namespace sortscope::kernels::cuda
