// Runs cases in worker processes. A worker that dies loses only its case.
#pragma once

#include "collector/worker/process.hpp"

namespace sortscope::collector {
class RemoteBackend final : public Backend {
 public:
    /// Starts a worker without waiting for it. Throws Error(environment) if no process can be started.
    RemoteBackend(WorkerSetup setup, WorkerProgram program = {});
    ~RemoteBackend() override;

    /// Waits for the worker at the first call. Throws the worker's Error, or Error(environment) if it does
    /// not start.
    const Device& device() const override { return hello().device; }
    bool runs(VariantKind kind) const override;
    std::optional<std::string> refusal(const Variant& variant, const CaseSpec& spec) const override;
    CaseRecord planned(const Variant& variant, const CaseSpec& spec,
                       const BackendOptions& options) const override;
    void get_ready(std::span<const BackendOptions> first_cases, const CaseWatch& watch) override;
    std::vector<DeviceLimit> measure_limits(const CaseWatch& watch) override;
    std::optional<Check> clock_check() override;
    std::vector<CasePhases> processes() const override;
    void retire(const CasePhases& phases) override;
    bool rest(const CasePhases& phases) override;

 private:
    /// The case fails, with its record so far, if its worker dies, sends unreadable bytes, or makes no
    /// progress for watch.silence_limit. After three failed starts in a row, all cases fail.
    void measure(const CaseJob& job) override;

    enum class Role { times, series, counters, stalls };
    static constexpr size_t roles = 4;
    Role role_of(const CasePhases& phases) const;

    /// After loading a plug-in, a process serves only the plug-in's cases.
    struct Worker {
        std::unique_ptr<WorkerProcess> process;
        std::string plugin{};
    };
    Worker& slot(Role role) const { return workers_[size_t(role)]; }
    const WorkerHello& hello() const;
    WorkerHello start(Role role) const;
    void begin(Role role) const;  ///< without waiting for the answer
    /// Starts a worker if none serves `plugin` (empty: built-in variants).
    template <class Answer>
    Answer ask(Role role, const Frame& request, const CaseWatch& watch, const std::string& plugin = {}) const;

    WorkerSetup setup_;
    WorkerProgram program_;
    // Mutable: ask() is const and may start a worker.
    mutable std::optional<WorkerHello> hello_;
    mutable std::array<Worker, roles> workers_;
    mutable unsigned failed_starts_ = 0;  ///< in a row
    mutable std::string last_failure_;
};
}
