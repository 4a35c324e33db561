// Runs small hand-made kernels in the interpreter.
#pragma once

#include "kernels/simt/interpreter.hpp"

namespace sortscope::kernels::simt::test {
/// Base of the test kernels: one buffer of u32 keys.
template <class Self>
struct OneBuffer {
    using key = uint32_t;
    static constexpr auto buffers() { return std::tuple{&Self::keys}; }
};

template <auto Body>
consteval std::string_view name_of_body() {
    return __PRETTY_FUNCTION__;
}

/// A kernel from its body, a lambda that takes the context and the keys.
template <auto Body, bool Synchronises>
struct BodyKernel : OneBuffer<BodyKernel<Body, Synchronises>> {
    static constexpr std::string_view name = name_of_body<Body>();
    static constexpr bool synchronises = Synchronises;
    Global<uint32_t> keys;
    template <class C>
    void operator()(C& c) const {
        Body(c, keys);
    }
};
template <auto Body>
using Flat = BodyKernel<Body, false>;
/// A kernel whose threads wait for each other.
template <auto Body>
using Waiting = BodyKernel<Body, true>;

struct RunOptions {
    uint32_t shared_bytes = 0;
    unsigned workers = 1;
    Rule rule = Rule::cc3;
};

struct KernelRun {
    std::vector<SiteCounts> sites;
    std::vector<uint32_t> keys;

    /// The sites of one kind, in source order.
    std::vector<SiteCounts> of(SiteKind kind) const {
        std::vector<SiteCounts> result;
        for (const auto& site : sites)
            if (site.site.kind == kind) result.push_back(site);
        return result;
    }
    std::vector<int64_t> requests(SiteKind kind) const {
        std::vector<int64_t> result;
        for (const auto& site : of(kind)) result.push_back(site.requests);
        return result;
    }
    /// Requests, threads, taken threads and divergent warps of each branch.
    std::vector<std::array<int64_t, 4>> branches() const {
        std::vector<std::array<int64_t, 4>> result;
        for (const auto& site : of(SiteKind::branch))
            result.push_back({site.requests, site.threads, site.taken_threads, site.divergent_warps});
        return result;
    }
    /// Requests and threads of each site.
    std::vector<std::pair<int64_t, int64_t>> counts(SiteKind kind) const {
        std::vector<std::pair<int64_t, int64_t>> result;
        for (const auto& site : of(kind)) result.emplace_back(site.requests, site.threads);
        return result;
    }
};

/// An interpreter with one launch of kernel K over `keys`. run() may be called several times.
template <class K>
class KernelHarness {
 public:
    KernelHarness(uint32_t threads, uint32_t block, std::vector<uint32_t> keys,
                  const RunOptions& options = {})
        : keys_(std::move(keys)) {
        PlanBuilder builder;
        K kernel;
        kernel.keys = builder.buffer<uint32_t>("keys", keys_.size());
        builder.launch(
            {.stage = {}, .threads = threads, .block = block, .shared_bytes = options.shared_bytes}, kernel);
        plan_ = builder.take();
        table_[kernel_id<K>()] = kernel_entry<K>();
        interpreter_ =
            std::make_unique<Interpreter>(plan_, table_, InterpreterOptions{options.rule, options.workers});
        std::memcpy(interpreter_->keys().data(), keys_.data(), interpreter_->keys().size());
    }

    KernelRun run() { return run(plan_.launches.at(0)); }

    /// Runs another kernel over the same buffer.
    template <class Other>
    KernelRun run_other(uint32_t threads, uint32_t block, uint32_t shared_bytes = 0) {
        PlanBuilder builder;
        Other kernel;
        kernel.keys = builder.buffer<uint32_t>("keys", keys_.size());
        builder.launch({.stage = {}, .threads = threads, .block = block, .shared_bytes = shared_bytes},
                       kernel);
        table_[kernel_id<Other>()] = kernel_entry<Other>();
        return run(builder.take().launches.at(0));
    }

 private:
    KernelRun run(const Launch& launch) {
        KernelRun result{interpreter_->run(launch), keys_};
        std::memcpy(result.keys.data(), interpreter_->keys().data(), interpreter_->keys().size());
        return result;
    }

    std::vector<uint32_t> keys_;
    Plan plan_;
    KernelTable table_;
    std::unique_ptr<Interpreter> interpreter_;
};

template <class K>
KernelRun run_kernel(uint32_t threads, uint32_t block, std::vector<uint32_t> keys,
                     const RunOptions& options = {}) {
    return KernelHarness<K>(threads, block, std::move(keys), options).run();
}

inline std::vector<uint32_t> zeros(size_t count) { return std::vector<uint32_t>(count); }
}
