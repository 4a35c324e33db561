#include "gui/views/sweep_view.hpp"

#include "present/charts/matrix.hpp"
#include "present/charts/notes.hpp"
#include "present/charts/sweep.hpp"
#include "present/tables/case.hpp"
#include "present/tables/sweep.hpp"

namespace sortscope::gui {
SweepView::SweepView(Workspace& of)
    : View(of, tr("Sweep"), new ChartView, new TableView),
      sentence_(new Sentence(2)),
      kinds_(add_choices(
          toolbar(),
          {{tr("Lines"), tr("Time against the values of the axis")},
           {tr("Heat map"), tr("Numbers of keys by values of the axis: time over the best of each row")}},
          [this] { touch(); })),
      over_(add_box(toolbar(), "over", tr("Swept over"),
                    tr("The axis: the block size, or a parameter of a variant"))),
      sweep_(add_box(toolbar(), "sweep", tr("Sweep in the table"), {}, 24)),
      query_(of.loader(), Lane::lengthy, this),
      others_query_(of.loader(), Lane::lengthy, this) {
    add_overlay(tr("Draw the sweeps of the compared cases: lines dashed, heat maps side by side."));
    sentence_->setObjectName(u"sweep_sentence"_s);
    auto* splitter = splitter_of(Qt::Vertical, {chart_, column_of({sentence_, table_})}, {440, 320});
    fill(*this, {splitter});
    keep("splitter", *splitter);
    keep("table", *table_);
    keep("over", wanted_over_);
    keep("kind", *kinds_);

    connect(over_, &QComboBox::activated, this, [this] {
        wanted_over_ = over_->currentText();
        refresh();
    });
    connect(sweep_, &QComboBox::activated, this, [this] {
        tabled_ = nullptr;
        show_sweeps();
    });
    connect(chart_, &ChartView::offer_taken, this, [this] { want_case_with("--block 64,128,256,512,1024"); });
    connect(chart_, &ChartView::case_selected, this, [this](qlonglong id) {
        if (sweeps()) workspace().show(sweeps()->of->path, CaseId{id});
    });
    connect(table_, &TableView::row_selected, this, [this](int row) {
        const auto* sweep = chosen_sweep();
        if (const auto at = size_t(row); sweep != nullptr && at < sweep->points.size())
            workspace().show(sweeps()->of->path, sweep->points[at].from.record->id);
    });
}

void SweepView::refresh() {
    const auto from = workspace().current_file();
    table_->parentWidget()->setVisible(from != nullptr);
    if (!from) {
        query_.forget();
        others_query_.forget();
        sweep_->clear();
        shown_.clear();
        return chart_->show_message(waiting_sentence());
    }
    QStringList axes;
    for (const auto& axis : sweep_axes(*from)) axes << to_qstring(axis);
    if (!axes.contains(wanted_over_)) wanted_over_ = u"block"_s;
    show_names(*over_, axes);
    over_->setCurrentText(wanted_over_);
    query_.want(
        {from, wanted_over_},
        [from, over = wanted_over_.toStdString()](Readers& readers, const Stale& stale) {
            return read_sweeps(readers, from, over, least_effect, stale);
        },
        [this] {
            tabled_ = nullptr;
            refresh();
        },
        shown_failure());
    if (!query_.fresh()) return;
    ask_others();
    show_sweeps();
}

std::vector<size_t> SweepView::like_shown() const {
    const auto* record = workspace().find(selection().baseline);
    const auto likeness = [&](const analyzer::Sweep& sweep) {
        if (record == nullptr || sweep.condition.subject != condition_of(*record).subject) return 0;
        return sweep.condition.key() == record->key() ? 2 : 1;
    };
    int most = 0;
    for (const auto& sweep : sweeps()->all) most = std::max(most, likeness(sweep));
    std::vector<size_t> alike;
    for (size_t i = 0; i < sweeps()->all.size(); ++i)
        if (likeness(sweeps()->all[i]) == most) alike.push_back(i);
    return alike;
}

const analyzer::Sweep* SweepView::chosen_sweep() const {
    const auto at = size_t(sweep_->currentIndex());
    return sweeps() && at < shown_.size() && shown_[at] < sweeps()->all.size() ? &sweeps()->all[shown_[at]]
                                                                               : nullptr;
}

namespace {
constexpr size_t most_lines = 10;

/// `sweep` must be of the case's file: ids are unique only within a file.
bool holds_case(const analyzer::Sweep& sweep, CaseId id) {
    return std::ranges::any_of(
        sweep.points, [&](const analyzer::SweepPoint& point) { return point.from.record->id == id; });
}

const analyzer::Sweep* find_sweep(const std::vector<analyzer::Sweep>& sweeps, CaseId id) {
    const auto found =
        std::ranges::find_if(sweeps, [&](const analyzer::Sweep& sweep) { return holds_case(sweep, id); });
    return found == sweeps.end() ? nullptr : &*found;
}
}  // namespace

void SweepView::show_sweeps() {
    if (!sweeps()) return;
    const auto like = like_shown();
    const auto* before = chosen_sweep();
    if (like != shown_ || sweep_->count() != int(like.size())) {
        shown_ = like;
        sweep_->clear();
        for (const auto at : shown_) sweep_->addItem(typeset(present::sweep_heading(sweeps()->all[at])));
        fit_long_items(*sweep_, 24);
        tabled_ = nullptr;
    }
    // Chooses a sweep with the case shown, else the previous sweep.
    const auto* record = workspace().find(selection().baseline);
    int wanted = 0;
    for (const bool of_case : {false, true})
        for (size_t i = 0; i < shown_.size(); ++i)
            if (const auto& sweep = sweeps()->all[shown_[i]];
                of_case ? record != nullptr && holds_case(sweep, record->id) : &sweep == before)
                wanted = int(i);
    if (tabled_ != nullptr || !sweep_->hasFocus()) sweep_->setCurrentIndex(shown_.empty() ? -1 : wanted);
    sweep_->setEnabled(shown_.size() > 1);

    auto chart = is_heat() ? heat_chart() : lines_chart();
    if (record != nullptr && !shown_.empty() &&
        sweeps()->all[shown_.front()].condition.subject != condition_of(*record).subject)
        present::add_sentence(chart.note, present::sweeps_of_others(record->subject.name));
    const bool has_best = std::ranges::any_of(
        chart.series, [](const present::Series& series) { return series.best.has_value(); });
    if (has_best) present::add_sentence(chart.note, present::framed_best);
    chart_->set_context(sweep_->currentText());
    chart_->set_chart(std::move(chart), drawn_of_ == sweeps());
    drawn_of_ = sweeps();
    if (sweeps()->all.empty()) chart_->offer(tr("Collect..."));
    chart_->set_current_case(record != nullptr ? record->id : CaseId{});

    const auto* sweep = chosen_sweep();
    table_->parentWidget()->setVisible(sweep != nullptr);
    if (sweep == nullptr) {
        sentence_->say({});
        table_->set_rows(nullptr);
    } else if (tabled_ != sweep) {
        const auto limiter = present::limiter_sentence(*sweep);
        sentence_->say(
            typeset(present::sweep_sentence(*sweep, least_effect) + (limiter.empty() ? "" : " " + limiter)));
        table_->set_rows(table_rows(present::sweep_table(*sweep)));
    }
    tabled_ = sweep;
    if (sweep == nullptr) return;
    table_->set_current_row(index_where(sweep->points, [&](const analyzer::SweepPoint& one) {
        return record != nullptr && one.from.record->id == record->id;
    }));
}

void SweepView::ask_others() {
    using Read = std::vector<Shared<Sweeps>>;
    const auto from = workspace().current_file();
    std::vector<FilePtr> files;
    for (const auto& other : overlay().cases())
        if (auto file = workspace().file(other->path); file && file != from && !has(files, file))
            files.push_back(std::move(file));
    if (files.empty()) return others_query_.forget();
    others_query_.want(
        {sweeps(), overlay().key()},
        [files, over = wanted_over_.toStdString()](Readers& readers, const Stale& stale) -> Shared<Read> {
            auto read = std::make_shared<Read>();
            for (const auto& file : files) {
                const auto axes = sweep_axes(*file);
                if (!has(axes, over)) continue;
                read->push_back(read_sweeps(readers, file, over, least_effect, stale));
                if (!read->back()) return nullptr;
            }
            return read;
        },
        [this] {
            drawn_of_ = nullptr;  // axes get other ranges
            show_sweeps();
        },
        told_failure());
}

const Sweeps* SweepView::sweeps_of(const QString& path) const {
    if (path == sweeps()->of->path) return sweeps().get();
    if (const auto others = others_query_.fresh())
        for (const auto& sweeps : *others)
            if (sweeps->of->path == path) return sweeps.get();
    return nullptr;
}

present::Chart SweepView::lines_chart() const {
    const auto shown = selection().baseline;
    std::vector<const analyzer::Sweep*> others;
    std::vector<std::string> without;
    for (const auto& other : overlay().cases()) {
        const auto* from = sweeps_of(other->path);
        bool timed = false;
        for (size_t i = 0; from != nullptr && i < from->all.size(); ++i) {
            const auto& sweep = from->all[i];
            if (!holds_case(sweep, other->record.id)) continue;
            timed = timed || sweep.timed();  // without times there is no line
            if (!(other->path == shown.file && holds_case(sweep, shown.id)) && !has(others, &sweep))
                others.push_back(&sweep);
        }
        if (const auto name = present::variant_text(other->record); !timed && !has(without, name))
            without.push_back(name);
    }
    std::vector<const analyzer::Sweep*> in_box, of_file;
    for (const auto& sweep : sweeps()->all) of_file.push_back(&sweep);
    for (const auto at : shown_) in_box.push_back(&sweeps()->all[at]);
    std::vector<analyzer::Sweep> drawn;
    for (const auto* sweep : in_box)
        if (!has(others, sweep) && drawn.size() + others.size() < most_lines) drawn.push_back(*sweep);
    const auto own = drawn.size();
    for (const auto* other : others) drawn.push_back(*other);
    auto chart = present::sweep_chart(drawn, workspace().compared());
    // Some sweeps have no line.
    size_t line = 0, beside = 0;
    for (size_t i = 0; i < drawn.size(); ++i) {
        if (i >= own && !has(in_box, others[i - own])) ++beside;
        if (line == chart.series.size() || !drawn[i].timed() || drawn[i].axes.size() != 1 ||
            drawn[i].axes.front() != drawn.front().axes.front())
            continue;
        auto& series = chart.series[line++];
        if (i < own) continue;
        series.dashed = true;
        series.name = present::compared_name(series.name);
        // Points of other files open no case.
        for (auto& point : series.points)
            if (!has(of_file, others[i - own])) point.case_id = {};
    }
    // Counts sweeps in the box, and compared sweeps of any file.
    present::add_sentence(chart.note, present::sweeps_drawn(drawn.size(), shown_.size() + beside));
    present::add_without(chart.note, "a sweep over " + wanted_over_.toStdString(), without);
    return chart;
}

present::Chart SweepView::heat_chart() const {
    // A map's rows are numbers of keys.
    const auto rest = [](const analyzer::Sweep& sweep) {
        return sweep.condition.leaving_free({"n", "output"});
    };
    std::vector<analyzer::Sweep> own;
    for (const auto at : shown_) own.push_back(sweeps()->all[at]);
    std::vector<std::pair<const Sweeps*, Condition>> drawn;
    std::vector<present::Chart> charts;
    std::vector<const CaseRecord*> records;
    const auto add = [&](const CaseRecord& record, const Sweeps* from) {
        const auto* its = from == nullptr ? nullptr : find_sweep(from->all, record.id);
        std::vector<analyzer::Sweep> alike;
        if (its != nullptr) {
            const std::pair map(from, rest(*its));
            if (has(drawn, map)) return;
            drawn.push_back(map);
            alike.push_back(*its);  // the first sweep decides the time mode
            for (const auto& sweep : from->all)
                if (&sweep != its && rest(sweep) == map.second) alike.push_back(sweep);
        }
        charts.push_back(present::sweep_heat_chart(alike));
        records.push_back(&record);
    };
    const auto* shown = workspace().find(selection().baseline);
    if (const auto* its = shown == nullptr ? nullptr : find_sweep(own, shown->id))
        std::ranges::stable_sort(own, {}, [&, of = rest(*its)](const analyzer::Sweep& sweep) {
            return holds_case(sweep, shown->id) ? 0 : rest(sweep) == of ? 1 : 2;
        });
    if (shown != nullptr && overlay().is_on()) {
        add(*shown, sweeps().get());
        for (const auto& other : overlay().cases()) add(other->record, sweeps_of(other->path));
    }
    if (charts.size() < 2 || std::ranges::all_of(charts, &present::Chart::empty))
        return present::sweep_heat_chart(own);
    return present::heat_charts_beside(charts, present::overlay_names(records));
}
}
