// What is recorded of a run: plain data that the collector fills, the store keeps and the analyzer reads.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/counter.hpp"
#include "core/vocabulary.hpp"
#include "core/workload.hpp"

namespace sortscope {

/// Typed row numbers of the store; 0 means "not stored yet".
enum class RunId : std::int64_t {};
enum class CaseId : std::int64_t {};

/// Grid or block extents.
struct Dim3 {
    std::uint32_t x = 1, y = 1, z = 1;
    std::uint64_t count() const { return std::uint64_t{x} * y * z; }
    friend auto operator<=>(const Dim3&, const Dim3&) = default;
};

/// Where a launch stands in its sort: stage (phase) and substage count from 1.
struct Stage {
    int stage = 0;
    int substage = 0;
    std::string label;  ///< the source's own name, such as "mirror" or "k=8 j=4"
    friend auto operator<=>(const Stage&, const Stage&) = default;
};

/// A place in a kernel's source where memory is accessed, a branch taken or a barrier met.
struct Site {
    SiteKind kind{};
    std::string file;  ///< file name within the kernels folder
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::string function;
    friend auto operator<=>(const Site&, const Site&) = default;
};

/// What one site of one launch did; counts that do not belong to the site's kind are 0.
struct SiteCounts {
    Site site;
    Provenance provenance{};
    std::int64_t requests = 0;  ///< warps that executed it with at least one active thread
    std::int64_t threads = 0;   ///< threads that executed it
    std::int64_t bytes = 0;     ///< distinct bytes of each request
    std::int64_t sectors = 0;
    std::int64_t tags = 0;
    std::array<std::int64_t, 4> sizes{};       ///< 32, 64, 96, 128-byte transactions
    std::array<std::int64_t, 3> sizes_cc13{};  ///< 32, 64, 128-byte transactions under the cc 1.3 rule
    std::int64_t conflicts = 0;                ///< shared memory: extra wavefronts
    std::int64_t taken = 0;                    ///< branch: threads whose condition held
    std::int64_t divergent = 0;                ///< branch: warps that went both ways

    friend bool operator==(const SiteCounts&, const SiteCounts&) = default;
};

/// One kernel launch of a case.
struct LaunchRecord {
    std::uint32_t index = 0;  ///< order of launching, from 0
    Stage stage;
    std::string kernel;  ///< short name of the kernel
    Dim3 grid, block;
    std::uint32_t shared_bytes = 0;          ///< static and dynamic
    std::uint32_t registers = 0;             ///< a thread; 0 where unknown
    std::uint64_t bound_bytes = 0;           ///< bytes the algorithm itself must move in this launch; 0 where unknown
    std::optional<std::int64_t> start_ns;    ///< since the case's first activity record
    std::optional<std::int64_t> duration_ns; ///< measured, from the activity trial
    std::vector<CounterValue> counters;
    std::vector<SiteCounts> sites;
};

/// One memory transfer seen in the activity trial.
struct TransferRecord {
    TransferKind kind{};
    std::uint64_t bytes = 0;
    std::int64_t start_ns = 0;  ///< since the case's first activity record
    std::int64_t duration_ns = 0;
};

/// One repetition of a case.
struct TrialRecord {
    TrialKind kind{};
    std::uint32_t index = 0;                  ///< among trials of its kind, from 0
    std::optional<std::int64_t> duration_ns;  ///< of the sort alone (no transfer); nothing for counter and model trials
    bool verified = false;                    ///< output sorted, and the same multiset as the input
    bool accepted = true;                     ///< false: left out of the summary, `note` says why
    std::string note;
};

/// Something a reader of the figures should know.
struct Note {
    Severity severity{};
    std::string text;
};

/// Time of a case, from its accepted time trials. Median and spread, not mean: see docs/measuring.md.
struct TimeSummary {
    std::int64_t median_ns = 0;
    std::int64_t min_ns = 0;
    std::int64_t max_ns = 0;
    double spread = 0;        ///< interquartile range / median
    std::uint32_t count = 0;  ///< accepted trials
    std::string stopped_by;   ///< which stopping rule ended the trials
};

/// Everything known of one case.
struct CaseRecord {
    CaseId id{};
    RunId run{};
    std::string variant;
    Workload workload;
    LaunchConfig config;
    Device device;
    BackendKind backend{};
    CaseStatus status = CaseStatus::ok;
    std::string message;               ///< why it is not ok
    bool padded = false;               ///< keys were added to reach a power of two
    std::uint64_t bound_bytes = 0;     ///< bytes the algorithm must move; 0 where unknown (opaque variants)
    std::string cache_state;           ///< "warm" or "flushed": state of L2 before each time trial
    std::optional<TimeSummary> time;   ///< nothing where no time was measured
    std::vector<TrialRecord> trials;
    std::vector<LaunchRecord> launches;
    std::vector<TransferRecord> transfers;
    std::vector<Note> notes;
    std::int64_t collect_ns = 0;  ///< wall time the whole case took the collector
};

/// One call of the collector.
struct RunRecord {
    RunId id{};
    std::string started_utc;  ///< ISO 8601, "2026-11-20T21:04:56Z"
    std::string ended_utc;    ///< empty while it runs, or where it was killed
    std::string command;      ///< the command line as given
    std::string program_version;
    Host host;
    std::uint32_t planned_cases = 0;
    std::vector<Note> notes;
};

}  // namespace sortscope
