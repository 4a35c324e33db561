// Runs the threads of a block one after the other and merges their logs by warp. Each worker has a runner.
#pragma once

#include <memory>
#include <vector>

#include "kernels/simt/fiber.hpp"
#include "kernels/simt/kernel_table.hpp"
#include "kernels/simt/warp_merge.hpp"

namespace sortscope::kernels::simt {
class BlockRunner {
 public:
    explicit BlockRunner(Rule rule) : merger_(rule, sites_) {}

    /// Prepares for the blocks of `launch` and clears counts.
    void begin(const KernelEntry& kernel, const std::byte* bound_arguments, const Launch& launch);
    void run_block(uint32_t index);
    std::span<const SiteCounts> sites() const { return sites_.rows(); }

 private:
    void prepare_lane(LaneState& lane, uint32_t thread);
    void run_flat();
    void run_with_fibers();
    bool run_warp(uint32_t warp);
    void merge_warp(uint32_t first, uint32_t count);
    void check_same_place(uint32_t first, uint32_t count, Pause why) const;
    void count_pause(uint32_t first, uint32_t count, SiteKind kind);
    void start_fibers(uint32_t threads);

    SiteTable sites_;
    WarpMerger merger_;
    KernelEntry kernel_;
    const std::byte* arguments_ = nullptr;
    uint32_t threads_ = 0;
    BlockState block_;
    std::vector<std::byte> shared_;
    std::vector<std::unique_ptr<LaneState>> lanes_;  ///< by pointer: fibers hold their addresses
    std::vector<std::unique_ptr<Fiber>> fibers_;
    std::vector<WarpExchange> exchanges_;
};
}
