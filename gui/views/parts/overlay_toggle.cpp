#include "gui/views/parts/overlay_toggle.hpp"

#include <QAction>
#include <QToolBar>

#include "gui/models/text.hpp"
#include "gui/models/workspace.hpp"

namespace sortscope::gui {

OverlayToggle::OverlayToggle(Workspace& workspace, QToolBar& bar, const QString& what, QObject* parent)
    : QObject(parent),
      workspace_(workspace),
      action_(bar.addAction(tr("Overlay"))),
      what_(what),
      others_(workspace, this) {
    action_->setObjectName(u"overlay"_s);
    action_->setCheckable(true);
    action_->setChecked(true);
    connect(action_, &QAction::toggled, this, [this](bool wanted) {
        others_.set_wanted(wanted);
        emit changed();
    });
    connect(&others_, &OtherCases::changed, this, &OverlayToggle::changed);
    connect(&workspace.selected(), &Selected::changed, action_, [this] { show_state(); });
    show_state();
}

void OverlayToggle::show_state() {
    const auto count = workspace_.selection().others.size();
    action_->setEnabled(count > 0);
    action_->setToolTip(count > 0 ? what_
                                  : tr("%1 No case is compared with the one shown: right-click one in the "
                                       "list and choose \u201cCompare\u201d.")
                                        .arg(what_));
}

bool OverlayToggle::is_wanted() const { return action_->isChecked(); }
void OverlayToggle::set_wanted(bool wanted) { action_->setChecked(wanted); }

}  // namespace sortscope::gui
