// A backend that runs nothing, and a registry with one variant of each kind, for tests of the sweep and the
// runner.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "collector/backend.hpp"
#include "collector/recorder.hpp"

namespace sortscope::collector::test {

/// "net" (planned, u32 and f32, powers of two 4..2^20, blocks 32..1024), "cpu-std-sort" (cpu) and "library"
/// (opaque).
inline kernels::VariantRegistry three_variants() {
    kernels::VariantRegistry registry;
    const auto add = [&](const std::string& name, kernels::VariantKind kind) -> kernels::VariantInfo {
        kernels::VariantInfo info;
        info.name = name;
        info.kind = kind;
        info.keys = {KeyType::u32, KeyType::f32};
        info.min_n = 1;
        return info;
    };
    kernels::VariantInfo net = add("net", kernels::VariantKind::planned);
    net.min_n = 4;
    net.max_n = 1 << 20;
    net.power_of_two = true;
    net.pads = false;
    net.min_block = 32;
    net.max_block = 1024;
    net.default_block = 128;
    net.block_rule = {"a sixteenth of the keys",
                      [](std::uint64_t n) { return static_cast<std::uint32_t>(n / 16); }};
    registry.add({net, [](const Workload&, const LaunchConfig&) { return kernels::Plan{}; }});
    registry.add({add("cpu-std-sort", kernels::VariantKind::cpu), {}});
    kernels::VariantInfo quicksort = add("cpu-quicksort", kernels::VariantKind::cpu);
    quicksort.slow = {{Distribution::sorted}, 1 << 16, "takes quadratic time"};
    registry.add({quicksort, {}});
    registry.add({add("library", kernels::VariantKind::opaque), {}});
    return registry;
}

/// Answers each case as told.
class FakeBackend final : public Backend {
 public:
    FakeBackend(BackendKind kind, std::vector<kernels::VariantKind> runs)
        : kind_(kind), runs_(std::move(runs)) {
        device_.backend = kind;
        device_.name = "fake";
    }

    BackendKind kind() const override { return kind_; }
    const Device& device() const override { return device_; }
    bool runs(kernels::VariantKind kind) const override {
        for (const auto known : runs_)
            if (known == kind) return true;
        return false;
    }
    std::optional<std::string> refusal(const kernels::Variant&, const CaseSpec& spec) const override {
        return refuse ? refuse(spec) : std::nullopt;
    }
    CaseRecord planned(const kernels::Variant&, const CaseSpec& spec, const BackendOptions&) const override {
        if (on_plan) on_plan();
        return start_record(spec, *this);
    }
    void run(const kernels::Variant&, const CaseSpec& spec, const BackendOptions&, const CaseWatch& watch,
             CaseRecord& record) override {
        ran.push_back(spec);
        if (on_run) on_run(record, watch);
    }

    std::vector<CasePhases> processes() const override { return turns; }
    void get_ready(std::span<const BackendOptions> first_cases, const CaseWatch&) override {
        if (on_ready) on_ready(first_cases);
    }
    std::vector<DeviceLimit> measure_limits(const CaseWatch&) override {
        return {{"copy_bandwidth", 1e12, "bytes/s", 0.01}};
    }

    std::function<std::optional<std::string>(const CaseSpec&)> refuse;
    std::function<void()> on_plan;
    std::function<void(std::span<const BackendOptions>)> on_ready;
    std::function<void(CaseRecord&, const CaseWatch&)> on_run;
    std::vector<CaseSpec> ran;
    std::vector<CasePhases> turns{CasePhases{}};

 private:
    BackendKind kind_;
    std::vector<kernels::VariantKind> runs_;
    Device device_;
};

/// Keeps what it is given.
struct KeepingRecorder : Recorder {
    struct Round {
        CaseId id{};
        std::vector<TrialRecord> trials;
        std::vector<TimeSummary> times;
        std::vector<Note> notes;
        std::string unverified;
    };
    std::vector<CaseRecord> records;
    std::vector<Round> rounds;
    std::vector<std::pair<Device, std::vector<DeviceLimit>>> device_limits;
    std::vector<Note> run_notes;

    CaseId record(const CaseRecord& record) override {
        records.push_back(record);
        return CaseId{static_cast<std::int64_t>(records.size())};
    }
    void add_round(CaseId id, std::span<const TrialRecord> trials, const std::vector<TimeSummary>& times,
                   std::span<const Note> notes, const std::string& unverified) override {
        rounds.push_back(
            {id, {trials.begin(), trials.end()}, times, {notes.begin(), notes.end()}, unverified});
    }
    void record_limits(const Device& device, std::span<const DeviceLimit> limits) override {
        device_limits.emplace_back(device, std::vector(limits.begin(), limits.end()));
    }
    void note(const Note& note) override { run_notes.push_back(note); }
};

}  // namespace sortscope::collector::test
