// Activity records: start and end of each kernel and transfer of a trial on the GPU.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>

#include "collector/cupti/cupti_api.hpp"
#include "core/records.hpp"
#include "kernels/context/plan.hpp"

namespace sortscope::cupti {
/// An NVTX range of the host. `end` is 0 while the range is open.
struct HostRange {
    uint32_t thread = 0;
    uint64_t start = 0, end = 0;
    std::string name;
};

/// Start of a call that may launch a kernel.
struct HostCall {
    uint64_t start = 0;
    uint32_t thread = 0;
};

/// Kernels in order of launch, transfers in order of start. Only differences of times have a meaning. A
/// kernel's times are empty if CUPTI gave none that are valid.
struct Activities {
    std::vector<LaunchRecord> kernels;
    std::vector<TransferRecord> transfers;
    std::map<uint32_t, HostRange> ranges;  ///< by marker id
    std::map<uint32_t, HostCall> calls;    ///< by correlation id
    uint64_t rejected = 0;                 ///< transfers left out because CUPTI gave no valid times
    uint64_t dropped = 0;                  ///< records that CUPTI had no room for
    std::vector<Note> notes() const;       ///< notes on lost records
};

#if CUPTI_API_VERSION >= 130000
using KernelRecord = CUpti_ActivityKernel10;
using MemcpyRecord = CUpti_ActivityMemcpy6;
#else
using KernelRecord = CUpti_ActivityKernel9;
using MemcpyRecord = CUpti_ActivityMemcpy5;
#endif
using MemsetRecord = CUpti_ActivityMemset4;

/// Adds a kernel, transfer, NVTX range or call; ignores other kinds. Ignores ranges of the CUDA Core Compute
/// Libraries: they span a whole sort.
void add_record(const CUpti_Activity& record, Activities& into);

/// Allocates a buffer for cuptiActivityRegisterCallbacks().
void CUPTIAPI buffer_requested(uint8_t** buffer, size_t* size, size_t* max_records);
/// Calls `take` for each record of a completed buffer, then frees the buffer. A null `api` only frees it.
/// Returns the number of records that CUPTI dropped.
size_t read_buffer(const Api* api, CUcontext context, uint32_t stream, uint8_t* buffer, size_t valid,
                   const std::function<void(const CUpti_Activity&)>& take);

/// Gives each kernel a stage from the NVTX ranges around its launch. Does nothing if no launch is in a range.
void set_stages(Activities& seen);

/// Lets CUPTI record NVTX ranges of libraries that have not used NVTX yet in this process. Keeps another
/// tool's NVTX_INJECTION64_PATH.
void listen_to_ranges(const Api& api);

/// Only one recorder may live in a process: CUPTI's buffer callbacks have no user data.
class ActivityRecorder {
 public:
    /// Throws Error(internal) if another recorder lives, CuptiError if CUPTI refuses.
    explicit ActivityRecorder(SharedApi api);
    ~ActivityRecorder();
    ActivityRecorder(const ActivityRecorder&) = delete;
    ActivityRecorder& operator=(const ActivityRecorder&) = delete;

    /// With `ranges`, stop() sets the stages of kernels from NVTX ranges.
    void start(bool ranges = false);
    /// Waits for the GPU, then returns its activities since start().
    Activities stop();

    struct Sink;

 private:
    void disable() noexcept;

    SharedApi api_;
    std::shared_ptr<Sink> sink_;
    bool running_ = false;
};

/// First difference between plan and recorded kernels; empty if they match. `symbols`: mangled names of the
/// planned kernels, empty if unknown.
std::optional<std::string> mismatch(const kernels::Plan& plan, std::span<const std::string> symbols,
                                    const Activities& seen);

/// Copies times, registers, memory, symbol, context and stream of kernel i to launch i, and sets the
/// transfers. Times count from the first activity record. In a record without launches (an opaque variant),
/// kernels become launches, and a kernel without a stage gets its own stage.
void apply_activities(CaseRecord& record, const Activities& seen);

/// Sets duration, spread and count of launch i from kernel i in all `trials`: the duration is the median.
void apply_durations(std::vector<LaunchRecord>& launches, std::span<const Activities> trials);

/// Removes the fill that flushed the cache: the first fill, since restoring an input only copies. Returns
/// false if that fill is absent or has another size.
bool remove_cache_flush(Activities& seen, uint64_t bytes);

/// From the first kernel's start to the last kernel's end; empty without kernels or if a kernel has no times.
std::optional<int64_t> kernel_span_ns(const Activities& seen);
}
