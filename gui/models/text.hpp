// Typography: the window keeps the digits and words of present/.
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

/// Sets "21.70 us" with the micro sign, "2^20" with raised digits, quotations in curly marks, and an absent
/// value ("-", or nothing) as an en dash: absent is not zero.
QString typeset(std::string_view text);
/// The same, but quotation marks stay.
QString typeset_value(std::string_view text);

/// A command or a path, without control characters.
QString verbatim(std::string_view text);

/// A metric's meaning, formula and way of adding up, for a tooltip.
QString metric_words(const Metric& metric);

/// Whether `a` sorts before `b` if digits are numbers: "k=65536" before "k=67108864".
bool natural_less(QStringView a, QStringView b);

std::filesystem::path native(const QString& path);

/// "~/sorts.db" for a path below the home folder.
QString within_home(const QString& path);

}  // namespace sortscope::gui
