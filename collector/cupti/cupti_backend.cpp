#include "collector/cupti/support.hpp"

#include <fmt/format.h>

#include "collector/cupti/case_run.hpp"
#include "collector/trial_loop.hpp"
#include "core/text.hpp"
#include "kernels/cuda/limits.hpp"
#include "kernels/sdk/loader.hpp"

namespace sortscope::cupti {
namespace {
class CuptiBackend final : public Backend {
 public:
    explicit CuptiBackend(int ordinal) : session_(ordinal) {}

    const Device& device() const override { return session_.device(); }
    bool runs(VariantKind kind) const override { return kind != VariantKind::cpu; }

    std::optional<std::string> refusal(const Variant& variant, const CaseSpec& spec) const override {
        const LaunchConfig config = kernels::effective_config(variant.info, spec.config);
        const Device& gpu = device();
        if (config.block > uint32_t(gpu.max_threads_per_block))
            return fmt::format("{} takes at most {} threads a block, not {}.", gpu.name,
                               gpu.max_threads_per_block, config.block);
        // Input and keys of the sort; a library's scratch space is unknown before it runs.
        const uint64_t needed = spec.workload.bytes() * 2;
        if (needed > gpu.memory_bytes)
            return fmt::format("{} has {} of memory; this case needs at least {}. Sort fewer keys.", gpu.name,
                               format_bytes(double(gpu.memory_bytes)), format_bytes(double(needed)));
        return std::nullopt;
    }

    CaseRecord planned(const Variant& variant, const CaseSpec& spec,
                       const BackendOptions& options) const override {
        check_vendor_names(options.counters.vendor);
        CaseRecord record = begin(variant, spec);
        record.cache_state = cache_state_of(options.trials);
        const bool planned = variant.info.kind == VariantKind::planned;
        record.time_mode = headline_mode(
            options.time_modes, planned ? variant.plan(spec.workload, config_of(record)).launches.size() : 0);
        record.passes = asked_passes(variant.info, options);
        return record;
    }

    void get_ready(std::span<const BackendOptions> first_cases, const CaseWatch& watch) override {
        session_.make_current();
        for (const auto& options : first_cases) {
            if (watch.stopped() || options.phases.times) return;  // an enabled profiler would disturb times
            if (options.phases.stalls && options.counters.stalls)
                session_.profilers().modules().get_or_make();
            if (options.phases.counters) session_.profilers().learn(options.counters);
        }
    }

    std::vector<DeviceLimit> measure_limits(const CaseWatch& watch) override {
        session_.make_current();
        auto limits = cuda::measure_throughputs(session_.stream().get(), [&] { return watch.stopped(); });
        if (watch.stopped()) return limits;
        const auto& costs = session_.launch_costs();
        limits.insert(limits.end(), costs.begin(), costs.end());
        return limits;
    }

    std::optional<Check> clock_check() override {
        return check_of_clocks(session_.clocks_under_load(), device().name, device().ordinal);
    }

    bool rest(const CasePhases&) override {
        session_.profilers().switch_off();
        return true;
    }

    bool lost() const override { return lost_; }

    void add_kernels(const kernels::LoadedPlugin& plugin) override {
        session_.make_current();
        session_.use_kernels(plugin.gpu_kernels());
    }

 private:
    void measure(const CaseJob& job) override {
        if (lost_)
            throw Error(
                ErrorKind::environment,
                fmt::format("This process lost {} in an earlier case. Collect the other cases in a new "
                            "process.",
                            device().name));
        cudaGetLastError();  // error of an earlier case, such as memory that could not be freed
        try {
            session_.make_current();
            if (job.options.phases.stalls && job.options.counters.stalls)
                session_.profilers().modules().get_or_make();  // before the sort loads its modules
            GpuCase(session_, job).run();
        } catch (...) {
            cudaGetLastError();
            // After a kernel's fault, every later call in this process fails. After a sort destroys the
            // context, calls make a new context, but this session's stream is gone.
            lost_ = cudaStreamSynchronize(session_.stream().get()) != cudaSuccess;
            throw;
        }
    }

    /// Throws Error(usage), with the nearest names, for a metric that this chip lacks. The cases report other
    /// errors.
    void check_vendor_names(const std::vector<std::string>& names) const {
        if (names.empty() || names == checked_names_ || session_.api() == nullptr) return;
        std::optional<ChipMetrics> chip;
        try {
            chip.emplace(session_.api(), chip_of_device(*session_.api(), device().ordinal));
        } catch (const CuptiError&) {
            return;
        }
        for (const auto& name : names)
            if (!chip->first_of(name)) throw Error(ErrorKind::usage, chip->unknown_metric_sentence(name));
        checked_names_ = names;
    }

    mutable std::vector<std::string> checked_names_;  ///< the last valid names
    Session session_;
    bool lost_ = false;
};
}  // namespace

std::unique_ptr<Backend> make_cupti_backend(int ordinal) { return std::make_unique<CuptiBackend>(ordinal); }
}
