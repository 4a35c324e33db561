// Two files of cases compared, and what their stages did: for tests of how comparisons are shown.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "present/tables/compare.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/staged.hpp"

namespace sortscope::present::test {

inline CaseRecord of_rounds(std::int64_t id, std::uint64_t n, std::int64_t ns) {
    auto record = sample::case_of(id);
    edit(record).workload.n = n;
    record.time_mode = TimeMode::graph;
    record.time->mode = TimeMode::graph;
    record.time->median_ns = ns;
    for (std::uint32_t round = 0; round < 3; ++round)
        record.time->rounds.push_back({round, ns + static_cast<std::int64_t>(round) * ns / 10000, 0.01, 5});
    return record;
}

struct Two {
    std::vector<analyzer::CaseFile> files;
    std::vector<analyzer::Side> sides;
    analyzer::Comparison comparison;

    Two(std::vector<CaseRecord> base, std::vector<CaseRecord> other) {
        for (auto* cases : {&base, &other}) {
            auto& file = files.emplace_back();
            file.name = files.size() == 1 ? "folder/base.db" : "other.db";
            file.cases = std::move(*cases);
            file.variances = analyzer::RoundVariances(file.cases);
        }
        sides = analyzer::comparison_sides(files, {});
        comparison = analyzer::compare(sides[0], sides[1], {});
    }
    Table table() const { return comparison_table(comparison, sides[0].name, sides[1].name, 0.02); }
};

/// Cases of one file compared across `part`.
struct Across {
    analyzer::CaseFile file;
    std::vector<analyzer::Side> sides;
    analyzer::Comparison comparison;

    Across(const char* part, std::vector<CaseRecord> cases) {
        file.name = "a.db";
        file.cases = std::move(cases);
        file.variances = analyzer::RoundVariances(file.cases);
        analyzer::CompareOptions options;
        options.across = {part};
        sides = analyzer::comparison_sides({&file, 1}, options);
        comparison = analyzer::compare(sides.at(0), sides.at(1), options);
    }
    Across(const Across&) = delete;
    Across& operator=(const Across&) = delete;
};

inline std::vector<CaseRecord> cases(double factor, int count = 6) {
    std::vector<CaseRecord> all;
    for (int i = 0; i < count; ++i)
        all.push_back(
            of_rounds(i + 1, 1ULL << (12 + i), static_cast<std::int64_t>(factor * 100000 * (i + 1))));
    return all;
}

inline LaunchSums stage(int number, std::int64_t ns, std::int64_t sectors) {
    LaunchSums sums;
    sums.stage = number;
    sums.launches = 1;
    sums.time_ns = ns;
    sums.counters = {{CounterId::gld_sectors, Provenance::measured, sectors},
                     {CounterId::gst_sectors, Provenance::measured, sectors}};
    return sums;
}

}  // namespace sortscope::present::test
