// Compares two files' cases, and makes sums of stages, for tests of comparisons.
#pragma once

#include "present/tables/compare.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/staged.hpp"

namespace sortscope::present::test {
inline CaseRecord of_rounds(int64_t id, uint64_t n, int64_t ns) {
    auto record = sample::case_of(id);
    edit(record).workload.n = n;
    record.time_mode = TimeMode::graph;
    record.time->mode = TimeMode::graph;
    record.time->median_ns = ns;
    for (uint32_t round = 0; round < 3; ++round)
        record.time->rounds.push_back({round, ns + int64_t(round) * ns / 10000, 0.01, 5});
    return record;
}

struct Two {
    std::vector<analyzer::CaseFile> files;
    std::vector<analyzer::Side> sides;
    analyzer::Comparison comparison;

    Two(std::vector<CaseRecord> base, std::vector<CaseRecord> other) {
        add("folder/base.db", std::move(base));
        add("other.db", std::move(other));
        compare({});
    }
    /// Cases of one file compared across `part`.
    Two(const char* part, std::vector<CaseRecord> cases) {
        add("a.db", std::move(cases));
        compare({.across = {part}});
    }
    Table table(bool all = false) const {
        return comparison_table(comparison, sides[0].name, sides[1].name, 0.02, all);
    }

 private:
    void add(const char* name, std::vector<CaseRecord> cases) {
        auto& file = files.emplace_back();
        file.name = name;
        file.cases = std::move(cases);
        file.variances = analyzer::RoundVariances(file.cases);
    }
    void compare(const analyzer::CompareOptions& options) {
        sides = analyzer::comparison_sides(files, options);
        comparison = analyzer::compare(sides.at(0), sides.at(1), options);
    }
};

inline std::vector<CaseRecord> cases(double factor, int count = 6) {
    std::vector<CaseRecord> all;
    for (int i = 0; i < count; ++i)
        all.push_back(of_rounds(i + 1, 1ULL << (12 + i), int64_t(factor * 100000 * (i + 1))));
    return all;
}

/// The difference of a pair whose base sorts 4 bytes.
inline PairDifference explained(const analyzer::ComparedPair& pair, const std::vector<LaunchSums>& base,
                                const std::vector<LaunchSums>& other, uint64_t other_bytes = 4) {
    const auto ns = [](const auto& time) { return time ? std::optional(time->ns) : std::nullopt; };
    return {&pair,
            analyzer::difference(base, other, ns(pair.base_time), ns(pair.other_time), 4, other_bytes)};
}

inline LaunchSums stage(int number, int64_t ns, int64_t sectors) {
    LaunchSums sums;
    sums.stage = number;
    sums.launches = 1;
    sums.time_ns = ns;
    sums.counters = {{CounterId::gld_sectors, Provenance::measured, sectors},
                     {CounterId::gst_sectors, Provenance::measured, sectors}};
    return sums;
}
}
