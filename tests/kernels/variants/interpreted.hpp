// Runs planned variants in the interpreter.
#pragma once

#include <gtest/gtest.h>

#include "kernels/context/keys.hpp"
#include "kernels/context/site_counts.hpp"
#include "kernels/simt/interpreter.hpp"
#include "kernels/variants/register.hpp"

namespace sortscope::kernels::test {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
/// Slow builds test every path of every kernel, but in fewer and smaller cases.
inline constexpr bool slow_build = true;
#else
inline constexpr bool slow_build = false;
#endif

/// 1 + 2 + ... + levels: the steps of a bitonic network of 2^levels keys.
constexpr uint64_t triangle(uint64_t levels) { return levels * (levels + 1) / 2; }

inline uint64_t buffer_bytes(const Plan& plan) {
    uint64_t sum = 0;
    for (const auto& buffer : plan.buffers) sum += buffer.bytes();
    return sum;
}

/// All planned variants and their interpreter kernels.
struct Planned {
    VariantRegistry variants;
    simt::KernelTable kernels;
    Planned() { register_host_kernels(variants, kernels); }
};

inline const Planned& planned() {
    static const Planned all;
    return all;
}

/// Names of all planned variants, to instantiate a test for each.
inline std::vector<std::string_view> planned_names() {
    std::vector<std::string_view> names;
    for (const auto& variant : planned().variants.all()) names.push_back(variant.info.name);
    return names;
}

/// Variant's name as the end of a test's name: GoogleTest takes no hyphens.
inline std::string name_of_test(const testing::TestParamInfo<std::string_view>& variant) {
    std::string name(variant.param);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

inline Workload workload(KeyType key, uint64_t n, Distribution distribution = Distribution::uniform) {
    return {key, n, distribution, 1, {}};
}

/// Configurations of a variant with blocks of `block` threads: one for each value of its first parameter.
inline std::vector<LaunchConfig> configs_of(std::string_view variant, uint32_t block) {
    const VariantInfo& info = planned().variants.find(variant).info;
    if (info.parameters.empty()) return {effective_config(info, {block, {}})};
    std::vector<LaunchConfig> configs;
    for (const auto value : info.parameters.front().values)
        configs.push_back(effective_config(info, {block, {{info.parameters.front().name, value}}}));
    return configs;
}

inline Plan plan_of(std::string_view variant, const Workload& work, uint32_t block) {
    return planned().variants.find(variant).plan(work, {block, {}});
}

/// Runs a whole plan on `keys` and replaces them by the plan's output.
inline void run_plan(const Plan& plan, std::span<std::byte> keys, unsigned workers = 1) {
    simt::Interpreter interpreter(plan, planned().kernels, {simt::Rule::cc3, workers});
    std::copy(keys.begin(), keys.end(), interpreter.keys().begin());
    for (const auto& launch : plan.launches) interpreter.run(launch);
    std::copy(interpreter.output().begin(), interpreter.output().end(), keys.begin());
}

/// The plan's output for `keys`.
template <class T>
std::vector<T> output_of(const Plan& plan, std::vector<T> keys) {
    run_plan(plan, std::as_writable_bytes(std::span(keys)));
    return keys;
}

template <class T>
std::vector<T> generated_keys(const Workload& work) {
    const auto bytes = make_keys(work);
    std::vector<T> keys(work.n);
    std::memcpy(keys.data(), bytes.data(), bytes.size());
    return keys;
}

/// `keys` sorted stably by the order that kernels use.
template <class T>
std::vector<T> stably_sorted(std::vector<T> keys) {
    std::stable_sort(keys.begin(), keys.end(), before<T>);
    return keys;
}

/// Runs `plan` on every `stride`-th sequence of `n` zeros and ones, and calls check(bits, output) for each.
template <class Check>
void run_zeros_and_ones(const Plan& plan, uint32_t n, uint32_t stride, Check&& check) {
    simt::Interpreter interpreter(plan, planned().kernels, {simt::Rule::cc3, 1});
    auto* const input = reinterpret_cast<uint32_t*>(interpreter.keys().data());
    const std::span output(reinterpret_cast<const uint32_t*>(interpreter.output().data()), n);
    for (uint32_t bits = 0; bits < 1U << n && !testing::Test::HasFatalFailure(); bits += stride) {
        for (uint32_t i = 0; i < n; ++i) input[i] = bits >> i & 1;
        for (const auto& launch : plan.launches) interpreter.run(launch);
        check(bits, output);
    }
}

/// The counters of each launch of a variant on a workload.
inline std::vector<std::vector<CounterValue>> count_plan(const Plan& plan, const Workload& work,
                                                         unsigned workers = 1) {
    simt::Interpreter interpreter(plan, planned().kernels, {simt::Rule::cc3, workers});
    const auto keys = make_keys(work);
    std::copy(keys.begin(), keys.end(), interpreter.keys().begin());
    std::vector<std::vector<CounterValue>> counters;
    for (const auto& launch : plan.launches)
        counters.push_back(launch_counters(interpreter.run(launch), Provenance::modelled));
    return counters;
}
}
