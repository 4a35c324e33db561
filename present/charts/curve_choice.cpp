#include "present/charts/curve_choice.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

namespace sortscope::present {
using analyzer::Curve;

std::vector<std::vector<Curve>> curves_by_input(const std::vector<Curve>& curves) {
    const PartNames free{"variant", "parameters", "block", "device", "backend", "cache", "time-mode"};
    std::vector<std::vector<Curve>> groups;
    for (const auto& curve : curves) {
        const auto found = std::ranges::find_if(groups, [&](const auto& group) {
            return group.front().condition.leaving_free(free) == curve.condition.leaving_free(free);
        });
        (found == groups.end() ? groups.emplace_back() : *found).push_back(curve);
    }
    std::ranges::stable_sort(groups, std::greater{}, &std::vector<Curve>::size);
    return groups;
}

CurveChoice most_common_curves(const std::vector<Curve>& curves) {
    constexpr size_t most_named = 6;
    const auto groups = curves_by_input(curves);
    if (groups.empty()) return {};
    CurveChoice choice{groups.front(), {}};
    if (groups.size() == 1) return choice;
    const auto name = [](const std::vector<Curve>& group) {
        std::vector<std::string> words;
        for (const auto* part : {"key", "n", "input"})
            if (auto word = group.front().condition.text(part); !word.empty())
                words.push_back(std::move(word));
        return fmt::format("{}", fmt::join(words, " "));
    };
    std::vector<std::string> others;
    for (size_t i = 1; i < groups.size() && i <= most_named; ++i)
        others.push_back(fmt::format("{} ({})", name(groups[i]), groups[i].size()));
    if (groups.size() > most_named + 1)
        others.push_back(fmt::format("{} more", groups.size() - most_named - 1));
    choice.note =
        fmt::format("Of {} curves, {} are {}. --key, --input and --n choose others: {}.", curves.size(),
                    choice.curves.size(), name(groups.front()), fmt::join(others, ", "));
    return choice;
}
}
