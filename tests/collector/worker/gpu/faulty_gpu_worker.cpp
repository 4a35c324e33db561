// The real worker on a GPU, with faults by parameter. "fault": a Fault. "fail_call": number of the driver
// call to fail, in the phase of times with parameter "in_times", else in later phases (with CUPTI).
#include <dlfcn.h>
#include <fmt/format.h>

#include <optional>

#include "collector/catalogue/catalogue.hpp"
#include "collector/worker/process.hpp"
#include "tests/collector/worker/faults.hpp"
#include "tests/collector/worker/gpu/fault_kernels.hpp"

namespace {
using namespace sortscope;
using namespace sortscope::collector;
using test::Fault;

class FaultyGpu final : public Backend {
 public:
    explicit FaultyGpu(std::unique_ptr<Backend> real) : real_(std::move(real)) {}
    const Device& device() const override { return real_->device(); }
    bool runs(VariantKind kind) const override { return real_->runs(kind); }
    std::optional<std::string> refusal(const Variant& variant, const CaseSpec& spec) const override {
        return real_->refusal(variant, spec);
    }
    CaseRecord planned(const Variant& variant, const CaseSpec& spec,
                       const BackendOptions& options) const override {
        return real_->planned(variant, spec, options);
    }
    bool lost() const override { return real_->lost(); }
    bool rest(const CasePhases& phases) override { return real_->rest(phases); }

 private:
    void measure(const CaseJob& job) override {
        const auto fault = test::fault_of(job.spec);
        if (fault == Fault::crash) test::write_out_of_bounds();
        if (fault == Fault::hang) test::run_endless_kernel();
        if (fault == Fault::throws) test::fail_assertion();
        if (fault == Fault::lose_device) test::destroy_context();
        std::optional<test::FullDevice> full;
        if (fault == Fault::no_memory) full.emplace();
        const auto call = job.spec.config.params.find("fail_call");
        if (call == job.spec.config.params.end()) {
            real_->run(job);
        } else {
            const auto fail = reinterpret_cast<long (*)(long)>(dlsym(RTLD_DEFAULT, "fail_driver_call"));
            if (fail == nullptr) throw Error(ErrorKind::environment, "failing_driver.so is not preloaded.");
            const bool times = job.options.phases.times;
            fail(times == job.spec.config.params.contains("in_times") ? call->second : 0);
            real_->run(job);
            job.record.notes.push_back(
                {Severity::info, fmt::format("driver calls {}: {}", times ? "in times" : "later", fail(0))});
        }
        if (fault != Fault::missort) return;
        job.record.status = CaseStatus::unverified;
        job.record.message = "The output is wrong.";
    }

    std::unique_ptr<Backend> real_;
};
}  // namespace

int main() {
    become_worker();
    const auto catalogue = make_catalogue();
    return serve(
        worker_socket,
        [&](const WorkerSetup& setup) -> std::unique_ptr<Backend> {
            return std::make_unique<FaultyGpu>(make_backend(catalogue, setup));
        },
        catalogue.variants);
}
