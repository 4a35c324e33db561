#include "collector/worker/plugin.hpp"

#include <filesystem>
#include <mutex>

#include "collector/worker/question.hpp"

namespace sortscope::collector {
namespace {
/// Time to load a plug-in or to answer one question.
constexpr std::chrono::seconds limit(20);
/// Workers to start before all further questions fail at once.
constexpr unsigned most_starts = 3;
}  // namespace

class Plugin::Host {
 public:
    Host(std::string path, WorkerProgram program) : program_(std::move(program)) {
        auto description = ask<PluginDescription>({FrameKind::describe, pack(path)}, path);
        file_ = std::make_shared<const kernels::PluginFile>(kernels::PluginFile{
            std::move(path), std::move(description.gpu_code), std::move(description.sources)});
        variants_ = std::move(description.variants);
    }

    const std::shared_ptr<const kernels::PluginFile>& file() const { return file_; }
    const std::vector<PluginVariant>& variants() const { return variants_; }
    std::string failure() {
        const std::lock_guard lock(mutex_);
        return failure_;
    }

    template <class Answer>
    Answer about(FrameKind kind, CaseSpec spec) {
        return ask<Answer>({kind, pack(CaseTask{std::move(spec), file_->path})}, file_->path);
    }

    /// Keeps the first failure only.
    void note_failure(const std::string& sentence) {
        const std::lock_guard lock(mutex_);
        if (failure_.empty()) failure_ = sentence;
    }

 private:
    template <class Answer>
    Answer ask(const Frame& question, const std::string& path) {
        const std::lock_guard lock(mutex_);
        try {
            if (worker_ && worker_->has_ended()) worker_.reset();
            if (!worker_) {
                if (starts_ == most_starts) throw Error(ErrorKind::environment, last_end_);
                ++starts_;
                worker_ = std::make_unique<WorkerProcess>(program_);
            }
            return answer_of<Answer>(worker_, patient(limit), &question, "");
        } catch (const Error& error) {
            if (worker_ || !last_end_.empty()) throw;  // the worker answered, or an earlier worker ended
            last_end_ = "The plug-in '" + path + "' did not answer. " + error.what();
            throw Error(error.kind(), last_end_);
        }
    }

    WorkerProgram program_;
    std::shared_ptr<const kernels::PluginFile> file_;
    std::vector<PluginVariant> variants_;
    std::mutex mutex_;
    std::unique_ptr<WorkerProcess> worker_;
    unsigned starts_ = 0;
    std::string last_end_;  ///< why the first worker ended
    std::string failure_;
};

Plugin::Plugin(std::string path, const WorkerProgram& program)
    : host_(std::make_shared<Host>(std::filesystem::absolute(path).lexically_normal().string(), program)) {}
Plugin::~Plugin() = default;

const kernels::PluginFile& Plugin::file() const { return *host_->file(); }
std::string Plugin::failure() const { return host_->failure(); }

std::vector<Variant> Plugin::variants() const {
    std::vector<Variant> variants;
    for (const auto& [info, refuses, has_block_rule] : host_->variants()) {
        Variant variant{info, {}, host_->file()};
        const auto name = info.name;
        if (info.kind == VariantKind::planned)
            variant.plan = [host = host_, name](const Workload& workload, const LaunchConfig& config) {
                return host->about<kernels::Plan>(FrameKind::work, {name, workload, config});
            };
        if (refuses)
            variant.info.refuses = [host = host_, name](const Workload& workload,
                                                        const LaunchConfig& config) {
                try {
                    return host->about<std::optional<std::string>>(FrameKind::accepts,
                                                                   {name, workload, config});
                } catch (const Error& error) {
                    host->note_failure(error.what());
                    return std::optional<std::string>(error.what());
                }
            };
        if (has_block_rule)
            variant.info.block_rule.block = [host = host_, name](uint64_t n) -> uint32_t {
                CaseSpec spec{name};
                spec.workload.n = n;
                try {
                    return host->about<uint32_t>(FrameKind::block, std::move(spec));
                } catch (const Error& error) {
                    host->note_failure(error.what());
                    return 0;  // no block: the case is refused
                }
            };
        variants.push_back(std::move(variant));
    }
    return variants;
}
}
