// Compares theoretical occupancy with NVIDIA's calculator from the CUDA Toolkit.
#include "core/metric/occupancy.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wshadow"
#include <cuda_occupancy.h>
#pragma GCC diagnostic pop

#include <gtest/gtest.h>

#include <climits>

namespace sortscope {
namespace {
cudaOccDeviceProp properties_of(int major, int minor, const MultiprocessorLimits& limits) {
    cudaOccDeviceProp p;
    p.computeMajor = major;
    p.computeMinor = minor;
    p.maxThreadsPerBlock = 1024;
    p.maxThreadsPerMultiprocessor = int(32 * limits.warps);
    p.regsPerBlock = p.regsPerMultiprocessor = int(limits.registers);
    p.warpSize = 32;
    p.sharedMemPerBlock = 48 * 1024;
    p.sharedMemPerMultiprocessor = limits.shared_bytes;
    p.numSms = 100;
    p.sharedMemPerBlockOptin = limits.shared_per_block_bytes;
    p.reservedSharedMemPerBlock = limits.shared_reserved_bytes;
    return p;
}

unsigned limits_of(const Occupancy& occupancy) {
    unsigned bits = 0;
    for (const auto limiter : occupancy.limiters)
        bits |= limiter == OccupancyLimiter::warps       ? OCC_LIMIT_WARPS
                : limiter == OccupancyLimiter::blocks    ? OCC_LIMIT_BLOCKS
                : limiter == OccupancyLimiter::registers ? OCC_LIMIT_REGISTERS
                                                         : OCC_LIMIT_SHARED_MEMORY;
    return bits;
}

TEST(Occupancy, IsNvidiasOnEveryComputeCapability) {
    const int capabilities[][2] = {{7, 0}, {7, 2},  {7, 5},  {8, 0},  {8, 6},  {8, 7},  {8, 9},
                                   {9, 0}, {10, 0}, {10, 1}, {10, 3}, {11, 0}, {12, 0}, {12, 1}};
    for (const auto& [major, minor] : capabilities) {
        const auto limits = multiprocessor_limits(major, minor).value();
        const auto properties = properties_of(major, minor, limits);
        cudaOccDeviceState state;
        state.cacheConfig = CACHE_PREFER_NONE;
        state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
        for (uint32_t threads = 32; threads <= 1024; threads += threads < 160 ? 1 : 64)
            for (uint32_t registers = 1; registers <= 255; registers += 7)
                for (uint32_t shared = 0; shared <= limits.shared_per_block_bytes + 2048;
                     shared += shared < 2048 ? 500 : 9000) {
                    cudaOccFuncAttributes function;
                    function.maxThreadsPerBlock = INT_MAX;
                    function.numRegs = int(registers);
                    function.sharedSizeBytes = 0;
                    function.partitionedGCConfig = PARTITIONED_GC_OFF;
                    function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
                    function.maxDynamicSharedSizeBytes = limits.shared_per_block_bytes;
                    function.numBlockBarriers = 1;
                    cudaOccResult theirs{};
                    ASSERT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(&theirs, &properties, &function, &state,
                                                                      int(threads), shared),
                              CUDA_OCC_SUCCESS);
                    const auto ours = theoretical_occupancy(limits, threads, registers, shared);
                    const unsigned others = OCC_LIMIT_BARRIERS | OCC_LIMIT_VIRTUAL_RESOURCES;
                    ASSERT_TRUE(ours.blocks == uint32_t(theirs.activeBlocksPerMultiprocessor) &&
                                (ours.blocks == 0 || limits_of(ours) == (theirs.limitingFactors & ~others)))
                        << major << '.' << minor << ", " << threads << " threads, " << registers
                        << " registers, " << shared << " bytes";
                }
    }
}
}  // namespace
}
