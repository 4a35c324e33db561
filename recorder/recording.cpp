#include "recorder/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <tuple>
#include <type_traits>

#include "core/kernel_name.hpp"
#include "core/printable.hpp"
#include "core/ranges.hpp"
#include "core/statistics.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "recorder/counters.hpp"
#include "recorder/stalls.hpp"

namespace sortscope::recorder {
namespace {
bool has_times(const auto& run) { return run.start_ns != 0 && run.end_ns >= run.start_ns; }

Device device_of(const ProgramRun& run, const std::string& key, const std::vector<Device>& known) {
    for (const auto& device : known)
        if (device.uuid == key) return device;
    Device device;
    device.backend = BackendKind::cupti;
    for (const auto& process : run.processes)
        for (const auto& [ordinal, gpu] : process.gpus)
            if (process.gpu_key(ordinal) == key) {
                device.ordinal = int(ordinal);
                device.name = printable(gpu.name);
                device.uuid = printable(gpu.uuid);
            }
    if (device.name.empty()) device.name = "unknown GPU " + key;
    return device;
}

/// Position of a launch in ProgramRun::processes.
struct Place {
    uint32_t process = 0, kernel = 0;
};

/// Launches on one GPU in one run, or in one repetition within a run.
struct Part {
    std::vector<Place> launches;  ///< in order of process and call; nodes of a graph in order of start
    uint64_t without_times = 0;
    std::optional<LaunchSpan> span;
    uint32_t round = 0;  ///< number of the run
};

/// Numbers of the case's GPU in a process. A GPU that the process did not describe has the key "#NUMBER".
std::set<uint32_t> gpus_of(const ProcessEvents& process, const std::string& key) {
    std::set<uint32_t> numbers;
    for (const auto& [number, gpu] : process.gpus)
        if (process.gpu_key(number) == key) numbers.insert(number);
    if (uint32_t number = 0;
        key.starts_with('#') &&
        std::from_chars(key.data() + 1, key.data() + key.size(), number).ec == std::errc() &&
        !process.gpus.contains(number))
        numbers.insert(number);
    return numbers;
}

const ProcessEvents::Kernel& kernel_at(const ProgramRun& run, Place place) {
    return run.processes[place.process].kernels[place.kernel];
}
const ProcessEvents::Symbol& symbol_at(const ProgramRun& run, Place place) {
    return run.processes[place.process].symbol(kernel_at(run, place).run.symbol);
}

int64_t origin_of(const ProgramRun& run, const std::string& key) {
    auto origin = std::numeric_limits<uint64_t>::max();
    for (const auto& process : run.processes) {
        const auto gpus = gpus_of(process, key);
        const auto look = [&](const auto& each) {
            if (has_times(each) && gpus.contains(each.gpu)) origin = std::min(origin, each.start_ns);
        };
        for (const auto& kernel : process.kernels) look(kernel.run);
        for (const auto& transfer : process.transfers) look(transfer);
    }
    return int64_t(origin);
}

std::optional<int64_t> duration_of(const KernelRun& run) {
    return has_times(run) ? std::optional(int64_t(run.end_ns - run.start_ns)) : std::nullopt;
}

void add_times(const ProgramRun& run, Part& part) {
    LaunchSpanner spanner;
    for (const auto place : part.launches) {
        const auto& kernel = kernel_at(run, place).run;
        const auto duration = duration_of(kernel);
        if (!duration) ++part.without_times;
        spanner.add(duration ? std::optional(int64_t(kernel.start_ns)) : std::nullopt, duration);
    }
    part.span = spanner.span();
}

using Early = std::vector<ProcessEvents::Early>;

/// Early launches of each process that launched on the GPU, in order.
Early early_launches(const ProgramRun& first, const std::string& key) {
    Early all;
    for (const auto& process : first.processes) {
        const auto gpus = gpus_of(process, key);
        const auto early =
            std::ranges::find_if(process.early, [&](const auto& each) { return gpus.contains(each.first); });
        if (early != process.early.end())
            all.push_back(early->second);
        else if (std::ranges::any_of(process.kernels,
                                     [&](const auto& each) { return gpus.contains(each.run.gpu); }))
            all.push_back({});
    }
    return all;
}

/// `early`: launches to leave out, as the first run did.
std::vector<Part> parts_of(const ProgramRun& run, const std::string& key, const LaunchFilter& filter,
                           uint32_t round, const Early& early) {
    std::vector<Part> parts;
    uint64_t skipped = 0;
    size_t launching = 0;  // next element of `early`
    for (uint32_t p = 0; p < run.processes.size(); ++p) {
        const auto& process = run.processes[p];
        const auto gpus = gpus_of(process, key);
        std::vector<Place> places;
        for (uint32_t k = 0; k < process.kernels.size(); ++k)
            if (gpus.contains(process.kernels[k].run.gpu)) places.push_back({p, k});
        std::ranges::sort(places, {}, [&](Place place) {
            const auto& kernel = process.kernels[place.kernel].run;
            return std::tuple(kernel.correlation, kernel.start_ns, place.kernel);
        });
        const size_t first = parts.size();  // each process numbers its repetitions from 0
        ProcessEvents::Early left;
        if (!places.empty() && launching < early.size()) left = early[launching++];
        for (const auto place : places) {
            auto& left_out = process.kernels[place.kernel].run.in_graph != 0 ? left.nodes : left.launches;
            if (left_out > 0) {
                --left_out;
                continue;
            }
            if (skipped < filter.skip) {
                ++skipped;
                continue;
            }
            size_t at = 0;
            if (!filter.repeat_by.empty()) {
                const auto repetition = process.repetition(process.kernels[place.kernel].path);
                if (!repetition) continue;
                at = first + *repetition;
            }
            if (parts.size() <= at) parts.resize(at + 1);
            parts[at].launches.push_back(place);
        }
    }
    std::erase_if(parts, [](const Part& part) { return part.launches.empty(); });
    for (auto& part : parts) {
        add_times(run, part);
        part.round = round;
    }
    return parts;
}

bool same_launches(const ProgramRun& run, const Part& part, const ProgramRun& other, const Part& its) {
    return std::ranges::equal(part.launches, its.launches, [&](Place a, Place b) {
        const auto &one = kernel_at(run, a).run, &two = kernel_at(other, b).run;
        return one.grid == two.grid && one.block == two.block &&
               symbol_at(run, a).name == symbol_at(other, b).name;
    });
}

/// Makes the launches of a case, with medians over its parts.
struct LaunchMaker {
    const Declared& declared;
    const std::vector<ProgramRun>& runs;
    std::vector<Part> parts;  ///< all with the first part's launches
    int64_t origin;
    std::vector<LaunchCounters> counters;  ///< by pass

    void operator()(const RecordedCase::EachLaunch& each) const {
        const auto& run = runs.front();
        const auto& places = parts.front().launches;
        const auto in_range = [&](Place place) { return kernel_at(run, place).path != 0; };
        Stager stager(declared.stage_by, std::ranges::any_of(places, in_range));
        for (size_t i = 0; i < places.size(); ++i) {
            const auto place = places[i];
            const auto& process = run.processes[place.process];
            const auto& [kernel, path] = kernel_at(run, place);
            const auto& symbol = symbol_at(run, place);
            LaunchRecord launch;
            launch.index = uint32_t(i);
            launch.symbol = symbol.name;
            launch.kernel = symbol.kernel;
            launch.grid = kernel.grid;
            launch.block = kernel.block;
            launch.shared_bytes = kernel.shared_bytes;
            launch.registers = kernel.registers;
            launch.local_bytes = kernel.local_bytes;
            launch.process_id = process.process;
            launch.context_id = kernel.context;
            launch.stream_id = kernel.stream;
            launch.correlation_id = kernel.correlation;
            if (has_times(kernel)) launch.start_ns = int64_t(kernel.start_ns) - origin;
            add_duration(i, launch);
            launch.stage = stager.next(process.ranges.path(path), launch.kernel, launch.symbol);
            for (const auto& of_pass : counters) of_pass.add_to(i, launch);
            each(launch);
        }
    }

    void add_duration(size_t i, LaunchRecord& launch) const {
        std::vector<double> durations;
        for (const auto& part : parts)
            if (const auto ns = duration_of(kernel_at(runs[part.round], part.launches[i]).run))
                durations.push_back(double(*ns));
        launch.duration_count = uint32_t(durations.size());
        if (durations.empty()) return;
        launch.duration_ns = std::llround(median(durations));
        if (durations.size() > 1) launch.duration_spread = relative_spread(durations);
    }
};

void add_losses(const ProgramRun& run, std::vector<Note>& notes) {
    std::set<std::string> sentences;
    for (const auto& process : run.processes)
        for (const auto& sentence : process.losses) sentences.insert(printable(sentence));
    for (const auto& sentence : sentences) notes.push_back({Severity::lost, sentence});
}

void add_left_out(const LaunchFilter& filter, const ProgramRun& run, std::vector<Note>& notes) {
    const auto sum = [&](uint64_t ProcessEvents::*member) {
        uint64_t all = 0;
        for (const auto& process : run.processes) all += process.*member;
        return all;
    };
    const auto lost = [&](uint64_t ProcessEvents::*beyond, const char* what, const char* option) {
        if (const auto all = sum(beyond); all != 0)
            notes.push_back(
                {Severity::lost, fmt::format("{} beyond {} were left out.", plural(all, what), option)});
    };
    lost(&ProcessEvents::beyond, "launch", "--max-launches");
    lost(&ProcessEvents::transfers_beyond, "transfer", "--max-launches");
    lost(&ProcessEvents::beyond_memory, "launch", "--max-memory");
    lost(&ProcessEvents::transfers_beyond_memory, "transfer", "--max-memory");
    if (filter.sample > 1)
        notes.push_back(
            {Severity::info, fmt::format("1 of every {} launches is recorded: --sample left out "
                                         "{}. The case's time is of those recorded.",
                                         filter.sample, plural(sum(&ProcessEvents::between), "launch"))});
    if (filter.delay_ns > 0)
        notes.push_back(
            {Severity::info, fmt::format("--delay left out {}.", plural(filter.after(run).early, "launch"))});
}

/// Transfers of the first run; with repetitions, transfers during the first repetition.
std::vector<TransferRecord> transfers_of(const Declared& declared, const ProgramRun& run,
                                         const std::string& key, int64_t origin, const Part& first) {
    uint64_t from = 0, to = std::numeric_limits<uint64_t>::max();
    if (!declared.filter.repeat_by.empty()) {
        std::swap(from, to);
        for (const auto place : first.launches) {
            const auto& kernel = kernel_at(run, place).run;
            from = std::min(from, kernel.start_ns);
            to = std::max(to, kernel.end_ns);
        }
    }
    std::vector<TransferRecord> transfers;
    for (const auto& process : run.processes)
        for (const auto& each : process.transfers)
            if (has_times(each) && process.gpu_key(each.gpu) == key && each.start_ns >= from &&
                each.end_ns <= to)
                transfers.push_back({TransferKind(each.kind), each.bytes, int64_t(each.start_ns) - origin,
                                     int64_t(each.end_ns - each.start_ns)});
    std::ranges::sort(transfers, {}, &TransferRecord::start_ns);
    return transfers;
}

/// Properties of a launch for LaunchCounters.
TimedLaunch timed_launch(const ProgramRun& run, Place place) {
    const auto& [kernel, path] = kernel_at(run, place);
    return {run.processes[place.process].ranges.path(path).label, symbol_at(run, place).name, kernel.grid,
            kernel.block, kernel.in_graph != 0};
}

void add_trials(const std::vector<ProgramRun>& runs, const std::vector<Part>& parts,
                const std::vector<bool>& alike, CaseRecord& record) {
    for (uint32_t i = 0; i < parts.size(); ++i) {
        const auto& part = parts[i];
        const auto& end = runs[part.round].end;
        TrialRecord trial;
        trial.kind = TrialKind::time;
        trial.index = i;
        trial.round = part.round;
        if (part.span) {
            trial.duration_ns = part.span->busy_ns;
            trial.time_mode = TimeMode::stream;
        }
        trial.accepted = end.ok() && part.span.has_value();
        if (!end.ok())
            trial.note = "the program " + end.text();
        else if (!alike[i])
            trial.note = fmt::format("launched {} here, the first {}", plural(part.launches.size(), "kernel"),
                                     parts.front().launches.size());
        record.trials.push_back(std::move(trial));
    }
    record.time = summarize_times(record.trials, TimeMode::stream,
                                  runs.size() > 1    ? "rounds"
                                  : parts.size() > 1 ? "repetitions"
                                                     : "rounds");
}

RecordedCase make_case(const Declared& declared, const std::vector<ProgramRun>& runs, const std::string& key,
                       const std::vector<Device>& known, const std::vector<ProgramRun>& counted,
                       const ProgramStalls* stalls) {
    RecordedCase made;
    auto& record = made.record;
    std::vector<Part> parts;
    const auto early = early_launches(runs.front(), key);
    for (uint32_t round = 0; round < runs.size(); ++round)
        std::ranges::move(parts_of(runs[round], key, declared.filter, round, round == 0 ? Early() : early),
                          std::back_inserter(parts));
    if (parts.empty() || parts.front().round != 0) return made;
    const auto& run = runs.front();
    const auto& first = parts.front();
    const int64_t origin = origin_of(run, key);
    record.subject = Subject::program(declared.name);
    record.axes = declared.axes;
    record.work = declared.work;
    record.device = device_of(run, key, known);
    record.backend = BackendKind::cupti;
    record.time_mode = TimeMode::stream;
    record.launch_count = first.launches.size();
    record.transfers = transfers_of(declared, run, key, origin, first);
    record.launch_span = first.span;
    std::vector<bool> alike;
    for (const auto& part : parts) alike.push_back(same_launches(run, first, runs[part.round], part));
    add_trials(runs, parts, alike, record);
    for (const auto& each : runs) record.collect_ns += each.wall_ns;
    record.notes.push_back({Severity::info,
                            "Its time is the time in which at least one kernel ran: copies "
                            "and gaps do not count."});
    if (const auto others = std::ranges::count(alike, false); others != 0)
        record.notes.push_back(
            {Severity::warning,
             fmt::format("{} of {} launched other kernels than the first: durations are without them.",
                         others,
                         plural(parts.size(), declared.filter.repeat_by.empty() ? "run" : "repetition"))});
    if (first.without_times != 0)
        record.notes.push_back(
            {Severity::lost, fmt::format("{} of {} have no valid times.", first.without_times,
                                         plural(first.launches.size(), "launch"))});
    add_left_out(declared.filter, run, record.notes);
    add_losses(run, record.notes);
    std::vector<LaunchCounters> counters;
    const TimedLaunches timed{first.launches.size(),
                              [&](size_t i) { return timed_launch(run, first.launches[i]); }, early,
                              is_cut(run)};
    for (const auto& each : counted) {
        add_losses(each, record.notes);
        counters.emplace_back(each, key, declared.filter, timed);
        counters.back().describe(record, counters.size());
    }
    if (stalls != nullptr) {
        add_losses(stalls->run(), record.notes);
        stalls->add_to(record, key, counted.size() + 1);
    }
    for (const auto& each : runs) {
        if (each.end.ok()) continue;
        record.status = each.end.signal != 0 ? CaseStatus::interrupted : CaseStatus::failed;
        record.message = "The program " + each.end.text() + "; its launches until then are recorded.";
    }
    std::vector<Part> same;
    for (size_t i = 0; i < parts.size(); ++i)
        if (alike[i]) same.push_back(std::move(parts[i]));
    made.launches = LaunchMaker{declared, runs, std::move(same), origin, std::move(counters)};
    return made;
}
}  // namespace

const ProcessEvents::Symbol ProcessEvents::Symbol::none{"", "unknown kernel", true};

void ProcessEvents::add_range(RangePath&& path) {
    const auto inherit = [&](auto& of_paths) {
        if (const auto around = of_paths.find(path.parent); around != of_paths.end())
            of_paths.emplace(path.id, around->second);
    };
    if (!filter_->repeat_by.empty() && path.name == filter_->repeat_by)
        repetition_of_.emplace(path.id, repetitions_++);
    else
        inherit(repetition_of_);
    if (!filter_->range.empty() && path.name == filter_->range)
        in_range_.emplace(path.id, true);
    else
        inherit(in_range_);
    ranges.add(path.id, path.parent, printable(path.name));
}

const ProcessEvents::Symbol& ProcessEvents::symbol(uint32_t id) const {
    const auto found = symbols_.find(id);
    return found == symbols_.end() ? Symbol::none : found->second;
}

std::optional<uint32_t> ProcessEvents::repetition(uint32_t path) const {
    const auto found = repetition_of_.find(path);
    return found == repetition_of_.end() ? std::nullopt : std::optional(found->second);
}

bool ProcessEvents::passes(uint32_t symbol, uint32_t path) const {
    return this->symbol(symbol).passes && (filter_->range.empty() || in_range_.contains(path));
}

bool ProcessEvents::is_early(uint64_t start_ns) const {
    return cuda_start_ns_ && start_ns != 0 && start_ns < *cuda_start_ns_ + uint64_t(filter_->delay_ns);
}

bool ProcessEvents::has_room(uint64_t bytes) {
    const bool too_many = kept_->launches >= filter_->skip + filter_->most + filter_->early;
    if (too_many || bytes > filter_->memory - kept_->bytes) {
        ++(too_many ? beyond : beyond_memory);
        return false;
    }
    ++kept_->launches;
    kept_->bytes += bytes;
    return true;
}

void ProcessEvents::add_kernel(const KernelRun& run) {
    const auto call = path_of_call_.find(run.correlation);
    const bool is_called = call != path_of_call_.end();
    const bool is_node = run.in_graph != 0;
    if (filter_->sample > 1 && !(is_node ? nodes_++ % filter_->sample == 0 : is_called)) {
        ++between;
        return;
    }
    const auto path = is_called ? call->second : 0;
    if (!passes(run.symbol, path)) return;
    if (is_early(run.start_ns)) {
        auto& of_gpu = early[run.gpu];
        ++(is_node ? of_gpu.nodes : of_gpu.launches);
    } else if (has_room(sizeof(Kernel))) {
        kernels.push_back({run, path});
    }
}

void ProcessEvents::add_transfer(const TransferRun& run) {
    if (is_early(run.start_ns)) return;
    if (transfers.size() >= filter_->most) {
        ++transfers_beyond;
    } else if (sizeof run > filter_->memory - kept_->bytes) {
        ++transfers_beyond_memory;
    } else {
        kept_->bytes += sizeof run;
        transfers.push_back(run);
    }
}

void ProcessEvents::add_code(CubinPart&& part) {
    // code_ may hold a part of the last module, completed by another process.
    if (std::exchange(module_, part.module) != part.module) code_.clear();
    if (kept_->cubins.contains(part.module)) return;
    if (part.size > Kept::most_code_bytes - kept_->code_bytes) {
        constexpr const char* sentence = "A run keeps 64 MiB of machine code: some modules have no SASS.";
        if (!contains(losses, sentence)) losses.emplace_back(sentence);
        return;
    }
    code_ += part.part;
    if (code_.size() < part.size) return;
    kept_->code_bytes += code_.size();
    kept_->cubins.emplace(part.module, std::exchange(code_, {}));
}

void ProcessEvents::add(Event&& event) {
    // Forget old calls: records come some 20 ms after their calls.
    constexpr size_t most_calls = 1 << 20, most_losses = 100;
    std::visit(
        [&]<class T>(T&& each) {
            using Kind = std::decay_t<T>;
            if constexpr (std::is_same_v<Kind, Hello>)
                process = each.process;
            else if constexpr (std::is_same_v<Kind, SymbolText>) {
                Symbol symbol{printable(each.text), {}, true};
                symbol.kernel = symbol.name.empty() ? Symbol::none.kernel : short_kernel_name(symbol.name);
                std::cmatch match;
                if (filter_->kernel) symbol.passes = search_regex(symbol.kernel, *filter_->kernel, match);
                symbols_.emplace(each.id, std::move(symbol));
            } else if constexpr (std::is_same_v<Kind, RangePath>)
                add_range(std::move(each));
            else if constexpr (std::is_same_v<Kind, GpuFound>)
                gpus.emplace(each.ordinal, std::move(each));
            else if constexpr (std::is_same_v<Kind, LaunchCall>) {
                path_of_call_.emplace(each.correlation, each.path);
                if (path_of_call_.size() > most_calls) path_of_call_.erase(path_of_call_.begin());
            } else if constexpr (std::is_same_v<Kind, KernelRun>) {
                add_kernel(each);
            } else if constexpr (std::is_same_v<Kind, TransferRun>) {
                add_transfer(each);
            } else if constexpr (std::is_same_v<Kind, CounterList>)
                counter_list = std::move(each);
            else if constexpr (std::is_same_v<Kind, CountedLaunch>) {
                if (passes(each.symbol, each.path) && has_room(sizeof each + each.values.size()))
                    counted.push_back(std::move(each));
            } else if constexpr (std::is_same_v<Kind, CudaStarted>) {
                cuda_start_ns_ = each.ns;
            } else if constexpr (std::is_same_v<Kind, StallSamples>) {
                stalls[{each.gpu, each.symbol, each.module, each.pc_offset, std::move(each.file), each.line,
                        std::move(each.reason)}] += each.samples;
            } else if constexpr (std::is_same_v<Kind, CubinPart>) {
                add_code(std::move(each));
            } else if (losses.size() < most_losses)
                losses.push_back(std::move(each.sentence));
        },
        std::move(event));
}

std::string ProcessEvents::gpu_key(uint32_t gpu) const {
    const auto found = gpus.find(gpu);
    return found != gpus.end() && !found->second.uuid.empty() ? found->second.uuid : fmt::format("#{}", gpu);
}

LaunchFilter LaunchFilter::after(const ProgramRun& first) const {
    auto later = *this;
    later.delay_ns = 0;
    for (const auto& process : first.processes)
        for (const auto& [gpu, each] : process.early) later.early += each.launches + each.nodes;
    return later;
}

std::string ProgramEnd::text() const {
    return signal != 0 ? fmt::format("was killed by signal {} ({})", signal, ::strsignal(signal))
                       : fmt::format("ended with exit code {}", code);
}

std::vector<RecordedCase> make_cases(const Declared& declared, const std::vector<ProgramRun>& runs,
                                     const std::vector<Device>& known, const std::vector<ProgramRun>& counted,
                                     const ProgramStalls* stalls) {
    std::vector<RecordedCase> cases;
    if (runs.empty()) return cases;
    std::vector<std::string> keys;
    for (const auto& process : runs.front().processes) {
        std::set<uint32_t> seen;
        for (const auto& kernel : process.kernels)
            if (seen.insert(kernel.run.gpu).second)
                if (auto key = process.gpu_key(kernel.run.gpu); !contains(keys, key))
                    keys.push_back(std::move(key));
    }
    for (const auto& key : keys)
        if (auto made = make_case(declared, runs, key, known, counted, stalls); made.launches)
            cases.push_back(std::move(made));
    return cases;
}
}
