#include <algorithm>

#include "analyzer/reproduce/published.hpp"
#include "present/reproduce/reproduce.hpp"

namespace sortscope::present {
namespace {
using namespace analyzer::reproduce;

PublishedCurve curve_of(const Figure& figure, const analyzer::reproduce::Column& column) {
    const auto query = figure.query.with(column.query);
    PublishedCurve curve{.name = join({query.variant.empty() ? column.name : query.variant, figure.source,
                                       column.published.device}),
                         .variant = query.variant,
                         .key = query.key,
                         .points = {}};
    const bool rate = column.quantity == Quantity::rate;  // in Mkey/s
    const double unit = unit_ns(unit_of(column, figure));
    const auto values = published_values(column, figure);
    for (size_t i = 0; i < values.size(); ++i) {
        const auto n = figure.rows[i].query.n.value_or(0);
        const auto value = values[i].number.value_or(0);
        if (n > 0 && value > 0) curve.points.push_back({n, rate ? 1e3 * double(n) / value : value * unit});
    }
    std::ranges::sort(curve.points, {}, &PublishedCurve::Point::n);
    return curve;
}
}  // namespace

std::vector<PublishedCurve> published_curves(const std::vector<Figure>& figures) {
    std::vector<PublishedCurve> curves;
    for (const auto& figure : figures)
        for (const auto& column : figure.columns) {
            if (figure.axis != RowAxis::n || !column.published.given()) continue;
            if (!is_time(column.quantity) && column.quantity != Quantity::rate) continue;
            auto curve = curve_of(figure, column);
            const bool repeated = std::ranges::any_of(curves, [&](const PublishedCurve& one) {
                return one.name == curve.name && one.key == curve.key;
            });
            if (!curve.points.empty() && !repeated) curves.push_back(std::move(curve));
        }
    // Adds key types to names that several curves share.
    const auto plain = curves;
    for (auto& curve : curves)
        if (curve.key && std::ranges::count(plain, curve.name, &PublishedCurve::name) > 1)
            curve.name += " (" + std::string(name_of(*curve.key)) + ")";
    return curves;
}
}
