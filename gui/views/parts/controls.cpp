#include "gui/views/parts/controls.hpp"

#include <algorithm>

#include <QAbstractItemView>
#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QLabel>
#include <QSplitter>
#include <QToolBar>
#include <QVBoxLayout>

#include "core/metric/metric.hpp"
#include "gui/models/text.hpp"

namespace sortscope::gui {

void fit_long_items(QComboBox& box, int letters) {
    box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box.setMinimumContentsLength(letters);
    box.view()->setMinimumWidth(box.view()->sizeHintForColumn(0) + 30);
}

void show_items(QComboBox& box, const QStringList& items) {
    QStringList now;
    for (int i = 0; i < box.count(); ++i) now << box.itemText(i);
    if (now == items) return;
    box.clear();
    box.addItems(items);
}

void show_metrics(QComboBox& box, const std::vector<const Metric*>& metrics, const QString& wanted) {
    QStringList ids, now;
    for (const auto* metric : metrics) ids << to_qstring(metric->id);
    for (int i = 0; i < box.count(); ++i) now << box.itemData(i).toString();
    if (ids != now) {
        box.clear();
        for (const auto* metric : metrics) {
            box.addItem(to_qstring(metric->title), to_qstring(metric->id));
            box.setItemData(box.count() - 1, metric_words(*metric), Qt::ToolTipRole);
        }
        fit_long_items(box);
    }
    box.setCurrentIndex(std::max(0, box.findData(wanted)));
}

QAction* add_toggle(QToolBar& bar, const QString& text, const QString& tip, bool on) {
    auto* action = bar.addAction(text);
    action->setCheckable(true);
    action->setChecked(on);
    action->setToolTip(tip);
    return action;
}

QActionGroup* add_choices(QToolBar& bar, const std::vector<std::pair<QString, QString>>& texts_and_tips,
                          const std::function<void(int)>& chosen) {
    auto* choices = new QActionGroup(&bar);
    for (const auto& [text, tip] : texts_and_tips) {
        const auto index = static_cast<int>(choices->actions().size());
        auto* action = add_toggle(bar, text, tip, index == 0);
        action->setActionGroup(choices);
        QObject::connect(action, &QAction::triggered, choices, [chosen, index] { chosen(index); });
    }
    return choices;
}

void make_text(QLabel& label) {
    label.setWordWrap(true);
    label.setTextFormat(Qt::PlainText);
    label.setTextInteractionFlags(Qt::TextSelectableByMouse);
    label.setContentsMargins(8, 4, 8, 4);
}

void fill(QWidget& outer, std::initializer_list<QWidget*> parts, int stretched) {
    auto* column = new QVBoxLayout(&outer);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (auto* part : parts) column->addWidget(part);
    column->setStretch(stretched < 0 ? column->count() - 1 : stretched, 1);
}

QWidget* column_of(std::initializer_list<QWidget*> parts, int stretched) {
    auto* outer = new QWidget;
    fill(*outer, parts, stretched);
    return outer;
}

QSplitter* splitter_of(Qt::Orientation orientation, std::initializer_list<QWidget*> parts,
                       const QList<int>& sizes) {
    auto* splitter = new QSplitter(orientation);
    for (auto* part : parts) splitter->addWidget(part);
    splitter->setChildrenCollapsible(false);
    if (!sizes.isEmpty()) splitter->setSizes(sizes);
    return splitter;
}

namespace {

/// Raise it when a view gets other parts or other sizes of its own.
constexpr QStringView divider_version = u"2:";

}  // namespace

QJsonValue divider_place(const QSplitter& splitter) {
    return divider_version.toString() + QString::fromLatin1(splitter.saveState().toBase64());
}

bool restore_divider(QSplitter& splitter, const QJsonValue& place) {
    const auto text = place.toString();
    return text.startsWith(divider_version) &&
           splitter.restoreState(QByteArray::fromBase64(text.mid(divider_version.size()).toLatin1()));
}

}  // namespace sortscope::gui
