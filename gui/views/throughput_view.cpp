#include "gui/views/throughput_view.hpp"

#include <algorithm>
#include <utility>

#include <QAction>
#include <QComboBox>
#include <QJsonArray>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QSplitter>
#include <QToolBar>
#include <QVBoxLayout>

#include "core/condition.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/combo.hpp"
#include "present/curves.hpp"

namespace sortscope::gui {

ThroughputView::ThroughputView(Workspace& of)
    : View(of, tr("Throughput")),
      chart_(new ChartView),
      splitter_(new QSplitter(Qt::Horizontal)),
      repeats_(new QComboBox),
      find_(new QLineEdit),
      list_(new QListWidget),
      side_(new QWidget),
      query_(of.loader(), Loader::Lane::lengthy) {
    repeats_->setObjectName(QStringLiteral("repeats"));
    repeats_->setAccessibleName(tr("Cases of one condition"));
    repeats_->setToolTip(tr("Of several cases collected under one condition: the newest, each run as a curve of its own, or one point of all, the median of their medians"));
    for (const auto& [repeats, text] : {std::pair{analyzer::Repeats::newest, tr("newest")}, {analyzer::Repeats::each_run, tr("each run")}, {analyzer::Repeats::merged, tr("merged")}})
        repeats_->addItem(text, static_cast<int>(repeats));
    toolbar().addWidget(repeats_);
    auto* choose = toolbar().addAction(tr("Curves"));
    choose->setCheckable(true);
    choose->setToolTip(tr("Choose which curves are drawn"));
    connect(choose, &QAction::toggled, side_, &QWidget::setVisible);
    connect(repeats_, &QComboBox::activated, this, [this] {
        workspace().selected().edit([&](Selection& next) { next.repeats = static_cast<analyzer::Repeats>(repeats_->currentData().toInt()); });
    });

    find_->setPlaceholderText(tr("Find a curve"));
    find_->setAccessibleName(tr("Find a curve"));
    find_->setClearButtonEnabled(true);
    list_->setAccessibleName(tr("Curves"));
    list_->setObjectName(QStringLiteral("curve_list"));
    list_->setContextMenuPolicy(Qt::CustomContextMenu);
    auto* side_column = new QVBoxLayout(side_);
    side_column->setContentsMargins(0, 0, 0, 0);
    side_column->addWidget(find_);
    side_column->addWidget(list_);
    side_->hide();
    splitter_->addWidget(chart_);
    splitter_->addWidget(side_);
    splitter_->setStretchFactor(0, 1);
    splitter_->setSizes({800, 260});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(splitter_);

    connect(find_, &QLineEdit::textChanged, this, [this](const QString& text) {
        for (int i = 0; i < list_->count(); ++i) list_->item(i)->setHidden(!list_->item(i)->text().contains(text, Qt::CaseInsensitive));
    });
    connect(list_, &QListWidget::itemChanged, this, &ThroughputView::take_list);
    connect(list_, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        QMenu menu;
        const auto check = [this](auto&& wanted) {
            filling_ = true;
            for (int i = 0; i < list_->count(); ++i) list_->item(i)->setCheckState(wanted(i) ? Qt::Checked : Qt::Unchecked);
            filling_ = false;
            take_list();
        };
        if (const int row = list_->row(list_->itemAt(position)); row >= 0)
            menu.addAction(tr("&Only this"), this, [check, row] { check([row](int i) { return i == row; }); });
        menu.addAction(tr("All that are &listed"), this, [this, check] { check([this](int i) { return !list_->item(i)->isHidden(); }); });
        menu.addAction(tr("Those that go with the &case shown"), this, [this] {
            chosen_.clear();
            fill_list();
            draw();
        });
        menu.exec(list_->viewport()->mapToGlobal(position));
    });
    connect(chart_, &ChartView::case_selected, this, [this](qlonglong id) {
        if (curves_) workspace().show(curves_->of->path, CaseId{id});
    });
}

QWidget* ThroughputView::first_focus() { return &chart_->plot(); }

void ThroughputView::refresh() {
    repeats_->setCurrentIndex(repeats_->findData(static_cast<int>(selection().repeats)));
    const auto from = workspace().current_file();
    if (!from) {
        curves_ = nullptr;
        list_->clear();
        chart_->show_message(waiting_sentence());
        return;
    }
    if (!curves_ || curves_->of != from || curves_->repeats != selection().repeats) return ask();
    fill_list();
    draw();
}

void ThroughputView::ask() {
    const auto from = workspace().current_file();
    const auto repeats = selection().repeats;
    if (query_.pending() && asked_file_ == from && asked_repeats_ == repeats) return;
    asked_file_ = from;
    asked_repeats_ = repeats;
    query_.ask<Curves>(
        [from, repeats](Readers&, const Stale&) {
            auto curves = std::make_shared<Curves>();
            curves->of = from;
            curves->repeats = repeats;
            curves->all = analyzer::throughput_curves(from->cases, repeats);
            for (const auto& curve : curves->all)
                curves->labels.push_back(curve.label() + (repeats == analyzer::Repeats::each_run ? ", run " + std::to_string(static_cast<std::int64_t>(curve.run_id)) : ""));
            return curves;
        },
        [this](const std::shared_ptr<const Curves>& curves) {
            curves_ = curves;
            refresh();
        },
        [this](const QString& sentence) { chart_->show_message(sentence); });
}

void ThroughputView::fill_list() {
    using enum ConditionPart;
    const auto* record = workspace().find(selection().baseline);
    const ConditionParts free{variant, parameters, block, device, backend, cache, time_mode, n};
    like_.clear();
    if (curves_->all.empty()) return list_->clear();
    const auto wanted = (record != nullptr ? condition_of(*record) : curves_->all.front().condition).leaving_free(free);
    for (std::size_t i = 0; i < curves_->all.size(); ++i)
        if (curves_->all[i].condition.leaving_free(free) == wanted) like_.push_back(i);
    filling_ = true;
    list_->clear();
    for (const auto i : like_) {
        auto* item = new QListWidgetItem(typeset(curves_->labels[i]), list_);
        item->setToolTip(item->text());
        item->setCheckState(chosen_.contains(curves_->labels[i]) ? Qt::Checked : Qt::Unchecked);
        item->setHidden(!item->text().contains(find_->text(), Qt::CaseInsensitive));
    }
    filling_ = false;
}

void ThroughputView::take_list() {
    if (filling_) return;
    for (int i = 0; i < list_->count(); ++i) {
        const auto& label = curves_->labels[like_[static_cast<std::size_t>(i)]];
        if (list_->item(i)->checkState() == Qt::Checked)
            chosen_.insert(label);
        else
            chosen_.erase(label);
    }
    draw();
}

void ThroughputView::draw() {
    const auto* record = workspace().find(selection().baseline);
    std::vector<analyzer::Curve> chosen;
    for (const auto i : like_)
        if (chosen_.contains(curves_->labels[i])) chosen.push_back(curves_->all[i]);
    const bool same = chart_->has_chart();
    chart_->set_context(typeset(curves_->of->path.section(u'/', -1).toStdString()));
    chart_->set_chart(present::curve_chart(chosen.empty() ? curves_->all : chosen, present::CurveKind::throughput, record), same);
    // The selected case has a ring on its curve also where a newer one stands for it.
    CaseId ringed = record != nullptr ? record->id : CaseId{};
    for (const auto& curve : curves_->all)
        if (record != nullptr && analyzer::covers(curve, *record))
            for (const auto& point : curve.points)
                if (point.x == static_cast<double>(record->workload.n)) ringed = point.case_id;
    chart_->set_current_case(ringed);
}

QJsonObject ThroughputView::layout_state() const {
    QJsonArray chosen;
    for (const auto& label : chosen_) chosen << to_qstring(label);
    return {{QStringLiteral("splitter"), QString::fromLatin1(splitter_->saveState().toBase64())}, {QStringLiteral("curves"), chosen}};
}

void ThroughputView::restore_layout(const QJsonObject& state) {
    splitter_->restoreState(QByteArray::fromBase64(state[QStringLiteral("splitter")].toString().toLatin1()));
    chosen_.clear();
    for (const auto& label : state[QStringLiteral("curves")].toArray()) chosen_.insert(label.toString().toStdString());
}

}  // namespace sortscope::gui
