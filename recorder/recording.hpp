// Makes cases from the events of a program's runs, one case per GPU.
#pragma once

#include <compare>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "core/stages.hpp"
#include "recorder/events.hpp"

namespace sortscope::recorder {
struct ProgramRun;
class ProgramStalls;

/// Selects the launches to record.
struct LaunchFilter {
    std::optional<std::regex> kernel{};  ///< must match a part of the kernel's name
    std::string range{};                 ///< an NVTX range around the launch, at any depth
    std::string repeat_by{};             ///< ranges of this name are repetitions; omits launches outside
    uint64_t skip = 0;                   ///< leaves out the first matching launches
    uint64_t most = 1'000'000;           ///< most launches after `skip`, in all processes: bounds memory
    uint64_t sample = 1;                 ///< keeps a process's first launch and every N-th after it
    int64_t delay_ns = 0;                ///< leaves out launches in this time after CUDA starts
    uint64_t memory = std::numeric_limits<uint64_t>::max();  ///< bytes of events of all processes
    uint64_t early = 0;  ///< launches that the first run left out by `delay_ns`; see after()

    /// Filter for the runs after `first`. Keeps early launches: make_cases() leaves them out by number, not
    /// by time.
    LaunchFilter after(const ProgramRun& first) const;
};

/// Data that all processes of a run share.
struct Kept {
    static constexpr size_t most_code_bytes = 64 << 20;
    uint64_t launches = 0;
    uint64_t bytes = 0;                      ///< of launches and transfers
    std::map<uint64_t, std::string> cubins;  ///< machine code of whole modules, by checksum
    uint64_t code_bytes = 0;                 ///< of cubins
};

/// Where warps stalled, and why.
struct StallPlace {
    uint32_t gpu = 0, symbol = 0;
    uint64_t module = 0, pc_offset = 0;
    std::string file;  ///< full path; empty if unknown
    uint32_t line = 0;
    std::string reason;
    friend auto operator<=>(const StallPlace&, const StallPlace&) = default;
};

/// Events of one process in one run of the program.
class ProcessEvents {
 public:
    /// Adds to `kept`. The filter and `kept` must outlive all calls of add().
    explicit ProcessEvents(const LaunchFilter& filter, Kept& kept) : filter_(&filter), kept_(&kept) {}
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
    /// Launches that LaunchFilter::delay_ns left out.
    struct Early {
        uint64_t launches = 0;  ///< outside graphs
        uint64_t nodes = 0;     ///< of graphs
    };
    std::deque<Kernel> kernels;
    std::deque<TransferRun> transfers;
    CounterList counter_list;
    std::deque<CountedLaunch> counted;
    std::map<StallPlace, uint64_t> stalls;  ///< samples
    std::vector<std::string> losses;
    std::map<uint32_t, Early> early;            ///< by GPU
    uint64_t beyond = 0, transfers_beyond = 0;  ///< launches and transfers that LaunchFilter::most left out
    uint64_t beyond_memory = 0, transfers_beyond_memory = 0;  ///< left out by LaunchFilter::memory
    uint64_t between = 0;                                     ///< launches that LaunchFilter::sample left out

 private:
    void add_range(RangePath&& path);
    void add_kernel(const KernelRun& run);
    void add_transfer(const TransferRun& run);
    void add_code(CubinPart&& part);
    bool passes(uint32_t symbol, uint32_t path) const;
    bool is_early(uint64_t start_ns) const;
    /// Counts a launch as kept, and returns true, or counts it as left out.
    bool has_room(uint64_t bytes);

    const LaunchFilter* filter_;
    Kept* kept_;
    std::map<uint32_t, Symbol> symbols_;
    std::map<uint32_t, uint32_t> path_of_call_;   ///< by correlation, of the newest calls
    std::map<uint32_t, uint32_t> repetition_of_;  ///< by path
    std::map<uint32_t, bool> in_range_;           ///< by path: within LaunchFilter::range
    uint32_t repetitions_ = 0;
    uint64_t nodes_ = 0;  ///< of graphs
    std::optional<uint64_t> cuda_start_ns_;
    uint64_t module_ = 0;  ///< the module that is arriving
    std::string code_;     ///< its parts until now
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
    std::map<uint64_t, std::string> cubins{};  ///< Kept::cubins
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

/// A case for each GPU that ran a kernel. Each run, or with repetitions each repetition, is a trial; its
/// time is the time in which kernels ran. Launches, stages and transfers are the first trial's. A launch's
/// duration is the median over the trials with the first trial's kernels in its order. `known`: this
/// machine's GPUs, found by UUID. `counted`: runs under counters. `stalls`: of a run under sampling, or
/// null. `declared`, `runs` and `counted` must outlive the cases.
std::vector<RecordedCase> make_cases(const Declared& declared, const std::vector<ProgramRun>& runs,
                                     const std::vector<Device>& known, const std::vector<ProgramRun>& counted,
                                     const ProgramStalls* stalls = nullptr);
}
