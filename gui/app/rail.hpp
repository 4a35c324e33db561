// A button for every view, by group, at the window's left.
#pragma once

#include <functional>

#include <QToolBar>

namespace sortscope::gui {
class Rail : public QToolBar {
    Q_OBJECT
 public:
    Rail();

    /// Draws icons in the palette's colours, with names if `names`.
    void draw(bool names);
    void check(const std::function<bool(const QString& id)>& is_in_sight);

 signals:
    void chosen(const QString& id);

 private:
    QList<QAction*> titles_;  ///< titles of groups
};
}
