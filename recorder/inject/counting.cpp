#include "recorder/inject/counting.hpp"

#include <array>
#include <chrono>
#include <utility>

#include "core/ranges.hpp"
#include "recorder/inject/driver.hpp"

namespace sortscope::recorder::inject {
namespace {
/// Grid, block and stream of a launch call.
struct Shape {
    Dim3 grid, block;
    CUstream stream = nullptr;
    bool graph = false;
};
template <class Parameters>
Shape shape_of_call(const void* parameters) {
    const auto& call = *static_cast<const Parameters*>(parameters);
    const auto of_kernel = [](const auto& p) {
        return Shape{
            {p.gridDimX, p.gridDimY, p.gridDimZ}, {p.blockDimX, p.blockDimY, p.blockDimZ}, p.hStream};
    };
    if constexpr (requires { call.gridDimX; })
        return of_kernel(call);
    else if constexpr (requires { call.config; })
        return of_kernel(*call.config);
    else
        return {.stream = call.hStream, .graph = true};
}

struct LaunchCallKind {
    CUpti_CallbackId id;
    Shape (*shape)(const void* parameters);
    bool default_is_of_thread = false;  ///< stream null is the thread's default stream
};
constexpr std::array kinds{
    LaunchCallKind{CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, shape_of_call<cuLaunchKernel_params>},
    LaunchCallKind{CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz, shape_of_call<cuLaunchKernel_ptsz_params>,
                   true},
    LaunchCallKind{CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, shape_of_call<cuLaunchKernelEx_params>},
    LaunchCallKind{CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz, shape_of_call<cuLaunchKernelEx_ptsz_params>,
                   true},
    LaunchCallKind{CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
                   shape_of_call<cuLaunchCooperativeKernel_params>},
    LaunchCallKind{CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz,
                   shape_of_call<cuLaunchCooperativeKernel_ptsz_params>, true},
    LaunchCallKind{CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch, shape_of_call<cuGraphLaunch_params>},
    LaunchCallKind{CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz, shape_of_call<cuGraphLaunch_ptsz_params>,
                   true}};

std::optional<Shape> shape_of(CUpti_CallbackId id, const void* parameters) {
    const auto* kind = find_or_null(kinds, id, &LaunchCallKind::id);
    if (kind == nullptr) return std::nullopt;
    Shape shape = kind->shape(parameters);
    if (kind->default_is_of_thread && shape.stream == nullptr) shape.stream = CU_STREAM_PER_THREAD;
    return shape;
}

/// Returns true if `stream` captures or is invalid: a captured launch runs nothing.
bool is_capturing(CUstream stream) {
    static const auto ask =
        driver_function<CUresult(CUstream, CUstreamCaptureStatus*)>("cuStreamIsCapturing");
    auto status = CU_STREAM_CAPTURE_STATUS_NONE;
    return ask != nullptr &&
           (ask(stream, &status) != CUDA_SUCCESS || status != CU_STREAM_CAPTURE_STATUS_NONE);
}

/// This thread holds LaunchCounting::launching_.
thread_local bool in_launch = false;
}  // namespace

std::vector<CUpti_CallbackId> launch_calls() {
    std::vector<CUpti_CallbackId> ids;
    for (const auto& kind : kinds) ids.push_back(kind.id);
    return ids;
}

Launched launched_by(CUpti_CallbackId id, const CUpti_CallbackData& call) {
    const auto shape = shape_of(id, call.functionParams);
    if (!shape || call.context == nullptr || is_capturing(shape->stream)) return Launched::nothing;
    return shape->graph ? Launched::graph : Launched::kernel;
}

LaunchCounting::LaunchCounting(cupti::SharedApi api, Spool& spool, CounterRequest request, size_t pass,
                               uint64_t every)
    : api_(std::move(api)), spool_(spool), request_(std::move(request)), pass_(pass), sample_(every) {}

void LaunchCounting::start() {
    CUpti_SubscriberHandle subscriber{};
    SORTSCOPE_CALL(*api_, cuptiSubscribe, &subscriber, on_callback, this);
    cupti::enable_callbacks(*api_, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, launch_calls());
    cupti::enable_callbacks(*api_, subscriber, CUPTI_CB_DOMAIN_RESOURCE,
                            std::array{CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING});
}

void LaunchCounting::on_callback(void* self, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                                 const void* data) {
    if (OwnWork::is_active()) return;
    auto& counting = *static_cast<LaunchCounting*>(self);
    if (domain == CUPTI_CB_DOMAIN_RESOURCE)
        counting.end(static_cast<const CUpti_ResourceData*>(data)->context);
    else
        counting.on_call(id, *static_cast<const CUpti_CallbackData*>(data));
}

void LaunchCounting::on_call(CUpti_CallbackId id, const CUpti_CallbackData& call) {
    const bool exit = call.callbackSite == CUPTI_API_EXIT;
    const auto shape = shape_of(id, call.functionParams);
    if (!shape) return;
    if (exit) {
        const auto* result = static_cast<const CUresult*>(call.functionReturnValue);
        if (in_launch) leave(call.context, shape->graph || result == nullptr || *result == CUDA_SUCCESS);
        return;
    }
    if (in_launch) return;
    const auto launched = launched_by(id, call);
    if (launched == Launched::nothing) return;
    // Count no graphs: CUPTI counts a whole graph, and loses other launches of its pass.
    if (launched == Launched::graph || !sample_.takes()) return enter(std::nullopt, call.context);
    enter(CountedLaunch{.symbol = spool_.symbol(call.symbolName),
                        .path = current_path(),
                        .grid = shape->grid,
                        .block = shape->block},
          call.context);
}

LaunchCounting::Context& LaunchCounting::context_of(CUcontext handle) {
    const auto [at, added] = contexts_.try_emplace(handle);
    auto& context = at->second;
    if (!added) return context;
    context.gpu = current_gpu();
    describe_gpu(context.gpu);
    try {
        context.profiler = std::make_unique<cupti::RangeProfiler>(api_, handle, int(context.gpu));
        const auto chip = questions_to(context.profiler->chip());
        auto passes = cupti::single_passes(cupti::plan_passes(request_, chip), chip);
        if (pass_ == 0 && !passes.empty()) {
            std::string names;
            const auto add = [&](const auto& name) { names.append(names.empty() ? "" : ", ").append(name); };
            for (const auto counter : passes.front().missing) add(metric_of(counter).id);
            for (const auto& name : passes.front().missing_vendor) add(name);
            if (!names.empty()) spool_.lose("This GPU does not count these in one pass: " + names + ".");
        }
        if (pass_ >= passes.size())
            throw Error(ErrorKind::environment, "This GPU has no such counters of one pass.");
        context.plan = cupti::one_configuration({std::move(passes[pass_])});
        context.profiler->enable();
        // If only some launches are counted, each has a pass that ends at the next launch.
        context.chunk =
            sample_.is_all() ? context.profiler->chunk(context.plan->metrics, size_t{1} << 20) : 1;
        if (!std::exchange(listed_, true)) {
            CounterList list{.passes = uint32_t(passes.size())};
            for (const auto& group : context.plan->groups) {
                for (const auto& set : group.sets) list.sets += (list.sets.empty() ? "" : ",") + set;
                for (const auto& counter : group.counters)
                    list.counters.append((list.counters.empty() ? "" : ",")).append(counter.row->id);
            }
            spool_.add(list);
        }
    } catch (const Error& error) {
        give_up(context, error.what());
    }
    return context;
}

void LaunchCounting::give_up(Context& context, const std::string& why) {
    spool_.lose("Launches were not counted to the end. " + why);
    context.profiler.reset();
}

void LaunchCounting::begin_pass(Context& context) {
    context.profiler->configure(context.plan->metrics, context.chunk);
    wait_for_current_context();  // a graph may still run
    context.profiler->begin_pass();
    context.open = true;
}

void LaunchCounting::enter(std::optional<CountedLaunch> launch, CUcontext handle) {
    launching_.lock();  // until the call ends: ranges come in order of calls
    in_launch = true;
    const OwnWork own;
    auto& context = context_of(handle);
    if (!launch || context.pending.size() == context.chunk) finish_pass(context);
    try {
        if (launch && context.profiler != nullptr && !context.open) begin_pass(context);
    } catch (const Error& error) {
        give_up(context, error.what());
    }
    // Without a profiler, keep the launch, too: matching numbers all launches.
    if (launch) {
        launch->gpu = context.gpu;
        context.pending.push_back(std::move(*launch));
    }
}

void LaunchCounting::leave(CUcontext handle, bool launched) {
    {
        const OwnWork own;
        auto& context = contexts_[handle];
        if (!launched && !context.pending.empty()) context.pending.pop_back();
        if (context.profiler == nullptr) finish_pass(context);
    }
    in_launch = false;
    launching_.unlock();
}

void LaunchCounting::finish_pass(Context& context) {
    std::vector<std::vector<double>> rows;
    if (std::exchange(context.open, false) && context.profiler != nullptr) {
        try {
            context.profiler->end_pass();
            rows = context.profiler->decode(context.pending.size());
        } catch (const Error& error) {
            rows.clear();
            give_up(context, error.what());
        }
    }
    send(context, rows);
    context.pending.clear();
}

void LaunchCounting::send(Context& context, const std::vector<std::vector<double>>& rows) {
    for (size_t i = 0; i < context.pending.size(); ++i) {
        auto& event = context.pending[i];
        if (i < rows.size())
            for (const auto& group : context.plan->groups)
                for (const auto& counter : group.counters) {
                    const int64_t value =
                        cupti::value_of(counter, rows[i]).value_or(CountedLaunch::not_counted);
                    event.values.append(reinterpret_cast<const char*>(&value), sizeof value);
                }
        spool_.add(event);
    }
}

void LaunchCounting::end(CUcontext handle) {
    if (in_launch) return;
    const std::lock_guard lock(launching_);
    const auto at = contexts_.find(handle);
    if (at == contexts_.end()) return;
    const OwnWork own;
    finish_pass(at->second);
    contexts_.erase(at);
}

void LaunchCounting::finish() {
    const std::unique_lock lock(launching_, std::chrono::seconds(1));
    if (!lock.owns_lock())
        return spool_.lose("Launches were not counted to the end: the program hung in one.");
    const OwnWork own;
    for (auto& [handle, context] : contexts_) {
        const CurrentContext current(handle);
        if (!current) continue;
        finish_pass(context);
        context.profiler.reset();
    }
}
}
