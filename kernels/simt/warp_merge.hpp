// Rebuilds, from the logs of a warp's lanes, the requests that the hardware issues.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/simt/coalescing.hpp"
#include "kernels/simt/lane_log.hpp"
#include "kernels/simt/site_table.hpp"

namespace sortscope::kernels::simt {

/// Merges the logs of one warp and adds its requests to a SiteTable.
///
/// Lanes execute in lock step as long as they agree on the next event. Where they do not, the side that the
/// others will not reach later goes first (the others wait at their reconvergence point); with no such order,
/// the earlier source position goes first. Loop events nest: lanes meet at each iteration, and after the
/// loop, whatever their trip counts. This is the order of a machine that reconverges at immediate
/// post-dominators, which is what compilers arrange on every GPU.
class WarpMerger {
 public:
    /// `rule` decides sectors and tags; the size histograms (sectors of a line, and cc 1.3) are always
    /// counted too.
    WarpMerger(Rule rule, SiteTable& table) : rule_(rule), table_(table) {}

    /// Merges what `lanes` logged since the last merge (at most 32 logs; lanes without one are null), and
    /// clears the logs.
    void merge(std::span<LaneLog* const> lanes);

 private:
    /// Lanes as a bit mask.
    using Mask = std::uint32_t;

    bool has_next(std::size_t lane) const { return at_[lane] != end_[lane]; }
    Mask waiting(Mask lanes) const;
    void merge_agreeing(Mask lanes, std::size_t events);
    Mask run_level(Mask lanes);
    void run_loop(Mask lanes);
    Mask choose(Mask lanes) const;
    bool occurs_later(const Event& event, Mask lanes) const;
    void issue(Mask lanes);
    void issue_access(const Event& first, Mask lanes);
    void count_access(const SourcePlace& site, SiteKind kind, const Request& request);
    void issue_branch(const SourcePlace& site, Mask lanes, Mask taken);

    Rule rule_;
    SiteTable& table_;
    std::array<const Event*, 32> at_{};
    std::array<const Event*, 32> end_{};
};

}  // namespace sortscope::kernels::simt
