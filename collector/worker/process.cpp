#include "collector/worker/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

extern char** environ;

namespace sortscope::collector {
namespace {
/// Time for a worker to release its device.
constexpr int patience_ms = 5000;

/// Returns 0, or the error number.
int spawn(pid_t& id, const WorkerProgram& program, int socket) {
    std::vector<char*> arguments, environment;
    auto words = program.arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::vector<std::string> added;
    for (const auto& [name, value] : program.environment)
        if (std::getenv(name.c_str()) == nullptr) added.push_back(name + "=" + value);
    for (char** variable = environ; *variable != nullptr; ++variable) environment.push_back(*variable);
    for (auto& variable : added) environment.push_back(variable.data());
    environment.push_back(nullptr);

    posix_spawn_file_actions_t files{};
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    // Send stdout to stderr, so that a driver cannot write into the command's output.
    posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, socket, worker_socket);
    // Ctrl-C reaches the whole process group: block it until become_worker() ignores it.
    sigset_t ends;
    sigemptyset(&ends);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ends, signal);
    posix_spawnattr_t attributes{};
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &ends);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    const int error =
        posix_spawn(&id, program.path.c_str(), &files, &attributes, arguments.data(), environment.data());
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return error;
}

[[noreturn]] void cannot_start(int error) {
    throw Error(ErrorKind::environment, std::string("No worker process could be started (") +
                                            std::strerror(error) +
                                            "). Collect with --in-process, or free memory and processes.");
}
}  // namespace

WorkerProcess::WorkerProcess(const WorkerProgram& program) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) cannot_start(errno);
    channel_ = std::make_unique<Channel>(ends[0]);
    // exec closes a descriptor that dup2 maps onto itself.
    int theirs = ends[1];
    if (theirs == worker_socket) {
        theirs = ::fcntl(ends[1], F_DUPFD_CLOEXEC, worker_socket + 1);
        ::close(ends[1]);
        if (theirs < 0) cannot_start(errno);
    }
    const int error = spawn(id_, program, theirs);
    ::close(theirs);
    if (error != 0) cannot_start(error);
}

WorkerProcess::~WorkerProcess() {
    channel_->end();
    if (!wait_for_end(patience_ms)) kill();
}

bool WorkerProcess::wait_for_end(int milliseconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::milliseconds(milliseconds);
    while (!ended_) {
        const auto process = ::waitpid(id_, &status_, WNOHANG);
        if (process == id_ || (process < 0 && errno == ECHILD))
            ended_ = true;
        else if (Clock::now() >= end)
            return false;
        else
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
}

void WorkerProcess::kill() {
    if (ended_) return;
    ::kill(id_, SIGKILL);
    while (::waitpid(id_, &status_, 0) < 0 && errno == EINTR) {
    }
    ended_ = true;
}

std::string WorkerProcess::fate() {
    if (!wait_for_end(patience_ms)) {
        kill();
        return "did not answer and was ended";
    }
    if (WIFSIGNALED(status_)) {
        const int signal = WTERMSIG(status_);
        return "was killed by signal " + std::to_string(signal) + " (" + ::strsignal(signal) + ")";
    }
    return "ended with exit code " + std::to_string(WEXITSTATUS(status_));
}
}
