#include "gui/app/rail.hpp"

#include <QLabel>
#include <QToolButton>

#include "gui/views/parts/theme.hpp"
#include "gui/views/view.hpp"

namespace sortscope::gui {
Rail::Rail() : QToolBar(tr("Views")) {
    setObjectName(u"rail"_s);
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setIconSize({16, 16});
    QString group;
    for (const auto& kind : view_kinds()) {
        const QString id = QString::fromLatin1(kind.id), its = tr(kind.group);
        if (its.isEmpty()) continue;
        if (its != group) {
            auto* title = new QLabel(its);
            title->setObjectName(u"rail_group"_s);
            title->setForegroundRole(QPalette::PlaceholderText);
            title->setContentsMargins(6, group.isEmpty() ? 4 : 10, 4, 2);
            titles_ << addWidget(title);
            group = its;
        }
        auto* action = addAction(tr(kind.title), this, [this, id] { emit chosen(id); });
        action->setObjectName(id);
        action->setCheckable(true);
        action->setToolTip(tr(kind.needs));
        auto* button = qobject_cast<QToolButton*>(widgetForAction(action));
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(tr(kind.title));
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }
}

void Rail::draw(bool names) {
    setToolButtonStyle(names ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    for (auto* title : std::as_const(titles_)) title->setVisible(names);
    int widest = 0;
    for (auto* action : actions()) {
        if (action->objectName().isEmpty()) continue;
        action->setIcon(icon_of(action->objectName(), palette()));
        widest = std::max(widest, widgetForAction(action)->sizeHint().width());
    }
    for (auto* action : actions())
        if (!action->objectName().isEmpty()) widgetForAction(action)->setFixedWidth(widest + 4);
}

void Rail::check(const std::function<bool(const QString& id)>& is_in_sight) {
    for (auto* action : actions())
        if (!action->objectName().isEmpty()) action->setChecked(is_in_sight(action->objectName()));
}
}

#include "moc_rail.cpp"
