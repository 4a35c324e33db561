#include "kernels/simt/block_runner.hpp"

#include "kernels/context/site_counts.hpp"

namespace sortscope::kernels::simt {
namespace {
constexpr uint32_t warp_size = 32;
/// Enough for kernels, which have small frames. Only touched pages become resident.
constexpr size_t fiber_stack_bytes = 64 * 1024;
/// Fill pattern of shared memory, so that a read before the first write shows in the output.
constexpr std::byte shared_garbage{0xCD};

std::string place(const SourcePlace& site) {
    return short_source_path(site.file_name()) + ":" + std::to_string(site.line());
}
}  // namespace

void BlockRunner::begin(const KernelEntry& kernel, const std::byte* bound_arguments, const Launch& launch) {
    sites_.clear();
    kernel_ = kernel;
    arguments_ = bound_arguments;
    threads_ = uint32_t(launch.block.count());
    block_.grid = launch.grid;
    block_.block = launch.block;
    block_.shared_bytes = launch.shared_bytes;
    shared_.resize(launch.shared_bytes);
    block_.shared = shared_.data();
    const uint32_t lanes = kernel.synchronises ? threads_ : std::min(threads_, warp_size);
    while (lanes_.size() < lanes) lanes_.push_back(std::make_unique<LaneState>());
    exchanges_.resize((threads_ + warp_size - 1) / warp_size);
    for (uint32_t i = 0; i < lanes; ++i) {
        lanes_[i]->block = &block_;
        lanes_[i]->exchange = kernel.synchronises ? &exchanges_[i / warp_size] : nullptr;
    }
    // A warp's events are merged when its threads pause. A block of one thread need not wait: merge its
    // events while it runs.
    lanes_[0]->log.spill_to(
        threads_ == 1 ? +[](void* self) { static_cast<BlockRunner*>(self)->merge_warp(0, 1); } : nullptr,
        this);
    if (kernel.synchronises) start_fibers(threads_);
}

void BlockRunner::start_fibers(uint32_t threads) {
    while (fibers_.size() < threads) {
        LaneState& lane = *lanes_[fibers_.size()];
        fibers_.push_back(std::make_unique<Fiber>([this, &lane] { kernel_.run_thread(arguments_, lane); },
                                                  fiber_stack_bytes));
        lane.fiber = fibers_.back().get();
        lane.suspend = [](LaneState& self) { static_cast<Fiber*>(self.fiber)->suspend(); };
    }
}

void BlockRunner::run_block(uint32_t index) {
    block_.index = index;
    std::fill(shared_.begin(), shared_.end(), shared_garbage);
    if (kernel_.synchronises)
        run_with_fibers();
    else
        run_flat();
}

void BlockRunner::prepare_lane(LaneState& lane, uint32_t thread) {
    lane.thread = thread;
    lane.shared_top = 0;
    lane.exchanges = 0;
    lane.pause = Pause::none;
}

void BlockRunner::run_flat() {
    for (uint32_t first = 0; first < threads_; first += warp_size) {
        const uint32_t count = std::min(warp_size, threads_ - first);
        for (uint32_t i = 0; i < count; ++i) {
            prepare_lane(*lanes_[i], first + i);
            kernel_.run_thread(arguments_, *lanes_[i]);
        }
        merge_warp(0, count);
    }
}

void BlockRunner::run_with_fibers() {
    for (uint32_t thread = 0; thread < threads_; ++thread) prepare_lane(*lanes_[thread], thread);
    std::fill(exchanges_.begin(), exchanges_.end(), WarpExchange{});
    const auto warps = (threads_ + warp_size - 1) / warp_size;
    for (bool running = true; running;) {
        running = false;
        for (uint32_t warp = 0; warp < warps; ++warp) running |= run_warp(warp);
        if (running) check_same_place(0, threads_,
                                      Pause::barrier);  // all live lanes wait at a barrier
    }
}

/// Throws unless all lanes that paused for `why` are at the same source position.
void BlockRunner::check_same_place(uint32_t first, uint32_t count, Pause why) const {
    const LaneState* reference = nullptr;
    for (uint32_t thread = first; thread < first + count; ++thread) {
        const LaneState& lane = *lanes_[thread];
        if (lane.pause != why) continue;
        if (!reference)
            reference = &lane;
        else if (site_key(reference->pause_site) != site_key(lane.pause_site))
            throw Error(ErrorKind::verification,
                        "Threads of block " + std::to_string(block_.index) + " wait at different " +
                            (why == Pause::barrier ? "barriers" : "shuffles or votes") + ": thread " +
                            std::to_string(reference->thread) + " at " + place(reference->pause_site) +
                            ", thread " + std::to_string(lane.thread) + " at " + place(lane.pause_site) +
                            ". This is a defect of the kernel.");
    }
}

/// Runs a warp to its next block barrier or its end. Returns false if all lanes have returned.
bool BlockRunner::run_warp(uint32_t warp) {
    const uint32_t first = warp * warp_size;
    const uint32_t count = std::min(warp_size, threads_ - first);
    for (;;) {
        std::array<uint32_t, 4> paused{};
        for (uint32_t i = first; i < first + count; ++i) {
            LaneState& lane = *lanes_[i];
            if (lane.pause != Pause::exited) {
                lane.pause = Pause::exited;  // remains if the lane returns without a pause
                fibers_[i]->resume();
            }
            ++paused[size_t(lane.pause)];
        }
        merge_warp(first, count);
        const auto at_barrier = paused[size_t(Pause::barrier)];
        const auto at_collective = paused[size_t(Pause::collective)];
        if (at_barrier != 0 && at_collective != 0)
            throw Error(ErrorKind::verification,
                        "In block " + std::to_string(block_.index) + ", warp " + std::to_string(warp) +
                            ", some threads wait at a barrier while others shuffle or vote. "
                            "This is a defect of the kernel.");
        if (at_collective != 0) {
            check_same_place(first, count, Pause::collective);
            count_pause(first, count, SiteKind::warp_collective);
            continue;
        }
        if (at_barrier != 0) count_pause(first, count, SiteKind::barrier);
        return at_barrier != 0;
    }
}

void BlockRunner::merge_warp(uint32_t first, uint32_t count) {
    std::array<LaneLog*, warp_size> logs{};
    for (uint32_t i = 0; i < count; ++i) logs[i] = &lanes_[first + i]->log;
    merger_.merge({logs.data(), count});
}

void BlockRunner::count_pause(uint32_t first, uint32_t count, SiteKind kind) {
    SiteCounts* counts = nullptr;
    for (uint32_t i = first; i < first + count; ++i) {
        const LaneState& lane = *lanes_[i];
        if (lane.pause == Pause::exited) continue;
        if (!counts) {
            counts = &sites_.at(lane.pause_site, kind);
            ++counts->requests;
        }
        ++counts->threads;
    }
}
}
