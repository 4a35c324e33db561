// Curves over the number of keys in any quantity, with bounds and published values to compare with.
#pragma once

#include <string>

#include "gui/models/curves.hpp"
#include "gui/models/text.hpp"
#include "gui/views/view.hpp"

class QAction;
class QComboBox;

namespace sortscope::gui {

class CurveList;

class ThroughputView : public View {
    Q_OBJECT

 public:
    explicit ThroughputView(Workspace& workspace);

    CurveList& curve_list() { return *list_; }
    QComboBox& repeats_box() { return *repeats_; }
    QComboBox& quantity_box() { return *quantity_; }
    QComboBox& axis_box() { return *axis_; }
    void set_bounds(bool shown);
    /// Chooses the curves of a source document's variants.
    void choose_source(const std::string& source);

 protected:
    void refresh() override;

 private:
    void build_toolbar();
    void ask_extras();
    void draw();
    void fill_quantities();
    void say_none_of(const QString& source);
    const Metric* wanted_metric() const;

    QComboBox* repeats_;
    QComboBox* quantity_;
    QComboBox* axis_;
    QAction* bounds_;
    QAction* published_;
    CurveList* list_;
    KeyedQuery<Curves> curves_;
    KeyedQuery<CurveExtras> extras_;
    QString wanted_quantity_ = u"rate"_s;
    QString drawn_as_;  ///< axes of the last drawing: a zoom does not fit other axes
};

}  // namespace sortscope::gui
