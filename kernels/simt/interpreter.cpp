#include "kernels/simt/interpreter.hpp"

#include <exception>
#include <mutex>
#include <thread>

#include "kernels/context/site_counts.hpp"

namespace sortscope::kernels::simt {
namespace {
/// Threads for which a launch uses one more worker.
constexpr uint64_t threads_worth_a_worker = 4096;
}  // namespace

Interpreter::Interpreter(const Plan& plan, const KernelTable& kernels, const InterpreterOptions& options)
    : kernels_(kernels), rule_(options.rule), output_(plan.output) {
    for (const auto& buffer : plan.buffers) buffers_.emplace_back(buffer.bytes());
    for (auto& buffer : buffers_) bases_.push_back(buffer.data());
    const unsigned threads =
        options.threads != 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
    for (unsigned i = 0; i < threads; ++i) workers_.push_back(std::make_unique<BlockRunner>(options.rule));
}

std::vector<SiteCounts> Interpreter::run(const Launch& launch, const std::atomic<bool>* stop) {
    const auto found = kernels_.find(launch.kernel);
    if (found == kernels_.end())
        throw Error(ErrorKind::internal, "The interpreter has no build of kernel " + launch.kernel + ".");
    const KernelEntry& kernel = found->second;
    alignas(16) const auto arguments = launch.arguments.bound(bases_);
    const auto blocks = uint32_t(launch.grid.count());

    const uint64_t useful = launch.grid.count() * launch.block.count() / threads_worth_a_worker + 1;
    const size_t workers = kernel.atomics ? 1 : std::min<uint64_t>({workers_.size(), useful, blocks});
    // A worker takes several consecutive blocks at a time, so that workers write to separate memory.
    const uint32_t run = std::max<uint32_t>(1, blocks / uint32_t(workers * 16));
    std::atomic<uint32_t> next{0};
    std::exception_ptr error;
    std::mutex error_mutex;
    const auto work = [&](BlockRunner& runner) {
        try {
            runner.begin(kernel, arguments.data(), launch);
            for (uint32_t first; (first = next.fetch_add(run)) < blocks;)
                for (uint32_t block = first; block < std::min(blocks, first + run); ++block) {
                    if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Stopped{};
                    runner.run_block(block);
                }
        } catch (...) {
            next = blocks;
            const std::lock_guard lock(error_mutex);
            if (!error) error = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> threads;
        for (size_t i = 1; i < workers; ++i) threads.emplace_back([&, i] { work(*workers_[i]); });
        work(*workers_[0]);
    }
    if (error) {
        // Fibers of the failed block are suspended in mid-kernel: replace the workers.
        for (auto& worker : workers_) worker = std::make_unique<BlockRunner>(rule_);
        try {
            std::rethrow_exception(error);
        } catch (const Error& cause) {
            throw Error(cause.kind(), "Kernel " + launch.kernel + ": " + cause.what());
        }
    }

    std::vector<SiteCounts> sites;
    for (size_t i = 0; i < workers; ++i)
        for (const auto& counts : workers_[i]->sites()) add_site_counts(sites, counts);
    sort_by_source(sites);
    return sites;
}
}
