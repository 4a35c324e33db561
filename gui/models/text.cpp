#include "gui/models/text.hpp"

#include <bit>
#include <cmath>

#include <QLocale>

#include "core/text.hpp"

namespace sortscope::gui {

QString absent_text() { return QStringLiteral("\u2013"); }

QString to_qstring(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString power_of_two_text(int exponent) {
    static const QString raised =
        QStringLiteral("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079");
    QString text = QStringLiteral("2");
    for (const QChar digit : QString::number(exponent))
        text += digit == u'-' ? QChar(u'\u207b') : raised.at(digit.digitValue());
    return text;
}

QString count_text(std::uint64_t count) {
    if (count >= 1024 && std::has_single_bit(count)) return power_of_two_text(std::countr_zero(count));
    return QLocale(QLocale::English).toString(static_cast<qulonglong>(count));
}

QString grouped_text(std::int64_t value) { return to_qstring(format_grouped(value)); }

QString time_text(double ns) {
    return to_qstring(format_time_ns(ns)).replace(QStringLiteral("us"), QStringLiteral("\u00b5s"));
}

QString decimal_text(double value, int decimals) {
    return QLocale(QLocale::English).toString(value, 'f', decimals);
}

TimeUnit time_unit(double largest_ns) {
    if (largest_ns >= 1e9) return {1e9, QStringLiteral("s")};
    if (largest_ns >= 1e6) return {1e6, QStringLiteral("ms")};
    if (largest_ns >= 1e3) return {1e3, QStringLiteral("\u00b5s")};
    return {1, QStringLiteral("ns")};
}

QString provenance_text(Provenance provenance) { return to_qstring(name_of(provenance)); }

QString provenance_sentence(Provenance provenance) {
    for (const auto& row : EnumTable<Provenance>::names())
        if (row.value == provenance)
            return to_qstring(row.name) + QStringLiteral(": ") + to_qstring(row.description);
    return provenance_text(provenance);
}

Provenance case_provenance(const CaseRecord& record) {
    return record.backend == BackendKind::simt ? Provenance::modelled : Provenance::measured;
}

QString case_text(const CaseRecord& record) {
    QString text = count_text(record.workload.n) + u' ' + to_qstring(name_of(record.workload.key)) + u' ' +
                   to_qstring(record.workload.input_name());
    if (record.backend != BackendKind::cpu) text += QStringLiteral(", block %1").arg(record.config.block);
    for (const auto& [name, value] : record.config.params)
        text += QStringLiteral(", %1=%2").arg(to_qstring(name)).arg(value);
    return text;
}

std::optional<double> rate_mkeys_per_s(const CaseRecord& record) {
    if (!record.time || record.time->median_ns <= 0) return std::nullopt;
    // 1e-6 N / T with T in seconds is 1e3 N / T with T in nanoseconds.
    return 1e3 * static_cast<double>(record.workload.n) / static_cast<double>(record.time->median_ns);
}

QString rate_text(double mkeys_per_s) {
    const int decimals = mkeys_per_s >= 100 ? 0 : mkeys_per_s >= 10 ? 1 : mkeys_per_s >= 1 ? 2 : 3;
    return decimal_text(mkeys_per_s, decimals) + QStringLiteral(" Mkey/s");
}

QString elided(const QString& text, int length) {
    if (text.size() <= length || length < 5) return text;
    const qsizetype tail = (length - 1) / 3;
    return text.left(length - 1 - tail) + u'\u2026' + text.right(tail);
}

}  // namespace sortscope::gui
