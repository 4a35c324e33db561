// Curves over the number of keys, with bounds and published values.
#pragma once

#include "gui/models/analyses.hpp"
#include "gui/views/view.hpp"

namespace sortscope::gui {
class CurveList : public QWidget {
    Q_OBJECT
 public:
    CurveList();

    /// Lists curves that fit into one chart with `shown`, else with the first curve. Keeps the choice.
    void set_curves(Shared<Curves> curves, const CaseRecord* shown);
    void clear();
    /// Indices in Curves::all; empty for the curves that fit the case shown.
    std::vector<size_t> chosen() const;
    const std::vector<size_t>& listed_published() const { return published_; }
    bool is_published_chosen(size_t at) const {
        return chosen_published_.contains(to_qstring(source_curves()[at].name));
    }

    QListWidget& list() { return *list_; }
    QJsonObject layout_state() const;
    void restore_layout(const QJsonObject& state) {
        chosen_ = state[u"curves"_s].toVariant().toStringList();
        chosen_published_ = state[u"published"_s].toVariant().toStringList();
    }

 signals:
    void changed();
    void nothing_of(const QString& source);

 private:
    /// Chooses the curves of a source document's variants; without curves, emits nothing_of().
    void choose_source(const std::string& source);
    void fill_menu(QMenu& menu, const QPoint& position);
    void fill();
    void take();
    void check(const std::function<bool(int)>& wanted);

    QLineEdit* find_;
    QListWidget* list_;
    Shared<Curves> curves_;
    std::vector<size_t> like_;  ///< curves that fit the case shown
    std::vector<size_t> published_;
    QStringList chosen_, chosen_published_;  ///< by name
    bool filling_ = false;
};

class ThroughputView : public View {
    Q_OBJECT
 public:
    explicit ThroughputView(Workspace& workspace);

    CurveList& curve_list() { return *list_; }
    QAction& bounds() { return *bounds_; }

 protected:
    void refresh() override;

 private:
    void ask_extras();
    void draw();
    void fill_quantities();
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
    QString drawn_as_;  ///< axes of the last chart; a chart with other axes does not keep the zoom
};
}
