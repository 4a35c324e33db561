#include "gui/views/index_ticker.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QFontMetricsF>

namespace sortscope::gui {

namespace {

constexpr int most_candidates = 4000;  // more have less than a pixel each

}  // namespace

IndexTicker::IndexTicker(const QCPAxis* axis, Label label, std::vector<int> important)
    : axis_(axis), label_(std::move(label)), important_(std::move(important)) {}

QVector<double> IndexTicker::fitting(const QVector<double>& candidates, double pixels_each) const {
    if (candidates.size() < 2) return candidates;
    const QFontMetricsF metrics(axis_->tickLabelFont());
    // Along a vertical axis labels stand above each other: their height is what counts.
    const bool vertical = axis_->orientation() == Qt::Vertical;
    double widest = vertical ? metrics.height() - 6 : 0;
    if (!vertical)
        for (const double tick : candidates) widest = std::max(widest, metrics.horizontalAdvance(label_(static_cast<int>(tick))));
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
    const int first = static_cast<int>(std::ceil(range.lower)), last = static_cast<int>(std::floor(range.upper));
    // Of a million rows a round number is left out between two candidates, so that labels stay round, too.
    int stride = 1;
    while ((last - first) / stride > most_candidates) stride *= 10;
    for (int i = stride == 1 ? first : (std::max(first, 0) + stride - 1) / stride * stride; i <= last; i += stride)
        if (!label_(i).isEmpty()) all << i;
    for (auto at = std::lower_bound(important_.begin(), important_.end(), first); at != important_.end() && *at <= last && stride == 1; ++at)
        if (!label_(*at).isEmpty()) important << *at;
    const auto* area = axis_->axisRect();
    const double pixels = (axis_->orientation() == Qt::Vertical ? area->height() : area->width()) / std::max(range.size(), 1e-9);
    ticks = elided_ ? all : fitting(all, pixels);
    if (stride == 1 && ticks.size() < all.size() && important.size() > 1) {
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
