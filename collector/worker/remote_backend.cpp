#include "collector/worker/remote_backend.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "core/text.hpp"

namespace sortscope::collector {
namespace {

using Clock = std::chrono::steady_clock;

/// How often the user's wish to stop is looked at.
constexpr int poll_ms = 50;
/// A driver that is woken, kernels that are loaded.
constexpr std::chrono::milliseconds start_limit = std::chrono::minutes(2);
/// Questions that run nothing.
constexpr std::chrono::milliseconds question_limit = std::chrono::minutes(1);
/// A device on which so many workers in a row did not start is lost.
constexpr unsigned most_failed_starts = 3;

/// An answer that is an Error of the worker, who is well.
struct WorkerError {
    WorkerFailure failure;
};

/// The body of a frame that can only be a `kind`.
template <class T>
T unpack_as(const Frame& frame, FrameKind kind) {
    if (frame.kind != kind)
        throw Error(ErrorKind::internal, "A worker process gave an answer that was not asked for.");
    return unpack<T>(frame.body);
}

/// What a worker adds to but does not look at stays here: launches' sites and series are most of a large
/// record, and go to each process and back.
class StaysHere {
 public:
    explicit StaysHere(CaseRecord& record) : record_(record), series_(std::exchange(record.series, {})) {
        sites_.reserve(record.launches.size());
        for (auto& launch : record.launches) sites_.push_back(std::exchange(launch.sites, {}));
    }
    ~StaysHere() {
        // A worker that found other launches has replaced them, with all that was counted of them.
        if (sites_.size() == record_.launches.size())
            for (std::size_t i = 0; i < sites_.size(); ++i)
                if (record_.launches[i].sites.empty()) record_.launches[i].sites = std::move(sites_[i]);
        series_.insert(series_.end(), std::make_move_iterator(record_.series.begin()),
                       std::make_move_iterator(record_.series.end()));
        record_.series = std::move(series_);
    }
    StaysHere(const StaysHere&) = delete;
    StaysHere& operator=(const StaysHere&) = delete;

 private:
    CaseRecord& record_;
    std::vector<SeriesRecord> series_;
    std::vector<std::vector<SiteCounts>> sites_;
};

}  // namespace

RemoteBackend::RemoteBackend(WorkerSetup setup, WorkerProgram program)
    : setup_(setup), program_(std::move(program)) {
    hello_ = start(Role::times);
}

RemoteBackend::~RemoteBackend() = default;

RemoteBackend::Role RemoteBackend::role_of(const CaseParts& parts) const {
    if (parts.times || hello_.kind != BackendKind::cupti) return Role::times;
    if (parts.series) return Role::series;
    return parts.stalls ? Role::stalls : Role::counters;
}

std::vector<CaseParts> RemoteBackend::processes() const {
    if (hello_.kind != BackendKind::cupti) return Backend::processes();
    // Times where no profiler was ever started. Times of launches and their counters share a process, but not
    // a turn: a profiler that stays enabled from case to case disturbs the launches that activity records are
    // of. Samples over time disturb nothing, and go with the activity records that they are aligned to. The
    // counting build needs no profiler. Counters of launches and samples of instructions exclude each other
    // in a process; counters come last, for with them a record is large, and each process gets the record of
    // the one before.
    constexpr CaseParts none{false, false, false, false, false, false};
    CaseParts times = none, launches = none, counters = none, stalls = none;
    times.times = true;
    launches.launch_times = launches.series = launches.counting = true;
    counters.counters = true;
    stalls.stalls = true;
    return {times, launches, stalls, counters};
}

void RemoteBackend::retire(const CaseParts& parts) { slot(role_of(parts)).reset(); }

bool RemoteBackend::runs(kernels::VariantKind kind) const {
    return std::ranges::find(hello_.runs, kind) != hello_.runs.end();
}

void RemoteBackend::begin(Role role) const {
    WorkerProgram program = program_;
    // Reading an SM's own counters costs a launch the more, the more channels the GPU has to hold, of
    // whatever process: 1.0 ms in place of 1.45 with one in each process that counts. These use one stream. A
    // process that takes times has as many as any program.
    if (setup_.kind == BackendKind::cupti && role != Role::times)
        program.environment.emplace_back("CUDA_DEVICE_MAX_CONNECTIONS", "1");
    slot(role) = std::make_unique<WorkerProcess>(program);
    slot(role)->channel().send({FrameKind::setup, pack(setup_)});
}

WorkerHello RemoteBackend::start(Role role) const {
    if (failed_starts_ >= most_failed_starts) throw Error(ErrorKind::environment, last_failure_);
    try {
        begin(role);
        CaseWatch watch;
        watch.silence_limit = start_limit;
        auto hello = unpack<WorkerHello>(answer_of(role, std::nullopt, FrameKind::hello, watch).body);
        failed_starts_ = 0;
        return hello;
    } catch (const Error& error) {
        slot(role).reset();
        ++failed_starts_;
        last_failure_ = error.what();
        throw;
    }
}

Frame RemoteBackend::ask(Role role, const Frame& request, FrameKind answer, const CaseWatch& watch) const {
    if (slot(role) && slot(role)->has_ended()) slot(role).reset();  // between two cases, which costs none
    if (!slot(role)) start(role);
    return answer_of(role, request, answer, watch);
}

/// Sends `request`, where it was not sent before, and waits for its answer. A worker that does not give one
/// is ended. Throws Error: the worker's own, or what became of it.
Frame RemoteBackend::answer_of(Role role, const std::optional<Frame>& request, FrameKind answer,
                               const CaseWatch& watch) const {
    auto& process = *slot(role);
    std::string lost;
    try {
        if (request) process.channel().send(*request);
        bool told = false;
        auto last_sign = Clock::now();
        while (true) {
            if (watch.stopped() && !std::exchange(told, true)) process.channel().send({FrameKind::stop, {}});
            auto frame = process.channel().receive(poll_ms);
            if (!frame) {
                if (watch.silence_limit.count() == 0 || Clock::now() - last_sign < watch.silence_limit)
                    continue;
                process.kill();
                lost = "It did not go on for " +
                       format_rough_time(std::chrono::duration<double>(watch.silence_limit).count()) +
                       " and was ended with its worker process. Where it is only slow, give it longer with "
                       "--case-limit SECONDS.";
                break;
            }
            last_sign = Clock::now();
            if (frame->kind == answer) return std::move(*frame);
            if (frame->kind == FrameKind::last_record && answer == FrameKind::record) {
                slot(role).reset();
                return std::move(*frame);
            }
            if (frame->kind == FrameKind::failure) throw WorkerError{unpack<WorkerFailure>(frame->body)};
            watch.report(unpack_as<double>(*frame, FrameKind::progress));
        }
    } catch (const WorkerError& error) {
        throw Error(error.failure.kind, error.failure.sentence);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::internal) {
            process.kill();
            lost = "What its worker process sent could not be read, and the process was ended.";
        } else {
            lost = "Its worker process " + process.fate() + ".";
        }
    }
    slot(role).reset();
    throw Error(ErrorKind::environment, lost);
}

std::optional<std::string> RemoteBackend::refusal(const kernels::Variant&, const CaseSpec& spec) const {
    CaseWatch watch;
    watch.silence_limit = question_limit;
    return unpack<OptionalSentence>(
        ask(Role::times, {FrameKind::refusal, pack(CaseQuestion{spec, {}})}, FrameKind::refusal, watch).body);
}

CaseRecord RemoteBackend::planned(const kernels::Variant&, const CaseSpec& spec,
                                  const BackendOptions& options) const {
    CaseWatch watch;
    watch.silence_limit = question_limit;
    return unpack<CaseRecord>(
        ask(Role::times, {FrameKind::plan, pack(CaseQuestion{spec, options})}, FrameKind::record, watch)
            .body);
}

void RemoteBackend::run(const kernels::Variant&, const CaseSpec& spec, const BackendOptions& options,
                        const CaseWatch& watch, CaseRecord& record) {
    const StaysHere rest(record);
    try {
        record = unpack<CaseRecord>(ask(role_of(options.parts),
                                        {FrameKind::run, pack(CaseTask{spec, options, record})},
                                        FrameKind::record, watch)
                                        .body);
    } catch (...) {
        fail_by_exception(record);
    }
}

void RemoteBackend::get_ready(std::span<const BackendOptions> first_cases, const CaseWatch& watch) {
    if (hello_.kind != BackendKind::cupti) return;
    std::map<Role, std::vector<BackendOptions>>
        asked;  // of those that do not run yet; one may serve two turns
    for (const auto& options : first_cases)
        if (const Role role = role_of(options.parts); !slot(role)) asked[role].push_back(options);
    // What ails one is said by the case that starts it anew.
    for (const auto& [role, cases] : asked) {
        try {
            begin(role);
            slot(role)->channel().send({FrameKind::ready, pack(cases)});
        } catch (const Error&) {
            slot(role).reset();
        }
    }
    const auto end = Clock::now() + start_limit;  // of all together, for they start at the same time
    for (const auto& [role, cases] : asked) {
        if (!slot(role)) continue;
        const auto answer = [&, each = role](FrameKind kind) {
            CaseWatch patient = watch;
            patient.silence_limit = std::max(std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()),
                                             std::chrono::milliseconds(1));
            answer_of(each, std::nullopt, kind, patient);
        };
        try {
            answer(FrameKind::hello);
            answer(FrameKind::ready);
        } catch (const Error&) {
            slot(role).reset();
        }
    }
}

std::vector<DeviceLimit> RemoteBackend::measure_limits(const CaseWatch& watch) {
    return unpack<DeviceLimits>(ask(Role::times, {FrameKind::limits, {}}, FrameKind::limits, watch).body);
}

bool RemoteBackend::rest(const CaseParts& parts) {
    const Role role = role_of(parts);
    if (!slot(role)) return true;
    CaseWatch watch;
    watch.silence_limit = question_limit;
    try {
        return unpack<bool>(ask(role, {FrameKind::rest, {}}, FrameKind::rest, watch).body);
    } catch (const Error&) {
        return !slot(role);  // it is gone, and disturbs nobody
    }
}

std::optional<Check> RemoteBackend::clock_check() {
    CaseWatch watch;
    watch.silence_limit = question_limit;
    return unpack<OptionalCheck>(ask(Role::times, {FrameKind::clocks, {}}, FrameKind::clocks, watch).body);
}

}  // namespace sortscope::collector
