#include <algorithm>

#include "analyzer/reproduce/network.hpp"
#include "present/charts.hpp"
#include "present/reproduce/reproduce.hpp"

namespace sortscope::present {

Chart case_network_chart(std::uint64_t n, const std::vector<LaunchRecord>& launches) {
    const auto made = analyzer::reproduce::network_of(n, launches);
    std::vector<NetworkLink> links;
    Axis heat;
    heat.unit = "us";
    heat.title = "time of the launch (us, measured)";
    heat.largest = 0;
    if (made)
        for (std::size_t i = 0; i < made->columns.size(); ++i)
            for (const auto& comparator : made->columns[i].comparators) {
                NetworkLink link{.low = comparator.low,
                                 .high = comparator.high,
                                 .launch = static_cast<std::uint32_t>(i),
                                 .descending = comparator.descending};
                if (i < launches.size() && launches[i].duration_ns)
                    link.heat = static_cast<double>(*launches[i].duration_ns) / 1000;
                if (link.heat) {
                    heat.least = heat.largest == 0 ? *link.heat : std::min(heat.least, *link.heat);
                    heat.largest = std::max(heat.largest, *link.heat);
                }
                links.push_back(link);
            }
    auto chart = network_chart(static_cast<std::uint32_t>(n), links, heat);
    if (chart.empty())
        chart.empty_text =
            "A network is drawn of sorting networks of at most 64 keys, whose launches say what they "
            "compare.";
    return chart;
}

}  // namespace sortscope::present
