// Curves over the number of keys in any quantity, chosen from a list, with what they are held against.
#pragma once

#include <string>

#include "gui/models/curves.hpp"
#include "gui/views/view.hpp"

class QComboBox;
class QSplitter;

namespace sortscope::gui {

class CurveList;
class OverlayToggle;

class ThroughputView : public View {
    Q_OBJECT

 public:
    explicit ThroughputView(Workspace& workspace);

    ChartView* chart() override { return chart_; }
    QWidget* first_focus() override;
    bool is_waiting() const override;
    QJsonObject layout_state() const override;
    void restore_layout(const QJsonObject& state) override;
    CurveList& curve_list() { return *list_; }
    QComboBox& repeats_box() { return *repeats_; }
    QComboBox& quantity_box() { return *quantity_; }
    QComboBox& axis_box() { return *axis_; }
    void set_bounds(bool shown);
    /// Chooses the curves of all variants that a source document shows.
    void choose_source(const std::string& source);

 protected:
    void refresh() override;

 private:
    void build_toolbar();
    void ask();
    void ask_extras();
    void draw();
    void fill_quantities();
    void say_none_of(const QString& source);
    const Metric* wanted_metric() const;

    ChartView* chart_;
    QSplitter* splitter_;
    QComboBox* repeats_;
    QComboBox* quantity_;
    QComboBox* axis_;
    QAction* bounds_;
    QAction* published_;
    OverlayToggle* overlay_;
    CurveList* list_;
    Query query_, extras_query_;
    std::shared_ptr<const Curves> curves_;
    std::shared_ptr<const CurveExtras> extras_;
    QString extras_of_, extras_asked_;  ///< what extras_ are of, as a key, and those that were asked for
    FileContentsPtr asked_file_;
    analyzer::Repeats asked_repeats_{};
    QString wanted_quantity_ = QStringLiteral("rate");
    QString drawn_as_;  ///< axes of the last drawing: another zoom does not fit them
};

}  // namespace sortscope::gui
