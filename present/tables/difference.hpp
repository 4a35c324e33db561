// What makes the difference of a pair: sentences and tables.
#pragma once

#include <set>
#include <span>
#include <string>

#include "analyzer/timing/compare.hpp"
#include "analyzer/timing/difference.hpp"
#include "present/table.hpp"

namespace sortscope::present {

struct PairDifference {
    const analyzer::ComparedPair* pair = nullptr;
    analyzer::CaseDifference difference;
};

/// "sectors loaded 8,192 -> 16,384 (2.00x), ...": the first `most`.
std::string differences_text(std::span<const analyzer::MetricDifference> metrics, std::size_t most);

/// All, by id, for programs.
std::string differing_counters(std::span<const analyzer::MetricDifference> metrics);

/// "bitonic-b2 u32 2^20: slower, +3.1 % (+12.3 us). Kernels: 90 % of the difference, ...".
std::string difference_sentence(const PairDifference& one);

std::set<Provenance> provenances_of(std::span<const PairDifference> pairs);

/// Why no pair is explained; empty if one is.
std::string nothing_explained(const analyzer::Comparison& comparison);

/// One row a stage, then kernels, rest and sort.
Table stage_difference_table(const PairDifference& one, const std::string& base, const std::string& other);

/// One row a pair without times.
Table counter_table(std::span<const PairDifference> pairs, const std::string& base, const std::string& other);

}  // namespace sortscope::present
