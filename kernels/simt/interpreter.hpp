// Runs a plan's launches on the host and counts what a GPU would do.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "kernels/context/plan.hpp"
#include "kernels/simt/coalescing.hpp"
#include "kernels/simt/kernel_table.hpp"

namespace sortscope::kernels::simt {

/// Settings of the interpreter.
struct InterpreterOptions {
    Rule rule = Rule::cc7;  ///< decides sectors and tags
    unsigned threads = 0;   ///< worker threads; 0 = one for each hardware thread
};

/// Thrown by Interpreter::run() where it was asked to stop: the launch is half done, and nothing of it is
/// counted.
struct Stopped {};

/// Interprets launches over buffers that live on the host. The counts of a launch are the same in every run
/// and for every number of worker threads.
class Interpreter {
 public:
    /// Allocates the plan's buffers, zeroed; `kernels` must outlive the interpreter.
    Interpreter(const Plan& plan, const KernelTable& kernels, const InterpreterOptions& options);
    ~Interpreter();

    /// Buffer 0, where the input goes.
    std::span<std::byte> keys();
    /// The plan's output buffer, where the sorted keys are after the last launch.
    std::span<const std::byte> output() const;

    /// Runs one launch to its end and returns what each site did, in source order. Throws Error(verification)
    /// where the kernel leaves an array's bounds, waits at two barriers at once, or the like; names kernel,
    /// block, thread and line. `stop`, where given, is looked at before each block: once it is set, the
    /// blocks that run end and Stopped is thrown.
    std::vector<SiteCounts> run(const Launch& launch, const std::atomic<bool>* stop = nullptr);

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace sortscope::kernels::simt
