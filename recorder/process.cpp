#include "recorder/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "core/error.hpp"

extern char** environ;

namespace sortscope::recorder {
namespace {
using Clock = std::chrono::steady_clock;

/// Time for children that outlive the program to send their events.
constexpr std::chrono::seconds patience{2};

class Descriptor {
 public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&&) = delete;
    int number() const { return number_; }

 private:
    int number_;
};

/// Listens at a name that no other recorder has.
class Listener {
 public:
    Listener() : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
        static std::atomic<unsigned> count{0};
        name_ = "sortscope-record-" + std::to_string(::getpid()) + "-" + std::to_string(count++);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path + 1, name_.data(), name_.size());
        const auto length = socklen_t(offsetof(sockaddr_un, sun_path) + 1 + name_.size());
        if (socket_.number() < 0 ||
            ::bind(socket_.number(), reinterpret_cast<const sockaddr*>(&address), length) != 0 ||
            ::listen(socket_.number(), 64) != 0)
            cannot("listen for the program's events", errno);
    }
    int number() const { return socket_.number(); }
    const std::string& name() const { return name_; }
    /// Accepts a connection; below 0 if no process waits. Refuses processes of other users.
    int accept() const {
        const int accepted = ::accept4(socket_.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        ucred peer{};
        socklen_t length = sizeof peer;
        if (accepted >= 0 && (::getsockopt(accepted, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0 ||
                              (peer.uid != ::geteuid() && ::geteuid() != 0))) {
            ::close(accepted);
            return -1;
        }
        return accepted;
    }

 private:
    Descriptor socket_;
    std::string name_;
};

/// The events of one process.
struct Connection {
    Connection(int socket, const LaunchFilter& filter, Kept& kept)
        : descriptor(socket), events(filter, kept) {}
    Descriptor descriptor;
    EventReader reader;
    ProcessEvents events;
    bool open = true, garbled = false;

    void read() {
        std::array<char, 1 << 16> bytes;
        const auto count = ::recv(descriptor.number(), bytes.data(), bytes.size(), 0);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
        if (count <= 0) {
            open = false;
            return;
        }
        if (garbled) return;  // keep reading, so that the program does not wait
        try {
            reader.add({bytes.data(), size_t(count)}, [&](Event&& event) { events.add(std::move(event)); });
        } catch (const Error& error) {
            events.losses.push_back(error.what());
            garbled = true;
        }
    }
};

/// Passes signals on to the program while it runs, except signals that the terminal sends to both processes.
class PassedSignals {
 public:
    PassedSignals() {
        program_.store(0);
        struct sigaction action {};
        action.sa_sigaction = [](int signal, siginfo_t* info, void*) {
            if (info->si_code <= 0 && program_ > 0) ::kill(program_, signal);
        };
        action.sa_flags = SA_SIGINFO | SA_RESTART;
        for (size_t i = 0; i < signals_.size(); ++i) {
            ::sigaction(signals_[i], nullptr, &before_[i]);
            // Signals that this process ignores (nohup) stay ignored.
            if (before_[i].sa_handler != SIG_IGN) ::sigaction(signals_[i], &action, nullptr);
        }
    }
    ~PassedSignals() {
        program_.store(0);
        for (size_t i = 0; i < signals_.size(); ++i) ::sigaction(signals_[i], &before_[i], nullptr);
    }
    PassedSignals(const PassedSignals&) = delete;
    PassedSignals& operator=(const PassedSignals&) = delete;
    static void to(pid_t program) { program_.store(program); }

 private:
    static constexpr std::array signals_{SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
    static inline std::atomic<pid_t> program_{0};
    std::array<struct sigaction, signals_.size()> before_{};
};

void refuse_other_profilers() {
    for (const char* name : {"CUDA_INJECTION64_PATH", "NVTX_INJECTION64_PATH"})
        if (const char* other = std::getenv(name); other != nullptr && *other != '\0')
            throw Error(ErrorKind::environment, std::string(name) + " names another profiler's library, '" +
                                                    other + "'. Unset it: a process has one profiler.");
}

/// Returns a descriptor that becomes readable when the process ends; below 0 on kernels before 5.3.
int open_end(pid_t id) { return int(::syscall(SYS_pidfd_open, id, 0)); }

/// Runs the program with `environment` added to its environment.
ProgramRun run_and_listen(const std::vector<std::string>& words, const std::filesystem::path& library,
                          const LaunchFilter& filter, std::vector<std::string> environment, bool silent) {
    refuse_other_profilers();
    const Listener listener;
    const auto set = [&](std::string_view name, const auto& value) {
        environment.push_back(fmt::format("{}={}", name, value));
    };
    set(socket_variable, listener.name());
    if (!filter.repeat_by.empty()) set(repeat_variable, filter.repeat_by);
    if (filter.sample > 1) set(sample_variable, filter.sample);
    if (filter.delay_ns > 0) set(delay_variable, 1);
    if (!library.empty())
        for (const char* name : {"CUDA_INJECTION64_PATH", "NVTX_INJECTION64_PATH"})
            set(name, library.string());
    const PassedSignals signals;
    const auto began = Clock::now();
    const pid_t id = start_process(words, environment, silent ? std::array{-1, -1, -1} : std::array{0, 1, 2});
    PassedSignals::to(id);
    const Descriptor end(open_end(id));
    Kept kept;
    std::vector<std::unique_ptr<Connection>> connections;
    ProgramRun run;
    std::optional<Clock::time_point> ended;
    while (true) {
        std::vector<pollfd> waited{{listener.number(), POLLIN, 0}};
        if (!ended && end.number() >= 0) waited.push_back({end.number(), POLLIN, 0});
        const size_t first = waited.size();
        std::vector<Connection*> open;
        for (const auto& connection : connections)
            if (connection->open) {
                open.push_back(connection.get());
                waited.push_back({connection->descriptor.number(), POLLIN, 0});
            }
        // After the program's end, wait only for open connections, and briefly.
        const int ready = ::poll(waited.data(), waited.size(),
                                 ended               ? (open.empty() ? 0 : 100)
                                 : end.number() >= 0 ? -1
                                                     : 20);
        for (size_t i = 0; ready > 0 && i < open.size(); ++i)
            if (waited[first + i].revents != 0) open[i]->read();
        bool accepted = false;
        for (int socket = listener.accept(); socket >= 0; socket = listener.accept()) {
            connections.push_back(std::make_unique<Connection>(socket, filter, kept));
            accepted = true;
        }
        int status = 0;
        if (!ended && ::waitpid(id, &status, WNOHANG) == id) {
            ended = Clock::now();
            PassedSignals::to(0);
            run.wall_ns = std::chrono::nanoseconds(*ended - began).count();
            if (WIFSIGNALED(status))
                run.end.signal = WTERMSIG(status);
            else
                run.end.code = WEXITSTATUS(status);
        } else if (ended && ((open.empty() && !accepted) || Clock::now() - *ended > patience)) {
            break;
        }
    }
    run.processes.reserve(connections.size());  // growing would copy events
    for (auto& connection : connections) run.processes.push_back(std::move(connection->events));
    run.cubins = std::move(kept.cubins);
    return run;
}
}  // namespace

void cannot(const std::string& what, int error) {
    throw Error(ErrorKind::environment, "Cannot " + what + ": " + std::strerror(error) + ".");
}

pid_t start_process(std::vector<std::string> words, std::vector<std::string> added,
                    const std::array<int, 3>& streams) {
    std::vector<char*> arguments, environment;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    for (char** variable = environ; *variable != nullptr; ++variable) environment.push_back(*variable);
    for (auto& variable : added) environment.push_back(variable.data());
    environment.push_back(nullptr);
    // Reset signals that this program ignores: the started program decides for itself.
    sigset_t usual;
    sigemptyset(&usual);
    for (const int signal : {SIGPIPE, SIGXFSZ}) sigaddset(&usual, signal);
    posix_spawnattr_t attributes{};
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_t files{};
    posix_spawn_file_actions_init(&files);
    for (int stream = 0; stream < 3; ++stream)
        if (streams[size_t(stream)] < 0)
            posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
        else if (streams[size_t(stream)] != stream)
            posix_spawn_file_actions_adddup2(&files, streams[size_t(stream)], stream);
    pid_t id = -1;
    const int error =
        ::posix_spawnp(&id, arguments[0], &files, &attributes, arguments.data(), environment.data());
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) cannot("start '" + words.front() + "'", error);
    return id;
}

std::filesystem::path find_injection_library() {
    std::error_code failed;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", failed);
    for (const char* folder : {"lib/sortscope", SORTSCOPE_LIBRARY_FOLDER "/sortscope"}) {
        const auto file = self.parent_path().parent_path() / folder / "libsortscope_inject.so";
        if (std::filesystem::exists(file, failed)) return file;
    }
    return {};
}

ProgramRun run_program(const std::vector<std::string>& words, const std::filesystem::path& library,
                       const LaunchFilter& filter) {
    return run_and_listen(words, library, filter, {}, false);
}

std::vector<ProgramRun> count_program(const std::vector<std::string>& words,
                                      const std::filesystem::path& library, const LaunchFilter& filter,
                                      const std::string& counters) {
    std::vector<ProgramRun> runs;
    uint32_t passes = 1;
    while (runs.size() < passes && (runs.empty() || runs.back().end.ok())) {
        runs.push_back(run_and_listen(words, library, filter,
                                      {fmt::format("{}={}", counters_variable, counters),
                                       fmt::format("{}={}", pass_variable, runs.size())},
                                      true));
        for (const auto& process : runs.back().processes)
            passes = std::max(passes, process.counter_list.passes);
    }
    return runs;
}

ProgramRun sample_program(const std::vector<std::string>& words, const std::filesystem::path& library,
                          const LaunchFilter& filter) {
    return run_and_listen(words, library, filter, {fmt::format("{}=1", stalls_variable)}, true);
}
}
