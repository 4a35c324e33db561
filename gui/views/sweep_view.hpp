// Time over the block size or a parameter: the best value, and why other values are slower.
#pragma once

#include "gui/models/analyses.hpp"
#include "gui/views/view.hpp"

namespace sortscope::gui {
class SweepView : public View {
    Q_OBJECT
 public:
    enum class Kind { lines, heat };

    explicit SweepView(Workspace& workspace);

    void set_kind(Kind kind) { kinds_->actions().at(int(kind))->setChecked(true); }
    QString sentence() const { return sentence_->said(); }

 protected:
    void refresh() override;

 private:
    const Shared<Sweeps>& sweeps() const { return query_.answer(); }
    void show_sweeps();
    void ask_others();
    const analyzer::Sweep* chosen_sweep() const;
    const Sweeps* sweeps_of(const QString& path) const;
    static constexpr double least_effect = analyzer::default_min_effect;

    /// Draws the sweeps that the Sweep box lists, and compared sweeps as dashed lines.
    present::Chart lines_chart() const;
    /// Draws the maps of the case shown and of compared cases side by side.
    present::Chart heat_chart() const;
    /// Sweeps with the variant and keys of the case shown; all sweeps if none matches.
    std::vector<size_t> like_shown() const;

    bool is_heat() const { return kinds_->actions().at(1)->isChecked(); }

    Sentence* sentence_;
    QActionGroup* kinds_;
    QComboBox* over_;
    QComboBox* sweep_;
    KeyedQuery<Sweeps> query_;
    KeyedQuery<std::vector<Shared<Sweeps>>> others_query_;
    QString wanted_over_ = u"block"_s;
    std::vector<size_t> shown_;                ///< the box's items
    const analyzer::Sweep* tabled_ = nullptr;  ///< sweep in the table, a part of sweeps()
    Shared<Sweeps> drawn_of_;
};
}
