// Stored sums of launches by stage and substage, and stored groups of launches.
#pragma once

#include <tuple>

#include "core/launch_group.hpp"
#include "core/records.hpp"

namespace sortscope::db {
/// Adds up launches of one case, in index order.
class StageSums {
 public:
    enum class By { stage, substage };
    explicit StageSums(By by = By::stage) : by_(by) {}
    /// `kernel`: row id of table 'kernel', or the caller's own number. Throws SumTooGreat.
    void add(const LaunchRecord& launch, int64_t kernel = 0);
    /// Adds the sum of launches of one stage, substage and kernel.
    void add(const LaunchSums& more, int64_t kernel);
    /// Sorted by first launch.
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

/// Throws SumTooGreat unless callers can add up all sums of a case within 64 bits.
void check_total(std::span<const LaunchSums> sums);

/// Adds up launches in index order: by stage, or on request by substage. With substages, a stage's sum is the
/// sum of its substages.
class CaseSums {
 public:
    explicit CaseSums(bool by_substage = false) : by_substage_(by_substage) {}
    /// As StageSums::add().
    void add(const LaunchRecord& launch, int64_t kernel = 0);
    /// Call it after the last launch. Throws SumTooGreat.
    const StageSums& stages();
    /// Empty without `by_substage`, and for more than 4,096 sums.
    const StageSums& substages() const { return substages_; }

 private:
    StageSums stages_, substages_{StageSums::By::substage};
    bool by_substage_;
};

/// Cases from this size on get groups of launches and sums by substage.
inline constexpr uint64_t least_launches_with_groups = 65'536;
inline constexpr uint32_t launches_a_group = 128;

/// Groups launches by origin, within each stretch of launches_a_group launches. Add launches in index order.
class LaunchGroups {
 public:
    /// `origin`: 0 if unknown.
    void add(uint32_t index, int64_t origin, std::optional<int64_t> start_ns,
             std::optional<int64_t> duration_ns);
    /// Sorted by first launch. Empty if a launch had no time, or if streams alternate too often.
    const std::vector<LaunchGroup>& groups() const { return groups_; }

 private:
    std::vector<LaunchGroup> groups_;
    size_t first_of_these_ = 0;  ///< first group of the current stretch
    size_t last_ = 0;            ///< group of the last launch
    bool is_abandoned_ = false;
};
}
