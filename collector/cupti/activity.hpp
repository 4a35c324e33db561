// Kernel and transfer records of one trial: when each started and ended on the GPU.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "collector/cupti/cupti_api.hpp"
#include "core/records.hpp"

namespace sortscope::cupti {

/// One kernel launch as the GPU ran it. Times are CUPTI's, in ns; only differences mean anything.
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
    bool timed = true;  ///< false: CUPTI gave no times (0 and 0), or an end before the start
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

/// All records of a trial, in order of launching (kernels) and of starting (transfers).
struct Activities {
    std::vector<KernelActivity> kernels;
    std::vector<TransferActivity> transfers;
    std::uint64_t rejected = 0;  ///< transfers without a start, or that end before they start: left out
    std::uint64_t dropped = 0;   ///< records that CUPTI had no room for
    /// Notes on what was lost; empty where nothing was.
    std::vector<Note> notes() const;
};

/// Adds what one of CUPTI's records says: a kernel or transfer, one more rejected record, or nothing for
/// other kinds. The record is whole: of the type that CUPTI documents for its kind.
void add_record(const CUpti_Activity& record, Activities& into);

/// "sortscope::b2<unsigned int>(unsigned int*)" or its mangled form -> "b2": no return type, namespaces,
/// template or function arguments. A name that does not demangle is returned as it is.
std::string short_kernel_name(std::string_view symbol);

/// A mangled name as people read it; other text as it is.
std::string demangled(std::string_view symbol);

/// Records the activities between start() and stop(). One at a time in a process: CUPTI's buffer callbacks
/// are for the whole process and carry no pointer of ours.
class ActivityRecorder {
 public:
    /// Throws Error(internal) where another recorder lives, CuptiError where CUPTI refuses.
    explicit ActivityRecorder(std::shared_ptr<const Api> api);
    ~ActivityRecorder();
    ActivityRecorder(const ActivityRecorder&) = delete;
    ActivityRecorder& operator=(const ActivityRecorder&) = delete;

    void start();
    /// Waits for the GPU, then returns what it did since start().
    Activities stop();

    struct Sink;

 private:
    void disable() noexcept;

    std::shared_ptr<const Api> api_;
    std::shared_ptr<Sink> sink_;
    bool running_ = false;
};

}  // namespace sortscope::cupti
