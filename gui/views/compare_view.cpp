#include "gui/views/compare_view.hpp"

#include "present/charts/compare.hpp"
#include "present/charts/notes.hpp"

namespace sortscope::gui {
namespace {
const QString cases_axis = u"cases"_s, files_axis = u"file"_s;
constexpr int height_of_pair = 210, height_of_row = 130;  // of chart and table, for a single pair
}  // namespace

CompareView::CompareView(Workspace& of)
    : View(of, tr("Compare"), new ChartView, new TableView),
      stages_(new TableView),
      summary_(new Sentence(2)),
      difference_(new Sentence(2)),
      work_(new QLabel),
      lower_(column_of({difference_, stages_})),
      rows_(splitter_of(Qt::Vertical, {column_of({summary_, table_}), lower_})),
      splitter_(splitter_of(Qt::Vertical, {chart_, rows_})),
      effect_(new QDoubleSpinBox),
      query_(of.loader(), Lane::lengthy, this),
      pair_query_(of.loader(), Lane::quick, this) {
    auto& bar = toolbar();
    across_ = add_box(bar, "across", tr("Compare across"),
                      tr("The axis on which the sides differ; \u201ccases\u201d: the case shown and those "
                         "ticked in the list"),
                      7);
    bar.addSeparator();
    base_ = add_box(bar, "base", tr("Baseline"), tr("The divisor of all ratios"), 11);
    bar.addWidget(new QLabel(tr("  to  ")));
    other_ = add_box(bar, "other", tr("Other side"), tr("The side to compare with the baseline"), 11);
    bar.addSeparator();
    name_control(*effect_, "effect", tr("Least effect"), tr("Differences below it are \u201csame\u201d"));
    effect_->setRange(0, 100);
    effect_->setDecimals(1);
    effect_->setSingleStep(0.5);
    effect_->setValue(2);
    effect_->setSuffix(u" %"_s);
    effect_->setPrefix(u"\u2265 "_s);
    bar.addWidget(effect_);
    all_ = add_toggle(bar, tr("All cases"),
                      tr("Also list conditions that only one side has, or that have no times"));
    connect(all_, &QAction::toggled, this, &CompareView::touch);
    make_text(*work_);
    summary_->setObjectName(u"comparison_summary"_s);
    work_->setObjectName(u"different_work"_s);
    work_->setFont(text_font(TextSize::body, true));
    work_->setAutoFillBackground(true);
    work_->hide();
    difference_->setObjectName(u"difference_sentence"_s);
    table_->setAccessibleName(tr("Conditions compared"));
    table_->put_first({u"verdict"_s, u"ratio"_s});
    stages_->setAccessibleName(tr("The difference by stage"));
    lower_->hide();
    fill(*this, {work_, splitter_});
    setTabOrder(table_, stages_);
    // Saves only heights that the user chose.
    keep("splitter", *splitter_, &divided_);
    keep("rows", *rows_, &divided_);
    keep(
        "across", [this] { return chosen_across_ ? wanted_across_ : QString(); },
        [this](const QJsonValue& state) {
            wanted_across_ = state.toString();
            chosen_across_ = !wanted_across_.isEmpty();
        });
    keep("base", wanted_base_);
    keep("other", wanted_other_);
    keep(
        "effect", [this] { return effect_->value(); },
        [this](const QJsonValue& state) { effect_->setValue(state.toDouble(effect_->value())); });
    keep("all", *all_);
    keep("table", *table_);

    connect(across_, &QComboBox::activated, this, [this] { set_across(across_->currentText()); });
    for (auto* side : {base_, other_})
        connect(side, &QComboBox::activated, this, [this] {
            wanted_base_ = base_->currentData().toString();
            wanted_other_ = other_->currentData().toString();
            refresh();
        });
    connect(effect_, &QDoubleSpinBox::valueChanged, this, &CompareView::touch);
    connect(table_, &TableView::row_activated, this, &CompareView::open_row);
    connect(chart_, &ChartView::offer_taken, this, [this] { set_across(u"variant"_s); });
    connect(chart_, &ChartView::case_selected, this, [this](qlonglong id) {
        if (!result()) return;
        for (size_t i = 0; i < result()->timed.size(); ++i)
            if (result()->comparison.pairs[result()->timed[i]].other.record->id == CaseId{id})
                table_->set_current_row(int(i));
    });
    connect(chart_, &ChartView::row_activated, this, [this] { open_row(table_->current_row()); });
    connect(stages_, &TableView::row_activated, this, &CompareView::follow_stage);
}

/// Different work of the sides limits each verdict, so its sentence is at the top.
void CompareView::show_work() {
    std::vector<const analyzer::ComparedPair*> pairs;
    for (const auto& pair : result()->comparison.pairs) pairs.push_back(&pair);
    const auto sentence = present::said_of_work(pairs);
    work_->setText(typeset_if_any(sentence));
    chart_->set_said_beside(work_->text());
    auto tinted = palette();
    tinted.setColor(QPalette::Window, blend(palette().color(QPalette::Window),
                                            severity_colour(Severity::warning, palette()), 0.25));
    work_->setPalette(tinted);
    work_->setVisible(!sentence.empty());
}

void CompareView::refresh() {
    const auto from = workspace().current_file();
    rows_->setVisible(from != nullptr && result() && result()->problem.empty());
    if (!from) {
        forget_result();
        return chart_->show_message(waiting_sentence());
    }
    fill_boxes();
    ask();
}

void CompareView::forget_result() {
    query_.forget();
    forget_pair();
    rows_->hide();
    work_->hide();
}

void CompareView::ask() {
    const auto query = wanted();
    if (query.across.empty() && query.others.isEmpty()) {
        forget_result();
        base_->clear();
        other_->clear();
        return chart_->show_message(tr("No case is compared with case %1. Tick another case in the list, or "
                                       "choose another axis above.")
                                        .arg(qlonglong(query.base.id)),
                                    tr("Compare variants"));
    }
    const bool asked = query_.want(
        {nullptr, key_of(query)},
        [query](Readers& readers, const Stale& stale) { return read_comparison(readers, query, stale); },
        [this] { show_result(); },
        [this](const QString& sentence) {
            forget_result();  // ask again later
            chart_->show_message(sentence);
        });
    if (asked) pair_query_.cancel();  // it belongs to the previous comparison
}

void CompareView::show_result() {
    forget_pair();
    const auto& of = *result();
    for (auto* box : {base_, other_}) {
        box->clear();
        for (const auto& side : of.sides) box->addItem(typeset(side.name), to_qstring(side.name));
        box->setCurrentIndex(std::min(int(box == base_ ? of.base : of.other), box->count() - 1));
        box->setEnabled(of.sides.size() > 1);
        fit_long_items(*box, 11);
    }
    if (!of.problem.empty() && !chosen_across_ && wanted_across_ == u"run") {
        unlike_runs_ = workspace().current_file();
        return refresh();
    }
    if (!of.problem.empty()) {
        rows_->hide();
        work_->hide();
        return chart_->show_message(typeset(of.problem),
                                    wanted_across_ == u"variant" ? QString() : tr("Compare variants"));
    }
    rows_->show();
    const auto& base = of.sides[of.base];
    const auto& other = of.sides[of.other];
    if (wanted_across_ != cases_axis) {
        // Keep the sides: the user may return.
        wanted_base_ = to_qstring(base.name);
        wanted_other_ = to_qstring(other.name);
        query_.rename({nullptr, key_of(wanted())});
    }
    const bool alone = is_one_pair();
    summary_->say(typeset(present::comparison_sentence(of.comparison, base.name, other.name, of.freed)) +
                      (alone ? QString() : tr(" A double click shows the difference by stage.")),
                  typeset(of.timed.empty() ? std::string() : present::verdict_rule(of.min_effect)));
    show_work();
    table_->set_rows(table_rows(of.table));
    chart_->set_context(typeset(other.name) + tr(" compared with ") + typeset(base.name));
    chart_->set_chart(alone ? present::pair_chart(of.comparison.pairs[of.timed.front()], base.name,
                                                  other.name, of.min_effect)
                            : present::comparison_chart(of.comparison, base.name, other.name, of.min_effect));
    if (!of.counted.empty()) chart_->set_chart(of.sectors);
    arrange();
    if (alone) ask_pair(0, false);
}

void CompareView::set_across(const QString& across) {
    chosen_across_ = true;
    wanted_across_ = across;
    wanted_base_.clear();
    wanted_other_.clear();
    refresh();
}

void CompareView::fill_boxes() {
    const auto from = workspace().current_file();
    QStringList axes;
    if (workspace().files().size() > 1) axes << files_axis;
    axes << cases_axis;
    if (from->runs.size() > 1) axes << u"run"_s;
    axes << u"variant"_s << u"device"_s << u"block"_s << u"version"_s << u"cache"_s << u"time-mode"_s
         << u"key"_s << u"input"_s;
    for (const auto& axis : sweep_axes(*from))
        if (axis != "block") axes << to_qstring(axis);
    if (!chosen_across_)
        wanted_across_ = !selection().others.isEmpty()                   ? cases_axis
                         : workspace().files().size() > 1                ? files_axis
                         : from->runs.size() > 1 && from != unlike_runs_ ? u"run"_s
                                                                         : u"variant"_s;
    if (!axes.contains(wanted_across_)) wanted_across_ = axes.first();
    show_names(*across_, axes);
    across_->setCurrentText(wanted_across_);
}

ComparisonQuery CompareView::wanted() const {
    ComparisonQuery query;
    query.min_effect = effect_->value() / 100;
    query.all = all_->isChecked();
    query.base_value = wanted_base_.toStdString();
    query.other_value = wanted_other_.toStdString();
    const bool cases = wanted_across_ == cases_axis, files = wanted_across_ == files_axis;
    if (!cases) query.across = wanted_across_.toStdString();
    if (!files) query.base = selection().baseline;
    if (cases) query.others = selection().others;
    if (cases || files)
        query.files.assign(workspace().files().begin(), workspace().files().end());
    else
        query.files.push_back(workspace().current_file());
    return query;
}

QString CompareView::key_of(const ComparisonQuery& query) {
    QStringList key{to_qstring(query.across), to_qstring(query.base_value), to_qstring(query.other_value),
                    QString::number(query.min_effect), QString::number(query.all)};
    for (const auto& file : query.files) key << QString::number(file->reading);
    // Without a chosen side, the case shown determines the side.
    if (query.base_value.empty()) key << QString::number(qlonglong(query.base.id)) << query.base.file;
    for (const auto& other : query.others) key << QString::number(qlonglong(other.id)) << other.file;
    return key.join(u'\x1f');
}

void CompareView::arrange() {
    if (divided_ || splitter_->height() <= 0) return;
    const int all = splitter_->height();
    const int chart = is_one_pair() ? std::min(height_of_pair, all * 45 / 100) : all / 2;
    splitter_->setSizes({chart, all - chart});
    if (lower_->isHidden()) return;
    const int rows = all - chart, table = is_one_pair() ? std::min(height_of_row, rows / 2) : rows * 2 / 5;
    rows_->setSizes({table, rows - table});
}

void CompareView::ask_pair(int row, bool take_keys) {
    if (!result()) return;
    const auto& pairs = result()->counted.empty() ? result()->timed : result()->counted;
    const auto at = size_t(row);
    if (at >= pairs.size()) return;
    const auto read = [of = result(), pair = pairs[at]](Readers& readers, const Stale&) {
        return read_pair(readers, of, pair);
    };
    const auto show = [this, take_keys](const Shared<PairStages>& pair) {
        pair_ = pair;
        const auto& of = *pair_->of;
        difference_->say(typeset(present::difference_sentence(pair_->difference)));
        stages_->set_rows(table_rows(present::stage_difference_table(
            pair_->difference, of.sides[of.base].name, of.sides[of.other].name)));
        lower_->show();
        arrange();
        if (take_keys) stages_->setFocus();
    };
    pair_query_.ask<PairStages>(read, show, told_failure());
}

void CompareView::follow_stage(int row) {
    const auto at = size_t(row);
    if (!pair_ || at >= pair_->difference.difference.stages.size()) return;
    const auto& stage = pair_->difference.difference.stages[at];
    const auto& other = pair_->difference.pair->other;
    const auto from = workspace().file(to_qstring(pair_->of->path_of(other)));
    if (!from) return;
    select([&](Selection& next) {
        next.show(Workspace::ref_of(*from, *other.record));
        next.grouping = analyzer::Grouping::stage;
        next.choose_stage(stage.stage);
    });
    emit view_wanted(u"stages"_s);
}
}
