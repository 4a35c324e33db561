// Time against the block size or a parameter: the best value, and why others are slower.
#pragma once

#include "gui/models/analyses.hpp"
#include "gui/views/view.hpp"

namespace sortscope::gui {

class SweepView : public View {
    Q_OBJECT

 public:
    enum class Kind { lines, heat };

    explicit SweepView(Workspace& workspace);

    void set_kind(Kind kind);
    QString sentence() const;

 protected:
    void refresh() override;

 private:
    void show_sweeps();
    void ask_others();
    /// The sweep in the box; null if there is none.
    const analyzer::Sweep* chosen_sweep() const;
    /// The sweeps of an open file; null unless they were read.
    const Sweeps* sweeps_of(const QString& path) const;
    static constexpr double least_effect = 0.02;

    /// The sweeps in the box and, dashed, the compared ones; the note names those that are not drawn.
    present::Chart lines_chart() const;
    /// The heat map of the sweeps in the box; with compared cases one map each, side by side.
    present::Chart heat_chart() const;
    /// Sweeps with the variant and keys of the case shown; all if there are none.
    std::vector<std::size_t> like_shown() const;

    bool is_heat() const;

    Sentence* sentence_;
    QActionGroup* kinds_;
    QComboBox* over_;
    QComboBox* sweep_;
    KeyedQuery<Sweeps> query_;
    KeyedQuery<std::vector<std::shared_ptr<const Sweeps>>> others_query_;
    std::shared_ptr<const Sweeps> sweeps_;
    std::string wanted_over_ = "block";
    std::vector<std::size_t> shown_;           ///< indices of the box's items in sweeps_
    const analyzer::Sweep* tabled_ = nullptr;  ///< of sweeps_
    std::shared_ptr<const Sweeps> drawn_of_;
};

}  // namespace sortscope::gui
