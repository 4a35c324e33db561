// Where the dividers of views stand, as it is kept between two starts.
#pragma once

#include <QJsonValue>

class QSplitter;

namespace sortscope::gui {

/// Where a divider stands, to be kept in a view's layout.
QJsonValue divider_place(const QSplitter& splitter);
/// Puts the divider there. False, and all stays as it is, where no place was kept, or by a version of the
/// window whose views were divided otherwise: what stood there by itself would be taken for the user's
/// choice.
bool restore_divider(QSplitter& splitter, const QJsonValue& place);

}  // namespace sortscope::gui
