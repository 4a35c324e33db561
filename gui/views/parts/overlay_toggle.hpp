// The toolbar's toggle that overlays compared cases, and those cases.
#pragma once

#include <QObject>

#include "gui/models/other_cases.hpp"

class QAction;
class QToolBar;

namespace sortscope::gui {

class Workspace;

class OverlayToggle : public QObject {
    Q_OBJECT

 public:
    /// Adds the toggle to `bar`; `what`: its tooltip.
    OverlayToggle(Workspace& workspace, QToolBar& bar, const QString& what, QObject* parent);

    /// Asks for the compared cases; changed() follows once they are read. View calls it before refresh().
    void follow() { others_.follow(); }
    /// Whether there are compared cases to draw.
    bool is_on() const { return !others_.cases().empty(); }
    const std::vector<CaseContentsPtr>& cases() const { return others_.cases(); }
    /// Differs if the drawn cases differ; empty if there are none.
    const QString& key() const { return others_.key(); }
    bool is_wanted() const;
    void set_wanted(bool wanted);

 signals:
    void changed();

 private:
    void show_state();

    Workspace& workspace_;
    QAction* action_;
    QString what_;
    OtherCases others_;
};

}  // namespace sortscope::gui
