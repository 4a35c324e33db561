// Curves over the number of keys in any quantity, with bounds and published values to compare with.
#pragma once

#include <functional>
#include <set>

#include "gui/models/analyses.hpp"
#include "gui/views/view.hpp"

class QListWidget;

namespace sortscope::gui {

/// The curves of the file and published ones, to choose from.
class CurveList : public QWidget {
    Q_OBJECT

 public:
    CurveList();

    /// Lists the curves that fit one chart with `shown`, else with the first curve. Chosen ones stay chosen.
    void set_curves(std::shared_ptr<const Curves> curves, const CaseRecord* shown);
    void clear();
    /// Indices in Curves::all; if empty, the view draws those that fit the case shown.
    std::vector<std::size_t> chosen() const;
    /// Indices in source_curves().
    const std::vector<std::size_t>& listed_published() const { return published_; }
    bool is_published_chosen(std::size_t at) const {
        return chosen_published_.contains(source_curves()[at].name);
    }
    /// Chooses the curves of a source document's variants. Returns false if there are none.
    bool choose_source(const std::string& source);

    QListWidget& list() { return *list_; }
    QJsonObject layout_state() const;
    void restore_layout(const QJsonObject& state);

 signals:
    void changed();
    /// The chosen source document shows none of the listed sorts.
    void nothing_of(const QString& source);

 private:
    void show_menu(const QPoint& position);
    void fill();
    void take();
    void check(const std::function<bool(int)>& wanted);

    QLineEdit* find_;
    QListWidget* list_;
    std::shared_ptr<const Curves> curves_;
    std::vector<std::size_t> like_;  ///< curves that fit one chart with the case shown
    std::vector<std::size_t> published_;
    std::set<std::string> chosen_, chosen_published_;  ///< by name
    bool filling_ = false;
};

class ThroughputView : public View {
    Q_OBJECT

 public:
    explicit ThroughputView(Workspace& workspace);

    CurveList& curve_list() { return *list_; }
    QAction& bounds() { return *bounds_; }
    /// Chooses the curves of a source document's variants.
    void choose_source(const std::string& source);

 protected:
    void refresh() override;

 private:
    void ask_extras();
    void draw();
    void fill_quantities();
    void say_none_of(const QString& source);
    const Metric* wanted_metric() const;

    QComboBox* quantity_;
    QComboBox* axis_;
    QComboBox* repeats_;
    QAction* bounds_;
    QAction* published_;
    CurveList* list_;
    KeyedQuery<Curves> curves_;
    KeyedQuery<CurveExtras> extras_;
    QString wanted_quantity_ = u"rate"_s;
    QString drawn_as_;  ///< axes of the last drawing: a zoom does not fit other axes
};

}  // namespace sortscope::gui
