#include "gui/views/throughput_view.hpp"

#include "present/charts/notes.hpp"
#include "present/tables/breakdown.hpp"

namespace sortscope::gui {
CurveList::CurveList() : find_(search_line(tr("Find a curve"))), list_(new QListWidget) {
    name_control(*list_, "curve_list", tr("Curves"));
    gui::fill(*this, {find_, list_});
    layout()->setSpacing(-1);
    find_items(*find_, *list_);
    connect(list_, &QListWidget::itemChanged, this, &CurveList::take);
    on_context_menu(*list_, [this](QMenu& menu, const QPoint& position) { fill_menu(menu, position); });
}

void CurveList::fill_menu(QMenu& menu, const QPoint& position) {
    if (const int row = list_->row(list_->itemAt(position)); row >= 0)
        menu.addAction(tr("&Only this"), this, [this, row] { check([row](int i) { return i == row; }); });
    menu.addAction(tr("All that are &listed"), this,
                   [this] { check([this](int i) { return !list_->item(i)->isHidden(); }); });
    auto* sources = menu.addMenu(tr("All of a &source"));
    for (const auto& source : sources_of())
        sources->addAction(to_qstring(source), this, [this, source] { choose_source(source); });
    menu.addAction(tr("Those that go with the &case shown"), this, [this] {
        chosen_.clear();
        chosen_published_.clear();
        fill();
        emit changed();
    });
}

void CurveList::check(const std::function<bool(int)>& wanted) {
    {
        const QScopedValueRollback guard(filling_, true);
        for (int i = 0; i < list_->count(); ++i)
            list_->item(i)->setCheckState(wanted(i) ? Qt::Checked : Qt::Unchecked);
    }
    take();
}

void CurveList::choose_source(const std::string& source) {
    check([&](int i) {
        const auto at = size_t(i);
        if (at >= like_.size()) return false;
        const auto sources = sources_of(curves_->all[like_[at]].condition.subject);
        return has(sources, source);
    });
    if (chosen_.isEmpty()) emit nothing_of(to_qstring(source));
}

void CurveList::clear() {
    curves_ = nullptr;
    like_.clear();
    published_.clear();
    list_->clear();
}

void CurveList::set_curves(Shared<Curves> curves, const CaseRecord* shown) {
    curves_ = std::move(curves);
    like_ = present::curves_like(curves_->all, shown);
    published_.clear();
    for (size_t i = 0; i < source_curves().size(); ++i)
        if (const auto& key = source_curves()[i].key; !key || shown == nullptr || key == shown->key())
            published_.push_back(i);
    fill();
}

void CurveList::fill() {
    const QScopedValueRollback guard(filling_, true);
    list_->clear();
    const auto add = [&](const QString& text, bool chosen) {
        auto* item = new QListWidgetItem(text, list_);
        item->setToolTip(text);
        item->setCheckState(chosen ? Qt::Checked : Qt::Unchecked);
        item->setHidden(!text.contains(find_->text(), Qt::CaseInsensitive));
    };
    for (const auto i : like_)
        add(typeset(curves_->labels[i]), chosen_.contains(to_qstring(curves_->labels[i])));
    for (const auto i : published_)
        add(typeset(source_curves()[i].name) + tr(" (published)"), is_published_chosen(i));
}

void CurveList::take() {
    if (filling_) return;
    for (int i = 0; i < list_->count(); ++i) {
        const auto at = size_t(i);
        const bool of_file = at < like_.size();
        const auto label = to_qstring(of_file ? curves_->labels[like_[at]]
                                              : source_curves()[published_[at - like_.size()]].name);
        auto& chosen = of_file ? chosen_ : chosen_published_;
        chosen.removeAll(label);
        if (list_->item(i)->checkState() == Qt::Checked) chosen << label;
    }
    emit changed();
}

std::vector<size_t> CurveList::chosen() const {
    std::vector<size_t> all;
    for (const auto i : like_)
        if (chosen_.contains(to_qstring(curves_->labels[i]))) all.push_back(i);
    return all;
}

QJsonObject CurveList::layout_state() const {
    return {{u"curves"_s, QJsonArray::fromStringList(chosen_)},
            {u"published"_s, QJsonArray::fromStringList(chosen_published_)}};
}

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
     "Each key read and written once, over the median time: compares sorts"},
    {CurveY::pass_bandwidth, "pass_bandwidth", "Bandwidth of its passes",
     "Bytes that the algorithm's passes move, over the median time: near the copy bandwidth, memory limits "
     "the sort"},
};

/// Null if a metric is chosen.
const QuantityChoice* quantity_of(const QComboBox& box) {
    const auto found = std::ranges::find_if(quantities, [&](const QuantityChoice& one) {
        return box.currentData().toString() == QLatin1String(one.id);
    });
    return found == std::end(quantities) ? nullptr : found;
}
}  // namespace

ThroughputView::ThroughputView(Workspace& of)
    : View(of, tr("Throughput"), new ChartView),
      quantity_(add_box(toolbar(), "quantity", tr("Quantity"))),
      axis_(add_box(toolbar(), "axis", tr("Axis"), tr("Unit of the sizes"))),
      repeats_(
          add_box(toolbar(), "repeats", tr("Cases of one condition"),
                  tr("Several cases of one condition: draw the newest, each run as its own curve, or the "
                     "median of their medians"))),
      bounds_(add_toggle(toolbar(), tr("Bounds"),
                         tr("The least time of the algorithm's passes, and of one pass of any sort, at the "
                            "measured copy bandwidth of the device"))),
      published_(add_toggle(toolbar(), tr("Published"),
                            tr("Values that the source documents published for the sorts drawn; the list of "
                               "curves offers others"))),
      list_(new CurveList),
      curves_(of.loader(), Lane::lengthy, this),
      extras_(of.loader(), Lane::lengthy, this) {
    axis_->addItems({tr("by keys"), tr("by bytes")});
    for (const auto& [repeats, text] : {std::pair{analyzer::Repeats::newest, tr("newest")},
                                        {analyzer::Repeats::each_run, tr("each run")},
                                        {analyzer::Repeats::merged, tr("merged")}})
        repeats_->addItem(text, int(repeats));
    add_overlay(tr("Draw the curves of the compared cases, dashed."));
    auto* choose = add_toggle(toolbar(), tr("Curves"), tr("Choose the curves to draw"));
    connect(choose, &QAction::toggled, list_, &QWidget::setVisible);
    auto* splitter = new QSplitter(Qt::Horizontal);  // parts may collapse
    splitter->addWidget(chart_);
    splitter->addWidget(list_);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({800, 260});
    list_->hide();
    fill(*this, {splitter});
    keep("splitter", *splitter);
    keep("curves", *list_);
    keep("quantity", wanted_quantity_);
    keep("axis", *axis_);
    keep("bounds", *bounds_);
    keep("sources", *published_);
    connect(list_, &CurveList::changed, this, &ThroughputView::draw);
    connect(list_, &CurveList::nothing_of, this, [this](const QString& source) {
        emit said(tr("No curve here is of a sort that %1 shows.").arg(source));
    });
    connect(chart_, &ChartView::offer_taken, this, [this] { want_case_with("--n 2^10..2^22"); });
    connect(chart_, &ChartView::case_selected, this, [this](qlonglong id) {
        if (curves_.answer()) workspace().show(curves_.answer()->of->path, CaseId{id});
    });
    for (auto* toggle : {bounds_, published_})
        connect(toggle, &QAction::toggled, this, &ThroughputView::touch);
    connect(axis_, &QComboBox::activated, this, &ThroughputView::touch);
    connect(quantity_, &QComboBox::activated, this, [this] {
        wanted_quantity_ = quantity_->currentData().toString();
        touch();
    });
    connect(repeats_, &QComboBox::activated, this, [this] {
        select([&](Selection& next) {
            next.repeats = static_cast<analyzer::Repeats>(repeats_->currentData().toInt());
        });
    });
}

void ThroughputView::refresh() {
    const auto repeats = selection().repeats;
    repeats_->setCurrentIndex(repeats_->findData(int(repeats)));
    const auto from = workspace().current_file();
    if (!from) {
        curves_.forget();
        extras_.forget();
        list_->clear();
        return chart_->show_message(waiting_sentence());
    }
    fill_quantities();
    curves_.want(
        {from, QString::number(int(repeats))},
        [from, repeats](Readers&, const Stale&) { return read_curves(from, repeats); }, [this] { refresh(); },
        shown_failure());
    if (!curves_.fresh()) return;
    list_->set_curves(curves_.answer(), workspace().find(selection().baseline));
    ask_extras();
    draw();
}

void ThroughputView::fill_quantities() {
    std::vector<BoxItem> items;
    for (const auto& quantity : quantities)
        items.push_back({tr(quantity.text), QLatin1String(quantity.id), tr(quantity.tip)});
    if (const auto& shown = workspace().current())
        for (const auto* metric : shown->by_stage->metrics) {
            if (metric == &time_metric()) continue;
            if (items.size() == std::size(quantities)) items.push_back({});
            items.push_back(
                {to_qstring(metric->title), to_qstring(metric->id), to_qstring(metric->sentence)});
        }
    show_items(*quantity_, items, 14);
    quantity_->setCurrentIndex(std::max(0, quantity_->findData(wanted_quantity_)));
    quantity_->setToolTip(tr("Quantity: %1").arg(quantity_->currentData(Qt::ToolTipRole).toString()));
}

/// Returns sectors for cases without times.
const Metric* ThroughputView::wanted_metric() const {
    if (quantity_of(*quantity_) == nullptr)
        return find_metric(quantity_->currentData().toString().toStdString());
    return curves_.answer() && !curves_.answer()->timed() ? find_metric("global_sectors") : nullptr;
}

void ThroughputView::ask_extras() {
    ExtrasQuery wanted{curves_.answer(), selection().baseline, {}, wanted_metric()};
    auto key = wanted.metric != nullptr ? to_qstring(wanted.metric->id) : QString();
    // Extras do not depend on the number of keys.
    if (const auto* record = workspace().find(wanted.shown))
        key += condition_key(condition_of(*record).leaving_free({"n"}));
    if (overlay().is_on()) {
        // Extras name the compared cases.
        key += QString::number(qlonglong(wanted.shown.id)) + overlay().key();
        for (const auto& other : overlay().cases())
            if (auto file = workspace().file(other->path))
                wanted.others.emplace_back(std::move(file), other->record.id);
    }
    extras_.want(
        {wanted.curves, key},
        [wanted](Readers& readers, const Stale& stale) { return read_extras(readers, wanted, stale); },
        [this] { draw(); },
        [this](const QString& sentence) {
            extras_.forget();  // the next change asks again
            if (wanted_metric() != nullptr)
                chart_->show_message(sentence);
            else
                draw();
            emit failed(sentence);
        });
}

void ThroughputView::draw() {
    const auto& all = curves_.answer();
    if (!all) return;
    const auto* record = workspace().find(selection().baseline);
    std::vector<analyzer::Curve> chosen;
    for (const auto i : list_->chosen()) chosen.push_back(all->all[i]);
    const auto& curves = chosen.empty() ? all->all : chosen;

    present::CurveView view;
    view.compared = workspace().compared();
    view.metric = wanted_metric();
    const auto* quantity = quantity_of(*quantity_);
    view.y = view.metric != nullptr ? CurveY::metric : quantity != nullptr ? quantity->y : CurveY::rate;
    view.x = axis_->currentIndex() == 1 ? present::CurveView::X::bytes : present::CurveView::X::keys;
    const auto& extras = extras_.answer();
    if (extras) {
        view.values = extras->values;
        view.copy_bytes_per_s = extras->copy_bytes_per_s;
        if (overlay().is_on()) view.others = extras->others;
    }
    view.bounds = view.copy = bounds_->isChecked();
    if (view.metric != nullptr && !extras_.fresh())
        return chart_->show_message(tr("Reading the counters..."));
    // Draws the published curves that the user chose. The toggle adds those of drawn variants.
    for (const auto i : list_->listed_published()) {
        const auto& curve = source_curves()[i];
        if (list_->is_published_chosen(i))
            view.published.push_back(curve);
        else if (published_->isChecked())
            view.published_of_drawn.push_back(curve);
    }
    auto chart = present::throughput_chart(curves, record, view);
    if (view.metric != nullptr && quantity != nullptr && !chart.empty())
        present::add_sentence(chart.note, present::sectors_for_times);
    if (bounds_->isChecked() && !view.copy_bytes_per_s && extras)
        present::add_sentence(chart.note, present::without_bounds);
    if (published_->isChecked() && std::ranges::none_of(chart.series, [](const present::Series& series) {
            return series.provenance == Provenance::published;
        }))
        present::add_sentence(chart.note, present::without_published);
    if (extras && overlay().is_on() && !extras->left_out.empty())
        present::add_sentence(chart.note, present::counters_of_one_file(extras->left_out));
    const auto axes = quantity_->currentData().toString() + axis_->currentText();
    const bool same = chart_->has_chart() && axes == drawn_as_;
    drawn_as_ = axes;
    chart_->set_context(file_name(all->of->path));
    chart_->set_chart(std::move(chart), same);
    if (all->all.empty()) chart_->offer(tr("Collect..."));
    // The curve may show a newer case of this condition.
    CaseId ringed = record != nullptr ? record->id : CaseId{};
    for (const auto& curve : all->all)
        if (record != nullptr && analyzer::covers(curve, *record))
            for (const auto& point : curve.points)
                if (point.x == double(record->keys())) ringed = point.case_id;
    chart_->set_current_case(ringed);
}
}
