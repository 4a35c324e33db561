// Stored sums of launches by stage and substage, and stored runs of launches.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/metric/sums.hpp"
#include "core/records.hpp"

namespace sortscope::db {
/// Adds up launches of one case, in order of their index.
class StageSums {
 public:
    enum class By { stage, substage };
    explicit StageSums(By by = By::stage) : by_(by) {}
    /// `kernel`: row id of table 'kernel', or any number that the caller chooses. Throws SumTooGreat.
    void add(const LaunchRecord& launch, int64_t kernel = 0);
    /// Adds the sum of launches of one stage, substage and kernel.
    void add(const LaunchSums& more, int64_t kernel);
    /// Sums, sorted by first launch.
    const std::vector<LaunchSums>& sums() const { return sums_; }
    /// The `kernel` of each sum.
    const std::vector<int64_t>& kernels() const { return kernels_; }

 private:
    LaunchSums& find(int stage, int substage, const std::string& kernel, int64_t number);

    By by_;
    std::vector<LaunchSums> sums_;
    std::vector<int64_t> kernels_;
    /// Position of each sum by stage, substage (0: all) and kernel.
    std::map<std::tuple<int, int, std::string>, size_t, std::less<>> places_;
    size_t last_ = 0;
};

/// Throws SumTooGreat if the sums of a case add up to more than 64 bits, which readers do not check.
void check_total(std::span<const LaunchSums> sums);

/// Sums by stage, and by substage if wanted. Launches come in order of their index. Wanted substages are
/// added up to stages, so that each launch is added once.
class CaseSums {
 public:
    explicit CaseSums(bool by_substage = false) : by_substage_(by_substage) {}
    /// Adds a launch, as StageSums::add() does.
    void add(const LaunchRecord& launch, int64_t kernel = 0);
    /// Sums by stage. Call it after the last launch. Throws SumTooGreat.
    const StageSums& stages();
    /// Sums by substage; empty if not wanted or if there are more than 4,096.
    const StageSums& substages() const { return substages_; }

 private:
    StageSums stages_, substages_{StageSums::By::substage};
    bool by_substage_;
};

/// The launches of one stream among launches_a_run consecutive launches.
struct LaunchRun {
    int64_t origin = 0;            ///< as LaunchTime::origin
    uint32_t first = 0, last = 0;  ///< launch indices
    uint32_t launches = 0;
    uint32_t longest = 0;  ///< launch index
    int64_t longest_ns = 0;
    int64_t start_ns = 0, end_ns = 0;  ///< earliest start and latest end
    friend bool operator==(const LaunchRun&, const LaunchRun&) = default;
};

/// Cases with so many launches or more also have runs of launches and sums by substage.
inline constexpr uint64_t least_launches_with_runs = 65'536;
inline constexpr uint32_t launches_a_run = 128;

/// Groups each launches_a_run launches by stream. Launches come in order of their index.
class LaunchRuns {
 public:
    /// `origin`: 0 if unknown.
    void add(uint32_t index, int64_t origin, std::optional<int64_t> start_ns,
             std::optional<int64_t> duration_ns);
    /// Sorted by first launch. Empty if a launch had no time, or if streams alternate so often that runs save
    /// little space.
    const std::vector<LaunchRun>& runs() const { return runs_; }

 private:
    std::vector<LaunchRun> runs_;
    size_t first_of_these_ = 0;  ///< first run of the current launches_a_run launches
    size_t last_ = 0;            ///< run of the last launch
    bool is_abandoned_ = false;
};
}
