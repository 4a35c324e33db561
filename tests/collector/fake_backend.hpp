// Backends that run nothing, a sweep, and a registry with one variant of each kind.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "collector/backend.hpp"
#include "collector/runner.hpp"

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
        info.min_block = 0;
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

/// Uniform u32 keys.
inline Sweep uniform_sweep(std::vector<std::string> variants, std::vector<std::uint64_t> sizes) {
    Sweep sweep;
    sweep.variants = std::move(variants);
    sweep.sizes = std::move(sizes);
    sweep.keys = {KeyType::u32};
    sweep.distributions = {Distribution::uniform};
    return sweep;
}

/// The phases of a backend with two processes: times, and the rest.
inline std::vector<CasePhases> times_and_rest() {
    return {{true, false, false, false, false, false}, {false, true, true, true, true, true}};
}

/// A device that runs every kind of variant and refuses nothing.
class StubBackend : public Backend {
 public:
    explicit StubBackend(BackendKind kind, const std::string& name = "fake") {
        device_.backend = kind;
        device_.name = name;
    }
    BackendKind kind() const override { return device_.backend; }
    const Device& device() const override { return device_; }
    bool runs(kernels::VariantKind) const override { return true; }
    std::optional<std::string> refusal(const kernels::Variant&, const CaseSpec&) const override {
        return std::nullopt;
    }
    CaseRecord planned(const kernels::Variant&, const CaseSpec& spec, const BackendOptions&) const override {
        return start_record(spec, *this);
    }

 protected:
    Device device_;
};

/// Answers each case as a test says.
class FakeBackend final : public StubBackend {
 public:
    FakeBackend(BackendKind kind, std::vector<kernels::VariantKind> runs)
        : StubBackend(kind), runs_(std::move(runs)) {}

    bool runs(kernels::VariantKind kind) const override {
        return std::ranges::find(runs_, kind) != runs_.end();
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
    std::vector<kernels::VariantKind> runs_;
};

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
