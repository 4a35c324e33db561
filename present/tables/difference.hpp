// What made the difference of a pair: sentences and tables.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "analyzer/timing/compare.hpp"
#include "analyzer/timing/difference.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// What made the difference of one pair: of two cases with times the stage that did most, with its counters.
struct PairDifference {
    const analyzer::ComparedPair* pair = nullptr;
    analyzer::CaseDifference difference;
};

/// "sectors loaded 8,192 -> 16,384 (2.00x), divergent branches 12+ -> 0+, ...": the first `most` of them,
/// each with the mark of its provenance.
std::string differences_text(std::span<const analyzer::MetricDifference> metrics, std::size_t most);

/// All of them for programs: by ids, as they were counted.
std::string differing_counters(std::span<const analyzer::MetricDifference> metrics);

/// "bitonic-b2 u32 2^20: slower, +3.1 % (+12.3 us). Kernels make 90 % of it, stage 3 alone 80 % (sectors
/// loaded and stored 8,192 -> 16,384 (2.00x)); what is between them (launch gaps, host) 10 %." A difference
/// that is none (same, unclear) is not explained, which it says. Of a pair without a ratio: "...: not timed
/// on both sides; 3 counters that both have differ: ...".
std::string difference_sentence(const PairDifference& one);

/// Of what differences_text() of these pairs, and their stages, is made.
std::set<Provenance> provenances_of(std::span<const PairDifference> pairs);

/// Why no pair of a comparison is explained; empty where one is, or where none has times.
std::string nothing_explained(const analyzer::Comparison& comparison);

/// Stage by stage: both times, the difference, its part of the whole, the counters that differ; below a rule
/// all kernels, what is left over (launch gaps, host), and the sort.
Table stage_difference_table(const PairDifference& one, const std::string& base, const std::string& other);

/// One row a condition without times to compare (modelled cases): how many counters both have, how many
/// differ, and which most. Its note says where the sides do not sort the same.
Table counter_table(std::span<const PairDifference> pairs, const std::string& base, const std::string& other);

}  // namespace sortscope::present
