// The docks of all views: their layout, widths and focus.
#pragma once

#include "gui/views/view.hpp"

namespace sortscope::gui {
class Deck : public QMainWindow {
    Q_OBJECT
 public:
    explicit Deck(Workspace& workspace);

    const std::map<QString, View*>& views() const { return views_; }
    View* view(const QString& id) const {
        const auto found = views_.find(id);
        return found == views_.end() ? nullptr : found->second;
    }
    QDockWidget* dock(const QString& id) const {
        return findChild<QDockWidget*>(id, Qt::FindDirectChildrenOnly);
    }
    /// The focused view, else the visible view in the middle.
    View* current_view() const;
    QStringList waiting_views() const;
    bool is_behind(const QWidget& widget) const;
    /// Returns false if there is no such view.
    bool show_view(const QString& id);

    void reset() {
        side_ = 0;
        arrange();
    }
    /// Gives the docks widths, unless a layout was restored. Call once the docks are visible.
    void place() {
        if (std::exchange(placed_, true)) return;
        QTimer::singleShot(0, this, &Deck::share_width);
    }
    void share_width();
    void save(QSettings& settings) const;
    void restore(const QSettings& settings);

 signals:
    void rearranged();

 protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

 private:
    void add_view(const ViewKind& kind);
    void arrange();
    void give_widths();
    void tidy_tabs();

    Workspace& workspace_;
    std::map<QString, View*> views_;  ///< each view has a dock
    QPointer<QObject> later_focus_;
    int side_ = 0;  ///< width that the user gave to Runs; 0: none
    bool placed_ = false;
    bool dragging_ = false;  ///< the user moves the edge between docks
};
}
