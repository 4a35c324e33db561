// Where a sort stands against its device's limits, what makes it slower than it could be, and what each removal would gain.
#pragma once

#include "analyzer/advice.hpp"
#include "gui/views/view.hpp"

class QSplitter;
class QTextBrowser;

namespace sortscope::gui {

class AdviceView : public View {
    Q_OBJECT

 public:
    explicit AdviceView(Workspace& workspace);

    ChartView* chart() override { return roofline_; }
    TableView* table() override { return roofs_; }
    QWidget* first_focus() override;
    bool is_waiting() const override { return query_.pending(); }
    QJsonObject layout_state() const override;
    void restore_layout(const QJsonObject& state) override;
    QString text() const;

 protected:
    void refresh() override;
    void changeEvent(QEvent* event) override;

 private:
    void show_advice();

    QTextBrowser* findings_;
    ChartView* roofline_;
    TableView* roofs_;
    QSplitter* splitter_;
    Query query_;
    CaseContentsPtr of_;
    std::shared_ptr<const analyzer::Advice> advice_;
};

}  // namespace sortscope::gui
