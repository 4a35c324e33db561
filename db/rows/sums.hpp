// Stored sums of launches by stage and substage, and stored groups of launches.
#pragma once

#include <tuple>

#include "core/launch_group.hpp"
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

/// Adds up launches, in order of their index, by stage and, if wanted, by substage. Stages are then sums of
/// substages, so that each launch is added only once.
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

/// Cases with at least this many launches also have groups of launches and sums by substage.
inline constexpr uint64_t least_launches_with_groups = 65'536;
inline constexpr uint32_t launches_a_group = 128;

/// Groups launches by stream, separately for each launches_a_group launches. Launches come in order of their
/// index.
class LaunchGroups {
 public:
    /// `origin`: 0 if unknown.
    void add(uint32_t index, int64_t origin, std::optional<int64_t> start_ns,
             std::optional<int64_t> duration_ns);
    /// Sorted by first launch. Empty if a launch had no time, or if streams alternate too often.
    const std::vector<LaunchGroup>& groups() const { return groups_; }

 private:
    std::vector<LaunchGroup> groups_;
    size_t first_of_these_ = 0;  ///< first group of the current launches_a_group launches
    size_t last_ = 0;            ///< group of the last launch
    bool is_abandoned_ = false;
};
}
