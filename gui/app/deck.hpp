// The docks of all views: their layout, widths and focus.
#pragma once

#include <QMainWindow>

#include "gui/views/view.hpp"

class QDockWidget;
class QSettings;

namespace sortscope::gui {
class Deck : public QMainWindow {
    Q_OBJECT
 public:
    explicit Deck(Workspace& workspace);

    const std::map<QString, View*>& views() const { return views_; }
    View* view(const QString& id) const;
    QDockWidget* dock(const QString& id) const;
    /// The focused view, else the visible view in the middle.
    View* current_view() const;
    QStringList waiting_views() const;
    /// Returns whether `widget` is in a dock behind another dock's tab.
    bool is_behind(const QWidget& widget) const;
    void show_view(const QString& id);

    void reset();
    /// Gives widths to docks that were never placed. Call once the docks are visible.
    void place();
    void share_width();
    void save(QSettings& settings) const;
    void restore(const QSettings& settings);

 signals:
    /// The views in sight may have changed.
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
