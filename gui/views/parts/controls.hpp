// Boxes of the toolbars.
#pragma once

#include <QJsonValue>

class QComboBox;

namespace sortscope::gui {

/// Long titles are shortened in the box, so that toolbars keep their room in a small window; its list has
/// them whole.
void fit_long_items(QComboBox& box, int letters = 12);

}  // namespace sortscope::gui

class QSplitter;

namespace sortscope::gui {

/// Where a divider stands, to be kept in a view's layout.
QJsonValue divider_place(const QSplitter& splitter);
/// Puts the divider there. False, and all stays as it is, where no place was kept, or by a version of the
/// window whose views were divided otherwise: what stood there by itself would be taken for the user's
/// choice.
bool restore_divider(QSplitter& splitter, const QJsonValue& place);

}  // namespace sortscope::gui
