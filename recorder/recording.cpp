#include "recorder/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <type_traits>

#include "core/kernel_name.hpp"
#include "core/printable.hpp"
#include "core/statistics.hpp"
#include "core/text.hpp"
#include "core/times.hpp"

namespace sortscope::recorder {
namespace {
bool has_times(const auto& run) { return run.start_ns != 0 && run.end_ns >= run.start_ns; }

/// A GPU by its UUID, for its number may differ between processes.
std::string key_of(const ProcessEvents& process, uint32_t gpu) {
    const auto found = process.gpus.find(gpu);
    return found != process.gpus.end() && !found->second.uuid.empty() ? found->second.uuid
                                                                      : fmt::format("#{}", gpu);
}

Device device_of(const ProgramRun& run, const std::string& key, const std::vector<Device>& known) {
    for (const auto& device : known)
        if (device.uuid == key) return device;
    Device device;
    device.backend = BackendKind::cupti;
    for (const auto& process : run.processes)
        for (const auto& [ordinal, gpu] : process.gpus)
            if (key_of(process, ordinal) == key) {
                device.ordinal = int(ordinal);
                device.name = printable(gpu.name);
                device.uuid = printable(gpu.uuid);
            }
    if (device.name.empty()) device.name = "unknown GPU " + key;
    return device;
}

/// Launches of a run on one GPU.
struct GpuRun {
    std::vector<LaunchRecord> launches;
    std::vector<RangeTree::Path> paths;
    std::vector<TransferRecord> transfers;
    uint64_t without_times = 0;
    std::optional<LaunchSpan> span;
};

int64_t origin_of(const ProgramRun& run, const std::string& key) {
    auto origin = std::numeric_limits<uint64_t>::max();
    for (const auto& process : run.processes) {
        const auto look = [&](const auto& each) {
            if (has_times(each) && key_of(process, each.gpu) == key) origin = std::min(origin, each.start_ns);
        };
        for (const auto& kernel : process.kernels) look(kernel);
        for (const auto& transfer : process.transfers) look(transfer);
    }
    return int64_t(origin);
}

/// Launches come in order of process and call; nodes of a graph in order of start.
GpuRun gpu_run(const ProgramRun& run, const std::string& key) {
    GpuRun result;
    const int64_t origin = origin_of(run, key);
    for (const auto& process : run.processes) {
        std::vector<const KernelRun*> kernels;
        for (const auto& kernel : process.kernels)
            if (key_of(process, kernel.gpu) == key) kernels.push_back(&kernel);
        std::ranges::sort(
            kernels, {}, [](const auto* kernel) { return std::pair(kernel->correlation, kernel->start_ns); });
        for (const auto* kernel : kernels) {
            auto& launch = result.launches.emplace_back();
            launch.index = uint32_t(result.launches.size() - 1);
            if (const auto symbol = process.symbols.find(kernel->symbol); symbol != process.symbols.end())
                launch.symbol = printable(symbol->second);
            launch.kernel = launch.symbol.empty() ? "unknown kernel" : short_kernel_name(launch.symbol);
            launch.grid = kernel->grid;
            launch.block = kernel->block;
            launch.shared_bytes = kernel->shared_bytes;
            launch.registers = kernel->registers;
            launch.local_bytes = kernel->local_bytes;
            launch.process_id = process.process;
            launch.context_id = kernel->context;
            launch.stream_id = kernel->stream;
            launch.correlation_id = kernel->correlation;
            if (has_times(*kernel)) {
                launch.start_ns = int64_t(kernel->start_ns) - origin;
                launch.duration_ns = int64_t(kernel->end_ns - kernel->start_ns);
                launch.duration_count = 1;
            } else {
                ++result.without_times;
            }
            const auto call = process.path_of_call.find(kernel->correlation);
            result.paths.push_back(
                process.ranges.path(call == process.path_of_call.end() ? 0 : call->second));
        }
        for (const auto& transfer : process.transfers)
            if (has_times(transfer) && key_of(process, transfer.gpu) == key)
                result.transfers.push_back({TransferKind(transfer.kind), transfer.bytes,
                                            int64_t(transfer.start_ns) - origin,
                                            int64_t(transfer.end_ns - transfer.start_ns)});
    }
    std::ranges::sort(result.transfers, {}, &TransferRecord::start_ns);
    LaunchSpanner spanner;
    for (const auto& launch : result.launches) spanner.add(launch.start_ns, launch.duration_ns);
    result.span = spanner.span();
    return result;
}

bool same_launches(const GpuRun& a, const GpuRun& b) {
    return std::ranges::equal(a.launches, b.launches, [](const auto& one, const auto& other) {
        return one.symbol == other.symbol && one.grid == other.grid && one.block == other.block;
    });
}

/// Gives each launch of the first run the median of its durations in `runs`.
void apply_durations(std::vector<LaunchRecord>& launches, const std::vector<const GpuRun*>& runs) {
    for (size_t i = 0; i < launches.size(); ++i) {
        std::vector<double> durations;
        for (const auto* run : runs)
            if (const auto ns = run->launches[i].duration_ns) durations.push_back(double(*ns));
        launches[i].duration_count = uint32_t(durations.size());
        if (durations.size() < 2) continue;
        launches[i].duration_ns = std::llround(median(durations));
        launches[i].duration_spread = relative_spread(durations);
    }
}

void add_losses(const ProgramRun& run, std::vector<Note>& notes) {
    std::set<std::string> sentences;
    for (const auto& process : run.processes)
        for (const auto& sentence : process.losses) sentences.insert(printable(sentence));
    for (const auto& sentence : sentences) notes.push_back({Severity::lost, sentence});
}

CaseRecord make_case(const Declared& declared, const std::vector<ProgramRun>& runs, const std::string& key,
                     const std::vector<Device>& known) {
    CaseRecord record;
    record.subject = Subject::program(declared.name);
    record.axes = declared.axes;
    record.work = declared.work;
    record.device = device_of(runs.front(), key, known);
    record.backend = BackendKind::cupti;
    record.time_mode = TimeMode::stream;
    std::vector<GpuRun> seen;
    for (const auto& run : runs) seen.push_back(gpu_run(run, key));
    const auto& first = seen.front();
    record.launches = first.launches;
    assign_stages(declared.stage_by, first.paths, record.launches);
    record.launch_count = record.launches.size();
    record.transfers = first.transfers;
    record.launch_span = first.span;
    std::vector<const GpuRun*> alike;
    for (uint32_t round = 0; round < seen.size(); ++round) {
        const bool same = same_launches(first, seen[round]);
        if (same) alike.push_back(&seen[round]);
        TrialRecord trial;
        trial.kind = TrialKind::time;
        trial.index = trial.round = round;
        if (seen[round].span) {
            trial.duration_ns = seen[round].span->busy_ns;
            trial.time_mode = TimeMode::stream;
        }
        trial.accepted = runs[round].end.ok() && seen[round].span.has_value();
        if (!runs[round].end.ok())
            trial.note = "the program " + runs[round].end.text();
        else if (!same)
            trial.note = fmt::format("launched {} here, the first run {}",
                                     plural(seen[round].launches.size(), "kernel"), first.launches.size());
        record.trials.push_back(std::move(trial));
        record.collect_ns += runs[round].wall_ns;
    }
    apply_durations(record.launches, alike);
    record.time = summarize_times(record.trials, TimeMode::stream, "rounds");
    record.notes.push_back({Severity::info,
                            "Its time is the time in which at least one kernel ran: copies "
                            "and gaps do not count."});
    if (alike.size() < seen.size())
        record.notes.push_back(
            {Severity::warning,
             fmt::format("{} of {} launched other kernels than the first: durations are without them.",
                         seen.size() - alike.size(), plural(seen.size(), "run"))});
    if (first.without_times != 0)
        record.notes.push_back(
            {Severity::lost, fmt::format("{} of {} have no valid times.", first.without_times,
                                         plural(first.launches.size(), "launch"))});
    add_losses(runs.front(), record.notes);
    for (const auto& run : runs) {
        if (run.end.ok()) continue;
        record.status = run.end.signal != 0 ? CaseStatus::interrupted : CaseStatus::failed;
        record.message = "The program " + run.end.text() + "; its launches until then are recorded.";
    }
    return record;
}
}  // namespace

void ProcessEvents::add(Event&& event) {
    std::visit(
        [&]<class T>(T&& each) {
            using Kind = std::decay_t<T>;
            if constexpr (std::is_same_v<Kind, Hello>)
                process = each.process;
            else if constexpr (std::is_same_v<Kind, SymbolText>)
                symbols.emplace(each.id, std::move(each.text));
            else if constexpr (std::is_same_v<Kind, RangePath>)
                ranges.add(each.id, each.parent, printable(each.name));
            else if constexpr (std::is_same_v<Kind, GpuFound>)
                gpus.emplace(each.ordinal, std::move(each));
            else if constexpr (std::is_same_v<Kind, LaunchCall>)
                path_of_call.emplace(each.correlation, each.path);
            else if constexpr (std::is_same_v<Kind, KernelRun>)
                kernels.push_back(each);
            else if constexpr (std::is_same_v<Kind, TransferRun>)
                transfers.push_back(each);
            else
                losses.push_back(std::move(each.sentence));
        },
        std::move(event));
}

std::string ProgramEnd::text() const {
    return signal != 0 ? fmt::format("was killed by signal {} ({})", signal, ::strsignal(signal))
                       : fmt::format("ended with exit code {}", code);
}

std::vector<CaseRecord> make_cases(const Declared& declared, const std::vector<ProgramRun>& runs,
                                   const std::vector<Device>& known) {
    std::vector<CaseRecord> cases;
    if (runs.empty()) return cases;
    std::vector<std::string> keys;
    for (const auto& process : runs.front().processes)
        for (const auto& kernel : process.kernels)
            if (auto key = key_of(process, kernel.gpu); std::ranges::find(keys, key) == keys.end())
                keys.push_back(std::move(key));
    for (const auto& key : keys) cases.push_back(make_case(declared, runs, key, known));
    return cases;
}
}
