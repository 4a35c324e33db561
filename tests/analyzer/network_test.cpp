#include "analyzer/launches/network.hpp"

#include <gtest/gtest.h>

namespace sortscope::analyzer {
namespace {
using Launches = std::vector<LaunchRecord>;

LaunchRecord step_launch(const std::string& label, uint64_t comparators) {
    LaunchRecord launch;
    launch.stage.label = label;
    launch.comparators = comparators;
    return launch;
}

/// The launches of butterfly-full, bitonic-basic and banyan-global, with the labels of their plans.
Launches butterfly_launches(uint32_t n) {
    Launches all;
    for (uint32_t group = 2; group <= n; group *= 2) {
        all.push_back(step_launch("P=" + std::to_string(group) + " mirror", n / 2));
        for (uint32_t half = group / 2; half >= 2; half /= 2)
            all.push_back(step_launch("P=" + std::to_string(half), n / 2));
    }
    return all;
}

Launches bitonic_launches(uint32_t n) {
    Launches all;
    for (uint32_t k = 2; k <= n; k *= 2)
        for (uint32_t j = k / 2; j >= 1; j /= 2)
            all.push_back(step_launch("k=" + std::to_string(k) + " j=" + std::to_string(j), n / 2));
    return all;
}

Launches banyan_launches(uint32_t n) {
    Launches all;
    for (uint32_t level = 0; 1U << level < n; ++level) {
        if (level > 0) all.push_back(step_launch("SHUFFLE " + std::to_string(2U << level), 0));
        for (uint32_t bits = level + 1; bits >= 1; --bits) {
            all.push_back(step_launch("CMP " + std::to_string(level), n / 2));
            if (bits > 1) all.push_back(step_launch("BUTTERFLY " + std::to_string(1U << bits), 0));
        }
    }
    return all;
}

std::vector<uint32_t> sorted_by(const Network& network, std::vector<uint32_t> keys) {
    for (const auto& column : network.columns) {
        for (const auto& [low, high, descending] : column.comparators)
            if (descending ? keys[low] < keys[high] : keys[high] < keys[low])
                std::swap(keys[low], keys[high]);
        if (column.source.empty()) continue;
        auto routed = keys;
        for (size_t i = 0; i < keys.size(); ++i) routed[i] = keys[column.source[i]];
        keys = std::move(routed);
    }
    return keys;
}

/// True if the network sorts all inputs of zeros and ones, and so, by the 0-1 principle, any input.
bool sorts_all_zeros_and_ones(uint32_t n, const Launches& launches) {
    const auto network = network_of(n, launches);
    if (!network) return false;
    for (uint32_t input = 0; input < 1U << n; ++input) {
        std::vector<uint32_t> keys(n);
        for (uint32_t i = 0; i < n; ++i) keys[i] = input >> i & 1;
        if (!std::ranges::is_sorted(sorted_by(*network, std::move(keys)))) return false;
    }
    return true;
}

TEST(Networks, WhatIsDrawnSorts) {
    for (const uint32_t n : {2U, 4U, 8U, 16U})
        for (const auto& launches : {butterfly_launches(n), bitonic_launches(n), banyan_launches(n)})
            EXPECT_TRUE(sorts_all_zeros_and_ones(n, launches)) << n << launches.front().stage.label;
    auto launches = butterfly_launches(8);
    launches.pop_back();
    EXPECT_FALSE(sorts_all_zeros_and_ones(8, launches)) << "without the last launch";
}

TEST(Networks, OtherNamesAndNumbersAreNotDrawn) {
    EXPECT_FALSE(network_of(8, Launches{}) || network_of(8, Launches{step_launch("tile", 4)}));
    EXPECT_FALSE(network_of(8, Launches{step_launch("P=8", 12)})) << "as many comparators as its name says";
    EXPECT_FALSE(network_of(8, Launches{step_launch("P=16", 4)})) << "a group greater than the network";
    EXPECT_FALSE(network_of(8, Launches{step_launch("k=8 j=3", 4)}));
    EXPECT_FALSE(network_of(12, Launches{step_launch("P=4", 6)}));
    EXPECT_FALSE(network_of(128, Launches{step_launch("P=4", 64)})) << "too large to be read";
}
}  // namespace
}
