// A case's facts, notes and trials, and its run.
#pragma once

#include "gui/views/view.hpp"

class QTextBrowser;

namespace sortscope::gui {
class CaseHeader;

class DetailsView : public View {
    Q_OBJECT
 public:
    explicit DetailsView(Workspace& workspace);

    QWidget* first_focus() override;
    CaseHeader& header() { return *header_; }
    QString text() const;

 protected:
    void refresh() override;
    void recolour() override;
    void arrange() override;

 private:
    QString facts_text() const;
    QString compared_text() const;
    QString run_text() const;

    CaseHeader* header_;
    QTextBrowser* facts_;
    CasePtr shown_;
};
}
