#include "present/charts/overview.hpp"

#include <fmt/core.h>

#include "core/text.hpp"
#include "present/charts/matrix.hpp"

namespace sortscope::present {
namespace {
using analyzer::Curve;
using analyzer::CurvePoint;

PartNames free_parts(const std::string& axis) { return {"variant", "parameters", "block", axis}; }
constexpr double mkeys_a_gkey = 1000;

std::string rate_text(double mkeys_per_s) {
    return mkeys_per_s >= mkeys_a_gkey ? format_significant(mkeys_per_s / mkeys_a_gkey, 3) + " G"
                                       : format_significant(mkeys_per_s, 3) + " M";
}

struct Best {
    const CurvePoint* point = nullptr;
    const Curve* curve = nullptr;
};
}  // namespace

std::vector<std::string> size_axes(std::span<const CaseRecord> cases) {
    std::vector<std::string> axes{"n"};
    for (const auto& record : cases)
        for (const auto& [name, value] : record.axes)
            if (record.is_program() && record.axes.number(name) && name != "block" && !contains(axes, name))
                axes.push_back(name);
    return axes;
}

std::vector<Condition> overview_groups(std::span<const Curve> curves, const std::string& axis) {
    std::vector<std::pair<Condition, size_t>> groups;
    for (const auto& curve : curves) {
        if (curve.promise != Promise::sorted) continue;
        const auto condition = curve.condition.leaving_free(free_parts(axis));
        auto known = std::ranges::find(groups, condition, &std::pair<Condition, size_t>::first);
        if (known == groups.end()) known = groups.insert(groups.end(), {condition, 0});
        known->second += curve.points.size();
    }
    std::ranges::stable_sort(groups, std::greater{}, &std::pair<Condition, size_t>::second);
    return mapped(groups, &std::pair<Condition, size_t>::first);
}

Chart overview_chart(std::span<const Curve> curves, const Condition& group, const std::string& axis) {
    Chart chart{
        .title = "Rate of each variant, against the fastest of its size",
        .empty_text = "No sort with a number of keys has a measured time: there are no rates to compare."};
    const auto free = free_parts(axis);
    const auto size = [&](double x) {
        return axis == "n" ? fmt::format("{} keys", format_count(uint64_t(x)))
                           : fmt::format("{} {}", axis, format_figure(x));
    };
    std::map<std::string, std::map<double, Best>> rows;
    std::map<double, double> fastest;  // rate by size
    for (const auto& curve : curves) {
        if (curve.promise != Promise::sorted || curve.condition.leaving_free(free) != group) continue;
        for (const auto& point : curve.points) {
            auto& best = rows[curve.condition.subject][point.x];
            if (best.point == nullptr || point.rate_mkeys_per_s > best.point->rate_mkeys_per_s)
                best = {&point, &curve};
            fastest[point.x] = std::max(fastest[point.x], point.rate_mkeys_per_s);
        }
    }
    std::vector<std::pair<double, std::string>> order;  // mean part of the fastest rate, name
    for (const auto& [name, points] : rows) {
        double sum = 0;
        for (const auto& [x, best] : points) sum += best.point->rate_mkeys_per_s / fastest[x];
        order.emplace_back(sum / double(points.size()), name);
    }
    if (order.empty()) return chart;
    std::ranges::sort(order, std::greater{});
    chart.x.title = axis == "n" ? "keys" : axis;
    chart.x.scale = chart.y.scale = Scale::categories;
    chart.y.names = true;
    for (const auto& [x, rate] : fastest)
        chart.x.ticks.push_back(axis == "n" ? format_count(uint64_t(x)) : format_figure(x));
    auto& heat = chart.heat.emplace();
    for (const auto& [part, name] : order) {
        chart.y.ticks.push_back(name);
        for (const auto& [x, rate] : fastest) {
            const auto [point, curve] = rows[name][x];
            auto& value = heat.values.emplace_back();
            auto& text = heat.texts.emplace_back();
            auto& hint = heat.hints.emplace_back();
            heat.case_ids.push_back(point != nullptr ? point->case_id : CaseId{});
            if (point == nullptr) continue;
            if (point->rate_mkeys_per_s >= rate) heat.outlined.push_back(heat.values.size() - 1);
            value = 100 * point->rate_mkeys_per_s / rate;
            text = rate_text(point->rate_mkeys_per_s);
            hint = fmt::format("{}, {}\n{}key/s, {} of the fastest\n{}", name, size(x), text,
                               format_percent(*value / 100), curve->label());
        }
    }
    chart.colour = value_colours(0, 100, "%", "rate, % of the fastest (measured)");
    chart.conditions = group.label();
    return chart;
}

std::string overview_sentence(std::span<const CaseRecord> cases, size_t runs) {
    std::set<std::string> variants, devices;
    size_t failed = 0;
    for (const auto& record : cases) {
        variants.insert(record.subject.name);
        if (!record.device.name.empty()) devices.insert(record.device.name);
        failed += record.status != CaseStatus::ok;
    }
    auto text = fmt::format("{} of {} on {}, in {}.", plural(cases.size(), "case"),
                            plural(variants.size(), "variant"), devices.empty() ? "no device" : join(devices),
                            plural(runs, "run"));
    if (failed > 0) text += fmt::format(" {} did not end well.", plural(failed, "case"));
    return text;
}
}
