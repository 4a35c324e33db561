// Merges the logs of a warp's lanes into the requests that hardware issues.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/simt/coalescing.hpp"
#include "kernels/simt/event.hpp"
#include "kernels/simt/site_table.hpp"

namespace sortscope::kernels::simt {
/// Adds the requests of one warp to a SiteTable.
///
/// Lanes run in lock step while they agree on the next event. If they disagree, an event that no other lane
/// reaches later goes first. If that does not decide, the event at the earlier source position goes first.
/// Lanes meet at each iteration of a loop and after the loop. So warps reconverge at immediate
/// post-dominators, as compilers arrange on every GPU.
class WarpMerger {
 public:
    /// `rule` decides sectors and tags only.
    WarpMerger(Rule rule, SiteTable& table) : rule_(rule), table_(table) {}

    /// Merges and clears the logs of `lanes` (at most 32; null: a lane without a log).
    void merge(std::span<LaneLog* const> lanes);

 private:
    using Mask = uint32_t;

    bool has_next(size_t lane) const { return at_[lane] != end_[lane]; }
    Mask waiting(Mask lanes) const;
    void merge_agreeing(Mask lanes, size_t events);
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
}
