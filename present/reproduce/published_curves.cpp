#include "present/reproduce/reproduce.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "analyzer/reproduce/published.hpp"

namespace sortscope::present {
namespace {
using analyzer::reproduce::Figure;
using analyzer::reproduce::Quantity;
using analyzer::reproduce::RowAxis;

/// Published time in ns; absent for values that are neither time nor rate.
std::optional<double> published_time_of(double value, Quantity quantity, const std::string& unit, double n) {
    if (value <= 0) return std::nullopt;
    using Units = std::map<std::string, double>;
    static const Units times{{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    static const Units rates{{"Mkey/s", 1e3}, {"", 1e3}, {"Gkey/s", 1}};
    const bool rate = quantity == Quantity::rate;
    const auto& units = rate ? rates : times;
    const auto found = units.find(unit);
    if (found == units.end()) return std::nullopt;
    return rate ? found->second * n / value : value * found->second;
}

bool is_of_keys(Quantity quantity) {
    return quantity == Quantity::time || quantity == Quantity::mean_time || quantity == Quantity::rate;
}
}  // namespace

std::vector<PublishedCurve> published_curves(const std::vector<Figure>& figures) {
    std::vector<PublishedCurve> curves;
    for (const auto& figure : figures) {
        if (figure.axis != RowAxis::n || figure.kind == analyzer::reproduce::Kind::network ||
            figure.kind == analyzer::reproduce::Kind::timeline)
            continue;
        for (const auto& column : figure.columns) {
            if (!column.published.given() || !is_of_keys(column.quantity)) continue;
            const auto query = figure.query.with(column.query);
            PublishedCurve curve;
            curve.variant = query.variant;
            curve.key = query.key;
            curve.name = (query.variant.empty() ? column.name : query.variant) + ", " + figure.source;
            if (!column.published.device.empty()) curve.name += ", " + column.published.device;
            const auto values = analyzer::reproduce::published_values(column, figure);
            for (size_t i = 0; i < values.size(); ++i) {
                const auto& row = figure.rows[i];
                const auto& value = values[i].number;
                const auto n = row.query.n ? *row.query.n : uint64_t(std::llround(std::exp2(row.position)));
                if (!value || n == 0) continue;
                if (const auto ns = published_time_of(*value, column.quantity, figure.unit, double(n)))
                    curve.points.push_back({n, *ns});
            }
            std::ranges::sort(curve.points, {}, &PublishedCurve::Point::n);
            const bool known = std::ranges::any_of(curves, [&](const PublishedCurve& one) {
                return one.name == curve.name && one.key == curve.key;
            });
            if (!curve.points.empty() && !known) curves.push_back(std::move(curve));
        }
    }
    // Adds key types to names that several curves share.
    const auto plain = curves;
    for (auto& curve : curves)
        if (curve.key && std::ranges::count(plain, curve.name, &PublishedCurve::name) > 1)
            curve.name += " (" + std::string(name_of(*curve.key)) + ")";
    return curves;
}
}
