// Everything that explains a case's figures: its facts, notes and trials, and the run that collected it.
#pragma once

#include "gui/views/view.hpp"

class QSplitter;
class QTextBrowser;

namespace sortscope::gui {

class CaseHeader;
class OverlayToggle;

class DetailsView : public View {
    Q_OBJECT

 public:
    explicit DetailsView(Workspace& workspace);

    ChartView* chart() override { return chart_; }
    QWidget* first_focus() override;
    bool is_waiting() const override;
    QJsonObject layout_state() const override;
    void restore_layout(const QJsonObject& state) override;
    CaseHeader& header() { return *header_; }
    QString text() const;

 protected:
    void refresh() override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

 private:
    void show_header();
    QString facts_text() const;
    QString compared_text() const;
    QString run_text() const;

    CaseHeader* header_;
    QTextBrowser* facts_;
    ChartView* chart_;
    QSplitter* splitter_;
    OverlayToggle* overlay_;
    CaseContentsPtr shown_;
};

}  // namespace sortscope::gui
