// Typography of the window.
#pragma once

#include <filesystem>
#include <string_view>

#include <QString>
#include <QStringView>

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

/// Length of the first sentence, with its mark.
qsizetype first_sentence_length(QStringView text);

/// Shortens the middle of `text`, to `length` characters in all.
QString shortened_name(const QString& text, int length);

/// Removes control characters.
QString verbatim(std::string_view text);

/// A metric's meaning, formula and way of adding up.
QString metric_words(const Metric& metric);

/// Orders digits as numbers: "k=65536" before "k=67108864".
bool natural_less(QStringView a, QStringView b);

std::filesystem::path native(const QString& path);

/// "~/sorts.db" for a path below the home folder.
QString within_home(const QString& path);
}
