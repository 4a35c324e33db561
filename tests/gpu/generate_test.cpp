// GPU and host generate equal inputs, bit for bit.
#include "kernels/cuda/device_keys.hpp"

#include "kernels/context/keys.hpp"
#include "kernels/cuda/device_memory.hpp"
#include "tests/gpu/gpu_fixture.hpp"

namespace sortscope::test {
namespace {
class GeneratedOnTheGpu : public GpuTest {};

TEST_F(GeneratedOnTheGpu, KeysAndDigestsAreThoseOfTheHost) {
    for (const auto& key : EnumTable<KeyType>::names())
        for (const auto& distribution : EnumTable<Distribution>::names()) {
            if (distribution.value == Distribution::file) continue;
            SCOPED_TRACE(std::string(key.name) + " " + std::string(distribution.name));
            const Workload workload{key.value, 100'003, distribution.value,
                                    7,         {},      distribution.value == Distribution::few ? 5U : 0U};
            const kernels::cuda::DeviceMemory memory(workload.bytes());
            kernels::cuda::generate_keys(memory.get(), workload.key, kernels::recipe_of(workload), nullptr);
            std::vector<std::byte> keys(workload.bytes());
            SORTSCOPE_CUDA_CALL(cudaMemcpy(keys.data(), memory.get(), keys.size(), cudaMemcpyDeviceToHost));
            EXPECT_TRUE(keys == kernels::make_keys(workload));
            for (const uint64_t run : {0U, 64U}) {
                const auto host = kernels::digest(keys, workload.key, run);
                const auto gpu =
                    kernels::cuda::device_digest(memory.get(), workload.n, workload.key, run, nullptr);
                EXPECT_EQ(std::tuple(gpu.sum, gpu.descents), std::tuple(host.sum, host.descents));
                EXPECT_EQ(gpu.out_of_range, host.out_of_range);
            }
        }
}
}  // namespace
}
