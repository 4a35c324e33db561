#include "collector/worker/remote_backend.hpp"

#include <iterator>

#include "collector/worker/question.hpp"
#include "core/ranges.hpp"

namespace sortscope::collector {
namespace {
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds start_limit = std::chrono::minutes(2);  ///< to load driver and kernels
constexpr std::chrono::milliseconds question_limit = std::chrono::minutes(1);

std::string file_of(const Variant& variant) { return variant.plugin ? variant.plugin->path : ""; }

/// After this many failed starts in a row, all cases fail.
constexpr unsigned most_failed_starts = 3;

/// Keeps sites, series and sampled launches out of messages: they make a record large, and a worker only adds
/// to them.
class StaysHere {
 public:
    explicit StaysHere(CaseRecord& record)
        : record_(record),
          series_(std::exchange(record.series, {})),
          sampled_(std::exchange(record.sampled_launches, {})) {
        sites_.reserve(record.launches.size());
        for (auto& launch : record.launches) sites_.push_back(std::exchange(launch.sites, {}));
    }
    ~StaysHere() {
        // A differing number of launches means that the worker replaced them.
        if (sites_.size() == record_.launches.size())
            for (size_t i = 0; i < sites_.size(); ++i)
                if (record_.launches[i].sites.empty()) record_.launches[i].sites = std::move(sites_[i]);
        std::ranges::move(record_.series, std::back_inserter(series_));
        record_.series = std::move(series_);
        sampled_.insert(sampled_.end(), record_.sampled_launches.begin(), record_.sampled_launches.end());
        record_.sampled_launches = std::move(sampled_);
    }
    StaysHere(const StaysHere&) = delete;
    StaysHere& operator=(const StaysHere&) = delete;

 private:
    CaseRecord& record_;
    std::vector<SeriesRecord> series_;
    std::vector<SampledLaunch> sampled_;
    std::vector<std::vector<SiteCounts>> sites_;
};
}  // namespace

RemoteBackend::RemoteBackend(WorkerSetup setup, WorkerProgram program)
    : setup_(setup), program_(std::move(program)) {
    begin(Role::times);
}

RemoteBackend::~RemoteBackend() = default;

const WorkerHello& RemoteBackend::hello() const {
    if (!hello_) hello_ = start(Role::times);
    return *hello_;
}

RemoteBackend::Role RemoteBackend::role_of(const CasePhases& phases) const {
    if (phases.times || kind() != BackendKind::cupti) return Role::times;
    if (phases.series) return Role::series;
    return phases.stalls ? Role::stalls : Role::counters;
}

std::vector<CasePhases> RemoteBackend::processes() const {
    if (kind() != BackendKind::cupti) return Backend::processes();
    // The process of times never starts a profiler. Launch times and counters need separate processes: an
    // enabled profiler disturbs launch times. Series and the counting build disturb nothing. A process takes
    // either counters or stall samples. Counters come last: they make the record large, and each later
    // process receives it.
    CasePhases times = CasePhases::none(), launches = times, counters = times, stalls = times;
    times.times = true;
    launches.launch_times = launches.series = launches.counting = true;
    counters.counters = true;
    stalls.stalls = true;
    return {times, launches, stalls, counters};
}

void RemoteBackend::retire(const CasePhases& phases) {
    std::vector<Worker*> ending;
    for (const auto& process : processes())
        if (process.within(phases)) ending.push_back(&slot(role_of(process)));
    for (const auto* each : ending)  // together, since each process needs a while to release its GPU
        if (each->process) each->process->channel().end();
    for (auto* each : ending) each->process.reset();
}

bool RemoteBackend::runs(VariantKind kind) const { return contains(hello().runs, kind); }

void RemoteBackend::begin(Role role) const {
    WorkerProgram program = program_;
    // With one channel, SM counters are faster to read: 1.0 ms a launch instead of 1.45 ms. A counting
    // process uses one stream. A process that measures times keeps the default.
    if (setup_.kind == BackendKind::cupti && role != Role::times)
        program.environment.emplace_back("CUDA_DEVICE_MAX_CONNECTIONS", "1");
    slot(role) = {std::make_unique<WorkerProcess>(program), {}};
    slot(role).process->channel().send({FrameKind::setup, pack(setup_)});
}

WorkerHello RemoteBackend::start(Role role) const {
    if (failed_starts_ >= most_failed_starts) throw Error(ErrorKind::environment, last_failure_);
    try {
        if (!slot(role).process) begin(role);
        auto hello = answer_of<WorkerHello>(slot(role).process, patient(start_limit));
        failed_starts_ = 0;
        return hello;
    } catch (const Error& error) {
        slot(role).process.reset();
        ++failed_starts_;
        last_failure_ = error.what();
        throw;
    }
}

template <class Answer>
Answer RemoteBackend::ask(Role role, const Frame& request, const CaseWatch& watch,
                          const std::string& plugin) const {
    hello();
    auto& [process, loaded] = slot(role);
    if (process && process->has_ended()) process.reset();  // ended between two cases: no case is lost
    if (process && !loaded.empty() && loaded != plugin) process.reset();
    if (!process) start(role);
    loaded = plugin;
    return answer_of<Answer>(process, watch, &request);
}

std::optional<std::string> RemoteBackend::refusal(const Variant& variant, const CaseSpec& spec) const {
    if (kind() == BackendKind::cupti && variant.plugin && variant.plugin->gpu_code.empty())
        return "The plug-in '" + variant.plugin->path +
               "' was built without nvcc and has no GPU code. Build it where nvcc is found" +
               (variant.info.kind == VariantKind::planned ? ", or give --backend simt." : ".");
    const auto plugin = file_of(variant);
    try {
        return ask<std::optional<std::string>>(
            Role::times, {FrameKind::refusal, pack(CaseTask{spec, plugin})}, patient(question_limit), plugin);
    } catch (const Error&) {
        if (plugin.empty()) throw;
        return std::nullopt;  // the case itself reports the error
    }
}

CaseRecord RemoteBackend::planned(const Variant& variant, const CaseSpec& spec,
                                  const BackendOptions& options) const {
    const auto plugin = file_of(variant);
    return ask<CaseRecord>(Role::times, {FrameKind::plan, pack(CaseTask{spec, plugin, options})},
                           patient(question_limit), plugin);
}

void RemoteBackend::measure(const CaseJob& job) {
    const StaysHere rest(job.record);
    const CaseTask task{job.spec, file_of(job.variant), job.options, job.record};
    job.record =
        ask<CaseRecord>(role_of(job.options.phases), {FrameKind::run, pack(task)}, job.watch, task.plugin);
}

void RemoteBackend::get_ready(std::span<const BackendOptions> first_cases, const CaseWatch& watch) {
    if (kind() != BackendKind::cupti) return;
    std::map<Role, std::vector<BackendOptions>> asked;  // a worker may serve several phases
    for (const auto& options : first_cases)
        if (const Role role = role_of(options.phases); !slot(role).process) asked[role].push_back(options);
    // The case that restarts a failed worker reports the error.
    const auto try_each = [&](const auto& step) {
        for (const auto& [role, cases] : asked) {
            try {
                step(role, cases);
            } catch (const Error&) {
                slot(role).process.reset();
            }
        }
    };
    try_each([&](Role role, const auto& cases) {
        begin(role);
        slot(role).process->channel().send({FrameKind::ready, pack(cases)});
    });
    const auto end = Clock::now() + start_limit;  // for all workers: they start together
    try_each([&](Role role, const auto&) {
        const auto until_end = [&] {
            CaseWatch until = watch;
            until.silence_limit = std::max(std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()),
                                           std::chrono::milliseconds(1));
            return until;
        };
        if (!slot(role).process) return;
        answer_of<WorkerHello>(slot(role).process, until_end());
        answer_of<bool>(slot(role).process, until_end());
    });
}

std::vector<DeviceLimit> RemoteBackend::measure_limits(const CaseWatch& watch) {
    return ask<std::vector<DeviceLimit>>(Role::times, {FrameKind::limits, {}}, watch);
}

bool RemoteBackend::rest(const CasePhases& phases) {
    const Role role = role_of(phases);
    const auto& [process, loaded] = slot(role);
    if (!process) return true;
    try {
        return ask<bool>(role, {FrameKind::rest, {}}, patient(question_limit), std::string(loaded));
    } catch (const Error&) {
        return !process;
    }
}

std::optional<Check> RemoteBackend::clock_check() {
    return ask<std::optional<Check>>(Role::times, {FrameKind::clocks, {}}, patient(question_limit));
}
}
