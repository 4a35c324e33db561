// The variants of a plug-in. The program never loads the plug-in: worker processes answer questions on it.
#pragma once

#include <mutex>

#include "collector/worker/process.hpp"

namespace sortscope::collector {
/// The functions of its variants share ownership of the plug-in.
class Plugin : public std::enable_shared_from_this<Plugin> {
 public:
    /// Starts a worker that loads the file. Throws Error if the plug-in cannot be used.
    explicit Plugin(const std::string& path, WorkerProgram program = {});

    const kernels::PluginFile& file() const { return *file_; }
    /// The variants' functions ask the worker. failure() reports a question without an answer.
    std::vector<Variant> variants() const;
    /// The first question without an answer, as a sentence; empty if there was none.
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
    // Mutable because a question may start a worker, from any thread.
    mutable std::mutex mutex_;
    mutable std::unique_ptr<WorkerProcess> worker_;
    mutable unsigned starts_ = 0;
    mutable std::string last_end_;  ///< why the first worker ended
    mutable std::string failure_;
};
}
