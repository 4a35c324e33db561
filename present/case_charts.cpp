#include "present/case_charts.hpp"

#include "analyzer/launches/roofline.hpp"
#include "present/advice.hpp"
#include "present/charts.hpp"

namespace sortscope::present {

Chart case_roofline_chart(const CaseRecord& details, std::span<const LaunchSums> stages,
                          std::span<const DeviceLimit> limits) {
    const auto roofs = analyzer::roofs_of(details.device, limits);
    if (details.status != CaseStatus::ok) {
        auto chart = roofline_chart({}, {}, roofs);
        chart.empty_text = not_placed_sentence(details.status);
        return chart;
    }
    LaunchSums all;
    for (const auto& stage : stages) add(all, stage);
    const double time_ns = details.time ? static_cast<double>(details.time->median_ns)
                                        : static_cast<double>(all.time_ns.value_or(0));
    return roofline_chart(analyzer::stage_placements(stages, roofs), analyzer::placement(all, time_ns, roofs),
                          roofs);
}

}  // namespace sortscope::present
