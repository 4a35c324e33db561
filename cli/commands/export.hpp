// What the files of `sortscope export` share: charts by name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options/filter.hpp"
#include "core/records.hpp"
#include "db/read/reader.hpp"
#include "present/chart.hpp"

namespace sortscope::cli {

/// A picture of more launches shows no more than one of substages.
inline constexpr std::uint64_t most_drawn_launches = 200'000;

struct ChartRequest {
    std::string name;             ///< "stages", "matrix", "timeline", ...; see chart_names()
    std::string metric = "time";  ///< of stages, substages, launches, kernels and matrix
    std::string across;           ///< of compare: "variant=a,b", "device", ...
    std::string over = "block";   ///< of sweep and sweep-matrix
    double min_effect = 0.02;
    std::optional<TimeMode> time_mode;
};
struct ChartName {
    std::string_view name;
    bool of_case = false;  ///< of one case; else of all that are chosen
    std::string_view sentence;
};
const std::vector<ChartName>& chart_names();
/// Throws Error(usage) with the nearest.
const ChartName& chart_name(const std::string& name);

/// The chart of a case, or of the chosen cases of `file`. Throws Error(usage) if the request does not fit.
present::Chart case_chart(const db::Reader& reader, CaseId id, const ChartRequest& request);
present::Chart file_chart(const db::Reader& reader, const std::string& file, const CaseOptions& cases,
                          const ChartRequest& request);

}  // namespace sortscope::cli
