// Launches of a case added up by stage and kernel, as they are stored with it, or by substage, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/records.hpp"

namespace sortscope::db {

/// Takes the launches of one case in order of their index.
class StageSums {
 public:
    enum class By { stage, substage };
    explicit StageSums(By by = By::stage) : by_(by) {}
    /// Throws Error(data) where a sum passes 64 bits.
    void add(const LaunchRecord& launch);
    /// The same of launches that were added up already, of one stage, substage and kernel.
    void add(const LaunchSums& more);
    /// The same of a launch whose sum is known to be the one at `place` of sums().
    void add(const LaunchRecord& launch, std::size_t place);
    /// In order of the first launch.
    const std::vector<LaunchSums>& sums() const { return sums_; }
    /// Position in sums() of the launch that was added last.
    std::size_t last() const { return last_; }
    std::vector<LaunchSums> take() { return std::move(sums_); }
    void clear();

 private:
    By by_;
    std::vector<LaunchSums> sums_;
    std::map<std::tuple<int, int, std::string>, std::size_t>
        places_;  ///< by stage, substage (0: all) and kernel
    std::size_t last_ = 0;

    void find(int stage, int substage, const std::string& kernel);
};

/// Throws SumTooGreat where the sums of a case, each of them within 64 bits, are not so together: whoever
/// adds them up need not look.
void check_total(std::span<const LaunchSums> sums);

/// Takes the launches of one case in order of their index. As long as a sum is the same in whatever order
/// launches are added, one is added up once, by substage, and stages are made of those in the end.
class CaseSums {
 public:
    void begin(bool by_substage);
    /// `kernel`: number of its row. Throws SumTooGreat where a sum passes 64 bits.
    void add(const LaunchRecord& launch, std::int64_t kernel);

    struct Sums {
        const std::vector<LaunchSums>& sums;       ///< in order of the first launch
        const std::vector<std::int64_t>& kernels;  ///< of the first launch of each
    };
    /// Of all launches that were added. Throws SumTooGreat where a sum passes 64 bits.
    Sums stages();
    /// None where they were not asked for, or where there are so many that they are not worth their place.
    Sums substages() const { return {substages_.sums(), substage_kernels_}; }

 private:
    struct Place {
        int stage = 0, substage = 0;
        std::int64_t kernel = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    struct PlaceHash {
        std::size_t operator()(const Place& place) const;
    };

    bool add_to_substage(const LaunchRecord& launch, std::int64_t kernel);
    void make_stages();
    void forget_substages();

    StageSums stages_;
    StageSums substages_{StageSums::By::substage};
    std::vector<std::int64_t> stage_kernels_, substage_kernels_;
    std::unordered_map<Place, std::size_t, PlaceHash>
        places_;  ///< of substages_; found without the kernels' names
    bool by_substage_ = false;
    bool stages_are_due_ = false;  ///< what was added stands in substages_ alone
};

}  // namespace sortscope::db
