// What of the window survives a restart: its layout, theme, open files and selection.
#include <QApplication>
#include <QDockWidget>
#include <QJsonDocument>
#include <QScreen>
#include <QSettings>
#include <QStyle>
#include <QTimer>

#include "gui/app/main_window.hpp"
#include "gui/views/theme.hpp"

namespace sortscope::gui {
namespace {

constexpr int layout_version = 2;  // to be raised where docks, or the widths that they have by themselves,
                                   // are others: older layouts are not restored

QString theme_name(MainWindow::Theme theme) {
    switch (theme) {
        case MainWindow::Theme::light:
            return QStringLiteral("light");
        case MainWindow::Theme::dark:
            return QStringLiteral("dark");
        case MainWindow::Theme::system:
            break;
    }
    return QStringLiteral("system");
}

}  // namespace

void MainWindow::take_colours() {
    if (!own_palette_) desktop_palette_ = QApplication::palette();
    const bool desktop_dark = is_dark(desktop_palette_);
    const bool dark = theme_ == Theme::dark || (theme_ == Theme::system && wish_ == ColourWish::dark),
               light = theme_ == Theme::light || (theme_ == Theme::system && wish_ == ColourWish::light);
    // A palette of its own would hide what the desktop changes to: without one it is followed.
    const bool own = (dark && !desktop_dark) || (light && desktop_dark);
    const bool fixed = own || theme_ != Theme::system;
    if (!fixed && !own_palette_) return;
    own_palette_ = fixed;
    QApplication::setPalette(own     ? dark ? dark_palette() : light_palette()
                                 : fixed ? desktop_palette_
                                     : QPalette());
    if (!fixed) desktop_palette_ = QApplication::palette();
}

void MainWindow::set_desktop_wish(ColourWish wish) {
    wish_ = wish;
    take_colours();
}

void MainWindow::set_theme(Theme theme) {
    theme_ = theme;
    take_colours();
    for (auto* action : findChildren<QAction*>())
        if (action->property("theme").isValid())
            action->setChecked(action->property("theme").toInt() == static_cast<int>(theme));
}

void MainWindow::restore_layout() {
    // Never larger than the screen.
    const auto room = screen() != nullptr ? screen()->availableSize() : QSize(1440, 900);
    resize(QSize(1440, 900).boundedTo(room));
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    if (width() > room.width() || height() > room.height()) resize(size().boundedTo(room));
    const auto docks = settings.value(QStringLiteral("window/docks")).toByteArray();
    placed_ = !docks.isEmpty() && deck_->restoreState(docks, layout_version);
    if (!placed_) arrange_docks();
    for (const auto& [id, view] : views_)
        if (const auto state =
                QJsonDocument::fromJson(settings.value(QStringLiteral("views/") + id).toByteArray());
            state.isObject())
            view->restore_layout(state.object());
    const auto theme = settings.value(QStringLiteral("window/theme")).toString();
    set_theme(theme == u"dark" ? Theme::dark : theme == u"light" ? Theme::light : Theme::system);
}

void MainWindow::save_session() {
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/docks"), deck_->saveState(layout_version));
    settings.setValue(QStringLiteral("window/theme"), theme_name(theme_));
    for (const auto& [id, view] : views_)
        settings.setValue(QStringLiteral("views/") + id,
                          QJsonDocument(view->layout_state()).toJson(QJsonDocument::Compact));
    settings.setValue(QStringLiteral("session/selection"),
                      QJsonDocument(workspace_.selection().to_json()).toJson(QJsonDocument::Compact));
}

void MainWindow::restore_session() {
    const auto saved =
        QJsonDocument::fromJson(QSettings().value(QStringLiteral("session/selection")).toByteArray());
    if (saved.isObject()) workspace_.restore(Selection::from_json(saved.object()));
    show_state();
}

void MainWindow::reset_layout() {
    // Docks that stand below each other for a moment would leave the window higher than it was.
    const auto before = size();
    const bool free = !isMaximized() && !isFullScreen();
    for (const auto& [id, dock] : docks_) dock->setFloating(false);
    arrange_docks();
    QTimer::singleShot(0, this, [this, before, free] {
        if (free) resize(before);
        share_width();
    });
}

}  // namespace sortscope::gui
