#include "gui/views/combo.hpp"

#include <QAbstractItemView>
#include <QComboBox>

namespace sortscope::gui {

void fit_long_items(QComboBox& box, int letters) {
    box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box.setMinimumContentsLength(letters);
    box.view()->setMinimumWidth(box.view()->sizeHintForColumn(0) + 30);
}

}  // namespace sortscope::gui
