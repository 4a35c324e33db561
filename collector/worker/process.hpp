// A worker process: its start and end, and its own work.
#pragma once

#include <sys/types.h>

#include <memory>
#include <utility>

#include "collector/worker/messages.hpp"

namespace sortscope::collector {
/// This program, with its hidden subcommand.
struct WorkerProgram {
    std::string path = "/proc/self/exe";
    std::vector<std::string> arguments{"sortscope", "worker"};  ///< from argv[0]
    /// Added unless this process's own environment has the name.
    std::vector<std::pair<std::string, std::string>> environment{};
};

/// The worker's end of the socket.
inline constexpr int worker_socket = 3;

class WorkerProcess {
 public:
    /// Throws Error(environment).
    explicit WorkerProcess(const WorkerProgram& program);
    /// Asks it to end, and kills it after some seconds.
    ~WorkerProcess();

    Channel& channel() { return *channel_; }
    pid_t id() const { return id_; }
    bool has_ended() { return wait_for_end(0); }
    void kill();
    /// Waits some seconds for its end, then kills it. Returns "was killed by signal 11 (Segmentation fault)".
    std::string fate();

 private:
    bool wait_for_end(int milliseconds);

    std::unique_ptr<Channel> channel_;
    pid_t id_ = -1;
    int status_ = 0;
    bool ended_ = false;
};

// In the worker process.

/// Throws Error if there is no such backend.
using MakeBackend = std::function<std::unique_ptr<Backend>(const WorkerSetup&)>;

/// Call first in a worker's process: it leaves Ctrl-C and polite kills to its parent, and dies with it.
void become_worker();

/// Serves the other end of `socket` until that ends. Returns the exit code: 0, or 70 after unreadable bytes.
/// Ends the process if the other end is gone and a case goes on.
int serve(int socket, const MakeBackend& make, const VariantRegistry& variants);
}
