// Time against the work-group size or a parameter: lines or a heat map, the best pointed out, and why the
// others are slower.
#pragma once

#include "gui/models/analyses.hpp"
#include "gui/views/view.hpp"

class QActionGroup;
class QComboBox;
class QSplitter;

namespace sortscope::gui {

class OverlayToggle;
class Sentence;

class SweepView : public View {
    Q_OBJECT

 public:
    enum class Kind { lines, heat };

    explicit SweepView(Workspace& workspace);

    ChartView* chart() override { return chart_; }
    TableView* table() override { return table_; }
    QWidget* first_focus() override;
    bool is_waiting() const override;
    QJsonObject layout_state() const override;
    void restore_layout(const QJsonObject& state) override;
    void set_kind(Kind kind);
    QString sentence() const;

 protected:
    void refresh() override;

 private:
    void ask();
    void show_sweeps();
    void ask_others();
    /// The sweeps that the cases compared with the one shown are points of.
    std::vector<const analyzer::Sweep*> other_sweeps() const;
    /// Of an open file, where they were read; else null.
    const Sweeps* sweeps_of(const QString& path) const;
    static constexpr double least_effect = 0.02;  ///< that matters

    /// The lines of the sweeps in the box and, dashed, of those compared; the note says what is not drawn.
    present::Chart lines_chart() const;
    /// The heat map of the sweeps in the box; where cases are compared, that of the case shown and theirs
    /// beside it, each of its own condition but for the number of keys.
    present::Chart heat_chart() const;
    /// Sweeps of the variant and keys of the case shown; all where there are none of them.
    std::vector<std::size_t> like_shown() const;

    ChartView* chart_;
    TableView* table_;
    Sentence* sentence_;
    QSplitter* splitter_;
    QComboBox* over_;
    QComboBox* sweep_;
    QActionGroup* kinds_;
    OverlayToggle* overlay_;
    Kind kind_ = Kind::lines;
    Query query_, others_query_;
    std::shared_ptr<const Sweeps> sweeps_;
    std::shared_ptr<const std::vector<std::shared_ptr<const Sweeps>>> others_;  ///< of other files
    QString others_asked_;
    FileContentsPtr asked_;
    std::string asked_over_, wanted_over_ = "block";
    std::vector<std::size_t> shown_;  ///< of sweeps_, in the box
    int tabled_ = -1;
    std::shared_ptr<const Sweeps> tabled_of_;
};

}  // namespace sortscope::gui
