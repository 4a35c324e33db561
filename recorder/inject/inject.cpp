// The CUDA driver loads this library into the program (CUDA_INJECTION64_PATH) and calls InitializeInjection()
// before the driver itself has started.
#include <dlfcn.h>
#include <fmt/format.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <set>
#include <thread>

#include "collector/cupti/activity.hpp"
#include "collector/cupti/cupti_api.hpp"
#include "recorder/inject/counting.hpp"
#include "recorder/inject/driver.hpp"
#include "recorder/inject/sampling.hpp"
#include "recorder/inject/spool.hpp"

namespace sortscope::recorder::inject {
namespace {
using Clock = std::chrono::steady_clock;

/// A killed program loses the records of the last period.
constexpr long flush_period_ns = 20'000'000;
/// Flushes at waits take at most 1 / time_per_flush of the program's time, and most_saved more in a burst.
constexpr int time_per_flush = 20;
constexpr Clock::duration most_saved = std::chrono::milliseconds(20);

/// Calls besides launch_calls() that launch kernels.
constexpr std::array driver_launches{CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernelMultiDevice};
/// Kernel records may carry the correlation number of the runtime's call instead of the driver's.
constexpr std::array runtime_launches {
    CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000, CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_ptsz_v7000,
        CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernelExC_v11060,
        CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernelExC_ptsz_v11060,
        CUPTI_RUNTIME_TRACE_CBID_cudaLaunchCooperativeKernel_v9000,
        CUPTI_RUNTIME_TRACE_CBID_cudaLaunchCooperativeKernel_ptsz_v9000,
        CUPTI_RUNTIME_TRACE_CBID_cudaLaunchCooperativeKernelMultiDevice_v9000,
        CUPTI_RUNTIME_TRACE_CBID_cudaGraphLaunch_v10000, CUPTI_RUNTIME_TRACE_CBID_cudaGraphLaunch_ptsz_v10000,
#if CUPTI_API_VERSION >= 130000
        CUPTI_RUNTIME_TRACE_CBID___cudaLaunchKernel_v13000,
        CUPTI_RUNTIME_TRACE_CBID___cudaLaunchKernel_ptsz_v13000,
#endif
};
/// Calls that wait for the GPU. Afterwards the GPU's records are complete and are sent, so that a sudden end
/// loses little.
constexpr std::array driver_waits{
    CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize,         CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize,
    CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize_ptsz, CUPTI_DRIVER_TRACE_CBID_cuEventSynchronize,
    CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2,          CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2_ptds};

/// Runtime calls that wait: CUDA 13's runtime waits by driver calls without callbacks.
constexpr std::array runtime_waits{CUPTI_RUNTIME_TRACE_CBID_cudaDeviceSynchronize_v3020,
                                   CUPTI_RUNTIME_TRACE_CBID_cudaStreamSynchronize_v3020,
                                   CUPTI_RUNTIME_TRACE_CBID_cudaStreamSynchronize_ptsz_v7000,
                                   CUPTI_RUNTIME_TRACE_CBID_cudaEventSynchronize_v3020};

constexpr std::array fatal_signals{SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL,
                                   SIGTERM, SIGINT, SIGHUP,  SIGQUIT};

bool is_in(const auto& list, CUpti_CallbackId id) {
    return std::ranges::any_of(list, [id](auto each) { return CUpti_CallbackId(each) == id; });
}

/// Never destroyed, as CUPTI's threads outlive main().
struct Injection {
    cupti::SharedApi api;
    CUpti_SubscriberHandle subscriber{};
    std::atomic<bool> timing{false};  ///< subscribed, to time launches
    Spool* spool = nullptr;
    std::function<void()> finish = [] {};  ///< ends the run under counters or sampling
    std::unique_ptr<LaunchSample> sample;  ///< null: every launch is timed
    pid_t process = 0;
    std::mutex flushing;
    bool ended = false;  ///< guarded by flushing
    std::mutex waiting;
    Clock::duration saved = most_saved;  ///< time left for flushes at waits; guarded by waiting
    Clock::time_point saved_at;          ///< guarded by waiting
    std::set<uint32_t> gpus;             ///< guarded by reading; while counting or sampling, by their mutexes
    uint64_t dropped = 0;                ///< guarded by reading
    std::mutex reading;
    sem_t wake{};
    std::atomic<bool> asked{false}, answered{false};
};
Injection* self = nullptr;

bool is_forked() { return ::getpid() != self->process; }

void flush(uint32_t how) {
    if (is_forked()) return;
    const std::lock_guard lock(self->flushing);
    if (self->ended) return;
    if (self->timing) self->api->cuptiActivityFlushAll(how);
    self->spool->flush();
}

}  // namespace

void* find_driver_function(const char* name) {
    static void* const driver = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    return driver == nullptr ? nullptr : ::dlsym(driver, name);
}

void describe_gpu(uint32_t ordinal) {
    if (!self->gpus.insert(ordinal).second) return;
    GpuFound gpu{.ordinal = ordinal};
    CUdevice device{};
    const auto get = driver_function<CUresult(CUdevice*, int)>("cuDeviceGet");
    const auto name = driver_function<CUresult(char*, int, CUdevice)>("cuDeviceGetName");
    auto uuid = driver_function<CUresult(CUuuid*, CUdevice)>("cuDeviceGetUuid_v2");
    if (uuid == nullptr) uuid = driver_function<CUresult(CUuuid*, CUdevice)>("cuDeviceGetUuid");
    if (get != nullptr && get(&device, int(ordinal)) == CUDA_SUCCESS) {
        std::array<char, 256> text{};
        if (name != nullptr && name(text.data(), int(text.size()) - 1, device) == CUDA_SUCCESS)
            gpu.name = text.data();
        if (CUuuid id{}; uuid != nullptr && uuid(&id, device) == CUDA_SUCCESS)
            gpu.uuid = cupti::uuid_text(id);
    }
    self->spool->add(gpu);
}

namespace {
void send_kernel(const cupti::KernelRecord& record) {
    describe_gpu(record.deviceId);
    const auto extent = [](int32_t x, int32_t y, int32_t z) {
        return Dim3{uint32_t(x), uint32_t(y), uint32_t(z)};
    };
    self->spool->add(
        KernelRun{.symbol = self->spool->symbol(record.name),
                  .gpu = record.deviceId,
                  .context = record.contextId,
                  .stream = record.streamId,
                  .correlation = record.correlationId,
                  .grid = extent(record.gridX, record.gridY, record.gridZ),
                  .block = extent(record.blockX, record.blockY, record.blockZ),
                  .shared_bytes = uint32_t(record.staticSharedMemory + record.dynamicSharedMemory),
                  .registers = record.registersPerThread,
                  .local_bytes = record.localMemoryPerThread,
                  .in_graph = record.graphNodeId != 0 ? 1U : 0U,
                  .start_ns = record.start,
                  .end_ns = record.end});
}

void send_record(const CUpti_Activity& record) {
    const void* at = &record;  // the kind decides the record's type
    if (record.kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)
        return send_kernel(*static_cast<const cupti::KernelRecord*>(at));
    const auto send_transfer = [&](uint32_t gpu) {
        cupti::Activities read;
        cupti::add_record(record, read);
        for (const auto& transfer : read.transfers) {
            describe_gpu(gpu);
            self->spool->add(TransferRun{gpu, uint32_t(transfer.kind), transfer.bytes,
                                         uint64_t(transfer.start_ns),
                                         uint64_t(transfer.start_ns + transfer.duration_ns)});
        }
    };
    if (record.kind == CUPTI_ACTIVITY_KIND_MEMCPY)
        send_transfer(static_cast<const cupti::MemcpyRecord*>(at)->deviceId);
    if (record.kind == CUPTI_ACTIVITY_KIND_MEMSET)
        send_transfer(static_cast<const cupti::MemsetRecord*>(at)->deviceId);
}

void CUPTIAPI buffer_completed(CUcontext context, uint32_t stream, uint8_t* buffer, size_t /*size*/,
                               size_t valid) {
    const std::lock_guard lock(self->reading);
    self->dropped += cupti::read_buffer(self->api.get(), context, stream, buffer, valid, send_record);
}

/// The runtime's call that this thread is in; 0 outside any.
thread_local uint32_t runtime_call = 0;

/// Sends launches that --sample selects: calls of the driver, mostly within a call of the runtime.
void send_sampled_call(CUpti_CallbackDomain domain, CUpti_CallbackId id, const CUpti_CallbackData& call) {
    const bool enters = call.callbackSite == CUPTI_API_ENTER;
    if (domain == CUPTI_CB_DOMAIN_RUNTIME_API) {
        runtime_call = enters ? call.correlationId : 0;
        return;
    }
    if (!enters) return;
    const auto launched = launched_by(id, call);
    if (launched == Launched::nothing || (launched == Launched::kernel && !self->sample->takes())) return;
    for (const auto correlation : {call.correlationId, runtime_call})
        if (correlation != 0) self->spool->add(LaunchCall{correlation, current_path()});
}

/// Flushes at waits, since no flush follows _exit().
void flush_at_a_wait() {
    if (is_forked()) return;  // another thread of the parent may have held the lock
    const std::lock_guard lock(self->waiting);
    const auto begin = Clock::now();
    self->saved = std::min(most_saved, self->saved + (begin - self->saved_at) / time_per_flush);
    self->saved_at = begin;
    if (self->saved <= Clock::duration::zero()) {
        ::sem_post(&self->wake);
        return;
    }
    flush(0);
    self->saved -= Clock::now() - begin;
}

void CUPTIAPI on_call(void*, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
    const auto& call = *static_cast<const CUpti_CallbackData*>(data);
    if (domain == CUPTI_CB_DOMAIN_DRIVER_API ? is_in(driver_waits, id) : is_in(runtime_waits, id)) {
        if (call.callbackSite == CUPTI_API_EXIT) flush_at_a_wait();
        return;
    }
    if (domain == CUPTI_CB_DOMAIN_RUNTIME_API && id == CUPTI_RUNTIME_TRACE_CBID_cudaDeviceReset_v3020) {
        if (call.callbackSite == CUPTI_API_ENTER) flush(0);
        return;
    }
    if (self->sample != nullptr) return send_sampled_call(domain, id, call);
    if (call.callbackSite != CUPTI_API_ENTER) return;
    if (const auto path = current_path(); path != 0) self->spool->add(LaunchCall{call.correlationId, path});
}

/// Sends records while the program runs, and when a signal is about to end the program.
void flush_now_and_then() {
    while (true) {
        timespec until{};
        ::clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += flush_period_ns;
        if (until.tv_nsec >= 1'000'000'000) {
            until.tv_nsec -= 1'000'000'000;
            ++until.tv_sec;
        }
        while (::sem_timedwait(&self->wake, &until) != 0 && errno == EINTR) {
        }
        const bool asked = self->asked;
        if (asked) self->finish();
        flush(0);
        if (asked) self->answered = true;
    }
}

/// Lets the thread of flush_now_and_then() send all records, for at most a second. Then the signal ends the
/// program.
void on_fatal_signal(int signal) {
    if (!is_forked()) {
        self->asked = true;
        ::sem_post(&self->wake);
        for (int i = 0; i < 200 && !self->answered; ++i) {
            const timespec pause{0, 5'000'000};
            ::nanosleep(&pause, nullptr);
        }
    }
    ::signal(signal, SIG_DFL);
    ::raise(signal);
}

void catch_fatal_signals() {
    struct sigaction ours {};
    ours.sa_handler = on_fatal_signal;
    ours.sa_flags = SA_ONSTACK;
    for (const int signal : fatal_signals) {
        struct sigaction before {};
        // Handlers of the program stay.
        if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
            ::sigaction(signal, &ours, nullptr);
    }
}

void at_exit() {
    if (is_forked()) return;
    self->finish();
    flush(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    const std::lock_guard lock(self->flushing);
    if (self->dropped != 0)
        self->spool->lose(fmt::format("CUPTI dropped {} activity records for lack of room.", self->dropped));
    self->spool->flush();
    self->ended = true;
}

void start_thread() {
    // This library's threads take no signals.
    sigset_t all, before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread(flush_now_and_then).detach();
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void enable(CUpti_CallbackDomain domain, const auto& list) {
    cupti::enable_callbacks(*self->api, self->subscriber, domain, list);
}

std::atomic<bool> ranges_used{false};

/// Enables callbacks of launches, 1 us each: a program without ranges does not need them.
void watch_launches() {
    enable(CUPTI_CB_DOMAIN_DRIVER_API, launch_calls());
    enable(CUPTI_CB_DOMAIN_DRIVER_API, driver_launches);
    enable(CUPTI_CB_DOMAIN_RUNTIME_API, runtime_launches);
}

/// Returns N of `--sample every=N`; 1: all launches.
uint64_t sample_every() {
    const char* every = std::getenv(sample_variable);
    return every == nullptr ? 1 : std::strtoull(every, nullptr, 10);
}

void start_timing() {
    const auto& api = *self->api;
    SORTSCOPE_CALL(api, cuptiSubscribe, &self->subscriber, on_call, nullptr);
    self->timing = true;
    if (const auto every = sample_every(); every > 1) self->sample = std::make_unique<LaunchSample>(every);
    if (ranges_used || self->sample != nullptr) watch_launches();
    if (std::getenv(delay_variable) != nullptr) {
        CudaStarted now;
        SORTSCOPE_CALL(api, cuptiGetTimestamp, &now.ns);
        self->spool->add(now);
    }
    enable(CUPTI_CB_DOMAIN_DRIVER_API, driver_waits);
    enable(CUPTI_CB_DOMAIN_RUNTIME_API, runtime_waits);
    enable(CUPTI_CB_DOMAIN_RUNTIME_API, std::array{CUPTI_RUNTIME_TRACE_CBID_cudaDeviceReset_v3020});
    SORTSCOPE_CALL(api, cuptiActivityRegisterCallbacks, cupti::buffer_requested, buffer_completed);
    for (const auto kind :
         {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET})
        SORTSCOPE_CALL(api, cuptiActivityEnable, kind);
}

void start() {
    if (const char* counters = std::getenv(counters_variable)) {
        const char* pass = std::getenv(pass_variable);
        static LaunchCounting& counting =
            *new LaunchCounting(self->api, *self->spool, parse_counters(counters),
                                pass == nullptr ? 0 : std::strtoul(pass, nullptr, 10), sample_every());
        self->finish = [] { counting.finish(); };
        counting.start();
    } else if (std::getenv(stalls_variable) != nullptr) {
        static StallSampling& sampling = *new StallSampling(self->api, *self->spool);
        self->finish = [] { sampling.finish(); };
        sampling.start();
    } else {
        start_timing();
    }
    ::sem_init(&self->wake, 0, 0);
    std::atexit(at_exit);
    start_thread();
    catch_fatal_signals();
}
}  // namespace

void note_ranges() {
    if (ranges_used.exchange(true) || self == nullptr || !self->timing) return;
    try {
        watch_launches();
    } catch (const Error& error) {
        self->spool->lose(std::string("The program's ranges cannot be recorded. ") + error.what());
    }
}
}

/// Called once by the driver. The program runs on even if this fails.
extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
    using namespace sortscope::recorder::inject;
    auto& spool = Spool::instance();
    if (!spool.connected() || self != nullptr) return 1;
    try {
        self = new Injection;
        self->spool = &spool;
        self->process = ::getpid();
        self->api = sortscope::cupti::load_api();
        start();
    } catch (const std::exception& error) {
        spool.lose(std::string("The program's launches cannot be recorded. ") + error.what());
        spool.flush();
    }
    return 1;
}
