// The sorting network of a case: comparators coloured by what their launch took, one launch after the other.
#pragma once

#include "gui/models/analyses.hpp"
#include "gui/views/view.hpp"

class QComboBox;
class QSlider;

namespace sortscope::gui {

class OverlayToggle;

class NetworkView : public View {
    Q_OBJECT

 public:
    explicit NetworkView(Workspace& workspace);

    ChartView* chart() override { return chart_; }
    QWidget* first_focus() override;
    bool is_waiting() const override;
    QJsonObject layout_state() const override;
    void restore_layout(const QJsonObject& state) override;

 protected:
    void refresh() override;

 private:
    void choose_launch(int launch);

    ChartView* chart_;
    QComboBox* metric_;
    QSlider* step_;
    OverlayToggle* overlay_ = nullptr;
    Query query_;
    CaseContentsPtr of_;
    QString asked_;
    std::shared_ptr<const NetworkDrawing> drawing_;
};

}  // namespace sortscope::gui
