// Records of a run: the collector fills them, the store keeps them, the analyzer reads them.
#pragma once

#include <array>

#include "core/axes.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/sums.hpp"
#include "core/workload.hpp"

namespace sortscope {
/// Row numbers of the store; 0: not stored yet.
enum class RunId : int64_t {};
enum class CaseId : int64_t {};

struct Dim3 {
    uint32_t x = 1, y = 1, z = 1;
    uint64_t count() const { return uint64_t{x} * y * z; }
    friend auto operator<=>(const Dim3&, const Dim3&) = default;
};

/// Place of a launch in its sort. Stage and substage count from 1; 0: outside any range.
struct Stage {
    int stage = 0;
    int substage = 0;
    std::string label;  ///< "mirror", "k=8 j=4"; for programs, names of ranges or the kernel
    friend auto operator<=>(const Stage&, const Stage&) = default;
};

/// A source line that accesses memory, branches or waits.
struct Site {
    SiteKind kind{};
    std::string file;  ///< as in SourceText
    uint32_t line = 0;
    uint32_t column = 0;
    std::string function;
    friend auto operator<=>(const Site&, const Site&) = default;
};

/// Counts of one launch; 0 if a count does not apply to the site's kind.
struct SiteCounts {
    Site site;
    Provenance provenance{};
    int64_t requests = 0;  ///< warps that executed the site with an active thread
    int64_t threads = 0;
    int64_t bytes = 0;  ///< distinct bytes of each request, summed
    int64_t sectors = 0;
    int64_t lines = 0;                    ///< 128-byte lines (tags)
    std::array<int64_t, 4> sizes{};       ///< transactions of 32, 64, 96, 128 bytes
    std::array<int64_t, 3> sizes_cc13{};  ///< transactions of 32, 64, 128 bytes by the cc 1.3 rule
    int64_t extra_wavefronts = 0;         ///< bank conflicts of shared memory
    int64_t taken_threads = 0;            ///< branch: threads with a true condition
    int64_t divergent_warps = 0;          ///< branch: warps that went both ways

    friend bool operator==(const SiteCounts&, const SiteCounts&) = default;
};

struct PassRecord {
    std::string set;  ///< MetricSet::name
    Provenance provenance{};
    PassNumber pass = 1;  ///< from 1 within the case; 0: several passes
    friend auto operator<=>(const PassRecord&, const PassRecord&) = default;
};

struct VendorValue {
    std::string name;  ///< "smsp__inst_executed.sum"
    Number value;
    PassNumber pass = 1;
    friend bool operator==(const VendorValue&, const VendorValue&) = default;
};

/// A metric over time, at equal intervals. One execution of the sort gives all series of a time mode.
struct SeriesRecord {
    std::string metric;  ///< name in the catalogue, or the vendor's
    std::string unit;
    Provenance provenance = Provenance::measured;
    int64_t start_ns = 0;  ///< start of the first interval, on the clock of the SampledLaunches
    int64_t interval_ns = 0;
    std::vector<double> values;
    TimeMode time_mode = TimeMode::graph;  ///< mode of the sampled execution
    friend bool operator==(const SeriesRecord&, const SeriesRecord&) = default;
};

/// Time of a launch in the execution that gave the series.
struct SampledLaunch {
    TimeMode time_mode = TimeMode::graph;
    uint32_t launch = 0;  ///< LaunchRecord::index
    int64_t start_ns = 0, duration_ns = 0;
    friend bool operator==(const SampledLaunch&, const SampledLaunch&) = default;
};

struct LaunchRecord {
    uint32_t index = 0;  ///< from 0
    Stage stage;
    std::string kernel;
    std::string symbol;  ///< mangled; empty if unknown
    Dim3 grid, block;
    uint32_t shared_bytes = 0;              ///< static and dynamic
    uint32_t registers = 0;                 ///< per thread; 0 if unknown
    uint32_t local_bytes = 0;               ///< per thread, for spills and arrays; 0 if none or unknown
    uint64_t required_bytes = 0;            ///< bytes that the algorithm must move; 0 if unknown
    uint64_t comparators = 0;               ///< compare-exchanges of the plan; 0 if none or unknown
    std::optional<int64_t> start_ns;        ///< since the case's first activity record
    std::optional<int64_t> duration_ns;     ///< measured; the median of several activity trials
    std::optional<double> duration_spread;  ///< interquartile range / median of the activity trials
    uint32_t duration_count = 0;            ///< activity trials; 0 if unknown
    std::optional<uint32_t> process_id, context_id, stream_id, correlation_id;
    std::vector<CounterValue> counters;
    std::vector<VendorValue> vendor_values;
    std::vector<SiteCounts> sites;
};

/// A transfer in the activity trial.
struct TransferRecord {
    TransferKind kind{};
    uint64_t bytes = 0;
    int64_t start_ns = 0;  ///< since the case's first activity record
    int64_t duration_ns = 0;
};

struct TrialRecord {
    TrialKind kind{};
    uint32_t index = 0;                  ///< within its kind, from 0
    std::optional<int64_t> duration_ns;  ///< without transfers; empty in counter and model trials
    bool verified = false;               ///< output sorted, and a permutation of the input
    bool accepted = true;                ///< false: left out of the summary; `note` gives the reason
    std::string note;
    uint32_t round = 0;                                      ///< from 0
    TimeMode time_mode = TimeMode::none;                     ///< none if there is no duration
    std::optional<uint32_t> sm_clock_mhz, memory_clock_mhz;  ///< during the trial
};

struct Note {
    Severity severity{};
    std::string text;
};

/// A user's name, note and tags for a run or case (`sortscope annotate`).
struct Annotation {
    std::string name;
    std::string note;
    std::vector<std::string> tags;  ///< unique, alphabetical
    bool empty() const { return name.empty() && note.empty() && tags.empty(); }
    friend bool operator==(const Annotation&, const Annotation&) = default;
};

/// Summary of a round's accepted time trials of one mode.
struct RoundTime {
    uint32_t round = 0;
    int64_t median_ns = 0;
    double spread = 0;   ///< interquartile range / median
    uint32_t count = 0;  ///< accepted trials
    friend bool operator==(const RoundTime&, const RoundTime&) = default;
};

/// Summary of a case's accepted time trials of one mode (docs/measuring.md).
struct TimeSummary {
    int64_t median_ns = 0;  ///< median of the rounds' medians
    int64_t min_ns = 0;
    int64_t max_ns = 0;
    double spread = 0;         ///< interquartile range / median of all trials
    uint32_t count = 0;        ///< accepted trials of all rounds
    std::string stopped_by{};  ///< rule that ended the last round
    TimeMode mode = TimeMode::none;
    std::vector<RoundTime> rounds{};  ///< in order of round
};

/// A rate or time that a device reached in SortScope's kernels (docs/measuring.md).
struct DeviceLimit {
    std::string name;  ///< "copy_bandwidth"
    double value = 0;
    std::string unit;   ///< "bytes/s", "operations/s", "ns"
    double spread = 0;  ///< interquartile range / median
    friend bool operator==(const DeviceLimit&, const DeviceLimit&) = default;
};

/// Limits of one device, measured by one run.
struct DeviceLimits {
    Device device;
    std::vector<DeviceLimit> limits;  ///< by name
};

/// Samples of warps that stalled at one instruction for one reason, summed over a kernel's launches.
struct StallRecord {
    std::string kernel;
    std::string symbol;      ///< mangled
    std::string file;        ///< source file, or "sass/KERNEL.sass"; empty if unknown
    uint32_t line = 0;       ///< 0 if unknown
    uint64_t pc_offset = 0;  ///< offset of the instruction in its function
    std::string reason;      ///< the vendor's name: "smsp__pcsamp_warps_issue_stalled_long_scoreboard"
    uint64_t samples = 0;
    friend bool operator==(const StallRecord&, const StallRecord&) = default;
};

/// Text of a source file of kernels, or a kernel's SASS.
struct SourceText {
    std::string file;  ///< as in Site and StallRecord
    std::string text;
    friend bool operator==(const SourceText&, const SourceText&) = default;
};

struct Subject {
    enum class Kind { variant = 1, program = 2 };
    Kind kind = Kind::variant;
    std::string name;
    std::string family{};  ///< a variant's family; empty for programs
    Promise promise = Promise::sorted;

    static Subject program(std::string name) { return {Kind::program, std::move(name), {}, Promise::none}; }
    friend bool operator==(const Subject&, const Subject&) = default;
};

/// Work of a case; work / time is a rate.
struct Work {
    uint64_t items = 0;
    uint64_t bytes = 0;
    friend bool operator==(const Work&, const Work&) = default;
};

/// Return 0 or empty if the axis is absent.
uint64_t keys_of(const Axes& axes);
uint32_t block_of(const Axes& axes);
std::optional<KeyType> key_of(const Axes& axes);

/// A subject at one point of its axes.
struct CaseRecord {
    CaseId id{};
    RunId run{};
    Subject subject;
    Axes axes;
    std::optional<SortInput> input;
    std::optional<Work> work;
    Device device;
    BackendKind backend{};
    CaseStatus status = CaseStatus::ok;
    std::string message;                    ///< reason if `status` is not ok
    bool padded = false;                    ///< keys were added to reach a power of two
    uint64_t required_bytes = 0;            ///< bytes that the algorithm must move; 0 if unknown
    std::string cache_state;                ///< state of L2 before each trial: "warm" or "flushed"
    TimeMode time_mode = TimeMode::none;    ///< mode of `time`
    std::optional<TimeSummary> time;        ///< headline time
    std::vector<TimeSummary> other_times;   ///< times in other modes, sorted by mode
    uint64_t launch_count = 0;              ///< set even if `launches` was not read
    std::optional<LaunchSpan> launch_span;  ///< empty if a launch has no time
    std::vector<TrialRecord> trials;
    std::vector<LaunchRecord> launches;
    std::vector<TransferRecord> transfers;
    std::vector<PassRecord> passes;
    std::vector<SeriesRecord> series;
    std::vector<SampledLaunch> sampled_launches;  ///< sorted by time mode, then launch
    std::vector<StallRecord> stalls;
    std::vector<SourceText> sources;  ///< files of the sites and stalls, sorted by name
    std::vector<Note> notes;
    int64_t collect_ns = 0;  ///< wall time in the collector
    Annotation annotation;

    uint64_t keys() const { return keys_of(axes); }
    uint32_t block() const { return block_of(axes); }
    std::optional<KeyType> key() const { return key_of(axes); }
    uint64_t bytes() const { return work ? work->bytes : 0; }
    std::string input_name() const { return input ? input->name() : std::string(); }
    bool is_program() const { return subject.kind == Subject::Kind::program; }
};

/// Parameters of the variant, without the block.
Axes parameters_of(const LaunchConfig& config);
/// Sets axes, input and work of a sort. CPU sorts and sorts with block 0 get no axis `block`.
void describe_sort(CaseRecord& record, const Workload& workload, const LaunchConfig& config);
/// Inverse of describe_sort(); n is 0 if the case is no sort.
Workload workload_of(const CaseRecord& record);
LaunchConfig config_of(const CaseRecord& record);

/// One call of `collect` or `record`.
struct RunRecord {
    RunId id{};
    std::string uuid;         ///< equal in all copies of the run
    std::string started_utc;  ///< ISO 8601, "2026-11-20T21:04:56Z"
    std::string ended_utc;    ///< empty while the run lasts or if it was killed
    std::string command;
    std::string program_version;
    Host host;
    uint32_t planned_cases = 0;
    std::vector<Note> notes;
    Annotation annotation;
};
}
