// The variants of a plug-in. Only worker processes load it; they answer questions about it.
#pragma once

#include <mutex>

#include "collector/worker/process.hpp"

namespace sortscope::collector {
/// Functions of the plug-in's variants share its ownership.
class Plugin : public std::enable_shared_from_this<Plugin> {
 public:
    /// Starts a worker that loads `path`. Throws Error if the plug-in cannot be used.
    explicit Plugin(const std::string& path, WorkerProgram program = {});

    const kernels::PluginFile& file() const { return *file_; }
    /// Functions of the variants ask the worker. failure() reports a question without an answer.
    std::vector<Variant> variants() const;
    /// A sentence about the first question without an answer.
    std::string failure() const;

 private:
    template <class Answer>
    Answer ask(const Frame& question, const std::string& path) const;
    template <class Answer>
    Answer about(FrameKind kind, CaseSpec spec) const;
    void note_failure(const std::string& sentence) const;

    WorkerProgram program_;
    std::shared_ptr<const kernels::PluginFile> file_;
    std::vector<PluginVariant> variants_;
    // Mutable: a question, from any thread, may start a worker.
    mutable std::mutex mutex_;
    mutable std::unique_ptr<WorkerProcess> worker_;
    mutable unsigned starts_ = 0;
    mutable std::string last_end_;  ///< reason why the first worker ended
    mutable std::string failure_;
};
}
