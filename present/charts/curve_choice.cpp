#include "present/charts/curve_choice.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

namespace sortscope::present {
CurveChoice most_common_curves(const std::vector<analyzer::Curve>& curves) {
    constexpr size_t most_named = 6;
    std::vector<std::pair<std::string, std::vector<analyzer::Curve>>> groups;
    for (const auto& curve : curves) {
        auto name = curve.condition.text("key");
        if (const auto input = curve.condition.text("input"); !input.empty())
            name += (name.empty() ? "" : " ") + input;
        auto found = std::ranges::find(groups, name, &decltype(groups)::value_type::first);
        if (found == groups.end()) found = groups.insert(found, {name, {}});
        found->second.push_back(curve);
    }
    if (groups.empty()) return {};
    std::ranges::stable_sort(groups, std::greater{}, [](const auto& group) { return group.second.size(); });
    CurveChoice choice{std::move(groups.front().second), {}};
    if (groups.size() == 1) return choice;
    std::vector<std::string> others;
    for (size_t i = 1; i < groups.size() && i <= most_named; ++i)
        others.push_back(fmt::format("{} ({})", groups[i].first, groups[i].second.size()));
    if (groups.size() > most_named + 1)
        others.push_back(fmt::format("{} more", groups.size() - most_named - 1));
    choice.note =
        fmt::format("{} of {} curves have {}. --key and --dist choose others: {}.", choice.curves.size(),
                    curves.size(), groups.front().first, fmt::join(others, ", "));
    return choice;
}
}
