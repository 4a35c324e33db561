#include "kernels/context/plan.hpp"

#include <gtest/gtest.h>

#include "tests/core/expect_error.hpp"

namespace sortscope::kernels {
namespace {
/// Two buffers with plain members before, between and after them, so that a wrong offset shows.
template <class Key>
struct Copy {
    using key = Key;
    static constexpr std::string_view name = "copy";
    static constexpr auto buffers() { return std::tuple{&Copy::from, &Copy::to}; }

    uint32_t first = 0;
    Global<Key> from;
    uint32_t middle = 0;
    Global<Key> to;
    uint64_t last = 0;
};

template <class K>
K bound_kernel(const KernelArguments& arguments, std::span<void* const> bases) {
    K kernel;
    std::memcpy(static_cast<void*>(&kernel), arguments.bound(bases).data(), sizeof(K));
    return kernel;
}

TEST(KernelArguments, BindsEachBufferByItsNumber) {
    PlanBuilder builder;
    Copy<float> kernel;
    kernel.first = 11;
    kernel.to = builder.buffer<float>("keys", 8);
    kernel.from = builder.buffer<float>("other", 16);
    kernel.middle = 22;
    kernel.last = 33;
    const auto arguments = KernelArguments::of(kernel);

    std::array<float, 8> keys{};
    std::array<float, 16> other{};
    const std::array<void*, 2> bases{keys.data(), other.data()};
    const auto bound = bound_kernel<Copy<float>>(arguments, bases);
    EXPECT_EQ(std::tuple(bound.to.base, bound.to.size, bound.to.buffer), std::tuple(keys.data(), 8U, 0U));
    EXPECT_EQ(std::tuple(bound.from.base, bound.from.size), std::tuple(other.data(), 16U));
    EXPECT_EQ(std::tuple(bound.first, bound.middle, bound.last), std::tuple(11U, 22U, 33U));
}

TEST(KernelId, NamesTheKernelAndItsKeyType) {
    EXPECT_EQ(kernel_id<Copy<uint32_t>>(), "copy<u32>");
    std::vector<KeyType> keys;
    for_types(AllKeys{}, [&]<class Key>(TypeList<Key>) { keys.push_back(key_type_of<Key>()); });
    for (const auto& row : EnumTable<KeyType>::names())
        EXPECT_EQ(keys.at(size_t(row.value) - 1), row.value) << "in order of KeyType";
}

Launch launch_of(uint64_t threads, uint32_t block) {
    PlanBuilder builder;
    builder.launch({.stage = {1, 2, "label"},
                    .threads = threads,
                    .block = block,
                    .shared_bytes = 64,
                    .required_bytes = 5,
                    .comparators = 7},
                   Copy<float>{});
    return builder.take().launches.at(0);
}

TEST(PlanBuilder, SplitsThreadsIntoBlocks) {
    const Launch launch = launch_of(1024, 256);
    EXPECT_EQ(std::tuple(launch.grid, launch.block, launch.kernel, launch.stage, launch.shared_bytes),
              std::tuple((Dim3{4, 1, 1}), (Dim3{256, 1, 1}), "copy<f32>", (Stage{1, 2, "label"}), 64U));
    EXPECT_EQ(std::tuple(launch.required_bytes, launch.comparators), std::tuple(5U, 7U));
    EXPECT_EQ(launch_of(8, 256).block, (Dim3{8, 1, 1})) << "a grid smaller than a block";
    EXPECT_EQ(launch_of(uint64_t{1} << 27, 1).grid.x, uint32_t{1} << 27);
}

TEST(PlanBuilder, RefusesALaunchWithoutThreadsOrWithoutABlock) {
    test::expect_error(ErrorKind::internal, "copy<f32>", [] { launch_of(0, 256); });
    test::expect_error(ErrorKind::internal, "copy<f32>", [] { launch_of(64, 0); });
    test::expect_error(ErrorKind::internal, "100 threads", [] { launch_of(100, 64); });
}

TEST(Plan, AddsUpItsLaunches) {
    PlanBuilder builder;
    for (uint64_t i = 1; i <= 3; ++i)
        builder.launch({.stage = {}, .threads = 4, .block = 4, .required_bytes = 10 * i, .comparators = i},
                       Copy<float>{});
    const Plan plan = builder.take();
    EXPECT_EQ(std::tuple(plan.required_bytes(), plan.comparators()), std::tuple(60U, 6U));
    EXPECT_EQ(Plan{}.required_bytes(), 0U);
    EXPECT_EQ(Plan{}.comparators(), 0U);
}
}  // namespace
}
