// Overview of a file: variants by size, and the costliest cases.
#pragma once

#include "gui/models/analyses.hpp"
#include "gui/models/cases.hpp"
#include "gui/views/view.hpp"

namespace sortscope::gui {
class OverviewView : public View {
    Q_OBJECT
 public:
    explicit OverviewView(Workspace& workspace);

    const QString& sentence() const { return sentence_->said(); }
    const std::vector<ListedCase>& costliest() const { return costliest_; }

 protected:
    void refresh() override;

 private:
    void show_costliest();
    void show_chart();
    void mark_current();
    void mark_row();
    void open_case(CaseId id) {
        if (!of_ || id == CaseId{}) return;
        workspace().show(of_->path, id);
        emit view_wanted(u"stages"_s);
    }

    Sentence* sentence_;
    using Groups = std::vector<std::pair<QString, BarChartPtr>>;
    QComboBox* group_;
    KeyedQuery<Groups> groups_query_;
    FilePtr of_;
    std::vector<ListedCase> costliest_;  ///< the longest first
};
}
