// The variants of a plug-in. The program never loads the plug-in: worker processes answer questions on it.
#pragma once

#include "collector/worker/process.hpp"

namespace sortscope::collector {
class Plugin {
 public:
    /// Starts a worker that loads the file. Throws Error if the plug-in cannot be used.
    explicit Plugin(std::string path, const WorkerProgram& program = {});
    ~Plugin();
    Plugin(const Plugin&) = delete;
    Plugin& operator=(const Plugin&) = delete;

    const kernels::PluginFile& file() const;
    /// Their functions ask the worker. A question without an answer becomes a failure().
    std::vector<Variant> variants() const;
    /// The first question without an answer, as a sentence; empty if there was none.
    std::string failure() const;

 private:
    class Host;
    std::shared_ptr<Host> host_;  ///< shared with the variants' functions
};
}
