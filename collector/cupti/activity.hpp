// Kernel and transfer records of one trial: when each started and ended on the GPU.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collector/cupti/cupti_api.hpp"
#include "core/records.hpp"
#include "kernels/context/plan.hpp"

namespace sortscope::cupti {

/// One kernel launch as the GPU ran it. Times are CUPTI's, in ns: only differences count.
struct KernelActivity {
    std::string symbol;  ///< mangled name
    std::string name;    ///< short_kernel_name(symbol)
    Dim3 grid, block;
    std::uint32_t static_shared_bytes = 0;
    std::uint32_t dynamic_shared_bytes = 0;
    std::uint32_t registers = 0;    ///< a thread
    std::uint32_t local_bytes = 0;  ///< a thread
    std::uint64_t start_ns = 0;
    std::uint64_t end_ns = 0;
    bool timed = true;  ///< false: CUPTI gave no valid times
    std::uint32_t context = 0;
    std::uint32_t stream = 0;
    std::uint32_t correlation = 0;
};

/// One copy or fill.
struct TransferActivity {
    TransferKind kind{};
    std::uint64_t bytes = 0;
    std::uint64_t start_ns = 0;
    std::uint64_t end_ns = 0;
};

/// All records of a trial: kernels in order of launch, transfers in order of start.
struct Activities {
    std::vector<KernelActivity> kernels;
    std::vector<TransferActivity> transfers;
    std::uint64_t rejected = 0;       ///< transfers without valid times, left out
    std::uint64_t dropped = 0;        ///< records that CUPTI had no room for
    std::vector<Note> notes() const;  ///< on what was lost
};

/// Adds a kernel, a transfer or a rejected record; ignores other kinds. The record has the type that CUPTI
/// documents for its kind.
void add_record(const CUpti_Activity& record, Activities& into);

/// "sortscope::b2<unsigned int>(unsigned int*)" or its mangled form -> "b2". Other text stays as it is.
std::string short_kernel_name(std::string_view symbol);

/// The demangled name; other text stays as it is.
std::string demangled(std::string_view symbol);

/// Records the activities between start() and stop(). One at a time in a process, for CUPTI's buffer
/// callbacks carry no pointer of the caller's.
class ActivityRecorder {
 public:
    /// Throws Error(internal) if another recorder lives, CuptiError if CUPTI refuses.
    explicit ActivityRecorder(std::shared_ptr<const Api> api);
    ~ActivityRecorder();
    ActivityRecorder(const ActivityRecorder&) = delete;
    ActivityRecorder& operator=(const ActivityRecorder&) = delete;

    void start();
    /// Waits for the GPU, then returns its activities since start().
    Activities stop();

    struct Sink;

 private:
    void disable() noexcept;

    std::shared_ptr<const Api> api_;
    std::shared_ptr<Sink> sink_;
    bool running_ = false;
};

// What a case makes of them.

/// The launches of an opaque variant from its activity records, with their times. Stages count from 1.
std::vector<LaunchRecord> discovered_launches(const Activities& seen);

/// The sentence on the first difference between plan and recorded kernels; empty if there is none. `symbols`
/// holds the mangled name of each planned kernel, empty if unknown.
std::optional<std::string> mismatch(const kernels::Plan& plan, std::span<const std::string> symbols,
                                    const Activities& seen);

/// Gives launch i the times, registers, memory, symbol, context and stream of kernel i.
void apply_activities(std::vector<LaunchRecord>& launches, const Activities& seen);

/// The sentence on the first kernel with another symbol, grid or block in `other`; empty if there is none.
std::optional<std::string> difference(const Activities& first, const Activities& other);

/// Gives launch i the median, spread and number of kernel i's durations in `trials`, which have a kernel for
/// each launch. Start times stay as they are.
void apply_durations(std::vector<LaunchRecord>& launches, std::span<const Activities> trials);

/// Removes the fill of `bytes` bytes that flushed the cache before the sort. It is the first fill of all, for
/// uploading and restoring an input only copy. False if the first fill has another size or there is none.
bool remove_cache_flush(Activities& seen, std::uint64_t bytes);

/// The transfers, with times since the case's first activity record.
std::vector<TransferRecord> transfer_records(const Activities& seen);

/// From the start of the first kernel to the end of the last; empty if there is none or one has no times.
std::optional<std::int64_t> kernel_span_ns(const Activities& seen);

}  // namespace sortscope::cupti
