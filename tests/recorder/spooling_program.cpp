// Sends events as the library in a CUDA program does, then ends as its arguments say: the number of launches,
// then "exit CODE", "quick CODE" (_exit), "kill SIGNAL", "torn" (dies within an event) or "child" (a child
// process sends, too). Under counters it sends counted launches: one more with "other", half of them with
// "fewer", which then aborts. Under sampling it sends stalls of one kernel, with "exit" also the kernel's
// code. It obeys --sample. "forks" starts 64 processes that send, too; "deep" nests 100,000 ranges; "names"
// sends a name of 1 MB.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "recorder/events.hpp"

using namespace sortscope::recorder;

/// N if one launch in N is sampled; 1 without a sample.
static uint32_t sample_every() {
    const char* every = std::getenv(sample_variable);
    return every == nullptr ? 1 : uint32_t(std::atoi(every));
}

static std::string events_of(uint32_t launches) {
    std::string bytes;
    if (std::getenv(delay_variable) != nullptr) encode(CudaStarted{1'000'000}, bytes);
    encode(RangePath{1, 0, "sort"}, bytes);
    encode(RangePath{2, 1, "merge"}, bytes);
    encode(SymbolText{1, "_Z5mergePj"}, bytes);
    encode(GpuFound{0, "GPU-0a1b2c3d-0000-0000-0000-000000000001", "Test GPU"}, bytes);
    for (uint32_t i = 1; i <= launches; ++i) {
        if ((i - 1) % sample_every() == 0) encode(LaunchCall{i, i % 2 + 1}, bytes);
        encode(KernelRun{.symbol = 1,
                         .gpu = 0,
                         .context = 1,
                         .stream = 7,
                         .correlation = i,
                         .grid = {64, 1, 1},
                         .block = {256, 1, 1},
                         .shared_bytes = 0,
                         .registers = 24,
                         .local_bytes = 0,
                         .start_ns = 1'000'000 + i * 3000ULL,
                         .end_ns = 1'000'000 + i * 3000ULL + 2000},
               bytes);
    }
    return bytes;
}

/// With `passes`, pass_variable selects one of two passes; else there is one.
static std::string counted_events(uint32_t launches, bool passes) {
    std::string bytes = events_of(0);
    const bool second = passes && std::getenv(pass_variable) == std::string_view("1");
    encode(CounterList{second ? "memory" : "sass",
                       second ? "l2_sectors,dram_read_bytes" : "warp_instructions,gld_requests",
                       passes ? 2U : 1U},
           bytes);
    for (uint32_t i = 1; i <= launches; i += sample_every()) {
        const int64_t values[] = {1000 + i, i % 2 == 0 ? CountedLaunch::not_counted : 64};
        encode(CountedLaunch{.symbol = 1,
                             .path = i % 2 + 1,
                             .gpu = 0,
                             .grid = {64, 1, 1},
                             .block = {256, 1, 1},
                             .values = std::string(reinterpret_cast<const char*>(values), sizeof values)},
               bytes);
    }
    return bytes;
}

static std::string stall_events(const std::string& end) {
    std::string bytes = events_of(0);
    const auto stall = [&](uint64_t offset, const std::string& file, const char* reason, uint64_t samples) {
        encode(StallSamples{.symbol = 1,
                            .line = file.empty() ? 0U : 2U,
                            .module = 5,
                            .pc_offset = offset,
                            .samples = samples,
                            .file = file,
                            .reason = reason},
               bytes);
    };
    stall(0x20, "", "smsp__pcsamp_warps_issue_stalled_long_scoreboard", 70);
    stall(0x20, "", "smsp__pcsamp_warps_issue_stalled_long_scoreboard", 20);
    stall(0x10, std::filesystem::absolute("sort.cu").string(), "smsp__pcsamp_warps_issue_stalled_wait", 10);
    if (end == "exit") {
        encode(CubinPart{5, 6, "co"}, bytes);
        encode(CubinPart{5, 6, "de 5"}, bytes);
    }
    return bytes;
}

int main(int argc, char** argv) {
    if (argc < 3) return 64;
    const auto launches = uint32_t(std::atoi(argv[1]));
    const std::string end = argv[2];
    const int number = argc > 3 ? std::atoi(argv[3]) : 0;
    std::printf("own output\n");
    std::fflush(stdout);
    EventSender sender;
    if (launches > 0 && sender.connect()) {
        if (std::getenv(stalls_variable) != nullptr)
            sender.send(stall_events(end));
        else if (std::getenv(counters_variable) == nullptr)
            sender.send(events_of(launches));
        else
            sender.send(counted_events(end == "other"   ? launches + 1
                                       : end == "fewer" ? launches / 2
                                                        : launches,
                                       end == "passes"));
    }
    if (end == "fewer") ::abort();
    if (end == "exit" || end == "passes") return number;
    if (end == "quick") ::_exit(number);
    if (end == "kill") ::raise(number);
    if (end == "torn") {
        const auto bytes = events_of(1);
        sender.send(std::string_view(bytes).substr(0, bytes.size() - 5));
        ::raise(SIGUSR1);  // sanitizers catch SIGSEGV
    }
    if (end == "child") {
        const pid_t child = ::fork();
        if (child == 0) {
            EventSender own;
            if (own.connect()) own.send(events_of(3));
            ::_exit(0);
        }
        ::waitpid(child, nullptr, 0);
    }
    if (end == "forks") {
        for (int i = 0; i < 64; ++i)
            if (::fork() == 0) {
                EventSender own;
                if (own.connect()) own.send(events_of(3));
                ::_exit(0);
            }
        while (::wait(nullptr) > 0) {
        }
    }
    if (end == "deep") {
        std::string bytes;
        for (uint32_t id = 1; id <= 100'000; ++id)
            encode(RangePath{id + 2, id == 1 ? 0 : id + 1, "level"}, bytes);
        encode(LaunchCall{9'000'000, 100'002}, bytes);
        encode(KernelRun{.symbol = 1, .correlation = 9'000'000, .start_ns = 5, .end_ns = 9}, bytes);
        sender.send(bytes);
    }
    if (end == "names") {
        std::string bytes;
        encode(SymbolText{7, std::string(1 << 20, 'n')}, bytes);
        sender.send(bytes);
    }
    if (end == "wait") ::pause();
    if (end == "copy")
        for (int c = std::getchar(); c != EOF; c = std::getchar()) std::putchar(c);
    return 0;
}
