// Sizes of one sort, and files of them compared: for tests of comparisons.
#pragma once

#include "tests/sample/made_cases.hpp"

namespace sortscope::analyzer::made {

inline std::vector<CaseRecord> sizes(double factor = 1) {
    std::vector<CaseRecord> cases;
    for (int log2 = 10; log2 < 20; ++log2)
        cases.push_back(
            timed(log2 - 9, 1ULL << log2, factor * 1e4 * (log2 - 5), 0.0004 + 0.0001 * (log2 % 3)));
    return cases;
}

inline Comparison compared(const std::vector<CaseFile>& files, const CompareOptions& options = {}) {
    static std::vector<Side> sides;  // pairs point into the files, not the sides
    sides = comparison_sides(files, options);
    return compare(sides.at(0), sides.at(1), options);
}

}  // namespace sortscope::analyzer::made
