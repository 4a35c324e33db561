#include "gui/views/sweep_view.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <QActionGroup>
#include <QComboBox>
#include <QSplitter>
#include <QToolBar>

#include "core/condition.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart/chart_view.hpp"
#include "gui/views/parts/controls.hpp"
#include "gui/views/parts/overlay.hpp"
#include "gui/views/table/table_view.hpp"
#include "present/charts/matrix.hpp"
#include "present/charts/notes.hpp"
#include "present/charts/sweep.hpp"
#include "present/tables/case.hpp"
#include "present/tables/condition_columns.hpp"
#include "present/tables/sweep.hpp"

namespace sortscope::gui {

SweepView::SweepView(Workspace& of)
    : View(of, tr("Sweep"), new ChartView, new TableView),
      sentence_(new Sentence(2)),
      over_(new QComboBox),
      sweep_(new QComboBox),
      kinds_(add_choices(toolbar(),
                         {{tr("Lines"), tr("Time against the values of the axis")},
                          {tr("Heat map"), tr("Numbers of keys by values of the axis: time over the best of "
                                              "each row")}},
                         [this](int kind) { set_kind(static_cast<Kind>(kind)); })),
      query_(of.loader(), Loader::Lane::lengthy, this),
      others_query_(of.loader(), Loader::Lane::lengthy, this) {
    toolbar().addSeparator();
    name_control(*over_, "over", tr("Swept over"),
                 tr("The axis: the block size, or a parameter of a variant"));
    name_control(*sweep_, "sweep", tr("Sweep in the table"));
    fit_long_items(*sweep_, 24);
    toolbar().addWidget(over_);
    toolbar().addWidget(sweep_);
    add_overlay(tr("Draw the sweeps of the compared cases: lines dashed, heat maps side by side."));
    sentence_->setObjectName(u"sweep_sentence"_s);
    auto* splitter = splitter_of(Qt::Vertical, {chart_, column_of({sentence_, table_})}, {440, 320});
    fill(*this, {splitter});
    keep("splitter", *splitter);
    keep("table", *table_);
    keep(
        "over", [this] { return to_qstring(wanted_over_); },
        [this](const QJsonValue& state) {
            if (const auto over = state.toString().toStdString();
                !over.empty() && over != std::exchange(wanted_over_, over))
                touch();
        });
    keep(
        "kind", [this] { return static_cast<int>(kind_); },
        [this](const QJsonValue& state) { set_kind(state.toInt() == 1 ? Kind::heat : Kind::lines); });

    connect(over_, &QComboBox::activated, this, [this] {
        wanted_over_ = over_->currentText().toStdString();
        refresh();
    });
    connect(sweep_, &QComboBox::activated, this, [this] {
        tabled_ = -1;
        show_sweeps();
    });
    connect(chart_, &ChartView::offer_taken, this, [this] { emit view_wanted(u"collect"_s); });
    connect(chart_, &ChartView::case_selected, this, [this](qlonglong id) {
        if (sweeps_) workspace().show(sweeps_->of->path, CaseId{id});
    });
    connect(table_, &TableView::row_selected, this, [this](int row) {
        const int at = sweep_->currentIndex();
        if (row < 0 || at < 0 || !sweeps_) return;
        const auto& points = sweeps_->all[shown_[static_cast<std::size_t>(at)]].points;
        if (static_cast<std::size_t>(row) < points.size())
            workspace().show(sweeps_->of->path, points[static_cast<std::size_t>(row)].from.record->id);
    });
}

QString SweepView::sentence() const { return sentence_->said(); }

void SweepView::set_kind(Kind kind) {
    kinds_->actions().at(static_cast<int>(kind))->setChecked(true);
    if (kind == std::exchange(kind_, kind)) return;
    touch();
}

void SweepView::refresh() {
    const auto from = workspace().current_file();
    table_->parentWidget()->setVisible(from != nullptr);
    if (!from) {
        query_.forget();
        others_query_.forget();
        sweeps_ = nullptr;
        sweep_->clear();
        shown_.clear();
        chart_->show_message(waiting_sentence());
        return;
    }
    const auto axes = sweep_axes(*from);
    if (std::ranges::find(axes, wanted_over_) == axes.end()) wanted_over_ = "block";
    std::vector<BoxItem> items;
    for (const auto& axis : axes) items.push_back({to_qstring(axis), to_qstring(axis)});
    show_items(*over_, items);
    over_->setCurrentText(to_qstring(wanted_over_));
    query_.want(
        {from, to_qstring(wanted_over_)},
        [from, over = wanted_over_](Readers& readers, const Stale& stale) {
            return read_sweeps(readers, from, over, least_effect, stale);
        },
        [this] {
            sweeps_ = query_.answer();
            tabled_ = -1;
            refresh();
        },
        [this](const QString& sentence) { chart_->show_message(sentence); });
    if (!query_.fresh()) return;
    ask_others();
    show_sweeps();
}

std::vector<std::size_t> SweepView::like_shown() const {
    std::vector<std::size_t> all, of_variant, alike;
    const auto* record = workspace().find(selection().baseline);
    for (std::size_t i = 0; i < sweeps_->all.size(); ++i) {
        const auto& condition = sweeps_->all[i].condition;
        all.push_back(i);
        if (record == nullptr || condition.subject != condition_of(*record).subject) continue;
        of_variant.push_back(i);
        if (condition.key() == record->key()) alike.push_back(i);
    }
    return !alike.empty() ? alike : !of_variant.empty() ? of_variant : all;
}

void SweepView::show_sweeps() {
    if (!sweeps_) return;
    const auto like = like_shown();
    const int chosen = sweep_->currentIndex();
    const auto before = chosen >= 0 && static_cast<std::size_t>(chosen) < shown_.size()
                            ? shown_[static_cast<std::size_t>(chosen)]
                            : sweeps_->all.size();
    if (like != shown_ || sweep_->count() != static_cast<int>(like.size())) {
        shown_ = like;
        sweep_->clear();
        for (const auto at : shown_) sweep_->addItem(typeset(present::sweep_heading(sweeps_->all[at])));
        fit_long_items(*sweep_, 24);
        tabled_ = -1;
    }
    // The sweep of the case shown.
    const auto* record = workspace().find(selection().baseline);
    int wanted = -1;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
        if (before == shown_[i] && wanted < 0) wanted = static_cast<int>(i);
        for (const auto& point : sweeps_->all[shown_[i]].points)
            if (record != nullptr && point.from.record->id == record->id) wanted = static_cast<int>(i);
    }
    if (tabled_ < 0 && sweep_->hasFocus()) wanted = sweep_->currentIndex();
    sweep_->setCurrentIndex(shown_.empty() ? -1 : std::max(0, wanted));
    sweep_->setEnabled(shown_.size() > 1);

    auto chart = kind_ == Kind::lines ? lines_chart() : heat_chart();
    if (record != nullptr && !shown_.empty() &&
        sweeps_->all[shown_.front()].condition.subject != condition_of(*record).subject)
        present::add_sentence(chart.note, present::sweeps_of_others(record->subject.name));
    if (kind_ == Kind::lines && !chart.series.empty())
        present::add_sentence(chart.note, present::framed_best);
    chart_->set_context(sweep_->currentText());
    chart_->set_chart(std::move(chart), tabled_of_ == sweeps_);
    if (sweeps_->all.empty()) chart_->show_message(chart_->message(), tr("Collect..."));
    chart_->set_current_case(record != nullptr ? record->id : CaseId{});

    const int at = sweep_->currentIndex();
    if (at < 0) {
        sentence_->say({});
        table_->set_rows(nullptr);
        tabled_ = -1;
        return;
    }
    const auto& sweep = sweeps_->all[shown_[static_cast<std::size_t>(at)]];
    if (tabled_ != at || tabled_of_ != sweeps_) {
        tabled_ = at;
        tabled_of_ = sweeps_;
        const auto limiter = present::limiter_sentence(sweep);
        sentence_->say(
            typeset(present::sweep_sentence(sweep, least_effect) + (limiter.empty() ? "" : " " + limiter)));
        table_->set_rows(table_rows(present::sweep_table(sweep)));
    }
    const auto point = std::ranges::find_if(sweep.points, [&](const analyzer::SweepPoint& one) {
        return record != nullptr && one.from.record->id == record->id;
    });
    table_->set_current_row(point == sweep.points.end() ? -1
                                                        : static_cast<int>(point - sweep.points.begin()));
}

namespace {

constexpr std::size_t most_lines = 10;

/// `sweep` must belong to the file of the case: ids are a file's own.
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

void SweepView::ask_others() {
    using Read = std::vector<std::shared_ptr<const Sweeps>>;
    const auto from = workspace().current_file();
    std::vector<FileContentsPtr> files;
    for (const auto& other : overlay().cases())
        if (auto file = workspace().file(other->path);
            file && file != from && std::ranges::find(files, file) == files.end())
            files.push_back(std::move(file));
    if (files.empty()) return others_query_.forget();
    others_query_.want(
        {sweeps_, overlay().key()},
        [files, over = wanted_over_](Readers& readers, const Stale& stale) -> std::shared_ptr<const Read> {
            auto read = std::make_shared<Read>();
            for (const auto& file : files) {
                const auto axes = sweep_axes(*file);
                if (std::ranges::find(axes, over) == axes.end()) continue;  // it has no sweep over this axis
                read->push_back(read_sweeps(readers, file, over, least_effect, stale));
                if (!read->back()) return nullptr;
            }
            return read;
        },
        [this] {
            tabled_of_ = nullptr;  // draw again
            show_sweeps();
        },
        [this](const QString& sentence) { emit failed(sentence); });
}

std::vector<const analyzer::Sweep*> SweepView::other_sweeps() const {
    std::vector<const analyzer::Sweep*> found;
    const auto shown = selection().baseline;
    const auto look = [&](const Sweeps& in, CaseId id) {
        // The sweep of the case shown is drawn anyway.
        for (const auto& sweep : in.all)
            if (holds_case(sweep, id) && !(in.of->path == shown.file && holds_case(sweep, shown.id)) &&
                std::ranges::find(found, &sweep) == found.end())
                found.push_back(&sweep);
    };
    for (const auto& other : overlay().cases())
        if (const auto* from = sweeps_of(other->path)) look(*from, other->record.id);
    return found;
}

const Sweeps* SweepView::sweeps_of(const QString& path) const {
    if (path == sweeps_->of->path) return sweeps_.get();
    if (const auto others = others_query_.fresh())
        for (const auto& sweeps : *others)
            if (sweeps->of->path == path) return sweeps.get();
    return nullptr;
}

present::Chart SweepView::lines_chart() const {
    const auto others = other_sweeps();
    std::vector<analyzer::Sweep> drawn;
    for (const auto at : shown_) {
        const bool other = std::ranges::find(others, &sweeps_->all[at]) != others.end();
        if (!other && drawn.size() + others.size() < most_lines) drawn.push_back(sweeps_->all[at]);
    }
    const auto own = drawn.size();
    for (const auto* other : others) drawn.push_back(*other);
    auto chart = present::sweep_chart(drawn);
    // Lines are in the order of the sweeps; some sweeps have none.
    std::size_t line = 0;
    for (std::size_t i = 0; i < drawn.size() && line < chart.series.size() && !others.empty(); ++i) {
        if (!drawn[i].best || drawn[i].axes.size() != 1 ||
            drawn[i].axes.front() != drawn.front().axes.front())
            continue;
        auto& series = chart.series[line++];
        if (i < own) continue;
        series.dashed = true;
        series.name = present::compared_name(series.name);
        // A case id belongs to its file: points of other files open no case.
        const auto* other = others[i - own];
        if (std::ranges::none_of(sweeps_->all, [&](const analyzer::Sweep& one) { return &one == other; }))
            for (auto& point : series.points) point.case_id = {};
    }
    // Count the sweeps in the box and compared sweeps of any file.
    const auto in_box = [&](const analyzer::Sweep* other) {
        return std::ranges::any_of(shown_, [&](std::size_t at) { return other == &sweeps_->all[at]; });
    };
    const auto beside = static_cast<std::size_t>(std::ranges::count_if(others, std::not_fn(in_box)));
    present::add_sentence(chart.note, present::sweeps_drawn(drawn.size(), shown_.size() + beside));
    const auto has_line = [&](const CaseContents& one) {
        for (std::size_t i = 0; i < drawn.size(); ++i) {
            const auto* from = i < own ? sweeps_.get() : sweeps_of(one.path);
            const bool of_its_file =
                from != nullptr && from->of->path == one.path &&
                (i < own || std::ranges::any_of(from->all, [&](const analyzer::Sweep& sweep) {
                     return &sweep == others[i - own];
                 }));
            if (of_its_file && drawn[i].best && holds_case(drawn[i], one.record.id))
                return true;  // without times there is no line
        }
        return false;
    };
    std::vector<std::string> without;
    for (const auto& other : overlay().cases())
        if (const auto name = present::variant_text(other->record);
            !has_line(*other) && std::ranges::find(without, name) == without.end())
            without.push_back(name);
    present::add_without(chart.note, "a sweep over " + wanted_over_, without);
    return chart;
}

present::Chart SweepView::heat_chart() const {
    std::vector<analyzer::Sweep> own;
    for (const auto at : shown_) own.push_back(sweeps_->all[at]);
    // A map has all numbers of keys as rows.
    const auto rest = [](const analyzer::Sweep& sweep) { return sweep.condition.leaving_free({"n"}); };
    struct Drawn {
        const Sweeps* from;
        Condition of;
    };
    std::vector<Drawn> drawn;
    std::vector<present::Chart> charts;
    std::vector<const CaseRecord*> records;
    const auto add = [&](const CaseRecord& record, const Sweeps* from) {
        const auto its = from == nullptr ? nullptr : find_sweep(from->all, record.id);
        std::vector<analyzer::Sweep> alike;
        if (its != nullptr) {
            const Drawn one{from, rest(*its)};
            // Two cases may be in one map: draw it once.
            if (std::ranges::any_of(drawn, [&](const Drawn& before) {
                    return before.from == one.from && before.of == one.of;
                }))
                return;
            drawn.push_back(one);
            alike.push_back(*its);  // the first decides the time mode
            for (const auto& sweep : from->all)
                if (&sweep != its && rest(sweep) == one.of) alike.push_back(sweep);
        }
        charts.push_back(present::sweep_heat_chart(alike));
        records.push_back(&record);
    };
    const auto* shown = workspace().find(selection().baseline);
    // The map of the case shown comes first.
    if (const auto* its = shown == nullptr ? nullptr : find_sweep(own, shown->id)) {
        std::rotate(own.begin(), own.begin() + (its - own.data()), own.begin() + (its - own.data()) + 1);
        std::ranges::stable_partition(
            own, [&, of = rest(own.front())](const analyzer::Sweep& sweep) { return rest(sweep) == of; });
    }
    if (shown != nullptr && overlay().is_on()) {
        add(*shown, sweeps_.get());
        for (const auto& other : overlay().cases()) add(other->record, sweeps_of(other->path));
    }
    if (charts.size() < 2 || std::ranges::all_of(charts, &present::Chart::empty))
        return present::sweep_heat_chart(own);
    return present::heat_charts_beside(charts, present::overlay_names(records));
}

}  // namespace sortscope::gui
