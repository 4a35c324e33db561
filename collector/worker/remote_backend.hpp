// A backend whose cases run in worker processes: what ends a worker costs the case it was at, and nothing
// else.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>

#include "collector/worker/messages.hpp"
#include "collector/worker/process.hpp"

namespace sortscope::collector {

class RemoteBackend final : public Backend {
 public:
    /// Starts a worker and learns from it what its device is. Throws what the worker throws, and
    /// Error(environment) where none starts.
    RemoteBackend(WorkerSetup setup, WorkerProgram program = {});
    ~RemoteBackend() override;

    BackendKind kind() const override { return hello_.kind; }
    const Device& device() const override { return hello_.device; }
    bool runs(kernels::VariantKind kind) const override;
    std::optional<std::string> refusal(const kernels::Variant& variant, const CaseSpec& spec) const override;
    CaseRecord planned(const kernels::Variant& variant, const CaseSpec& spec,
                       const BackendOptions& options) const override;
    /// A worker that dies, does not go on for watch.silence_limit or sends what cannot be read fails the
    /// case, with what the record had before; the next case gets a new one. Where several in a row do not
    /// even start, all cases fail with the last one's sentence.
    void run(const kernels::Variant& variant, const CaseSpec& spec, const BackendOptions& options,
             const CaseWatch& watch, CaseRecord& record) override;
    void get_ready(std::span<const BackendOptions> first_cases, const CaseWatch& watch) override;
    std::vector<DeviceLimit> measure_limits(const CaseWatch& watch) override;
    std::optional<Check> clock_check() override;
    std::vector<CaseParts> processes() const override;
    void retire(const CaseParts& parts) override;
    bool rest(const CaseParts& parts) override;

 private:
    /// Which of the workers takes a part.
    enum class Role { times, series, counters, stalls };
    static constexpr std::size_t roles = 4;
    Role role_of(const CaseParts& parts) const;

    std::unique_ptr<WorkerProcess>& slot(Role role) const { return workers_[static_cast<std::size_t>(role)]; }
    WorkerHello start(Role role) const;
    /// Starts its process, which does not answer yet.
    void begin(Role role) const;
    Frame ask(Role role, const Frame& request, FrameKind answer, const CaseWatch& watch) const;
    Frame answer_of(Role role, const std::optional<Frame>& request, FrameKind answer,
                    const CaseWatch& watch) const;

    WorkerSetup setup_;
    WorkerProgram program_;
    WorkerHello hello_;
    // A question may be the first that a new worker is asked: asking changes these.
    mutable std::array<std::unique_ptr<WorkerProcess>, roles> workers_;
    mutable unsigned failed_starts_ = 0;  ///< in a row
    mutable std::string last_failure_;
};

}  // namespace sortscope::collector
