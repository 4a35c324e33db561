#include "gui/views/index_ticker.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QFontMetricsF>

namespace sortscope::gui {

IndexTicker::IndexTicker(const QCPAxis* axis, Label label, Important important)
    : axis_(axis), label_(std::move(label)), important_(std::move(important)) {}

QVector<double> IndexTicker::fitting(const QVector<double>& candidates, double pixels_each) const {
    if (candidates.size() < 2) return candidates;
    const QFontMetricsF metrics(axis_->tickLabelFont());
    double widest = 0;
    for (const double tick : candidates)
        widest = std::max(widest, metrics.horizontalAdvance(label_(static_cast<int>(tick))));
    double closest = candidates.at(1) - candidates.at(0);
    for (qsizetype i = 2; i < candidates.size(); ++i)
        closest = std::min(closest, candidates.at(i) - candidates.at(i - 1));
    const double room = closest * pixels_each;
    const auto step =
        std::max<qsizetype>(1, static_cast<qsizetype>(std::ceil((widest + 8) / std::max(room, 0.01))));
    if (step == 1) return candidates;
    QVector<double> kept;
    for (qsizetype i = 0; i < candidates.size(); i += step) kept << candidates.at(i);
    return kept;
}

void IndexTicker::generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks,
                           QVector<double>* sub_ticks, QVector<QString>* labels) {
    QVector<double> all, important;
    for (int i = static_cast<int>(std::ceil(range.lower)); i <= static_cast<int>(std::floor(range.upper));
         ++i) {
        if (label_(i).isEmpty()) continue;
        all << i;
        if (important_ && important_(i)) important << i;
    }
    const double pixels = axis_->axisRect()->width() / std::max(range.size(), 1e-9);
    ticks = elided_ ? all : fitting(all, pixels);
    if (ticks.size() < all.size() && !important.isEmpty()) {
        // Greedy from the left: stages grow longer, so equal steps would drop more than they must.
        ticks.clear();
        const QFontMetricsF metrics(axis_->tickLabelFont());
        double free_from = -1e300;
        for (const double tick : important) {
            const double half = (metrics.horizontalAdvance(label_(static_cast<int>(tick))) + 8) / 2;
            if (tick * pixels - half < free_from) continue;
            ticks << tick;
            free_from = tick * pixels + half;
        }
    }
    if (sub_ticks) sub_ticks->clear();
    if (!labels) return;
    labels->clear();
    const QFontMetricsF metrics(axis_->tickLabelFont());
    for (const double tick : std::as_const(ticks)) {
        const QString label = label_(static_cast<int>(tick));
        *labels << (elided_ ? metrics.elidedText(label, Qt::ElideMiddle, pixels - 10) : label);
    }
}

}  // namespace sortscope::gui
