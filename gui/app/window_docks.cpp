// The window's views as docks: made once, laid out, their tabs kept legible.
#include <algorithm>

#include <QDockWidget>
#include <QLabel>
#include <QPainter>
#include <QStatusBar>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>

#include "gui/app/main_window.hpp"
#include "gui/views/message_bar.hpp"
#include "gui/views/table_view.hpp"

namespace sortscope::gui {
namespace {

/// A sentence that ends in dots where it has no room.
class OneLine : public QLabel {
 public:
    explicit OneLine(const QString& text) : QLabel(text) { setToolTip(text); }

 protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const auto room = contentsRect();
        painter.drawText(room, Qt::AlignVCenter,
                         fontMetrics().elidedText(text(), Qt::ElideRight, room.width()));
    }
};

}  // namespace

void MainWindow::build_docks() {
    for (const auto& kind : view_kinds()) {
        auto* view = kind.make(workspace_);
        auto* dock = new QDockWidget(tr(kind.title), deck_);
        const QString id = QString::fromLatin1(kind.id);
        dock->setObjectName(id);
        dock->setWidget(view);
        // The view's own controls stand where the dock's title would: the tab says the title already.
        if (view->toolbar().actions().isEmpty()) {
            auto* about = new OneLine(tr(kind.needs));
            about->setContentsMargins(6, 3, 6, 3);
            about->setMinimumWidth(1);
            about->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
            view->toolbar().addWidget(about);
        }
        dock->setTitleBarWidget(&view->toolbar());
        // Qt leaves a tool bar's buttons out of the tab order.
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
        docks_[id] = dock;
        connect(view, &View::failed, this, &MainWindow::refuse);
        for (auto* table : view->findChildren<TableView*>())
            connect(table, &TableView::refused, message_, &MessageBar::show_error);
        connect(view, &View::view_wanted, this, &MainWindow::show_view);
        // Tabs are made anew when docks are moved.
        connect(dock, &QDockWidget::dockLocationChanged, this, &MainWindow::tidy_tabs, Qt::QueuedConnection);
        connect(dock, &QDockWidget::visibilityChanged, this, &MainWindow::tidy_tabs, Qt::QueuedConnection);
        // Views behind another's tab do nothing; the signal comes before the dock is where it is seen.
        connect(dock, &QDockWidget::visibilityChanged, view, &View::come_into_sight, Qt::QueuedConnection);
        connect(view, &View::said, this,
                [this](const QString& sentence) { statusBar()->showMessage(sentence, 6000); });
    }
}

void MainWindow::arrange_docks() {
    QDockWidget* first = nullptr;
    for (const auto& kind : view_kinds()) {
        auto* dock = docks_.at(QString::fromLatin1(kind.id));
        dock->setFloating(false);
        dock->show();
        if (&kind == &view_kinds().front()) {
            deck_->addDockWidget(Qt::LeftDockWidgetArea, dock);
        } else if (first == nullptr) {
            deck_->addDockWidget(Qt::RightDockWidgetArea, dock);
            first = dock;
        } else {
            deck_->tabifyDockWidget(first, dock);
        }
    }
    first->raise();
    share_width();
}

void MainWindow::tidy_tabs() {
    // Where tabs lack the room they are scrolled, not shortened to a letter.
    for (auto* bar : deck_->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
        bar->setElideMode(Qt::ElideNone);
        bar->setUsesScrollButtons(true);
        bar->setAccessibleName(tr("Views"));
    }
}

void MainWindow::share_width() {
    // Tabs of another width have the docks laid out anew: widths are given once that is done.
    tidy_tabs();
    QTimer::singleShot(0, this, &MainWindow::give_widths);
}

void MainWindow::give_widths() {
    auto* runs = docks_.at(QStringLiteral("runs"));
    // Case, sort, keys and key type have room also in a small window.
    const int side = std::clamp(width() * 35 / 100, std::min(310, width() * 2 / 5), 640);
    for (const auto& [id, dock] : docks_)
        if (id != u"runs" && dock->isVisible() && !dock->visibleRegion().isEmpty()) {
            deck_->resizeDocks({runs, dock}, {side, width() - side}, Qt::Horizontal);
            return;
        }
}

}  // namespace sortscope::gui
