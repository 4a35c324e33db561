// Makes cases from the events of a program's runs, one case a GPU.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "core/stages.hpp"
#include "recorder/events.hpp"

namespace sortscope::recorder {
/// Selects the launches to record.
struct LaunchFilter {
    std::optional<std::regex> kernel{};  ///< must match within the kernel's name
    std::string range{};                 ///< an NVTX range around the launch, at any depth
    std::string repeat_by{};             ///< each such range is a repetition; launches outside are left out
    uint64_t skip = 0;                   ///< number of selected launches to leave out first
    uint64_t most = 1'000'000;           ///< most launches after `skip`, over all processes: bounds memory
};

/// Events of one process in one run of the program.
class ProcessEvents {
 public:
    /// The filter must outlive this object. `kept` counts the launches of all processes, including this one.
    explicit ProcessEvents(const LaunchFilter& filter, uint64_t& kept) : filter_(&filter), kept_(&kept) {}
    void add(Event&& event);
    /// UUID of a GPU, since a GPU's number may differ between processes; "#NUMBER" if unknown.
    std::string gpu_key(uint32_t gpu) const;

    struct Symbol {
        std::string name;          ///< mangled
        std::string kernel;        ///< short name for display
        bool passes = true;        ///< matches LaunchFilter::kernel
        static const Symbol none;  ///< for unknown ids
    };
    const Symbol& symbol(uint32_t id) const;
    /// Number of the path's repetition, from 0 within the process; empty outside repetitions.
    std::optional<uint32_t> repetition(uint32_t path) const;

    struct Kernel {
        KernelRun run;
        uint32_t path = 0;
    };
    uint32_t process = 0;
    RangeTree ranges;
    std::map<uint32_t, GpuFound> gpus;
    std::vector<Kernel> kernels;
    std::vector<TransferRun> transfers;
    CounterList counter_list;
    std::vector<CountedLaunch> counted;
    std::vector<std::string> losses;
    uint64_t beyond = 0, transfers_beyond = 0;  ///< launches and transfers that LaunchFilter::most left out

 private:
    void add_range(RangePath&& path);
    bool takes(uint32_t symbol, uint32_t path);

    const LaunchFilter* filter_;
    uint64_t* kept_;
    std::map<uint32_t, Symbol> symbols_;
    std::map<uint32_t, uint32_t> path_of_call_;   ///< by correlation, of the newest calls
    std::map<uint32_t, uint32_t> repetition_of_;  ///< by path
    std::map<uint32_t, bool> in_range_;           ///< by path: within LaunchFilter::range
    uint32_t repetitions_ = 0;
};

/// End of a run of the program.
struct ProgramEnd {
    int code = 0;    ///< exit code, if no signal killed the program
    int signal = 0;  ///< signal that killed the program; 0: none
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

/// The program as the user declares it on the command line.
struct Declared {
    std::string name;
    Axes axes{};
    std::optional<Work> work{};
    StageBy stage_by{};
    LaunchFilter filter{};
};

/// A case that makes its launches one by one, since a program may launch a million kernels.
struct RecordedCase {
    CaseRecord record;  ///< without launches
    using EachLaunch = std::function<void(const LaunchRecord&)>;
    std::function<void(const EachLaunch&)> launches;
};

/// Makes a case for each GPU that ran a kernel. `known`: this machine's GPUs, found by UUID. Launches, stages
/// and transfers come from the first run or repetition. Each run or repetition is a trial; its time is the
/// time in which kernels ran. Durations of launches are medians over all trials that launched the same
/// kernels in the same order. `counted`: runs under counters, which give the launches their counters. The
/// cases refer to `declared`, `runs` and `counted`.
std::vector<RecordedCase> make_cases(const Declared& declared, const std::vector<ProgramRun>& runs,
                                     const std::vector<Device>& known,
                                     const std::vector<ProgramRun>& counted);
}
