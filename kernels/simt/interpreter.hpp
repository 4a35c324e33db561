// Runs a plan's launches on the host and counts GPU requests.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "kernels/context/plan.hpp"
#include "kernels/simt/block_runner.hpp"

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

    /// Buffer 0, which holds the input.
    std::span<std::byte> keys() { return buffers_.at(0); }
    /// The sorted keys after the last launch.
    std::span<const std::byte> output() const { return buffers_.at(output_); }

    /// Returns the counts of the launch's sites in source order. Throws Error(verification) if a thread
    /// accesses an element outside of an array, or if the threads of a block wait at different places. The
    /// error names kernel and block. If `stop` is set, starts no more blocks and throws Stopped.
    std::vector<SiteCounts> run(const Launch& launch, const std::atomic<bool>* stop = nullptr);

 private:
    const KernelTable& kernels_;
    Rule rule_;
    std::vector<std::vector<std::byte>> buffers_;
    std::vector<void*> bases_;
    std::vector<std::unique_ptr<BlockRunner>> workers_;
    uint32_t output_;
};
}
