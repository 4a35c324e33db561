// A case's facts, notes and trials, and its run.
#pragma once

#include "gui/views/view.hpp"

namespace sortscope::gui {
class DetailsView : public View {
    Q_OBJECT
 public:
    explicit DetailsView(Workspace& workspace);

    QWidget* first_focus() override { return facts_; }
    QString text() const;

 protected:
    void refresh() override;
    void recolour() override {
        if (shown_) facts_->setHtml(facts_text());
    }

 private:
    QString notes(const QString& title, const std::vector<present::NoteLine>& lines) const;
    QString facts_text() const;
    QString compared_text() const;
    QString run_text() const;

    QTextBrowser* facts_;
    CasePtr shown_;
};
}
