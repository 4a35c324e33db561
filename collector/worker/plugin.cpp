#include "collector/worker/plugin.hpp"

#include <filesystem>

#include "collector/worker/question.hpp"

namespace sortscope::collector {
namespace {
/// Time to load a plug-in, or to answer a question.
constexpr std::chrono::seconds limit(20);
/// After this many starts of workers, all questions fail at once.
constexpr unsigned most_starts = 3;
}  // namespace

template <class Answer>
Answer Plugin::ask(const Frame& question, const std::string& path) const {
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
        if (worker_ || !last_end_.empty()) throw;  // the worker answered, or an earlier worker has ended
        last_end_ = "The plug-in '" + path + "' did not answer. " + error.what();
        throw Error(error.kind(), last_end_);
    }
}

template <class Answer>
Answer Plugin::about(FrameKind kind, CaseSpec spec) const {
    return ask<Answer>({kind, pack(CaseTask{std::move(spec), file_->path})}, file_->path);
}

Plugin::Plugin(const std::string& file, WorkerProgram program) : program_(std::move(program)) {
    auto path = std::filesystem::absolute(file).lexically_normal().string();
    auto description = ask<PluginDescription>({FrameKind::describe, pack(path)}, path);
    file_ = std::make_shared<const kernels::PluginFile>(kernels::PluginFile{
        std::move(path), std::move(description.gpu_code), std::move(description.sources)});
    variants_ = std::move(description.variants);
}

std::string Plugin::failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
}

void Plugin::note_failure(const std::string& sentence) const {
    const std::lock_guard lock(mutex_);
    if (failure_.empty()) failure_ = sentence;
}

std::vector<Variant> Plugin::variants() const {
    std::vector<Variant> variants;
    for (const auto& [info, refuses, has_block_rule] : variants_) {
        Variant variant{info, {}, file_};
        const auto name = info.name;
        const auto self = shared_from_this();
        if (info.kind == VariantKind::planned)
            variant.plan = [self, name](const Workload& workload, const LaunchConfig& config) {
                return self->about<kernels::Plan>(FrameKind::work, {name, workload, config});
            };
        if (refuses)
            variant.info.refuses = [self, name](const Workload& workload, const LaunchConfig& config) {
                try {
                    return self->about<std::optional<std::string>>(FrameKind::accepts,
                                                                   {name, workload, config});
                } catch (const Error& error) {
                    self->note_failure(error.what());
                    return std::optional<std::string>(error.what());
                }
            };
        if (has_block_rule)
            variant.info.block_rule.block = [self, name](uint64_t n) -> uint32_t {
                CaseSpec spec{name};
                spec.workload.n = n;
                try {
                    return self->about<uint32_t>(FrameKind::block, std::move(spec));
                } catch (const Error& error) {
                    self->note_failure(error.what());
                    return 0;  // no block: refuses the case
                }
            };
        variants.push_back(std::move(variant));
    }
    return variants;
}
}
