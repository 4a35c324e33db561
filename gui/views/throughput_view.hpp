// Rates against the number of keys: curves with their intervals, chosen from a list.
#pragma once

#include <set>
#include <string>

#include "analyzer/curve.hpp"
#include "gui/views/view.hpp"
#include "present/chart.hpp"

class QComboBox;
class QLineEdit;
class QListWidget;
class QSplitter;

namespace sortscope::gui {

class ThroughputView : public View {
    Q_OBJECT

 public:
    explicit ThroughputView(Workspace& workspace);

    ChartView* chart() override { return chart_; }
    QWidget* first_focus() override;
    bool is_waiting() const override { return query_.pending(); }
    QJsonObject layout_state() const override;
    void restore_layout(const QJsonObject& state) override;
    QListWidget& curve_list() { return *list_; }
    QComboBox& repeats_box() { return *repeats_; }

 protected:
    void refresh() override;

 private:
    void ask();
    void draw();
    void fill_list();
    void take_list();

    struct Curves {
        FileContentsPtr of;
        analyzer::Repeats repeats{};
        std::vector<analyzer::Curve> all;
        std::vector<std::string> labels;
    };

    ChartView* chart_;
    QSplitter* splitter_;
    QComboBox* repeats_;
    QLineEdit* find_;
    QListWidget* list_;
    QWidget* side_;
    Query query_;
    std::shared_ptr<const Curves> curves_;
    FileContentsPtr asked_file_;
    analyzer::Repeats asked_repeats_{};
    std::set<std::string> chosen_;  ///< labels of curves that the user chose; empty: those that go with the case shown
    std::vector<std::size_t> like_; ///< curves that can be drawn together with the case shown
    bool filling_ = false;
};

}  // namespace sortscope::gui
