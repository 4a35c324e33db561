// Typography, the only change that the window makes to texts of present/: it keeps their digits and words.
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

/// A text of present as a window writes it: "21.70 us" with the micro sign, "2^20" as 2 with raised digits;
/// an absent value
/// ("-", or nothing) is an en dash: absent is not zero. Quotations have curly marks.
QString typeset(std::string_view text);
/// The same, but quotation marks stay: they belong to the value.
QString typeset_value(std::string_view text);

/// A text that is copied to be used as it was written, a command or a path: without what steers the writing,
/// nothing else is changed.
QString verbatim(std::string_view text);

/// A metric's meaning, formula and way of adding up, for a tooltip.
QString metric_words(const Metric& metric);

/// Whether `a` sorts before `b` if digits are numbers: "k=65536" before "k=67108864".
bool natural_less(QStringView a, QStringView b);

/// The name of a file for the file system.
std::filesystem::path native(const QString& path);

/// A path as people write it: "~/sorts.db" for one below the home folder.
QString within_home(const QString& path);

}  // namespace sortscope::gui
