#include "gui/views/collect/choice_button.hpp"

#include <QMenu>

#include "gui/models/text.hpp"

namespace sortscope::gui {
namespace {

constexpr qsizetype longest_choice = 28;  // of a form's column

}  // namespace

ChoiceButton::ChoiceButton(const QString& none, const QStringList& names, const QStringList& tips,
                           QWidget* parent)
    : QToolButton(parent), none_(none) {
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto* choices = new QMenu(this);
    choices->setToolTipsVisible(true);
    for (qsizetype i = 0; i < names.size(); ++i) {
        auto* action = choices->addAction(names[i]);
        action->setCheckable(true);
        if (i < tips.size()) action->setToolTip(tips[i]);
        connect(action, &QAction::toggled, this, [this] {
            name_chosen();
            emit changed();
        });
    }
    setMenu(choices);
    name_chosen();
}

QStringList ChoiceButton::chosen() const {
    QStringList names;
    for (const auto* action : menu()->actions())
        if (action->isChecked()) names << action->text();
    return names;
}

void ChoiceButton::choose(const QStringList& names) {
    for (auto* action : menu()->actions()) action->setChecked(names.contains(action->text()));
}

void ChoiceButton::name_chosen() {
    const auto names = chosen();
    const auto all = names.join(u", "_s);
    setText(names.isEmpty()               ? none_
            : all.size() > longest_choice ? tr("%1 and %2 more").arg(names.front()).arg(names.size() - 1)
                                          : all);
}

}  // namespace sortscope::gui
