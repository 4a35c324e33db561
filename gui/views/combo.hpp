// Boxes of the toolbars.
#pragma once

class QComboBox;

namespace sortscope::gui {

/// Long titles are shortened in the box, so that toolbars keep their room in a small window; its list has
/// them whole.
void fit_long_items(QComboBox& box, int letters = 12);

}  // namespace sortscope::gui
