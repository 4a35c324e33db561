#include "gui/views/chart/tickers.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include <QFontMetricsF>

#include "gui/models/text.hpp"

namespace sortscope::gui {

namespace {

constexpr int most_candidates = 4000;  // more have less than a pixel each

constexpr double least_plain = 1e-4, most_plain = 1e7;  // others use powers of ten

bool wants_power(double value) { return value > 0 && (value >= most_plain || value < least_plain); }

/// "2.5·10⁷"; "10⁷" of 1.
QString power_text(double mantissa, int power, const QLocale& locale) {
    static const QString raised = u"\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"_s;
    QString text = locale.toString(mantissa, 'g', 6);
    text = text == u"1" ? u"10"_s : text + u"\u00b710"_s;
    if (power < 0) text += u'\u207b';
    for (const QChar digit : QString::number(std::abs(power))) text += raised.at(digit.digitValue());
    return text;
}

}  // namespace

IndexTicker::IndexTicker(const QCPAxis* axis, Label label, std::vector<int> important)
    : axis_(axis), label_(std::move(label)), important_(std::move(important)) {}

double IndexTicker::width_of(const QString& text) {
    if (const auto font = axis_->tickLabelFont(); font != font_) font_ = font, widths_.clear();
    double width = 0;
    for (const QChar character : text) {
        auto known = widths_.find(character);
        if (known == widths_.end())
            known = widths_.insert(character, QFontMetricsF(font_).horizontalAdvance(character));
        width += *known;
    }
    return width;
}

std::vector<IndexTicker::Candidate> IndexTicker::fitting(const std::vector<Candidate>& candidates,
                                                         double pixels_each) const {
    if (candidates.size() < 2) return candidates;
    // A vertical axis counts the height of labels.
    double widest = axis_->orientation() == Qt::Vertical
                        ? QFontMetricsF(axis_->tickLabelFont()).height() - 6
                        : std::ranges::max_element(candidates, {}, &Candidate::width)->width;
    int closest = candidates[1].at - candidates[0].at;
    for (std::size_t i = 2; i < candidates.size(); ++i)
        closest = std::min(closest, candidates[i].at - candidates[i - 1].at);
    const double room = closest * pixels_each;
    const auto step =
        std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil((widest + 8) / std::max(room, 0.01))));
    if (step == 1) return candidates;
    std::vector<Candidate> kept;
    for (std::size_t i = 0; i < candidates.size(); i += step) kept.push_back(candidates[i]);
    return kept;
}

std::vector<IndexTicker::Candidate> IndexTicker::important_of(const std::vector<Candidate>& candidates,
                                                              double pixels_each) const {
    std::vector<Candidate> important;
    std::ranges::copy_if(candidates, std::back_inserter(important), [&](const Candidate& candidate) {
        return std::ranges::binary_search(important_, candidate.at);
    });
    if (important.size() < 2) return {};
    // Greedy from the left: stages grow longer, so equal steps would drop more than they must.
    std::vector<Candidate> kept;
    double free_from = -1e300;
    for (const auto& candidate : important) {
        const double half = (candidate.width + 8) / 2;
        if (candidate.at * pixels_each - half < free_from) continue;
        kept.push_back(candidate);
        free_from = candidate.at * pixels_each + half;
    }
    return kept;
}

std::vector<IndexTicker::Candidate> IndexTicker::around_foremost(const std::vector<Candidate>& candidates,
                                                                 double pixels_each) const {
    const double least =
        QFontMetricsF(axis_->tickLabelFont()).height() - 1;  // between the middles of two lines
    const auto apart = [&](const Candidate& a, const Candidate& b) {
        return std::abs(a.at - b.at) * pixels_each >= least;
    };
    std::vector<Candidate> kept, others;
    for (const auto& candidate : candidates) {
        if (!std::ranges::binary_search(foremost_, candidate.at))
            others.push_back(candidate);
        else if (kept.empty() || apart(kept.back(), candidate))
            kept.push_back(candidate);
    }
    for (const auto& candidate : fitting(others, pixels_each))
        if (std::ranges::all_of(kept, [&](const Candidate& one) { return apart(one, candidate); }))
            kept.push_back(candidate);
    std::ranges::sort(kept, {}, &Candidate::at);
    return kept;
}

void IndexTicker::generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks,
                           QVector<double>* sub_ticks, QVector<QString>* labels) {
    std::vector<Candidate> all;
    const int first = static_cast<int>(std::ceil(range.lower)),
              last = static_cast<int>(std::floor(range.upper));
    // Among a million rows, keep round numbers.
    int stride = 1;
    while ((last - first) / stride > most_candidates) stride *= 10;
    for (int i = stride == 1 ? first : (std::max(first, 0) + stride - 1) / stride * stride; i <= last;
         i += stride)
        if (auto text = label_(i); !text.isEmpty()) {
            const double width = elided_ ? 0 : width_of(text);
            all.push_back({i, std::move(text), width});
        }
    const auto* area = axis_->axisRect();
    const double pixels = (axis_->orientation() == Qt::Vertical ? area->height() : area->width()) /
                          std::max(range.size(), 1e-9);
    auto kept = elided_ ? all : fitting(all, pixels);
    if (kept.size() < all.size() && !foremost_.empty())
        kept = around_foremost(all, pixels);
    else if (stride == 1 && kept.size() < all.size())
        if (auto important = important_of(all, pixels); !important.empty()) kept = std::move(important);
    ticks.clear();
    for (const auto& candidate : kept) ticks << candidate.at;
    if (sub_ticks) sub_ticks->clear();
    if (!labels) return;
    labels->clear();
    const QFontMetricsF metrics(axis_->tickLabelFont());
    for (const auto& candidate : kept)
        *labels << (elided_ ? metrics.elidedText(candidate.text, Qt::ElideMiddle, pixels - 10)
                            : candidate.text);
}

QVector<double> LogTicker::createTickVector(double, const QCPRange& range) {
    QVector<double> ticks;
    if (!(range.lower > 0) || !(range.upper > range.lower)) return ticks;
    const double decades = std::log10(range.upper / range.lower);
    if (decades < 0.3) {  // nearly linear: 0.9, 1, 1.1
        const double span = range.upper - range.lower,
                     power = std::pow(10.0, std::floor(std::log10(span / 3)));
        const double step = power * (span / power > 18 ? 5 : span / power > 7 ? 2 : 1);
        // Count steps: adding a tiny step might not change the value.
        const double first = std::ceil(range.lower / step);
        for (int i = 0; i <= 18; ++i)
            if (const double tick = (first + i) * step;
                tick <= range.upper && (ticks.isEmpty() || tick > ticks.back()))
                ticks << tick;
        return ticks;
    }
    const std::vector<double> steps = decades > 4     ? std::vector<double>{1}
                                      : decades > 2.2 ? std::vector<double>{1, 3}
                                      : decades > 0.7
                                          ? std::vector<double>{1, 2, 5}
                                          : std::vector<double>{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9};
    // Every second or third of very many decades.
    const int stride = std::max(1, static_cast<int>(decades / 8));
    for (int power = static_cast<int>(std::floor(std::log10(range.lower))); power <= std::log10(range.upper);
         ++power) {
        if (power % stride != 0) continue;
        for (const double step : steps) {
            const double tick = step * std::pow(10.0, power);
            if (tick >= range.lower && tick <= range.upper) ticks << tick;
        }
    }
    return ticks;
}

QVector<QString> LogTicker::createLabelVector(const QVector<double>& ticks, const QLocale& locale, QChar,
                                              int) {
    const bool powers = std::ranges::any_of(ticks, wants_power);
    QVector<QString> labels;
    for (const double tick : ticks) {
        const int power = static_cast<int>(std::floor(std::log10(tick) + 1e-9));
        labels << (powers ? power_text(tick / std::pow(10.0, power), power, locale)
                          : locale.toString(tick, 'g', 8));
    }
    return labels;
}

QVector<QString> LinearTicker::createLabelVector(const QVector<double>& ticks, const QLocale& locale, QChar,
                                                 int) {
    double largest = 0, step = std::numeric_limits<double>::infinity();
    for (const double tick : ticks) largest = std::max(largest, std::abs(tick));
    for (qsizetype i = 1; i < ticks.size(); ++i) step = std::min(step, ticks[i] - ticks[i - 1]);
    const bool powers = wants_power(largest) || (std::isfinite(step) && step < least_plain);
    const int power = powers ? static_cast<int>(std::floor(std::log10(largest) + 1e-9)) : 0;
    QVector<QString> labels;
    for (const double tick : ticks)
        labels << (!powers ? locale.toString(tick, 'g', 10)
                   : std::abs(tick) < largest * 1e-9
                       ? u"0"_s
                       : power_text(tick / std::pow(10.0, power), power, locale));
    return labels;
}

}  // namespace sortscope::gui
