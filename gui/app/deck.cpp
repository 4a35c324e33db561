#include "gui/app/deck.hpp"

namespace sortscope::gui {
namespace {
/// Focuses `wanted` once shown, unless the user focuses another widget first.
class LaterFocus : public QObject {
 public:
    LaterFocus(QWidget* wanted, QWidget* meanwhile, QObject* parent)
        : QObject(parent), wanted_(wanted), meanwhile_(meanwhile) {
        wanted->installEventFilter(this);
        if (meanwhile != nullptr) meanwhile->installEventFilter(this);
    }

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const bool shown = watched == wanted_ && event->type() == QEvent::Show;
        const bool used = watched == meanwhile_ &&
                          (event->type() == QEvent::KeyPress || event->type() == QEvent::MouseButtonPress ||
                           event->type() == QEvent::FocusOut);
        if (shown && QApplication::focusWidget() == meanwhile_) wanted_->setFocus();
        if (shown || used) deleteLater();
        return QObject::eventFilter(watched, event);
    }

 private:
    QPointer<QWidget> wanted_, meanwhile_;
};

constexpr int layout_version = 3;  // increase if docks or their widths change
constexpr int usual_side = 320;    // width of Runs
}  // namespace

Deck::Deck(Workspace& workspace) : QMainWindow(nullptr, Qt::Widget), workspace_(workspace) {
    setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks |
                   QMainWindow::AllowTabbedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setDocumentMode(true);
    for (const auto& kind : view_kinds()) add_view(kind);
}

void Deck::add_view(const ViewKind& kind) {
    auto* view = kind.make(workspace_);
    auto* dock = new QDockWidget(tr(kind.title), this);
    const QString id = QString::fromLatin1(kind.id);
    dock->setObjectName(id);
    dock->setWidget(view);
    // The rail has the title, so the title bar has the view's controls.
    dock->setTitleBarWidget(&view->toolbar());
    // Qt leaves toolbar buttons out of the tab order.
    for (auto* button : view->toolbar().findChildren<QToolButton*>(Qt::FindDirectChildrenOnly)) {
        button->setFocusPolicy(Qt::TabFocus);
        if (button->objectName() == u"qt_toolbar_ext_button")
            button->setAccessibleName(tr("More controls of %1").arg(tr(kind.title)));
    }
    dock->setToolTip(QString());
    view->setToolTip(QString());
    view->setAccessibleName(tr(kind.title));
    view->setAccessibleDescription(tr(kind.needs));
    views_[id] = view;
    connect(dock, &QDockWidget::dockLocationChanged, this, &Deck::tidy_tabs, Qt::QueuedConnection);
    connect(dock, &QDockWidget::visibilityChanged, this, &Deck::tidy_tabs, Qt::QueuedConnection);
    // Queued: the dock has no place yet.
    connect(dock, &QDockWidget::visibilityChanged, view, &View::come_into_sight, Qt::QueuedConnection);
}

View* Deck::current_view() const {
    for (auto* at = QApplication::focusWidget(); at != nullptr; at = at->parentWidget())
        if (auto* found = qobject_cast<View*>(at)) return found;
    for (const auto& [id, found] : views_)
        if (id != u"runs" && found->is_in_sight()) return found;
    return nullptr;
}

QStringList Deck::waiting_views() const {
    QStringList titles;
    for (const auto& [id, found] : views_)
        if (found->is_in_sight() && !found->is_settled()) titles << found->accessibleName();
    return titles;
}

bool Deck::is_behind(const QWidget& widget) const {
    return std::ranges::any_of(views_, [&](const auto& one) {
        const auto* its = dock(one.first);
        return its->isAncestorOf(&widget) && !rect().intersects(its->geometry());
    });
}

bool Deck::show_view(const QString& id) {
    auto* shown = view(id);
    if (shown == nullptr) return false;
    auto* dock = this->dock(id);
    dock->show();
    dock->raise();
    shown->update_now();
    delete later_focus_;
    auto* focus = shown->first_focus();
    if (!focus->isVisibleTo(shown)) {  // an empty view hides `focus`
        const auto controls = dock->findChildren<QWidget*>();
        const auto usable = std::ranges::find_if(controls, [&](const QWidget* one) {
            return (one->focusPolicy() & Qt::TabFocus) != 0 && one->isEnabled() && one->isVisibleTo(dock);
        });
        auto* wanted = focus;
        if (usable != controls.end()) focus = *usable;
        if (workspace_.current())
            later_focus_ = new LaterFocus(wanted, focus == wanted ? nullptr : focus, this);
    }
    focus->setFocus();
    return true;
}

void Deck::arrange() {
    // Qt forgets docks that are placed during a drag, so end the drag.
    for (const auto& [id, view] : views_) {
        QMouseEvent release(QEvent::MouseButtonRelease, QPointF(), QPointF(), Qt::LeftButton, {}, {});
        QApplication::sendEvent(dock(id), &release);
    }
    QDockWidget* first = nullptr;
    for (const auto& kind : view_kinds()) {
        auto* dock = this->dock(QString::fromLatin1(kind.id));
        dock->setFloating(false);
        dock->show();
        if (&kind == &view_kinds().front()) {
            addDockWidget(Qt::LeftDockWidgetArea, dock);
        } else if (first == nullptr) {
            addDockWidget(Qt::RightDockWidgetArea, dock);
            first = dock;
        } else {
            tabifyDockWidget(first, dock);
        }
    }
    first->raise();
    share_width();
}

void Deck::tidy_tabs() {
    for (auto* bar : findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
        bar->setProperty(hidden_tabs, true);  // the rail replaces the tabs
        bar->setUsesScrollButtons(false);
        bar->setFocusPolicy(Qt::NoFocus);
        bar->setAccessibleName(tr("Views"));
        bar->setMaximumHeight(0);
    }
    emit rearranged();
}

void Deck::share_width() {
    // Changed tabs make Qt lay the docks out again: give widths later.
    tidy_tabs();
    QTimer::singleShot(0, this, &Deck::give_widths);
}

void Deck::give_widths() {
    auto* runs = dock(u"runs"_s);
    const int side = std::min(side_ > 0 ? side_ : usual_side, width() * 2 / 5);
    if (runs->isFloating()) return;
    for (const auto& [id, view] : views_)
        if (auto* other = dock(id);
            other != runs && other->isVisible() && !other->isFloating() && !other->visibleRegion().isEmpty())
            return resizeDocks({runs, other}, {side, width() - side}, Qt::Horizontal);
}

void Deck::save(QSettings& settings) const {
    settings.setValue(u"window/docks"_s, saveState(layout_version));
    settings.setValue(u"window/side"_s, side_);
    for (const auto& [id, view] : views_)
        settings.setValue(u"views/"_s + id,
                          QJsonDocument(view->layout_state()).toJson(QJsonDocument::Compact));
}

void Deck::restore(const QSettings& settings) {
    side_ = std::clamp(settings.value(u"window/side"_s).toInt(), 0, 4000);
    const auto docks = settings.value(u"window/docks"_s).toByteArray();
    placed_ = !docks.isEmpty() && restoreState(docks, layout_version);
    if (!placed_) arrange();
    for (const auto& [id, view] : views_)
        if (const auto state = QJsonDocument::fromJson(settings.value(u"views/"_s + id).toByteArray());
            state.isObject())
            view->restore_layout(state.object());
}

/// Only the charts change their width; Qt would change all docks.
void Deck::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (placed_) QTimer::singleShot(0, this, &Deck::give_widths);
}

bool Deck::event(QEvent* event) {
    const bool handled = QMainWindow::event(event);
    // Qt accepts a press only on the edge between docks.
    if (event->type() == QEvent::MouseButtonPress) dragging_ = event->isAccepted();
    if (event->type() == QEvent::MouseButtonRelease && std::exchange(dragging_, false))
        if (const auto* runs = dock(u"runs"_s); !runs->isFloating()) side_ = runs->width();
    return handled;
}
}
