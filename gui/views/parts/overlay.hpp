// The compared cases, read for charts, and the toolbar's toggle that overlays them.
#pragma once

#include <vector>

#include <QObject>

#include "gui/models/contents.hpp"
#include "gui/models/loader.hpp"

class QAction;
class QToolBar;

namespace sortscope::gui {

class Workspace;

/// The compared cases, as of the last follow(); unreadable ones are left out.
class Overlay : public QObject {
    Q_OBJECT

 public:
    /// Adds the toggle to `bar`; `what`: its tooltip.
    Overlay(Workspace& workspace, QToolBar& bar, const QString& what, QObject* parent);

    /// Reads the compared cases; changed() follows. Hidden views do not call it.
    void follow();
    /// Whether there are compared cases to draw.
    bool is_on() const { return !cases_.empty(); }
    /// The cases read last, even while others are read.
    const std::vector<CaseContentsPtr>& cases() const { return cases_; }
    /// `shown`, and those cases.
    std::vector<CaseContentsPtr> with(const CaseContentsPtr& shown) const;
    /// Differs if the drawn cases differ; empty if there are none.
    const QString& key() const { return key_; }
    /// The toggle.
    QAction& action() { return *action_; }

 signals:
    void changed();

 private:
    void show_state();

    Workspace& workspace_;
    QAction* action_;
    QString what_;
    Query query_;
    std::vector<CaseContentsPtr> cases_;
    QString key_, asked_;
};

}  // namespace sortscope::gui
