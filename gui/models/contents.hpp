// What the loader hands to the window: whole results, never half of one.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include <QString>

#include "analyzer/breakdown.hpp"
#include "analyzer/curve.hpp"
#include "core/records.hpp"

namespace sortscope::gui {

/// A file's list of cases (each at summary detail) and what is computed over all of them.
struct FileContents {
    QString path;
    int schema_version = 0;
    std::vector<RunRecord> runs;
    std::vector<CaseRecord> cases;
    std::vector<analyzer::Curve> throughput;
    std::vector<analyzer::Curve> block_sweeps;
};
using FileContentsPtr = std::shared_ptr<const FileContents>;

/// The groupings the window offers, in the order of its list.
inline constexpr std::array groupings{analyzer::Grouping::stage, analyzer::Grouping::substage,
                                      analyzer::Grouping::launch, analyzer::Grouping::kernel};

/// One case with its launches, broken down in every grouping.
struct CaseContents {
    CaseRecord record;
    std::array<analyzer::Breakdown, groupings.size()> breakdowns;  ///< in the order of `groupings`

    const analyzer::Breakdown& breakdown(analyzer::Grouping grouping) const {
        for (std::size_t i = 0; i < groupings.size(); ++i)
            if (groupings[i] == grouping) return breakdowns[i];
        return breakdowns.front();
    }
};
using CaseContentsPtr = std::shared_ptr<const CaseContents>;

}  // namespace sortscope::gui
