// What is compared: the boxes of the view that compares, what is asked for by them, and what of them is kept.
#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSplitter>

#include "gui/models/text.hpp"
#include "gui/views/compare_view.hpp"
#include "gui/views/divider.hpp"
#include "gui/views/table_view.hpp"

namespace sortscope::gui {

QString CompareView::cases_axis() { return QStringLiteral("cases"); }
QString CompareView::files_axis() { return QStringLiteral("file"); }

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
    if (workspace().files().size() > 1) axes << files_axis();
    axes << cases_axis();
    if (from->runs.size() > 1) axes << QStringLiteral("run");
    axes << QStringLiteral("variant") << QStringLiteral("device") << QStringLiteral("block")
         << QStringLiteral("version") << QStringLiteral("cache") << QStringLiteral("time-mode")
         << QStringLiteral("key") << QStringLiteral("input");
    for (const auto& axis : sweep_axes(*from))
        if (axis != "block") axes << to_qstring(axis);
    // What was asked for by choosing cases is what is compared, until something else is chosen.
    if (!chosen_across_)
        wanted_across_ = !selection().others.isEmpty()    ? cases_axis()
                         : workspace().files().size() > 1 ? files_axis()
                         : from->runs.size() > 1          ? QStringLiteral("run")
                                                          : QStringLiteral("variant");
    if (!axes.contains(wanted_across_)) wanted_across_ = axes.first();
    QStringList now;
    for (int i = 0; i < across_->count(); ++i) now << across_->itemText(i);
    if (now != axes) {
        across_->clear();
        across_->addItems(axes);
    }
    across_->setCurrentText(wanted_across_);
}

ComparisonQuery CompareView::wanted() const {
    ComparisonQuery query;
    query.min_effect = effect_->value() / 100;
    query.all = all_->isChecked();
    query.base_value = wanted_base_.toStdString();
    query.other_value = wanted_other_.toStdString();
    if (wanted_across_ == files_axis()) {
        query.across = "file";
        for (const auto& file : workspace().files()) query.files.push_back(file);
        return query;
    }
    if (wanted_across_ == cases_axis()) {
        query.base = selection().baseline;
        query.others = selection().others;
        for (const auto& file : workspace().files()) query.files.push_back(file);
        return query;
    }
    query.across = wanted_across_.toStdString();
    query.base = selection().baseline;
    query.files.push_back(workspace().current_file());
    return query;
}

QString CompareView::key_of(const ComparisonQuery& query) {
    QStringList key{to_qstring(query.across), to_qstring(query.base_value), to_qstring(query.other_value),
                    QString::number(query.min_effect), QString::number(query.all)};
    for (const auto& file : query.files) key << QString::number(file->reading);
    // The case shown chooses a side where none was chosen.
    if (query.base_value.empty())
        key << QString::number(static_cast<qlonglong>(query.base.id)) << query.base.file;
    for (const auto& other : query.others)
        key << QString::number(static_cast<qlonglong>(other.id)) << other.file;
    return key.join(u'\x1f');
}

QJsonObject CompareView::layout_state() const {
    // Heights that nobody chose are found anew.
    const auto place = [this](const QSplitter* of) { return divided_ ? divider_place(*of) : QJsonValue(); };
    return {{QStringLiteral("splitter"), place(splitter_)},
            {QStringLiteral("rows"), place(rows_)},
            {QStringLiteral("across"), chosen_across_ ? wanted_across_ : QString()},
            {QStringLiteral("base"), wanted_base_},
            {QStringLiteral("other"), wanted_other_},
            {QStringLiteral("effect"), effect_->value()},
            {QStringLiteral("all"), all_->isChecked()},
            {QStringLiteral("table"), table_->layout_state()}};
}

void CompareView::restore_layout(const QJsonObject& state) {
    divided_ = restore_divider(*splitter_, state[QStringLiteral("splitter")]);
    restore_divider(*rows_, state[QStringLiteral("rows")]);
    wanted_across_ = state[QStringLiteral("across")].toString();
    chosen_across_ = !wanted_across_.isEmpty();
    wanted_base_ = state[QStringLiteral("base")].toString();
    wanted_other_ = state[QStringLiteral("other")].toString();
    if (const auto effect = state[QStringLiteral("effect")]; effect.isDouble())
        effect_->setValue(effect.toDouble());
    all_->setChecked(state[QStringLiteral("all")].toBool());
    table_->restore_layout(state[QStringLiteral("table")].toObject());
}

}  // namespace sortscope::gui
