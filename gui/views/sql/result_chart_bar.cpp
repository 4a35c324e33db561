#include "gui/views/sql/result_chart_bar.hpp"

#include <algorithm>
#include <utility>

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include "gui/models/text.hpp"
#include "gui/views/chart/chart_view.hpp"
#include "gui/views/parts/controls.hpp"

namespace sortscope::gui {
namespace {

using ChartKind = present::ResultChoice::Kind;

constexpr int letters_of_column = 4;
constexpr int least_width = 52;  // of a box, in pixels

}  // namespace

ResultChartBar::ResultChartBar(QWidget* parent)
    : QWidget(parent),
      kind_(new QComboBox),
      x_(new QComboBox),
      by_(new QComboBox),
      y_(new QToolButton),
      log_(new QAction(tr("log"), this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(6, 3, 6, 3);
    row->setSpacing(4);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    for (const auto& [kind, text] : {std::pair{ChartKind::automatic, tr("automatic")},
                                     {ChartKind::bars, tr("bars")},
                                     {ChartKind::line, tr("lines")},
                                     {ChartKind::points, tr("points")}})
        kind_->addItem(text, static_cast<int>(kind));
    kind_->setAccessibleName(tr("Kind of chart"));
    kind_->setToolTip(tr("Kind of chart; automatic: bars of names, lines of numbers"));
    x_->setObjectName(u"sql_x"_s);
    x_->setAccessibleName(tr("Column of x"));
    x_->setToolTip(tr("The column along the x axis"));
    by_->setAccessibleName(tr("A series for each"));
    by_->setToolTip(tr("A series for each value of this column"));
    y_->setText(tr("y"));
    y_->setAccessibleName(tr("Columns of y"));
    y_->setToolTip(tr("The columns that are drawn"));
    y_->setPopupMode(QToolButton::InstantPopup);
    y_->setToolButtonStyle(Qt::ToolButtonTextOnly);
    y_->setMenu(new QMenu(y_));
    fit_long_items(*x_, letters_of_column);
    fit_long_items(*by_, letters_of_column);
    fit_long_items(*kind_, letters_of_column);
    auto* log = new QToolButton;
    log_->setCheckable(true);
    log_->setToolTip(tr("Logarithmic y axis"));
    log->setDefaultAction(log_);
    // A box may elide its choice.
    for (auto* box : {x_, by_, kind_}) box->setMinimumWidth(least_width);
    const auto label = [&](const QString& text, QWidget* of) {
        auto* words = new QLabel(text);
        words->setBuddy(of);
        row->addWidget(words);
        row->addWidget(of);
    };
    label(tr("x"), x_);
    row->addWidget(y_);
    label(tr("by"), by_);
    row->addWidget(kind_);
    row->addWidget(log);
    row->addStretch(1);
    connect(x_, &QComboBox::activated, this, [this](int at) {
        auto next = choice_;
        next.x = static_cast<std::size_t>(std::max(0, at));
        take(next);
    });
    connect(by_, &QComboBox::activated, this, [this](int at) {
        auto next = choice_;
        next.by = at <= 0 ? std::nullopt : std::optional(static_cast<std::size_t>(at - 1));
        take(next);
    });
    connect(kind_, &QComboBox::activated, this, [this] {
        auto next = choice_;
        next.kind = static_cast<ChartKind>(kind_->currentData().toInt());
        take(next);
    });
    connect(log_, &QAction::triggered, this, [this](bool log_y) {
        auto next = choice_;
        next.log_y = log_y;
        take(next);
    });
}

void ResultChartBar::set_columns(const std::vector<std::string>& columns, const std::vector<bool>& numeric) {
    x_->clear();
    by_->clear();
    by_->addItem(tr("nothing"));
    y_->menu()->clear();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto name = to_qstring(columns[i]);
        x_->addItem(name);
        by_->addItem(name);
        if (!numeric[i]) continue;
        auto* action = y_->menu()->addAction(QString(name).replace(u'&', u"&&"_s));
        action->setCheckable(true);
        action->setData(static_cast<qulonglong>(i));
        connect(action, &QAction::triggered, this, [this] {
            auto next = choice_;
            next.y.clear();
            for (const auto* one : y_->menu()->actions())
                if (one->isChecked()) next.y.push_back(one->data().toULongLong());
            take(next);
        });
    }
    fit_long_items(*x_, letters_of_column);
    fit_long_items(*by_, letters_of_column);
}

void ResultChartBar::set_choice(const present::ResultChoice& choice) {
    choice_ = choice;
    kind_->setCurrentIndex(kind_->findData(static_cast<int>(choice_.kind)));
    x_->setCurrentIndex(static_cast<int>(choice_.x));
    by_->setCurrentIndex(choice_.by ? static_cast<int>(*choice_.by) + 1 : 0);
    log_->setChecked(choice_.log_y);
    QStringList drawn;
    for (auto* action : y_->menu()->actions()) {
        action->setChecked(std::ranges::find(choice_.y, action->data().toULongLong()) != choice_.y.end());
        if (action->isChecked()) drawn << action->text();
    }
    y_->setText(tr("y: %1").arg(drawn.isEmpty()    ? tr("none")
                                : drawn.size() > 1 ? tr("%1 columns").arg(drawn.size())
                                                   : shortened_name(drawn.front(), 10)));
}

void ResultChartBar::take(const present::ResultChoice& choice) {
    set_choice(choice);
    emit chosen();
}

}  // namespace sortscope::gui
