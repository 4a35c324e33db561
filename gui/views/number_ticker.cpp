#include "gui/views/number_ticker.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace sortscope::gui {
namespace {

constexpr double least_plain = 1e-4, most_plain = 1e7;  // numbers beyond are told by powers of ten

bool wants_power(double value) { return value > 0 && (value >= most_plain || value < least_plain); }

/// "2.5·10⁷"; "10⁷" of 1.
QString power_text(double mantissa, int power, const QLocale& locale) {
    static const QString raised =
        QStringLiteral("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079");
    QString text = locale.toString(mantissa, 'g', 6);
    text = text == u"1" ? QStringLiteral("10") : text + QStringLiteral("\u00b710");
    if (power < 0) text += u'\u207b';
    for (const QChar digit : QString::number(std::abs(power))) text += raised.at(digit.digitValue());
    return text;
}

}  // namespace

QVector<double> LogTicker::createTickVector(double, const QCPRange& range) {
    QVector<double> ticks;
    if (!(range.lower > 0) || !(range.upper > range.lower)) return ticks;
    const double decades = std::log10(range.upper / range.lower);
    if (decades < 0.3) {  // as good as linear: 0.9, 1, 1.1
        const double span = range.upper - range.lower,
                     power = std::pow(10.0, std::floor(std::log10(span / 3)));
        const double step = power * (span / power > 18 ? 5 : span / power > 7 ? 2 : 1);
        // Counted: where a step is less than what tells two numbers apart, adding it would never arrive. No
        // more than 18 steps fit.
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
    // Of very many decades, every second or third.
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
                       ? QStringLiteral("0")
                       : power_text(tick / std::pow(10.0, power), power, locale));
    return labels;
}

}  // namespace sortscope::gui
