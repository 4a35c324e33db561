// One pair of a comparison: where its difference arose, stage by stage; and the heights where it is the only
// one.
#include <algorithm>

#include <QSplitter>

#include "gui/models/text.hpp"
#include "gui/views/compare_view.hpp"
#include "gui/views/sentence.hpp"
#include "gui/views/table_view.hpp"
#include "present/compare.hpp"

namespace sortscope::gui {
namespace {

constexpr int height_of_pair = 210, height_of_row = 130;  // of the chart and the table of one pair alone

}  // namespace

void CompareView::forget_pair() {
    pair_query_.cancel();
    pair_ = nullptr;
    lower_->hide();
}

bool CompareView::is_one_pair() const {
    return result_ && result_->timed.size() == 1 && result_->counted.empty();
}

void CompareView::share_height() {
    if (divided_ || splitter_->height() <= 0) return;
    const int all = splitter_->height();
    const int chart = is_one_pair() ? std::min(height_of_pair, all * 45 / 100) : all / 2;
    splitter_->setSizes({chart, all - chart});
    if (lower_->isHidden()) return;
    const int rows = all - chart, table = is_one_pair() ? std::min(height_of_row, rows / 2) : rows * 2 / 5;
    rows_->setSizes({table, rows - table});
}

void CompareView::resizeEvent(QResizeEvent* event) {
    View::resizeEvent(event);
    share_height();
}

void CompareView::open_row(int row) { ask_pair(row, true); }

void CompareView::ask_pair(int row, bool take_keys) {
    if (!result_) return;
    const auto& pairs = result_->counted.empty() ? result_->timed : result_->counted;
    if (row < 0 || static_cast<std::size_t>(row) >= pairs.size()) return;
    pair_query_.ask<PairStages>([of = result_, pair = pairs[static_cast<std::size_t>(row)]](
                                    Readers& readers, const Stale&) { return read_pair(readers, of, pair); },
                                [this, take_keys](const std::shared_ptr<const PairStages>& pair) {
                                    pair_ = pair;
                                    show_pair(take_keys);
                                },
                                [this](const QString& sentence) { emit failed(sentence); });
}

void CompareView::show_pair(bool take_keys) {
    const auto& of = *pair_->of;
    const auto& base = of.sides[of.base].name;
    const auto& other = of.sides[of.other].name;
    auto table = present::stage_difference_table(pair_->difference, base, other);
    difference_->say(typeset(present::difference_sentence(pair_->difference)));
    stages_->set_rows(table_rows(std::move(table)));
    lower_->show();
    share_height();
    if (take_keys) stages_->setFocus();
}

void CompareView::follow_stage(int row) {
    if (!pair_ || row < 0 || static_cast<std::size_t>(row) >= pair_->difference.difference.stages.size())
        return;
    const auto& stage = pair_->difference.difference.stages[static_cast<std::size_t>(row)];
    const auto& other = pair_->difference.pair->other;
    QString path;
    for (std::size_t i = 0; i < pair_->of->files.size(); ++i)
        if (&pair_->of->files[i] == other.file) path = to_qstring(pair_->of->paths[i]);
    const auto from = workspace().file(path);
    if (!from) return;
    workspace().selected().edit([&](Selection& next) {
        next.show(Workspace::ref_of(*from, *other.record));
        next.grouping = analyzer::Grouping::stage;
        next.stage = stage.stage;
        next.substage.reset();
        next.launches.reset();
    });
    emit view_wanted(QStringLiteral("stages"));
}

}  // namespace sortscope::gui
