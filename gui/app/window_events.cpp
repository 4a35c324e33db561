// What the window does of its own when it is closed, when files are dropped on it, when Tab is pressed, when
// the desktop changes its colours.
#include <algorithm>

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QUrl>

#include "gui/app/main_window.hpp"
#include "gui/models/output.hpp"
#include "gui/views/message_bar.hpp"

namespace sortscope::gui {

bool MainWindow::focusNextPrevChild(bool next) {
    const auto takes_tab = [this](const QWidget& widget) {
        return (widget.focusPolicy() & Qt::TabFocus) != 0 && widget.focusProxy() == nullptr &&
               widget.isEnabled() && widget.isVisible() && widget.window() == this &&
               std::ranges::none_of(docks_, [&](const auto& one) {
                   return one.second->isAncestorOf(&widget) &&
                          !deck_->rect().intersects(one.second->geometry());
               });
    };
    auto* const from = focusWidget() != nullptr ? focusWidget() : this;
    const auto follow = [&](const QWidget& widget) {
        return next ? widget.nextInFocusChain() : widget.previousInFocusChain();
    };
    for (auto* at = follow(*from); at != nullptr && at != from; at = follow(*at))
        if (takes_tab(*at)) {
            at->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return true;
        }
    return false;
}

void MainWindow::closeEvent(QCloseEvent* event) {
    QString unfinished;
    for (const auto& [id, view] : views_)
        if (unfinished.isEmpty()) unfinished = view->unfinished();
    if (!unfinished.isEmpty() && !warned_) {
        warned_ = true;
        message_->show_error(unfinished + tr(" Close the window again to give it up."));
        event->ignore();
        return;
    }
    save_session();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const auto urls = event->mimeData()->urls();
    if (std::ranges::any_of(urls, &QUrl::isLocalFile)) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    for (const auto& url : event->mimeData()->urls()) {
        if (!url.isLocalFile()) continue;
        // The bytes of the name, before the library makes letters of them.
        const auto refusal =
            refusal_of_name(QByteArray::fromPercentEncoding(url.path(QUrl::FullyEncoded).toLatin1()));
        if (refusal.isEmpty())
            open_file(url.toLocalFile());
        else
            refuse(refusal);
    }
    event->acceptProposedAction();
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    // A desktop that turns dark is followed, unless a theme was chosen.
    if ((event->type() == QEvent::ThemeChange || event->type() == QEvent::PaletteChange) &&
        theme_ == Theme::system && !own_palette_) {
        desktop_palette_ = QApplication::palette();
        take_colours();
    }
}

}  // namespace sortscope::gui
