// A worker process: how the collector starts and ends it, and the functions that it runs.
#pragma once

#include <sys/types.h>

#include "collector/worker/messages.hpp"

namespace sortscope::collector {
/// Command that starts a worker: this program with its hidden subcommand.
struct WorkerProgram {
    std::string path = "/proc/self/exe";
    std::vector<std::string> arguments{"sortscope", "worker"};  ///< from argv[0]
    /// Variables to add, except those that this process's environment already has.
    std::vector<std::pair<std::string, std::string>> environment{};
};

/// The worker's end of the socket.
inline constexpr int worker_socket = 3;

class WorkerProcess {
 public:
    /// Throws Error(environment) if no process can be started.
    explicit WorkerProcess(const WorkerProgram& program);
    /// Asks the process to end, and kills it after some seconds.
    ~WorkerProcess();

    Channel& channel() { return *channel_; }
    pid_t id() const { return id_; }
    bool has_ended() { return wait_for_end(0); }
    void kill();
    /// Waits some seconds, then kills the process. Returns "was killed by signal 11 (Segmentation fault)".
    std::string fate();

 private:
    bool wait_for_end(int milliseconds);

    std::unique_ptr<Channel> channel_;
    pid_t id_ = -1;
    int status_ = 0;
    bool ended_ = false;
};

// Functions of the worker process.

/// Makes a worker's backend. Throws Error if there is no such backend.
using MakeBackend = std::function<std::unique_ptr<Backend>(const WorkerSetup&)>;

/// Ignores SIGINT, SIGTERM and SIGHUP, and lets this process die with its parent. Call this first in a
/// worker process.
void become_worker();

/// Answers requests from `socket` until its other end closes. Returns the exit code: 0, or 70 after
/// unreadable bytes. Ends the process if the other end is gone and a case does not end.
int serve(int socket, const MakeBackend& make, const VariantRegistry& variants);
}
