// From the events of a program's runs to its cases, one a GPU.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "recorder/events.hpp"
#include "recorder/stages.hpp"

namespace sortscope::recorder {
/// A process of one run of the program.
class ProcessEvents {
 public:
    void add(Event&& event);

    uint32_t process = 0;
    std::map<uint32_t, std::string> symbols;
    RangeTree ranges;
    std::map<uint32_t, GpuFound> gpus;
    std::map<uint32_t, uint32_t> path_of_call;  ///< by correlation
    std::vector<KernelRun> kernels;
    std::vector<TransferRun> transfers;
    std::vector<std::string> losses;
};

/// How a run of the program ended.
struct ProgramEnd {
    int code = 0;    ///< exit code, if it ended by itself
    int signal = 0;  ///< that killed it; 0: none
    bool ok() const { return code == 0 && signal == 0; }
    /// "was killed by signal 11 (Segmentation fault)", "ended with exit code 3".
    std::string text() const;
};

/// One run of the program.
struct ProgramRun {
    std::vector<ProcessEvents> processes;
    ProgramEnd end;
    int64_t wall_ns = 0;
};

/// The user declares it on the command line.
struct Declared {
    std::string name;
    Axes axes{};
    std::optional<Work> work{};
    StageBy stage_by{};
};

/// A case for each GPU that ran a kernel. `known`: this machine's GPUs, found by UUID. Launches, stages and
/// transfers are the first run's. Each run is a trial, timed by the time in which kernels ran; a launch has
/// the median duration of the runs that launched the same kernels in the same order.
std::vector<CaseRecord> make_cases(const Declared& declared, const std::vector<ProgramRun>& runs,
                                   const std::vector<Device>& known);
}
