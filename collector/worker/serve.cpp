#include "collector/worker/process.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <thread>

#include "kernels/sdk/loader.hpp"

namespace sortscope::collector {
namespace {
using Clock = std::chrono::steady_clock;

/// Time for a case to end once the parent is gone.
constexpr auto patience = std::chrono::seconds(3);
/// Often enough for a progress bar, too seldom to disturb times.
constexpr auto progress_interval = std::chrono::milliseconds(50);

/// Receives messages on its own thread, since FrameKind::stop arrives while a case runs.
class Inbox {
 public:
    explicit Inbox(Channel& channel) : channel_(channel), thread_([this] { read(); }) {}
    ~Inbox() {
        {
            const std::lock_guard lock(mutex_);
            done_ = true;
        }
        changed_.notify_all();
        channel_.end();
        thread_.join();
    }

    const std::atomic<bool>& stop() const { return stop_; }
    bool garbled() const { return garbled_; }
    /// Empty if no more requests can come.
    std::optional<Frame> next() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return closed_ || !frames_.empty(); });
        if (frames_.empty()) return std::nullopt;
        auto frame = std::move(frames_.front());
        frames_.pop_front();
        return frame;
    }

 private:
    void read() {
        try {
            while (true) {
                auto frame = channel_.receive(-1);
                if (!frame) continue;
                if (frame->kind == FrameKind::stop) {
                    stop_ = true;
                    continue;
                }
                {
                    const std::lock_guard lock(mutex_);
                    frames_.push_back(std::move(*frame));
                }
                changed_.notify_all();
            }
        } catch (const Error& error) {
            garbled_ = error.kind() == ErrorKind::internal;
        } catch (const std::bad_alloc&) {
            garbled_ = true;
        }
        stop_ = true;
        std::unique_lock lock(mutex_);
        closed_ = true;
        changed_.notify_all();
        // A kernel without end must not outlive the parent.
        if (!changed_.wait_for(lock, patience, [this] { return done_; }))
            ::_exit(exit_code(ErrorKind::internal));
    }

    Channel& channel_;
    std::atomic<bool> stop_{false}, garbled_{false};
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Frame> frames_;
    bool closed_ = false;
    bool done_ = false;
    std::thread thread_;  ///< last member: the thread uses all others
};

class Servant {
 public:
    Servant(Channel& channel, Inbox& inbox, const MakeBackend& make, const VariantRegistry& variants)
        : channel_(channel), inbox_(inbox), make_(make), variants_(variants) {}

    /// True if this process has lost the device.
    bool ended() const { return ended_; }
    void answer(const Frame& request) {
        try {
            auto body = answer_to(request);
            channel_.send({ended_ ? FrameKind::last_answer : FrameKind::answer, std::move(body)});
        } catch (...) {
            const Error error = current_error();
            channel_.send({FrameKind::failure, pack(WorkerFailure{error.kind(), error.what()})});
        }
    }

 private:
    std::string answer_to(const Frame& request) {
        switch (request.kind) {
            case FrameKind::setup:
                return pack(set_up(unpack<WorkerSetup>(request.body)));
            case FrameKind::refusal:
                return on_case(request, [&](const Variant& variant, const CaseTask& task) {
                    return backend().refusal(variant, task.spec);
                });
            case FrameKind::plan:
                return on_case(request, [&](const Variant& variant, const CaseTask& task) {
                    return backend().planned(variant, task.spec, task.options);
                });
            case FrameKind::run:
                return on_case(request, [&](const Variant& variant, CaseTask& task) {
                    backend().run({variant, task.spec, task.options, watch(), task.record});
                    ended_ = backend().lost();
                    return std::move(task.record);
                });
            case FrameKind::limits:
                return pack(backend().measure_limits(watch()));
            case FrameKind::clocks:
                return pack(backend().clock_check());
            case FrameKind::ready:
                backend().get_ready(unpack<std::vector<BackendOptions>>(request.body), watch());
                return pack(true);
            case FrameKind::describe:
                return pack(describe(unpack<std::string>(request.body)));
            case FrameKind::accepts:
                return on_case(request, [](const Variant& variant, const CaseTask& task) {
                    return variant.info.refuses(task.spec.workload, task.spec.config);
                });
            case FrameKind::block:
                return on_case(request, [](const Variant& variant, const CaseTask& task) {
                    return variant.info.block_rule.block(task.spec.workload.n);
                });
            case FrameKind::work:
                return on_case(request, plan_for_estimates);
            case FrameKind::rest:
                return pack(backend().rest(CasePhases{}));
            default:
                throw Error(ErrorKind::internal, "A worker process got an unknown request.");
        }
    }

    WorkerHello set_up(const WorkerSetup& setup) {
        backend_ = make_(setup);
        WorkerHello hello{backend_->device(), {}};
        for (const auto kind : {VariantKind::planned, VariantKind::opaque, VariantKind::cpu})
            if (backend_->runs(kind)) hello.runs.push_back(kind);
        return hello;
    }

    Backend& backend() const {
        if (!backend_) throw Error(ErrorKind::internal, "A worker process got a case before its device.");
        return *backend_;
    }
    /// Loads the plug-in on the first task.
    std::string on_case(const Frame& request, const auto& answer) {
        auto task = unpack<CaseTask>(request.body);
        const Variant& variant = task.plugin.empty() ? variants_.find(task.spec.variant)
                                                     : loaded(task.plugin).find(task.spec.variant);
        return pack(answer(variant, task));
    }

    const kernels::LoadedPlugin& loaded(const std::string& path) {
        if (!plugin_) {
            plugin_ = std::make_unique<kernels::LoadedPlugin>(path);
            if (backend_) backend_->add_kernels(*plugin_);
        }
        if (plugin_->file().path != path)
            throw Error(ErrorKind::internal, "A worker process got cases of two plug-ins.");
        return *plugin_;
    }

    PluginDescription describe(const std::string& path) {
        PluginDescription description;
        const auto& plugin = loaded(path);
        description.gpu_code = plugin.file().gpu_code;
        description.sources = plugin.file().sources;
        for (const auto& variant : plugin.variants()) {
            const auto& info = variant.info;
            description.variants.push_back({info, bool(info.refuses), bool(info.block_rule.block)});
        }
        return description;
    }

    static kernels::Plan plan_for_estimates(const Variant& variant, const CaseTask& task) {
        const auto& spec = task.spec;
        auto plan = variant.plan(spec.workload, spec.config);
        const bool slow_input = variant.info.slow.includes(spec.workload.distribution);
        for (auto& launch : plan.launches) {
            if (variant.info.steps == nullptr) break;
            const auto threads = double(launch.grid.count() * launch.block.count());
            const double each = variant.info.steps(double(spec.workload.n), launch.block.x, slow_input);
            if (each > 0 && threads * each < 1e18)
                launch.comparators = std::max(launch.comparators, uint64_t(threads * each / 2));
        }
        return plan;
    }

    CaseWatch watch() {
        const auto report = [this](double fraction) {
            const auto now = Clock::now();
            if (fraction < 1 && now - last_progress_ < progress_interval) return;
            last_progress_ = now;
            channel_.send({FrameKind::progress, pack(fraction)});
        };
        const auto may_launch = [this](Launches how) {
            channel_.send({FrameKind::launches, pack(uint32_t(how))});
            if (how != Launches::none && !inbox_.next())
                throw Error(ErrorKind::environment, "The collector is gone.");
        };
        return {&inbox_.stop(), report, {}, may_launch};
    }

    Channel& channel_;
    Inbox& inbox_;
    const MakeBackend& make_;
    const VariantRegistry& variants_;
    std::unique_ptr<kernels::LoadedPlugin> plugin_;
    std::unique_ptr<Backend> backend_;
    Clock::time_point last_progress_{};
    bool ended_ = false;
};
}  // namespace

void become_worker() {
    for (const int ending : {SIGINT, SIGTERM, SIGHUP}) ::signal(ending, SIG_IGN);
    ::signal(SIGPIPE, SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a parent that died before has closed its end of the socket
}

int serve(int socket, const MakeBackend& make, const VariantRegistry& variants) {
    Channel channel(socket);
    Inbox inbox(channel);
    Servant servant(channel, inbox, make, variants);
    try {
        while (!servant.ended()) {
            const auto request = inbox.next();
            if (!request) break;
            servant.answer(*request);
        }
    } catch (const Error&) {
        return 0;  // the other end is gone
    }
    return inbox.garbled() ? exit_code(ErrorKind::internal) : 0;
}
}
