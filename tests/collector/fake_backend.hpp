// Backends that run nothing, sweeps, and variants of each kind.
#pragma once

#include "collector/runner.hpp"
#include "tests/collector/run_alone.hpp"

namespace sortscope::collector::test {
/// "net" (planned, u32 and f32, powers of two 4..2^20, blocks 32..1024), "cpu-std-sort", "cpu-quicksort"
/// (slow for sorted keys) and "library" (opaque).
inline VariantRegistry three_variants() {
    VariantRegistry registry;
    const auto info_of = [](const std::string& name, VariantKind kind) {
        kernels::VariantInfo info;
        info.name = name;
        info.kind = kind;
        info.keys = {KeyType::u32, KeyType::f32};
        info.min_n = 1;
        info.min_block = 0;
        return info;
    };
    auto net = info_of("net", VariantKind::planned);
    net.min_n = 4;
    net.max_n = 1 << 20;
    net.power_of_two = true;
    net.pads = false;
    net.min_block = 32;
    net.max_block = 1024;
    net.default_block = 128;
    net.block_rule = {"a sixteenth of the keys", [](uint64_t n) { return uint32_t(n / 16); }};
    registry.add({net, [](const Workload&, const LaunchConfig&) { return kernels::Plan{}; }});
    registry.add({info_of("cpu-std-sort", VariantKind::cpu), {}});
    auto quicksort = info_of("cpu-quicksort", VariantKind::cpu);
    quicksort.slow = {{Distribution::sorted}, 1 << 16, "takes quadratic time"};
    registry.add({quicksort, {}});
    registry.add({info_of("library", VariantKind::opaque), {}});
    return registry;
}

/// Uniform u32 keys.
inline Workload uniform_keys(uint64_t n) { return {KeyType::u32, n, Distribution::uniform, 1, {}}; }
inline Sweep uniform_sweep(std::vector<std::string> variants, std::vector<uint64_t> sizes) {
    Sweep sweep;
    sweep.variants = std::move(variants);
    sweep.sizes = std::move(sizes);
    sweep.keys = {KeyType::u32};
    sweep.distributions = {Distribution::uniform};
    return sweep;
}

constexpr CasePhases times_alone{true, false, false, false, false, false};
constexpr CasePhases counters_alone{false, false, true, false, false, false};
constexpr CasePhases stalls_alone{false, false, false, false, false, true};
constexpr CasePhases all_but_times{false, true, true, true, true, true};

inline TrialRecord time_trial(TimeMode mode, int64_t duration_ns, uint32_t round = 0) {
    TrialRecord trial;
    trial.kind = TrialKind::time;
    trial.time_mode = mode;
    trial.duration_ns = duration_ns;
    trial.verified = true;
    trial.round = round;
    return trial;
}

/// Runs every kind of variant and refuses nothing.
class StubBackend : public Backend {
 public:
    explicit StubBackend(BackendKind kind, const std::string& name = "fake") {
        device_.backend = kind;
        device_.name = name;
    }
    const Device& device() const override { return device_; }
    bool runs(VariantKind) const override { return true; }
    std::optional<std::string> refusal(const Variant&, const CaseSpec&) const override {
        return std::nullopt;
    }
    CaseRecord planned(const Variant&, const CaseSpec& spec, const BackendOptions&) const override {
        return start_record(spec, *this);
    }

 protected:
    Device device_;
};

/// Plans like a GPU: cache state, time mode and counter sets follow from the options.
class GpuStub : public StubBackend {
 public:
    GpuStub() : StubBackend(BackendKind::cupti, "GPU") { device_.uuid = "GPU-1"; }
    CaseRecord planned(const Variant&, const CaseSpec& spec, const BackendOptions& options) const override {
        CaseRecord record = start_record(spec, *this);
        record.cache_state = cache_state_of(options.trials);
        record.time_mode = TimeMode::stream;
        for (auto mode = options.time_modes.rbegin(); mode != options.time_modes.rend(); ++mode)
            if (*mode == TimeMode::stream || makes_graphs) record.time_mode = *mode;
        record.passes = asked_counters(options);
        if (counts_by_software) record.passes.push_back({"counted", Provenance::counted, several_passes});
        return record;
    }
    std::vector<CasePhases> processes() const override {
        return has_processes ? std::vector{times_alone, all_but_times} : Backend::processes();
    }

    bool makes_graphs = true;  ///< false: all sorts have too many launches for a graph
    bool counts_by_software = false;
    bool has_processes = true;
};

/// A test decides the result of each case.
class FakeBackend final : public StubBackend {
 public:
    FakeBackend(BackendKind kind, std::vector<VariantKind> runs)
        : StubBackend(kind), runs_(std::move(runs)) {}

    bool runs(VariantKind kind) const override { return std::ranges::find(runs_, kind) != runs_.end(); }
    std::optional<std::string> refusal(const Variant&, const CaseSpec& spec) const override {
        return refuse ? refuse(spec) : std::nullopt;
    }
    CaseRecord planned(const Variant&, const CaseSpec& spec, const BackendOptions&) const override {
        if (on_plan) on_plan();
        return start_record(spec, *this);
    }
    std::vector<CasePhases> processes() const override { return each_process; }
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
    std::vector<CasePhases> each_process{CasePhases{}};

 private:
    void measure(const CaseJob& job) override {
        ran.push_back(job.spec);
        if (on_run) on_run(job.record, job.watch);
    }
    std::vector<VariantKind> runs_;
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
        return CaseId{int64_t(records.size())};
    }
    void add_round(CaseId id, std::span<const TrialRecord> trials, const std::vector<TimeSummary>& times,
                   std::span<const Note> notes, const std::string& unverified) override {
        rounds.push_back(
            {id, {trials.begin(), trials.end()}, times, {notes.begin(), notes.end()}, unverified});
    }
    std::vector<TrialRecord> trials(CaseId id) override {
        auto found = records.at(size_t(id) - 1).trials;
        for (const auto& round : rounds)
            if (round.id == id) found.insert(found.end(), round.trials.begin(), round.trials.end());
        return found;
    }
    void record_limits(const Device& device, std::span<const DeviceLimit> limits) override {
        device_limits.emplace_back(device, std::vector(limits.begin(), limits.end()));
    }
    void note(const Note& note) override { run_notes.push_back(note); }
};
}
