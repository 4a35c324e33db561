// The queries that the SQL view offers: examples and those that ran before, the controls that they are run
// by, and what of them is kept.
#include <iterator>

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonArray>
#include <QMenu>
#include <QSplitter>
#include <QToolBar>
#include <QToolButton>

#include "gui/views/chart_view.hpp"
#include "gui/views/divider.hpp"
#include "gui/views/sql_editor.hpp"
#include "gui/views/sql_view.hpp"
#include "gui/views/table_view.hpp"

namespace sortscope::gui {
namespace {

constexpr qsizetype most_history = 50;

struct ExampleQuery {
    const char* title;
    const char* sql;
};
constexpr ExampleQuery example_queries[] = {
    {"Rates by number of keys",
     "SELECT variant, n, max(1e3 * n / median_ns) AS mkeys_per_s\nFROM cases\nWHERE status = 'ok' AND "
     "median_ns > 0\nGROUP BY variant, n\nORDER BY variant, n"},
    {"The ten fastest cases",
     "SELECT variant, n, key, block_threads, median_ns, 1e3 * n / median_ns AS mkeys_per_s\nFROM "
     "cases\nWHERE status = 'ok' AND median_ns > 0\nORDER BY mkeys_per_s DESC\nLIMIT 10"},
    {"Cases of each variant",
     "SELECT variant, count(*) AS cases\nFROM cases\nGROUP BY variant\nORDER BY cases DESC"},
    {"What failed, and why", "SELECT case_id, variant, n, status, message\nFROM cases\nWHERE status <> 'ok'"},
};

}  // namespace

void SqlView::build_toolbar() {
    auto& bar = toolbar();
    run_ = bar.addAction(tr("Run"), this, &SqlView::run);
    run_->setToolTip(tr("Run the query (Ctrl+Enter in its text)"));
    cancel_ = bar.addAction(tr("Stop"), this, &SqlView::cancel);
    cancel_->setToolTip(tr("End the query that runs"));
    bar.addSeparator();
    const auto menu_button = [&](const QString& text, const QString& tip, QMenu* menu) {
        auto* button = new QToolButton;
        button->setText(text);
        button->setToolTip(tip);
        button->setAccessibleName(text);
        button->setPopupMode(QToolButton::InstantPopup);
        button->setMenu(menu);
        bar.addWidget(button);
    };
    menu_button(tr("History"), tr("Queries that ran before, the newest first"), history_menu_);
    auto* shown = new QMenu(this);
    for (std::size_t i = 0; i < std::size(example_queries); ++i)
        shown->addAction(tr(example_queries[i].title), this, [this, i] { run_example(i); });
    menu_button(tr("Examples"), tr("Queries to begin with"), shown);
    bar.addSeparator();
    as_table_ = bar.addAction(tr("Table"));
    as_chart_ = bar.addAction(tr("Chart"));
    for (auto* action : {as_table_, as_chart_}) {
        action->setCheckable(true);
        action->setChecked(true);
        connect(action, &QAction::toggled, this, [this] {
            table_->setVisible(as_table_->isChecked());
            chart_side_->setVisible(as_chart_->isChecked());
            results_->setVisible(as_table_->isChecked() || as_chart_->isChecked());
        });
    }
    as_table_->setToolTip(tr("Show the result as a table"));
    as_chart_->setToolTip(tr("Show the result as a chart"));
    bar.addSeparator();
    export_ = bar.addAction(tr("Export CSV..."), this, [this] {
        auto path = QFileDialog::getSaveFileName(this, tr("Export the result"), {}, tr("CSV values (*.csv)"));
        if (path.isEmpty()) return;
        if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".csv");
        export_to(path);
    });
    export_->setToolTip(tr("Write every row of the query's result as CSV, those that are not shown as well"));
}

void SqlView::fill_history() {
    history_menu_->clear();
    history_menu_->setToolTipsVisible(true);
    for (const auto& sql : std::as_const(history_)) {
        auto* action =
            history_menu_->addAction(shortened_name(sql.simplified(), 70).replace(u'&', QStringLiteral("&&")),
                                     this, [this, sql] { editor_->setPlainText(sql); });
        action->setToolTip(sql);
    }
    if (history_.isEmpty()) history_menu_->addAction(tr("No query has run yet"))->setEnabled(false);
}

QJsonObject SqlView::layout_state() const {
    return {{QStringLiteral("across"), divider_place(*across_)},
            {QStringLiteral("down"), divided_ ? divider_place(*down_) : QJsonValue()},
            {QStringLiteral("results"), divided_ ? divider_place(*results_) : QJsonValue()},
            {QStringLiteral("sql"), editor_->sql()},
            {QStringLiteral("history"), QJsonArray::fromStringList(history_)},
            {QStringLiteral("as_table"), as_table_->isChecked()},
            {QStringLiteral("as_chart"), as_chart_->isChecked()}};
}

void SqlView::restore_layout(const QJsonObject& state) {
    restore_divider(*across_, state[QStringLiteral("across")]);
    divided_ = restore_divider(*down_, state[QStringLiteral("down")]) &&
               restore_divider(*results_, state[QStringLiteral("results")]);
    editor_->setPlainText(state[QStringLiteral("sql")].toString());
    history_.clear();
    for (const auto& sql : state[QStringLiteral("history")].toArray())
        if (!sql.toString().isEmpty() && history_.size() < most_history) history_ << sql.toString();
    fill_history();
    as_table_->setChecked(state[QStringLiteral("as_table")].toBool(true));
    as_chart_->setChecked(state[QStringLiteral("as_chart")].toBool(true));
}

void SqlView::run_example(std::size_t example) {
    editor_->setPlainText(QString::fromLatin1(example_queries[example].sql));
    run();
}

void SqlView::remember(const QString& sql) {
    history_.removeAll(sql);
    history_.prepend(sql);
    if (history_.size() > most_history) history_.resize(most_history);
    fill_history();
}

}  // namespace sortscope::gui
