#include "gui/views/throughput_view.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <utility>

#include <QAction>
#include <QComboBox>
#include <QSplitter>
#include <QToolBar>
#include <QVBoxLayout>

#include "core/condition.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart/chart_view.hpp"
#include "gui/views/parts/controls.hpp"
#include "gui/views/parts/curve_list.hpp"
#include "gui/views/parts/overlay_toggle.hpp"
#include "present/charts/notes.hpp"
#include "present/charts/throughput.hpp"
#include "present/tables/breakdown.hpp"

namespace sortscope::gui {
namespace {

using CurveY = present::CurveView::Y;

struct QuantityChoice {
    CurveY y;
    const char* id;
    const char* text;
    const char* tip;
};
constexpr QuantityChoice quantities[] = {
    {CurveY::rate, "rate", "Rate", "Keys a second: N over the median time"},
    {CurveY::time, "time", "Time", "Median time of the whole sort"},
    {CurveY::time_a_key, "time_a_key", "Time a key", "Median time over N"},
    {CurveY::bandwidth, "bandwidth", "Effective bandwidth",
     "Each key read and written once, over the median time: what sorts are compared by"},
    {CurveY::pass_bandwidth, "pass_bandwidth", "Bandwidth of its passes",
     "Bytes that the algorithm's own passes move, over the median time: near the copy bandwidth, memory is "
     "what limits it"},
};

}  // namespace

ThroughputView::ThroughputView(Workspace& of)
    : View(of, tr("Throughput")),
      chart_(new ChartView),
      splitter_(new QSplitter(Qt::Horizontal)),
      repeats_(new QComboBox),
      quantity_(new QComboBox),
      axis_(new QComboBox),
      list_(new CurveList),
      query_(of.loader(), Loader::Lane::lengthy),
      extras_query_(of.loader(), Loader::Lane::lengthy) {
    build_toolbar();
    splitter_->addWidget(chart_);
    splitter_->addWidget(list_);
    list_->hide();
    connect(list_, &CurveList::changed, this, &ThroughputView::draw);
    connect(list_, &CurveList::nothing_of, this, &ThroughputView::say_none_of);
    splitter_->setStretchFactor(0, 1);
    splitter_->setSizes({800, 260});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(splitter_);
    connect(chart_, &ChartView::offer_taken, this, [this] { emit view_wanted(QStringLiteral("collect")); });
    connect(chart_, &ChartView::case_selected, this, [this](qlonglong id) {
        if (curves_) workspace().show(curves_->of->path, CaseId{id});
    });
}

void ThroughputView::build_toolbar() {
    auto& bar = toolbar();
    quantity_->setObjectName(QStringLiteral("quantity"));
    quantity_->setAccessibleName(tr("Quantity"));
    axis_->setObjectName(QStringLiteral("axis"));
    axis_->setAccessibleName(tr("Axis"));
    axis_->setToolTip(tr("What the sizes are counted in"));
    axis_->addItem(tr("by keys"));
    axis_->addItem(tr("by bytes"));
    repeats_->setObjectName(QStringLiteral("repeats"));
    repeats_->setAccessibleName(tr("Cases of one condition"));
    repeats_->setToolTip(
        tr("Of several cases collected under one condition: the newest, each run as a curve of its own, or "
           "one point of all, the median of their medians"));
    for (const auto& [repeats, text] : {std::pair{analyzer::Repeats::newest, tr("newest")},
                                        {analyzer::Repeats::each_run, tr("each run")},
                                        {analyzer::Repeats::merged, tr("merged")}})
        repeats_->addItem(text, static_cast<int>(repeats));
    bar.addWidget(quantity_);
    bar.addWidget(axis_);
    bar.addWidget(repeats_);
    const auto toggle = [&](const QString& text, const QString& tip) {
        auto* action = bar.addAction(text);
        action->setCheckable(true);
        action->setToolTip(tip);
        return action;
    };
    bounds_ = toggle(tr("Bounds"), tr("What the passes of the algorithm, and one pass of any sort, take at "
                                      "the copy bandwidth that was measured on the device"));
    published_ = toggle(
        tr("Published"),
        tr("What the source documents published of the sorts drawn; others are chosen among the curves"));
    overlay_ = new OverlayToggle(
        workspace(), bar, tr("Draw the curves of the cases compared with the one shown, dashed."), this);
    auto* choose = toggle(tr("Curves"), tr("Choose which curves are drawn"));
    connect(choose, &QAction::toggled, list_, &QWidget::setVisible);
    connect(bounds_, &QAction::toggled, this, [this] { touch(); });
    connect(published_, &QAction::toggled, this, [this] { touch(); });
    connect(overlay_, &OverlayToggle::changed, this, [this] { touch(); });
    connect(axis_, &QComboBox::activated, this, [this] { touch(); });
    connect(quantity_, &QComboBox::activated, this, [this] {
        wanted_quantity_ = quantity_->currentData().toString();
        touch();
    });
    connect(repeats_, &QComboBox::activated, this, [this] {
        workspace().selected().edit([&](Selection& next) {
            next.repeats = static_cast<analyzer::Repeats>(repeats_->currentData().toInt());
        });
    });
}

QWidget* ThroughputView::first_focus() { return &chart_->plot(); }
bool ThroughputView::is_waiting() const {
    return query_.pending() || extras_query_.pending() || overlay_->waiting();
}
void ThroughputView::set_bounds(bool shown) { bounds_->setChecked(shown); }

void ThroughputView::choose_source(const std::string& source) {
    if (!list_->choose_source(source)) say_none_of(to_qstring(source));
}

void ThroughputView::say_none_of(const QString& source) {
    emit said(tr("No curve here is of a sort that %1 shows.").arg(source));
}

void ThroughputView::refresh() {
    overlay_->follow();
    repeats_->setCurrentIndex(repeats_->findData(static_cast<int>(selection().repeats)));
    const auto from = workspace().current_file();
    if (!from) {
        query_.cancel();
        extras_query_.cancel();
        curves_ = nullptr;
        extras_ = nullptr;
        extras_asked_.clear();
        extras_of_.clear();
        list_->clear();
        chart_->show_message(waiting_sentence());
        return;
    }
    fill_quantities();
    if (!curves_ || curves_->of != from || curves_->repeats != selection().repeats) return ask();
    list_->set_curves(curves_, workspace().find(selection().baseline));
    ask_extras();
    draw();
}

void ThroughputView::fill_quantities() {
    QStringList ids;
    for (const auto& quantity : quantities) ids << QLatin1String(quantity.id);
    std::vector<const Metric*> metrics;
    if (const auto& shown = workspace().current())
        for (const auto* metric : shown->by_stage->metrics)
            if (metric != &time_metric()) metrics.push_back(metric);
    for (const auto* metric : metrics) ids << to_qstring(metric->id);
    QStringList now;
    for (int i = 0; i < quantity_->count(); ++i) now << quantity_->itemData(i).toString();
    if (now.removeAll(QString()); now != ids) {
        quantity_->clear();
        for (const auto& quantity : quantities) {
            quantity_->addItem(tr(quantity.text), QLatin1String(quantity.id));
            quantity_->setItemData(quantity_->count() - 1, tr(quantity.tip), Qt::ToolTipRole);
        }
        if (!metrics.empty()) quantity_->insertSeparator(quantity_->count());
        for (const auto* metric : metrics) {
            quantity_->addItem(to_qstring(metric->title), to_qstring(metric->id));
            quantity_->setItemData(quantity_->count() - 1, to_qstring(metric->sentence), Qt::ToolTipRole);
        }
        fit_long_items(*quantity_, 14);
    }
    quantity_->setCurrentIndex(std::max(0, quantity_->findData(wanted_quantity_)));
    quantity_->setToolTip(tr("What is drawn: %1").arg(quantity_->currentData(Qt::ToolTipRole).toString()));
}

const Metric* ThroughputView::wanted_metric() const {
    const auto id = quantity_->currentData().toString();
    if (std::ranges::any_of(quantities,
                            [&](const QuantityChoice& one) { return id == QLatin1String(one.id); }))
        return nullptr;
    return find_metric(id.toStdString());
}

void ThroughputView::ask() {
    const auto from = workspace().current_file();
    const auto repeats = selection().repeats;
    if (query_.pending() && asked_file_ == from && asked_repeats_ == repeats) return;
    asked_file_ = from;
    asked_repeats_ = repeats;
    query_.ask<Curves>([from, repeats](Readers&, const Stale&) { return read_curves(from, repeats); },
                       [this](const std::shared_ptr<const Curves>& curves) {
                           curves_ = curves;
                           refresh();
                       },
                       [this](const QString& sentence) { chart_->show_message(sentence); });
}

void ThroughputView::ask_extras() {
    ExtrasQuery wanted{curves_, selection().baseline, {}, wanted_metric()};
    auto key = QStringLiteral("%1/%2/%3/")
                   .arg(curves_->of->reading)
                   .arg(static_cast<int>(curves_->repeats))
                   .arg(wanted.metric != nullptr ? to_qstring(wanted.metric->id) : QString());
    if (const auto* record =
            workspace().find(wanted.shown))  // another case of the same device and keys has the same
        key += condition_key(condition_of(*record).leaving_free({"n"}));
    if (overlay_->is_on()) {
        // Names of the others are by what differs from the case shown.
        key += QString::number(static_cast<qlonglong>(wanted.shown.id)) + overlay_->key();
        for (const auto& other : overlay_->cases())
            if (auto file = workspace().file(other->path))
                wanted.others.emplace_back(std::move(file), other->record.id);
    }
    if (key == extras_asked_) return;
    extras_asked_ = key;
    extras_query_.ask<CurveExtras>(
        [wanted](Readers& readers, const Stale& stale) { return read_extras(readers, wanted, stale); },
        [this, key](const std::shared_ptr<const CurveExtras>& extras) {
            extras_ = extras;
            extras_of_ = key;
            draw();
        },
        [this](const QString& sentence) {
            // What is drawn is of the former case, and this is asked again with the next change.
            extras_ = nullptr;
            extras_asked_.clear();
            extras_of_.clear();
            if (wanted_metric() != nullptr)
                chart_->show_message(sentence);
            else
                draw();
            emit failed(sentence);
        });
}

void ThroughputView::draw() {
    if (!curves_) return;
    const auto* record = workspace().find(selection().baseline);
    std::vector<analyzer::Curve> chosen;
    for (const auto i : list_->chosen()) chosen.push_back(curves_->all[i]);
    const auto& curves = chosen.empty() ? curves_->all : chosen;

    present::CurveView view;
    view.metric = wanted_metric();
    const auto quantity = std::ranges::find_if(quantities, [&](const QuantityChoice& one) {
        return quantity_->currentData().toString() == QLatin1String(one.id);
    });
    view.y = view.metric != nullptr             ? CurveY::metric
             : quantity != std::end(quantities) ? quantity->y
                                                : CurveY::rate;
    view.x = axis_->currentIndex() == 1 ? present::CurveView::X::bytes : present::CurveView::X::keys;
    if (extras_) {
        view.values = extras_->values;
        view.copy_bytes_per_s = extras_->copy_bytes_per_s;
        if (overlay_->is_on()) view.others = extras_->others;
    }
    view.bounds = view.copy = bounds_->isChecked();
    if (view.metric != nullptr && (extras_of_ != extras_asked_ || !extras_)) {
        chart_->show_message(tr("Reading the counters..."));
        return;
    }
    // Those chosen one by one; with the control on also those of the variants drawn.
    for (const auto i : list_->listed_published()) {
        const auto& curve = source_curves()[i];
        if (list_->is_published_chosen(i))
            view.published.push_back(curve);
        else if (published_->isChecked())
            view.published_of_drawn.push_back(curve);
    }
    auto chart = present::throughput_chart(curves, record, view);
    if (bounds_->isChecked() && !view.copy_bytes_per_s && extras_)
        present::add_sentence(chart.note, present::without_bounds());
    if (published_->isChecked() && std::ranges::none_of(chart.series, [](const present::Series& series) {
            return series.provenance == Provenance::published;
        }))
        present::add_sentence(chart.note, present::without_published());
    if (extras_ && overlay_->is_on() && !extras_->left_out.empty())
        present::add_sentence(chart.note, present::counters_of_one_file(extras_->left_out));
    const auto axes = quantity_->currentData().toString() + axis_->currentText();
    const bool same = chart_->has_chart() && axes == drawn_as_;
    drawn_as_ = axes;
    chart_->set_context(typeset(curves_->of->path.section(u'/', -1).toStdString()));
    chart_->set_chart(std::move(chart), same);
    if (curves_->all.empty()) chart_->show_message(chart_->message(), tr("Collect..."));
    // The selected case has a ring on its curve also where a newer one stands for it.
    CaseId ringed = record != nullptr ? record->id : CaseId{};
    for (const auto& curve : curves_->all)
        if (record != nullptr && analyzer::covers(curve, *record))
            for (const auto& point : curve.points)
                if (point.x == static_cast<double>(record->keys())) ringed = point.case_id;
    chart_->set_current_case(ringed);
}

QJsonObject ThroughputView::layout_state() const {
    const auto chosen = list_->state();
    return {{QStringLiteral("splitter"), divider_place(*splitter_)},
            {QStringLiteral("curves"), chosen[QStringLiteral("curves")]},
            {QStringLiteral("published"), chosen[QStringLiteral("published")]},
            {QStringLiteral("quantity"), wanted_quantity_},
            {QStringLiteral("bytes"), axis_->currentIndex() == 1},
            {QStringLiteral("bounds"), bounds_->isChecked()},
            {QStringLiteral("sources"), published_->isChecked()},
            {QStringLiteral("overlay"), overlay_->is_wanted()}};
}

void ThroughputView::restore_layout(const QJsonObject& state) {
    restore_divider(*splitter_, state[QStringLiteral("splitter")]);
    list_->restore(state);
    if (const auto quantity = state[QStringLiteral("quantity")].toString(); !quantity.isEmpty())
        wanted_quantity_ = quantity;
    axis_->setCurrentIndex(state[QStringLiteral("bytes")].toBool() ? 1 : 0);
    bounds_->setChecked(state[QStringLiteral("bounds")].toBool());
    published_->setChecked(state[QStringLiteral("sources")].toBool());
    overlay_->set_wanted(state[QStringLiteral("overlay")].toBool(true));
}

}  // namespace sortscope::gui
