#include "recorder/inject/counting.hpp"

#include <array>
#include <chrono>
#include <utility>

#include "recorder/inject/driver.hpp"

namespace sortscope::recorder::inject {
namespace {
constexpr std::array launches{CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
                              CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
                              CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
                              CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
                              CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
                              CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz,
                              CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,
                              CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz};
/// Grid, block and stream of a launch call.
struct Shape {
    Dim3 grid, block;
    CUstream stream = nullptr;
    bool graph = false;
};
std::optional<Shape> shape_of(CUpti_CallbackId id, const void* parameters) {
    const auto of_kernel = [](const auto& p) {
        return Shape{
            {p.gridDimX, p.gridDimY, p.gridDimZ}, {p.blockDimX, p.blockDimY, p.blockDimZ}, p.hStream};
    };
    const auto on_thread = [](Shape shape) {
        if (shape.stream == nullptr) shape.stream = CU_STREAM_PER_THREAD;
        return shape;
    };
    const auto as = [parameters]<class T>(T*) -> const T& { return *static_cast<const T*>(parameters); };
    switch (id) {
        case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel:
            return of_kernel(as(static_cast<cuLaunchKernel_params*>(nullptr)));
        case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz:
            return on_thread(of_kernel(as(static_cast<cuLaunchKernel_ptsz_params*>(nullptr))));
        case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx:
            return of_kernel(*as(static_cast<cuLaunchKernelEx_params*>(nullptr)).config);
        case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz:
            return on_thread(of_kernel(*as(static_cast<cuLaunchKernelEx_ptsz_params*>(nullptr)).config));
        case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel:
            return of_kernel(as(static_cast<cuLaunchCooperativeKernel_params*>(nullptr)));
        case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz:
            return on_thread(of_kernel(as(static_cast<cuLaunchCooperativeKernel_ptsz_params*>(nullptr))));
        case CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch:
            return Shape{.stream = as(static_cast<cuGraphLaunch_params*>(nullptr)).hStream, .graph = true};
        case CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz:
            return on_thread(
                {.stream = as(static_cast<cuGraphLaunch_ptsz_params*>(nullptr)).hStream, .graph = true});
        default:
            return std::nullopt;
    }
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
/// This thread makes calls for this library, which are no launches of the program.
thread_local bool own_calls = false;
}  // namespace

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
    const auto enable = [&](CUpti_CallbackDomain domain, auto id) {
        SORTSCOPE_CALL(*api_, cuptiEnableCallback, 1, subscriber, domain, CUpti_CallbackId(id));
    };
    for (const auto id : launches) enable(CUPTI_CB_DOMAIN_DRIVER_API, id);
    enable(CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING);
}

void LaunchCounting::on_callback(void* self, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                                 const void* data) {
    if (own_calls) return;
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
    // CUPTI counts a graph as a whole, and loses the other launches of the graph's pass.
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
    static const auto device_of = driver_function<CUresult(CUdevice*)>("cuCtxGetDevice");
    CUdevice device = 0;
    if (device_of != nullptr && device_of(&device) == CUDA_SUCCESS) context.gpu = uint32_t(device);
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
        // The launch after one of the sample ends its pass.
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
    static const auto wait = driver_function<CUresult()>("cuCtxSynchronize");
    if (wait != nullptr) wait();  // a graph may still run
    context.profiler->begin_pass();
    context.open = true;
}

void LaunchCounting::enter(std::optional<CountedLaunch> launch, CUcontext handle) {
    launching_.lock();  // until the call ends: ranges come in order of calls
    in_launch = true;
    own_calls = true;
    const OwnWork own;
    auto& context = context_of(handle);
    if (!launch || context.pending.size() == context.chunk) finish_pass(context);
    try {
        if (launch && context.profiler != nullptr && !context.open) begin_pass(context);
    } catch (const Error& error) {
        give_up(context, error.what());
    }
    // Keep launches without a profiler, too: each launch has its place in the order.
    if (launch) {
        launch->gpu = context.gpu;
        context.pending.push_back(std::move(*launch));
    }
    own_calls = false;
}

void LaunchCounting::leave(CUcontext handle, bool launched) {
    own_calls = true;
    {
        const OwnWork own;
        auto& context = contexts_[handle];
        if (!launched && !context.pending.empty()) context.pending.pop_back();
        if (context.profiler == nullptr) finish_pass(context);
    }
    own_calls = false;
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
    own_calls = true;
    {
        const OwnWork own;
        finish_pass(at->second);
    }
    contexts_.erase(at);
    own_calls = false;
}

void LaunchCounting::finish() {
    const std::unique_lock lock(launching_, std::chrono::seconds(1));
    if (!lock.owns_lock())
        return spool_.lose("Launches were not counted to the end: the program hung in one.");
    own_calls = true;
    for (auto& [handle, context] : contexts_) {
        const CurrentContext current(handle);
        if (!current) continue;
        finish_pass(context);
        context.profiler.reset();
    }
    own_calls = false;
}
}
