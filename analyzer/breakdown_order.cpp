#include "analyzer/breakdown_order.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "core/metric/metric.hpp"

namespace sortscope::analyzer {
namespace {

constexpr double absent = -std::numeric_limits<double>::infinity();

}  // namespace

void sort_rows(Breakdown& breakdown, const std::string& by) {
    const Metric* chosen = by == "share" ? nullptr : by == "time" ? &time_metric() : &metric(by);
    const auto key = [&](const BreakdownRow& row) {
        if (chosen == nullptr) return row.share.value_or(absent);
        const auto value = breakdown.value(*chosen, row);
        return value ? value->value.as_double() : absent;
    };
    std::vector<double> keys;  // computed once each: a formula may be long
    for (const auto& row : breakdown.rows) keys.push_back(key(row));
    std::vector<std::size_t> order(keys.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return keys[i]; });
    std::vector<BreakdownRow> rows;
    rows.reserve(order.size());
    for (const auto i : order) rows.push_back(std::move(breakdown.rows[i]));
    breakdown.rows = std::move(rows);
}

Shortened first_rows(const Breakdown& breakdown, std::size_t most) {
    Shortened result;
    for (const auto& row : breakdown.rows) result.rows.push_back(&row);
    if (most == 0 || result.rows.size() <= most) return result;
    auto& others = result.others.emplace();
    for (std::size_t i = most; i < result.rows.size(); ++i) add(others, *result.rows[i]);
    others.sums.label.clear();
    others.sums.stage = others.sums.substage = 0;
    result.other_rows = result.rows.size() - most;
    result.rows.resize(most);
    return result;
}

}  // namespace sortscope::analyzer
