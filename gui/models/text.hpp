// Typography of the window.
#pragma once

#include <filesystem>

#include <QtGui>

namespace sortscope {
struct Metric;
}

namespace sortscope::gui {
using namespace Qt::StringLiterals;

QString to_qstring(std::string_view text);

/// Sets "us" with the micro sign and "2^20" with raised digits. Quotations get curly marks. An absent value
/// ("-" or empty) becomes an en dash.
QString typeset(std::string_view text);
/// As typeset(), but keeps quotation marks.
QString typeset_value(std::string_view text);
qsizetype first_sentence_length(QStringView text);

/// Shortens the middle of `text`, to `length` characters in all.
QString shortened_name(const QString& text, int length);

/// Shortens the middle of `name` to fit into `room` pixels.
QString fitted_name(const QString& name, const QFontMetrics& metrics, int room);

/// Cuts the end of `text` to fit into `room` pixels. A number and its unit stay whole or are left out.
QString elided(const QString& text, const QFontMetrics& metrics, int room);

/// As elided(), but keeps the end of a path. In "variant · keys · more" it keeps the keys and the end.
QString fitted_label(const QString& label, const QFontMetrics& metrics, int room);
QString verbatim(std::string_view text);
QString metric_words(const Metric& metric);

/// Orders digits as numbers: "k=65536" before "k=67108864".
bool natural_less(QStringView a, QStringView b);
std::filesystem::path native(const QString& path);

/// A path as messages and titles show it, with control characters escaped.
QString shown_path(const QString& path);
QString file_name(const QString& path);
/// "~/sorts.db" for a path below the home folder; else shown_path().
QString within_home(const QString& path);
}
