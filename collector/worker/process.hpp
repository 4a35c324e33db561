// A worker process: its start and end, and the functions that it runs.
#pragma once

#include <sys/types.h>

#include "collector/worker/messages.hpp"

namespace sortscope::collector {
/// Command of a worker: this program with a hidden subcommand.
struct WorkerProgram {
    std::string path = "/proc/self/exe";
    std::vector<std::string> arguments{"sortscope", "worker"};  ///< from argv[0]
    /// Variables to add if this process's environment lacks them.
    std::vector<std::pair<std::string, std::string>> environment{};
};

/// Descriptor of the worker's end of the socket.
inline constexpr int worker_socket = 3;

class WorkerProcess {
 public:
    /// Throws Error(environment) if no process can be started.
    explicit WorkerProcess(const WorkerProgram& program);
    /// Asks the process to end; kills it after some seconds.
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

/// Throws Error if there is no such backend.
using MakeBackend = std::function<std::unique_ptr<Backend>(const WorkerSetup&)>;

/// Ignores SIGINT, SIGTERM and SIGHUP; ends this process when its parent dies. A worker calls this first.
void become_worker();

/// Answers requests until the other end of `socket` closes. Returns the exit code: 0, or 70 after unreadable
/// bytes. If the other end is gone but a case does not end, ends the process.
int serve(int socket, const MakeBackend& make, const VariantRegistry& variants);
}
