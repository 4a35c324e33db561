// The control in a view's tool bar that draws the cases compared with the one shown beside it, and those
// cases.
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
    /// Adds the control to `bar`; `what`: what is drawn of the others, for its tip.
    OverlayToggle(Workspace& workspace, QToolBar& bar, const QString& what, QObject* parent);

    /// To be called first by each refresh() of the view: asks for the cases compared by now; changed() tells
    /// that they were read.
    void follow() { others_.follow(); }
    /// Whether there are others to be drawn, and they are wanted.
    bool is_on() const { return !others_.cases().empty(); }
    const std::vector<CaseContentsPtr>& cases() const { return others_.cases(); }
    /// A text that differs wherever what is to be drawn differs; empty where nothing is.
    const QString& key() const { return others_.key(); }
    bool waiting() const { return others_.reading(); }
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
