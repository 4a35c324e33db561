// Stages against the device's limits, and findings with gains and source lines.
#pragma once

#include "gui/models/analyses.hpp"
#include "gui/views/view.hpp"

class QTabWidget;

namespace sortscope::gui {
class FindingsPane;
class SourcePane;

class AdviceView : public View {
    Q_OBJECT
 public:
    explicit AdviceView(Workspace& workspace);

    QWidget* first_focus() override;
    QString text() const;
    SourcePane& source() { return *source_; }
    void show_site(size_t finding, size_t site);

 protected:
    void refresh() override;
    void recolour() override;
    void arrange() override;

 private:
    void ask_others();
    void show_advice();
    void show_roofline();
    void follow_stage();
    void follow_source();

    FindingsPane* findings_;
    SourcePane* source_;
    QTabWidget* pages_;
    QSplitter* upper_;
    QSplitter* splitter_;
    NarrowPages narrow_;
    QJsonValue below_;  ///< place of splitter_ before the view became narrow
    KeyedQuery<AdviceReading> reading_;
    KeyedQuery<std::vector<Shared<analyzer::Advice>>> others_;
    CasePtr of_;
};
}
