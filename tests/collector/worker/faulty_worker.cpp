// A worker whose backend makes the faults of Fault. Its process id is the device's number and each case's
// first note.
#include <signal.h>
#include <unistd.h>
#include <cstdlib>
#include <new>
#include <thread>

#include "collector/worker/process.hpp"
#include "tests/collector/fake_backend.hpp"
#include "tests/collector/worker/faults.hpp"

namespace {
using namespace sortscope;
using namespace sortscope::collector;
using test::Fault;

class FaultyBackend final : public test::StubBackend {
 public:
    explicit FaultyBackend(BackendKind kind) : StubBackend(kind, "faulty") { device_.ordinal = ::getpid(); }
    std::optional<std::string> refusal(const Variant&, const CaseSpec& spec) const override {
        if (spec.workload.n == 13) return "Thirteen keys are not sorted here.";
        return std::nullopt;
    }
    CaseRecord planned(const Variant& variant, const CaseSpec& spec, const BackendOptions&) const override {
        CaseRecord record = begin(variant, spec);
        record.time_mode = kind() == BackendKind::simt ? TimeMode::none : TimeMode::stream;
        if (kind() == BackendKind::cupti)
            record.passes.push_back({"sass", Provenance::measured, several_passes});
        if (kind() == BackendKind::simt)
            record.passes.push_back({"modelled", Provenance::modelled, several_passes});
        return record;
    }
    bool lost() const override { return lost_; }
    bool rest(const CasePhases&) override { return true; }
    void get_ready(std::span<const BackendOptions> first_cases, const CaseWatch&) override {
        for (const auto& options : first_cases)
            ready_ += std::string(ready_.empty() ? "" : ", ") +
                      (options.phases.counters ? "for counters" : "for something else");
    }
    std::vector<DeviceLimit> measure_limits(const CaseWatch&) override {
        return {{"copy_bandwidth", 3e12, "bytes/s", 0.01}};
    }
    std::optional<Check> clock_check() override {
        return Check{"clocks", false, "They wander.", "Lock them."};
    }

 private:
    void measure(const CaseJob& job) override {
        const auto& [variant, spec, options, watch, record] = job;
        record.notes.push_back({Severity::info, std::to_string(::getpid())});
        if (options.phases.times) {
            const auto ns = 1000 + options.round;
            auto trial = test::time_trial(TimeMode::stream, ns, options.round);
            trial.index = options.first_trial + uint32_t(record.trials.size());
            record.trials.push_back(trial);
            record.time_mode = TimeMode::stream;
            record.time = TimeSummary{ns, ns, ns, 0, 1, "told", TimeMode::stream};
        }
        if (options.phases.counters)
            record.passes.push_back({options.keep_profiler ? "kept" : "sass", Provenance::measured, 1});
        if (spec.config.params.contains("tell")) {
            const char* connections = std::getenv("CUDA_DEVICE_MAX_CONNECTIONS");
            record.notes.push_back({Severity::info, "ready " + ready_});
            record.notes.push_back({Severity::info, std::string("connections ") +
                                                        (connections == nullptr ? "not set" : connections)});
        }
        if (spec.config.params.contains("alone"))
            for (const auto how : {Launches::alone, Launches::beside, Launches::none}) watch.may_launch(how);
        if (spec.config.params.contains("in_counters") && !options.phases.counters) return;
        suffer(test::fault_of(spec), watch, record);
    }

    void suffer(Fault fault, const CaseWatch& watch, CaseRecord& record) {
        const auto pause = [] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); };
        switch (fault) {
            case Fault::none:
                return;
            case Fault::crash:
                ::signal(SIGSEGV, SIG_DFL);  // a sanitizer would turn the signal into an exit code
                ::raise(SIGSEGV);
                return;
            case Fault::hang:
                while (true) pause();
            case Fault::garble: {
                const std::string junk(100, 'x');
                [[maybe_unused]] const auto written = ::write(worker_socket, junk.data(), junk.size());
                while (true) pause();
            }
            case Fault::truncate: {
                const auto half = encode({FrameKind::answer, std::string(1000, 'y')}).substr(0, 500);
                [[maybe_unused]] const auto written = ::write(worker_socket, half.data(), half.size());
                ::_exit(0);
            }
            case Fault::exit:
                ::_exit(3);
            case Fault::missort:
                record.status = CaseStatus::unverified;
                record.message = "The output is wrong.";
                return;
            case Fault::no_memory:
                throw std::bad_alloc();
            case Fault::throws:
                throw Error(ErrorKind::environment, "The driver said no.");
            case Fault::lose_device:
                record.status = CaseStatus::failed;
                record.message = "An illegal address was written to.";
                lost_ = true;
                return;
            case Fault::until_stopped:
                for (double fraction = 0.01; !watch.stopped(); fraction += (1 - fraction) / 1000) {
                    watch.report(fraction);
                    pause();
                }
                record.status = CaseStatus::interrupted;
                record.message = "Ended by the user.";
                return;
            case Fault::slowly:
                for (int i = 1; i <= 30; ++i) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(100));
                    watch.report(i / 30.0);
                }
                return;
        }
    }

    bool lost_ = false;
    std::string ready_;
};
}  // namespace

int main() {
    become_worker();
    const auto variants = test::three_variants();
    const auto make = [](const WorkerSetup& setup) -> std::unique_ptr<Backend> {
        if (std::getenv(test::no_device) != nullptr)
            throw Error(ErrorKind::environment, "GPU " + std::to_string(setup.gpu) + " fell off the bus.");
        return std::make_unique<FaultyBackend>(setup.kind);
    };
    return serve(worker_socket, make, variants);
}
