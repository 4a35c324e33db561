// Launches of a case put together, as they are stored with it: added up by stage and substage, and in runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/records.hpp"
#include "db/read/reader.hpp"

namespace sortscope::db {

/// Takes the launches of one case in order of their index.
class StageSums {
 public:
    enum class By { stage, substage };
    explicit StageSums(By by = By::stage) : by_(by) {}
    /// `kernel`: number of its row. Throws SumTooGreat where a sum passes 64 bits.
    void add(const LaunchRecord& launch, std::int64_t kernel = 0);
    /// The same of launches that were added up already, of one stage, substage and kernel.
    void add(const LaunchSums& more, std::int64_t kernel = 0);
    /// In order of the first launch.
    const std::vector<LaunchSums>& sums() const { return sums_; }
    /// Of the first launch of each sum.
    const std::vector<std::int64_t>& kernels() const { return kernels_; }
    void clear();

 private:
    LaunchSums& find(int stage, int substage, const std::string& kernel, std::int64_t number);

    By by_;
    std::vector<LaunchSums> sums_;
    std::vector<std::int64_t> kernels_;
    std::map<std::tuple<int, int, std::string>, std::size_t, std::less<>>
        places_;  ///< by stage, substage (0: all) and kernel
    std::size_t last_ = 0;
};

/// Throws SumTooGreat where the sums of a case, each of them within 64 bits, are not so together: whoever
/// adds them up need not look.
void check_total(std::span<const LaunchSums> sums);

/// Takes the launches of one case in order of their index. If sums by substage are wanted, each launch is
/// added once, and stages are made of the substages.
class CaseSums {
 public:
    void begin(bool by_substage);
    /// `kernel`: number of its row. Throws SumTooGreat where a sum passes 64 bits.
    void add(const LaunchRecord& launch, std::int64_t kernel);
    /// Of all launches that were added. Throws SumTooGreat where a sum passes 64 bits.
    const StageSums& stages();
    /// Empty if they were not wanted, or if there are more than 4,096.
    const StageSums& substages() const { return substages_; }

 private:
    void add_substages_to_stages();

    StageSums stages_;
    StageSums substages_{StageSums::By::substage};
    bool by_substage_ = false;
};

/// Takes the launches of a case in order of their index, and puts those of each stream among launches_a_run
/// together.
class LaunchRuns {
 public:
    /// `origin`: 0 where unknown.
    void add(std::uint32_t index, std::int64_t origin, std::optional<std::int64_t> start_ns,
             std::optional<std::int64_t> duration_ns);
    /// In order of their first launch; empty if a launch had no time, or where streams take turns so often
    /// that runs save little.
    const std::vector<LaunchRun>& runs() const { return runs_; }
    void clear();

 private:
    std::vector<LaunchRun> runs_;
    std::size_t first_of_these_ = 0;  ///< first run of those that the last launch is among
    std::size_t last_ = 0;            ///< run of the launch before
    bool given_up_ = false;
};

}  // namespace sortscope::db
