// A worker process: started, spoken to, ended, and what became of it in words.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "collector/worker/frame.hpp"

namespace sortscope::collector {

/// The program that works: this one, with its hidden subcommand.
struct WorkerProgram {
    std::string path = "/proc/self/exe";
    std::vector<std::string> arguments{"sortscope", "worker"};  ///< from argv[0]
    std::vector<std::pair<std::string, std::string>>
        environment{};  ///< beside this process's own, which has the last word: names and values
};

/// The descriptor at which a worker finds its end of the socket.
inline constexpr int worker_socket = 3;

class WorkerProcess {
 public:
    /// Throws Error(environment) where no process can be started.
    explicit WorkerProcess(const WorkerProgram& program);
    /// Asks it to end, and kills it where it has not after some seconds.
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    Channel& channel() { return *channel_; }
    pid_t id() const { return id_; }
    /// Whether it has ended by itself, or was killed by another.
    bool has_ended() { return wait_for_end(0); }
    /// Kills it now. A kernel that it left running ends with it.
    void kill();
    /// Waits some seconds for it to end by itself, kills it where it does not, and says how it ended: "was
    /// killed by signal 11 (Segmentation fault)", "ended with exit code 3".
    std::string fate();

 private:
    bool wait_for_end(int milliseconds);

    std::unique_ptr<Channel> channel_;
    pid_t id_ = -1;
    int status_ = 0;
    bool ended_ = false;
};

}  // namespace sortscope::collector
