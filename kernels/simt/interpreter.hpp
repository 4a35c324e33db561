// Runs a plan's launches on the host and counts GPU requests.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "kernels/context/plan.hpp"
#include "kernels/simt/coalescing.hpp"
#include "kernels/simt/kernel_table.hpp"

namespace sortscope::kernels::simt {
struct InterpreterOptions {
    Rule rule = Rule::cc3;  ///< for sectors and tags
    unsigned threads = 0;   ///< workers; 0: one a hardware thread
};

/// Thrown after a stop: the launch is incomplete and not counted.
struct Stopped {};

/// Runs on host buffers. Counts do not depend on the run or the number of workers.
class Interpreter {
 public:
    /// Buffers begin zeroed; `kernels` must outlive the interpreter.
    Interpreter(const Plan& plan, const KernelTable& kernels, const InterpreterOptions& options);
    ~Interpreter();

    /// Buffer 0, which holds the input.
    std::span<std::byte> keys();
    /// The sorted keys after the last launch.
    std::span<const std::byte> output() const;

    /// Returns the counts of the launch's sites in source order. Throws Error(verification) if the kernel
    /// leaves an array or waits at two barriers at once; the error names kernel, block, thread and line.
    /// Checks `stop` before each block; if set, ends the running blocks and throws Stopped.
    std::vector<SiteCounts> run(const Launch& launch, const std::atomic<bool>* stop = nullptr);

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};
}
