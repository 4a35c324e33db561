#include "gui/models/curve_chart.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <QStringList>

#include "gui/models/text.hpp"

namespace sortscope::gui {
namespace {

using analyzer::Curve;
using Curves = std::vector<const Curve*>;

constexpr std::size_t most_lines = 10;  // more cannot be told apart

double largest_rate(const Curve& curve) {
    double largest = 0;
    for (const auto& point : curve.points) largest = std::max(largest, point.rate_mkeys_per_s);
    return largest;
}

bool holds(const Curve& curve, const CaseRecord* selected) {
    return selected && analyzer::covers(curve, *selected);
}

/// The curves to draw, and a note on those left out.
Curves choose(const std::vector<Curve>& curves, CurveKind kind, const CaseRecord* selected, QString& note) {
    Curves chosen;
    if (curves.empty()) return chosen;
    const auto key = selected ? selected->workload.key : curves.front().key;
    const auto distribution = selected ? selected->workload.distribution : curves.front().distribution;
    const auto entropy_bits = selected ? selected->workload.entropy_bits : curves.front().entropy_bits;
    const auto n = selected ? selected->workload.n : curves.front().n;
    for (const auto& curve : curves)
        if (curve.key == key && curve.distribution == distribution && curve.entropy_bits == entropy_bits &&
            (kind == CurveKind::throughput || curve.n == n))
            chosen.push_back(&curve);
    const std::size_t all = chosen.size();
    if (all <= most_lines) return chosen;
    QString rule = QStringLiteral("the fastest");
    if (kind == CurveKind::throughput && selected && selected->backend != BackendKind::cpu &&
        selected->config.block != 0) {
        Curves same;
        for (const auto* curve : chosen)
            if (curve->backend == BackendKind::cpu || curve->block == 0 ||  // no block to choose
                curve->block == selected->config.block)
                same.push_back(curve);
        if (!same.empty()) {
            chosen = std::move(same);
            rule = QStringLiteral("those of block %1").arg(selected->config.block);
        }
    }
    if (chosen.size() > most_lines) {
        std::stable_sort(chosen.begin(), chosen.end(), [&](const Curve* a, const Curve* b) {
            if (holds(*a, selected) != holds(*b, selected)) return holds(*a, selected);
            if ((a->points.size() > 1) != (b->points.size() > 1)) return a->points.size() > 1;  // a point is no curve
            return largest_rate(*a) > largest_rate(*b);
        });
        chosen.resize(most_lines);
        rule = QStringLiteral("the fastest, and the selected case's");
    }
    note = QStringLiteral("%1 of %2 curves: %3.").arg(chosen.size()).arg(all).arg(rule);
    return chosen;
}

QString block_text(const Curve& curve) {
    return curve.block == 0 || curve.backend == BackendKind::cpu
               ? QString()
               : QStringLiteral("block %1").arg(curve.block);
}

/// Names lines by what differs between them, and gives the conditions that all share.
void name_lines(const Curves& curves, CurveKind kind, CurveChart& chart) {
    std::set<QString> blocks, devices;
    for (const auto* curve : curves) {
        if (const auto block = block_text(*curve); !block.isEmpty()) blocks.insert(block);
        devices.insert(to_qstring(curve->device));
    }
    QStringList shared{to_qstring(name_of(curves.front()->key)),
                       to_qstring(input_name(curves.front()->distribution, curves.front()->entropy_bits))};
    if (kind == CurveKind::block_sweep) shared.prepend(count_text(curves.front()->n));
    if (blocks.size() == 1 && kind == CurveKind::throughput) shared << *blocks.begin();
    if (devices.size() == 1) shared << *devices.begin();
    chart.conditions = shared.join(QStringLiteral(", "));
    std::map<std::string, std::set<std::map<std::string, std::int64_t>>> params;  // of each variant
    for (const auto* curve : curves) params[curve->variant].insert(curve->params);
    std::set<QString> seen;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const auto& curve = *curves[i];
        QStringList parts{to_qstring(curve.variant)};
        if (blocks.size() > 1 && !block_text(curve).isEmpty()) parts << block_text(curve);
        if (params[curve.variant].size() > 1)
            for (const auto& [name, value] : curve.params) parts << QStringLiteral("%1 %2").arg(to_qstring(name)).arg(value);
        if (devices.size() > 1) parts << elided(to_qstring(curve.device), 28);
        auto& line = chart.lines[i];
        line.tooltip = to_qstring(curve.label());
        line.name = parts.join(QStringLiteral(", "));
        // Lines that differ in the state of the cache alone take their full name.
        if (!seen.insert(line.name).second) line.name = line.tooltip;
        if (curve.provenance != Provenance::measured)
            line.name += QStringLiteral(" (%1)").arg(provenance_text(curve.provenance));
    }
}

ChartPoint chart_point(const analyzer::CurvePoint& point, CurveKind kind, double unit_ns) {
    ChartPoint drawn;
    drawn.log2_x = std::log2(point.x);
    drawn.value = kind == CurveKind::throughput ? point.rate_mkeys_per_s : point.median_ns / unit_ns;
    drawn.half_spread = drawn.value * point.spread / 2;
    drawn.id = point.id;
    return drawn;
}

}  // namespace

CurveChart curve_chart(const std::vector<Curve>& curves, CurveKind kind, const CaseRecord* selected) {
    CurveChart chart;
    const auto chosen = choose(curves, kind, selected, chart.note);
    if (chosen.empty()) {
        chart.empty_text =
            kind == CurveKind::throughput
                ? QStringLiteral(
                      "No case of this key type and distribution has a measured time, so there is no rate to "
                      "draw. "
                      "Modelled cases have counters, but no time.")
                : QStringLiteral(
                      "No variant was timed at two or more block sizes for this number of keys, key type and "
                      "distribution. Collect with --block 32..1024 to see a block sweep.");
        return chart;
    }
    double largest_ns = 0;
    for (const auto* curve : chosen)
        for (const auto& point : curve->points) largest_ns = std::max(largest_ns, point.median_ns);
    const auto unit = time_unit(largest_ns);
    const bool measured = std::all_of(chosen.begin(), chosen.end(), [](const Curve* curve) {
        return curve->provenance == Provenance::measured;
    });
    const QString source = measured ? QStringLiteral(", measured") : QString();
    chart.key_title = kind == CurveKind::throughput ? QStringLiteral("number of keys")
                                                    : QStringLiteral("block size (threads)");
    chart.powers = kind == CurveKind::throughput;
    chart.value_title = kind == CurveKind::throughput
                            ? QStringLiteral("rate (Mkey/s%1)").arg(source)
                            : QStringLiteral("median time (%1%2)").arg(unit.name, source);
    chart.lines.resize(chosen.size());
    name_lines(chosen, kind, chart);
    double smallest = 0, largest = 0;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        auto& line = chart.lines[i];
        line.current = holds(*chosen[i], selected);
        for (const auto& point : chosen[i]->points) {
            auto drawn = chart_point(point, kind, unit.ns);
            drawn.tooltip =
                QStringLiteral("%1\n%2 %3: %4, %5\nSpread %6 % (interquartile range / median), %7")
                    .arg(line.name, count_text(static_cast<std::uint64_t>(point.x)),
                         kind == CurveKind::throughput ? QStringLiteral("keys")
                                                       : QStringLiteral("threads a block"),
                         time_text(point.median_ns), rate_text(point.rate_mkeys_per_s),
                         decimal_text(100 * point.spread, 1), provenance_text(chosen[i]->provenance));
            smallest = smallest == 0 ? drawn.value : std::min(smallest, drawn.value);
            largest = std::max(largest, drawn.value);
            line.points.push_back(std::move(drawn));
        }
    }
    chart.log_value = smallest > 0 && largest / smallest > 50;
    return chart;
}

}  // namespace sortscope::gui
