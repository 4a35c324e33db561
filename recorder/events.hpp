// Events of a recorded program, and their transport from the library in the program to the recorder.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/records.hpp"

namespace sortscope::recorder {
/// Environment variable with the name of the recorder's socket, in the abstract namespace.
inline constexpr const char* socket_variable = "SORTSCOPE_RECORD_SOCKET";
/// Environment variable with the counters to collect, as in `collect --counters`; unset: launches are timed.
inline constexpr const char* counters_variable = "SORTSCOPE_RECORD_COUNTERS";
/// Environment variable with the pass that this run of the program counts, from 0.
inline constexpr const char* pass_variable = "SORTSCOPE_RECORD_PASS";
/// Environment variable with the name of the NVTX ranges that are repetitions. Each gets its own path.
inline constexpr const char* repeat_variable = "SORTSCOPE_RECORD_REPEAT";
/// Environment variable. If set, stalled warps are sampled and launches are not timed.
inline constexpr const char* stalls_variable = "SORTSCOPE_RECORD_STALLS";
/// Environment variable with N: the first launch of a process and every N-th after it are recorded. Nodes of
/// graphs are numbered apart.
inline constexpr const char* sample_variable = "SORTSCOPE_RECORD_SAMPLE";
/// Environment variable. If set, the process sends CudaStarted.
inline constexpr const char* delay_variable = "SORTSCOPE_RECORD_DELAY";

// Numbers of texts, ranges and devices are valid only within their process.

/// The first event of a process.
struct Hello {
    uint32_t version = 1;
    uint32_t process = 0;
};

/// The mangled name of a kernel.
struct SymbolText {
    uint32_t id = 0;
    std::string text;
};

/// A path of NVTX ranges: range `name` inside path `parent` (0: outside any range). Parents come first.
struct RangePath {
    uint32_t id = 0;
    uint32_t parent = 0;
    std::string name;
};

struct GpuFound {
    uint32_t ordinal = 0;  ///< in the process
    std::string uuid;      ///< "GPU-..."
    std::string name;
};

/// NVTX path of the API call `correlation`. Comes before the call's launches. With --sample, only calls of
/// recorded launches and of graphs are sent.
struct LaunchCall {
    uint32_t correlation = 0;
    uint32_t path = 0;
};

struct KernelRun {
    uint32_t symbol = 0;
    uint32_t gpu = 0;
    uint32_t context = 0, stream = 0, correlation = 0;
    Dim3 grid{}, block{};
    uint32_t shared_bytes = 0, registers = 0, local_bytes = 0;
    uint64_t in_graph = 0;              ///< 1: a node of a graph
    uint64_t start_ns = 0, end_ns = 0;  ///< 0: unknown
};

struct TransferRun {
    uint32_t gpu = 0;
    uint32_t kind = 0;  ///< TransferKind
    uint64_t bytes = 0;
    uint64_t start_ns = 0, end_ns = 0;
};

/// A sentence on data that is not recorded.
struct Loss {
    std::string sentence;
};

/// The counters of each CountedLaunch. Comes before the first CountedLaunch.
struct CounterList {
    std::string sets;      ///< of metrics: "sass"
    std::string counters;  ///< ids of the catalogue: "gld_requests,gst_requests"
    uint32_t passes = 1;   ///< of all requested counters; this run counts one pass
};

/// A launch of a run under counters, in order of execution.
struct CountedLaunch {
    static constexpr int64_t not_counted = -1;
    uint32_t symbol = 0;
    uint32_t path = 0;
    uint32_t gpu = 0;
    Dim3 grid{}, block{};
    std::string values;  ///< an int64_t for each of CounterList::counters; empty if not counted
};

/// CUDA started in the process; comes before its launches.
struct CudaStarted {
    uint64_t ns = 0;  ///< by the clock of KernelRun
};

/// Samples of warps that stalled at one instruction for one reason. Several events may have the same
/// instruction and reason.
struct StallSamples {
    uint32_t symbol = 0;
    uint32_t gpu = 0;
    uint32_t line = 0;    ///< 0 if unknown
    uint64_t module = 0;  ///< checksum of its CubinParts
    uint64_t pc_offset = 0;
    uint64_t samples = 0;
    std::string file;  ///< full path; empty if unknown
    std::string reason;
};

/// A part of a module's machine code. The parts of a module come in order, with no part of another module
/// between.
struct CubinPart {
    static constexpr size_t most_bytes = 48 << 10;
    uint64_t module = 0;
    uint64_t size = 0;  ///< of the module
    std::string part;
};

using Event = std::variant<Hello, SymbolText, RangePath, GpuFound, LaunchCall, KernelRun, TransferRun, Loss,
                           CounterList, CountedLaunch, CudaStarted, StallSamples, CubinPart>;

/// Appends the event's bytes: kind, length, body. Recorder and library must be of one build.
void encode(const Event& event, std::string& bytes);

/// Splits bytes into events. A program that dies may leave its last event unfinished.
class EventReader {
 public:
    /// Calls `take` for each whole event. Throws Error(internal) if the bytes are no events.
    void add(std::string_view bytes, const std::function<void(Event&&)>& take);

 private:
    std::string bytes_;
};

/// Sends events to the recorder. Once the recorder is gone, drops events.
class EventSender {
 public:
    EventSender() = default;
    ~EventSender();
    EventSender(const EventSender&) = delete;
    EventSender& operator=(const EventSender&) = delete;

    /// Connects to the socket that the environment names, and sends Hello. Returns false if that fails.
    bool connect();
    bool connected() const { return socket_ >= 0; }
    /// Sends encoded events; waits while the recorder is slower.
    void send(std::string_view bytes);

 private:
    int socket_ = -1;
};
}
