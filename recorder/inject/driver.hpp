// Calls of this library to the driver that the program loaded.
#pragma once

#include <cuda.h>
#include <signal.h>

#include <cstdint>

namespace sortscope::recorder::inject {
/// Returns a function of the driver; null if the driver lacks it.
void* find_driver_function(const char* name);
template <class F>
F* driver_function(const char* name) {
    return reinterpret_cast<F*>(find_driver_function(name));
}
/// Sends the recorder a GPU's description, once. Not thread-safe.
void describe_gpu(uint32_t ordinal);

/// GPU of the current context; 0 if unknown.
inline uint32_t current_gpu() {
    static auto* const ask = driver_function<CUresult(CUdevice*)>("cuCtxGetDevice");
    CUdevice device = 0;
    return ask != nullptr && ask(&device) == CUDA_SUCCESS ? uint32_t(device) : 0;
}
inline void wait_for_current_context() {
    static auto* const wait = driver_function<CUresult()>("cuCtxSynchronize");
    if (wait != nullptr) wait();
}

/// While alive, marks this thread's calls as the library's own. The thread may then wait for the GPU while
/// another thread captures. Threads that it starts take no signals of the program.
class OwnWork {
 public:
    OwnWork() {
        active_ = true;
        if (exchange() != nullptr) exchange()(&mode_);
        sigset_t all;
        sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &signals_);
    }
    ~OwnWork() {
        ::pthread_sigmask(SIG_SETMASK, &signals_, nullptr);
        if (exchange() != nullptr) exchange()(&mode_);
        active_ = false;
    }
    OwnWork(const OwnWork&) = delete;
    OwnWork& operator=(const OwnWork&) = delete;
    static bool is_active() { return active_; }

 private:
    using Exchange = CUresult(CUstreamCaptureMode*);
    static Exchange* exchange() {
        static auto* const function = driver_function<Exchange>("cuThreadExchangeStreamCaptureMode");
        return function;
    }
    static inline thread_local bool active_ = false;
    CUstreamCaptureMode mode_ = CU_STREAM_CAPTURE_MODE_RELAXED;
    sigset_t signals_{};
};

/// Makes a context current while this object lives; false on failure.
class CurrentContext {
 public:
    explicit CurrentContext(CUcontext context) {
        const auto push = driver_function<CUresult(CUcontext)>("cuCtxPushCurrent_v2");
        is_current_ = push != nullptr && push(context) == CUDA_SUCCESS;
    }
    ~CurrentContext() {
        CUcontext popped{};
        if (is_current_) driver_function<CUresult(CUcontext*)>("cuCtxPopCurrent_v2")(&popped);
    }
    CurrentContext(const CurrentContext&) = delete;
    CurrentContext& operator=(const CurrentContext&) = delete;
    explicit operator bool() const { return is_current_; }

 private:
    bool is_current_ = false;
};
}
