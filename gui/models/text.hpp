// Typography: the only thing that the window does to the texts of present/. Digits and words are the terminal's.
#pragma once

#include <string_view>

#include <QString>

namespace sortscope::gui {

QString to_qstring(std::string_view text);

/// A text of present as a window writes it: "21.70 us" with the micro sign, "2^20" as 2 with raised digits; an absent value
/// ("-", or nothing) is an en dash: absent is not zero.
QString typeset(std::string_view text);

}  // namespace sortscope::gui
