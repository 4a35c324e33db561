#include "gui/views/sql_view.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <utility>

#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QToolBar>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "core/text.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/combo.hpp"
#include "gui/views/sql_editor.hpp"
#include "gui/views/table_view.hpp"

namespace sortscope::gui {
namespace {

using ChartKind = present::ResultChoice::Kind;

constexpr qsizetype most_history = 50;
constexpr int written_role = Qt::UserRole;

struct ExampleQuery {
    const char* title;
    const char* sql;
};
constexpr ExampleQuery example_queries[] = {
    {"Rates by number of keys", "SELECT variant, n, max(1e3 * n / median_ns) AS mkeys_per_s\nFROM cases\nWHERE status = 'ok' AND median_ns > 0\nGROUP BY variant, n\nORDER BY variant, n"},
    {"The ten fastest cases", "SELECT variant, n, key, block_threads, median_ns, 1e3 * n / median_ns AS mkeys_per_s\nFROM cases\nWHERE status = 'ok' AND median_ns > 0\nORDER BY mkeys_per_s DESC\nLIMIT 10"},
    {"Cases of each variant", "SELECT variant, count(*) AS cases\nFROM cases\nGROUP BY variant\nORDER BY cases DESC"},
    {"What failed, and why", "SELECT case_id, variant, n, status, message\nFROM cases\nWHERE status <> 'ok'"},
};

}  // namespace

SqlView::SqlView(Workspace& of)
    : View(of, tr("SQL")),
      editor_(new SqlEditor),
      views_(new QTreeWidget),
      find_(new QLineEdit),
      sentence_(new QLabel),
      table_(new TableView),
      chart_(new ChartView),
      chart_side_(new QWidget),
      across_(new QSplitter(Qt::Horizontal)),
      down_(new QSplitter(Qt::Vertical)),
      results_(new QSplitter(Qt::Horizontal)),
      history_menu_(new QMenu(this)),
      kind_(new QComboBox),
      x_(new QComboBox),
      by_(new QComboBox),
      y_(new QToolButton),
      query_(of.loader(), Loader::Lane::query),
      views_query_(of.loader(), Loader::Lane::quick),
      export_query_(of.loader(), Loader::Lane::query) {
    build_toolbar();
    find_->setPlaceholderText(tr("Find a column"));
    find_->setAccessibleName(tr("Find a view or column"));
    find_->setClearButtonEnabled(true);
    views_->setObjectName(QStringLiteral("sql_views"));
    views_->setAccessibleName(tr("Views and their columns"));
    views_->setHeaderHidden(true);
    views_->setColumnCount(2);
    views_->setIndentation(12);
    views_->header()->setStretchLastSection(true);
    views_->setContextMenuPolicy(Qt::CustomContextMenu);
    auto* side = new QWidget;
    auto* side_column = new QVBoxLayout(side);
    side_column->setContentsMargins(0, 0, 0, 0);
    side_column->setSpacing(2);
    side_column->addWidget(find_);
    side_column->addWidget(views_, 1);

    auto* upper = new QWidget;
    auto* upper_column = new QVBoxLayout(upper);
    upper_column->setContentsMargins(0, 0, 0, 0);
    upper_column->setSpacing(0);
    sentence_->setObjectName(QStringLiteral("sql_sentence"));
    sentence_->setWordWrap(true);
    sentence_->setTextFormat(Qt::RichText);
    sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    sentence_->setContentsMargins(8, 4, 8, 4);
    upper_column->addWidget(editor_, 1);
    upper_column->addWidget(sentence_);
    table_->setAccessibleName(tr("Result"));
    auto* bar = new QWidget;
    build_chart_bar(*bar);
    auto* chart_column = new QVBoxLayout(chart_side_);
    chart_column->setContentsMargins(0, 0, 0, 0);
    chart_column->setSpacing(0);
    chart_column->addWidget(bar);
    chart_column->addWidget(chart_, 1);
    results_->addWidget(table_);
    results_->addWidget(chart_side_);
    results_->setSizes({320, 360});
    results_->setStretchFactor(0, 1);
    results_->setStretchFactor(1, 1);
    results_->setChildrenCollapsible(false);
    down_->addWidget(upper);
    down_->addWidget(results_);
    down_->setSizes({190, 480});
    down_->setChildrenCollapsible(false);
    across_->addWidget(side);
    across_->addWidget(down_);
    across_->setSizes({225, 675});
    across_->setStretchFactor(1, 1);
    across_->setChildrenCollapsible(false);
    fold(*results_, 640);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(across_);
    setTabOrder(editor_, find_);
    setTabOrder(find_, views_);
    setTabOrder(views_, table_);

    connect(editor_, &SqlEditor::run_wanted, this, &SqlView::run);
    connect(find_, &QLineEdit::textChanged, this, &SqlView::find_views);
    connect(views_, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) { editor_->insert_name(item->data(0, written_role).toString()); });
    connect(views_, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        const auto* item = views_->itemAt(position);
        if (item == nullptr) return;
        const auto name = item->data(0, written_role).toString();
        QMenu menu;
        menu.addAction(tr("&Insert %1").arg(name), this, [this, name] { editor_->insert_name(name); });
        if (item->parent() == nullptr)
            menu.addAction(tr("&Show its rows"), this, [this, name] {
                editor_->setPlainText(QStringLiteral("SELECT *\nFROM %1\nLIMIT 1000").arg(name));
                run();
            });
        menu.exec(views_->viewport()->mapToGlobal(position));
    });
    connect(table_, &TableView::row_selected, chart_, &ChartView::set_current_row);
    connect(chart_, &ChartView::row_selected, table_, &TableView::set_current_row);
    connect(chart_, &ChartView::offer_taken, this, [this] {
        editor_->setPlainText(QString::fromLatin1(example_queries[0].sql));
        run();
    });
    // A double click on a row that is a case shows it.
    connect(table_, &TableView::row_activated, this, [this](int row) {
        if (!result_ || row < 0 || static_cast<std::size_t>(row) >= result_->rows()) return;
        const auto found = std::ranges::find(result_->columns, "case_id");
        if (found == result_->columns.end()) return;
        if (const auto* id = std::get_if<std::int64_t>(&result_->at(static_cast<std::size_t>(row), static_cast<std::size_t>(found - result_->columns.begin()))))
            workspace().show(ran_on_, CaseId{*id});
    });
    show_running();
    fill_history();
}

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
    for (const auto& example : example_queries)
        shown->addAction(tr(example.title), this, [this, &example] {
            editor_->setPlainText(QString::fromLatin1(example.sql));
            run();
        });
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

void SqlView::build_chart_bar(QWidget& bar) {
    auto* row = new QHBoxLayout(&bar);
    row->setContentsMargins(6, 3, 6, 3);
    row->setSpacing(4);
    bar.setAutoFillBackground(true);
    bar.setBackgroundRole(QPalette::Base);
    for (const auto& [kind, text] : {std::pair{ChartKind::automatic, tr("automatic")}, {ChartKind::bars, tr("bars")}, {ChartKind::line, tr("lines")}, {ChartKind::points, tr("points")}})
        kind_->addItem(text, static_cast<int>(kind));
    kind_->setAccessibleName(tr("Kind of chart"));
    kind_->setToolTip(tr("Kind of chart; automatic: bars of names, lines of numbers"));
    x_->setObjectName(QStringLiteral("sql_x"));
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
    fit_long_items(*x_, 5);
    fit_long_items(*by_, 5);
    auto* log = new QToolButton;
    log_ = new QAction(tr("log"), this);
    log_->setCheckable(true);
    log_->setToolTip(tr("Logarithmic y axis"));
    log->setDefaultAction(log_);
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
        set_choice(next);
    });
    connect(by_, &QComboBox::activated, this, [this](int at) {
        auto next = choice_;
        next.by = at <= 0 ? std::nullopt : std::optional(static_cast<std::size_t>(at - 1));
        set_choice(next);
    });
    connect(kind_, &QComboBox::activated, this, [this] {
        auto next = choice_;
        next.kind = static_cast<ChartKind>(kind_->currentData().toInt());
        set_choice(next);
    });
    connect(log_, &QAction::triggered, this, [this](bool log_y) {
        auto next = choice_;
        next.log_y = log_y;
        set_choice(next);
    });
}

QWidget* SqlView::first_focus() { return editor_; }

QString SqlView::sentence() const {
    QTextDocument plain;
    plain.setHtml(sentence_->text());
    return plain.toPlainText();
}

void SqlView::refresh() {
    const auto from = workspace().current_file();
    const bool another = !from || !of_ || from->path != of_->path || from->schema_version != of_->schema_version;
    of_ = from;
    show_running();
    if (!from) {
        views_->clear();
        if (!result_) chart_->show_message(waiting_sentence());
        return;
    }
    if (another) ask_views();
    if (std::exchange(run_when_open_, false)) return run();
    if (!result_ && !query_.pending() && sentence_->text().isEmpty())
        chart_->show_message(tr("Write a query above and run it with Ctrl+Enter. A double click on a name at the left writes it."), tr("Run an example"));
    else if (another && result_ && ran_on_ != from->path && !query_.pending() && !export_query_.pending())
        say(tr("The result is of %1; run it again for the file shown now.").arg(QFileInfo(ran_on_).fileName()), false);
}

void SqlView::ask_views() {
    using Views = std::vector<db::ViewText>;
    views_query_.ask<Views>([path = of_->path](Readers&, const Stale&) { return std::make_shared<const Views>(db::view_texts(std::filesystem::path(QFile::encodeName(path).toStdString()))); },
                            [this](const std::shared_ptr<const Views>& views) { fill_views(*views); }, [this](const QString& sentence) { say(sentence, true); });
}

void SqlView::fill_views(const std::vector<db::ViewText>& views) {
    views_->clear();
    QStringList names;
    for (const auto& view : views) {
        auto* item = new QTreeWidgetItem(views_, {to_qstring(view.name), QString()});
        item->setData(0, written_role, to_qstring(view.name));
        item->setToolTip(0, typeset(view.sentence));
        item->setFirstColumnSpanned(true);
        names << to_qstring(view.name);
        for (const auto& column : view.columns) {
            auto* below = new QTreeWidgetItem(item, {to_qstring(column.name), to_qstring(column.unit)});
            below->setData(0, written_role, to_qstring(column.name));
            auto tip = to_qstring(column.name) + (column.unit.empty() ? QString() : QStringLiteral(" (%1)").arg(to_qstring(column.unit)));
            if (!column.sentence.empty()) tip += QStringLiteral(": ") + typeset(column.sentence);
            below->setToolTip(0, tip);
            below->setToolTip(1, tip);
            below->setForeground(1, palette().placeholderText());
            names << to_qstring(column.name);
        }
        if (view.name == "cases") item->setExpanded(true);
    }
    views_->setColumnWidth(0, 140);
    editor_->set_names(names);
    find_views(find_->text());
}

void SqlView::find_views(const QString& text) {
    for (int i = 0; i < views_->topLevelItemCount(); ++i) {
        auto* view = views_->topLevelItem(i);
        const bool named = view->text(0).contains(text, Qt::CaseInsensitive);
        bool any = named;
        for (int j = 0; j < view->childCount(); ++j) {
            auto* column = view->child(j);
            const bool found = named || column->text(0).contains(text, Qt::CaseInsensitive);
            column->setHidden(!found);
            any = any || found;
        }
        view->setHidden(!any);
        if (!text.isEmpty()) view->setExpanded(any);
    }
}

void SqlView::show_running() {
    const bool running = query_.pending() || export_query_.pending();
    run_->setEnabled(!running && workspace().current_file() != nullptr);
    cancel_->setEnabled(running);
    export_->setEnabled(!running && result_ != nullptr);
}

void SqlView::run() {
    const auto from = workspace().current_file();
    const auto sql = editor_->sql().trimmed();
    if (!from) return say(waiting_sentence(), true);
    if (sql.isEmpty()) return say(tr("There is no SQL to run: write a query, or take an example."), true);
    history_.removeAll(sql);
    history_.prepend(sql);
    if (history_.size() > most_history) history_.resize(most_history);
    fill_history();
    say(tr("Running..."), false);
    query_.ask<SqlResult>([path = from->path, text = editor_->sql().toStdString()](Readers&, const Stale& stale) { return run_sql(path, text, stale); },
                          [this, sql, path = from->path](const SqlResultPtr& result) {
                              ran_ = sql;
                              ran_on_ = path;
                              take(result);
                          },
                          [this](const QString& message) { refuse(message); });
    show_running();
}

void SqlView::run_once_open() {
    run_when_open_ = workspace().current_file() == nullptr;
    if (!run_when_open_) run();
}

void SqlView::cancel() {
    if (!query_.pending() && !export_query_.pending()) return;
    query_.cancel();
    export_query_.cancel();
    say(tr("The query was ended. What was shown before is still there."), false);
    show_running();
}

void SqlView::take(const SqlResultPtr& result) {
    const bool same_columns = result_ && result_->columns == result->columns;
    result_ = result;
    show_running();
    auto words = tr("%1 in %2.").arg(typeset(plural(result->rows(), "row")), typeset(format_time_ns(result->seconds * 1e9)));
    if (result->more) words = tr("The first %1 are shown (%2): the query has more. \u201cExport CSV\u201d writes all of them; LIMIT and OFFSET show others.")
                                  .arg(typeset(plural(result->rows(), "row")), typeset(format_time_ns(result->seconds * 1e9)));
    if (result->rows() == 0) words = tr("The query gave no rows.");
    say(words, false);
    table_->set_rows(sql_rows(result));
    if (!same_columns) choice_ = present::suggested_choice(sql_chart_rows(result));
    fill_columns();
    draw();
}

void SqlView::refuse(const QString& message) {
    show_running();
    const auto problem = sql_problem(message);
    say(problem.sentence, true, problem.place);
    if (!result_) chart_->show_message(tr("The query has no result as yet."));
}

void SqlView::say(const QString& sentence, bool problem, const QString& place) {
    auto text = QStringLiteral("%1%2").arg(problem ? QStringLiteral("<span style=\"color:%1\">\u26a0</span> ").arg(severity_colour(Severity::lost, palette()).name()) : QString(),
                                           sentence.toHtmlEscaped());
    if (!place.isEmpty()) text += QStringLiteral("<pre style=\"font-family:'%1'\">%2</pre>").arg(QFontDatabase::systemFont(QFontDatabase::FixedFont).family(), place.toHtmlEscaped());
    sentence_->setText(text);
    sentence_->setAccessibleName(sentence);
}

void SqlView::fill_columns() {
    const auto numeric = present::numeric_columns(sql_chart_rows(result_));
    x_->clear();
    by_->clear();
    by_->addItem(tr("nothing"));
    y_->menu()->clear();
    for (std::size_t i = 0; i < result_->columns.size(); ++i) {
        const auto name = to_qstring(result_->columns[i]);
        x_->addItem(name);
        by_->addItem(name);
        if (!numeric[i]) continue;
        auto* action = y_->menu()->addAction(QString(name).replace(u'&', QStringLiteral("&&")));
        action->setCheckable(true);
        action->setData(static_cast<qulonglong>(i));
        connect(action, &QAction::triggered, this, [this] {
            auto next = choice_;
            next.y.clear();
            for (const auto* one : y_->menu()->actions())
                if (one->isChecked()) next.y.push_back(one->data().toULongLong());
            set_choice(next);
        });
    }
    fit_long_items(*x_, 5);
    fit_long_items(*by_, 5);
}

void SqlView::set_choice(const present::ResultChoice& choice) {
    choice_ = choice;
    draw();
}

void SqlView::draw() {
    if (!result_) return;
    kind_->setCurrentIndex(kind_->findData(static_cast<int>(choice_.kind)));
    x_->setCurrentIndex(static_cast<int>(choice_.x));
    by_->setCurrentIndex(choice_.by ? static_cast<int>(*choice_.by) + 1 : 0);
    log_->setChecked(choice_.log_y);
    QStringList drawn;
    for (auto* action : y_->menu()->actions()) {
        action->setChecked(std::ranges::find(choice_.y, action->data().toULongLong()) != choice_.y.end());
        if (action->isChecked()) drawn << action->text();
    }
    y_->setText(tr("y: %1").arg(drawn.isEmpty() ? tr("none") : drawn.size() > 1 ? tr("%1 columns").arg(drawn.size()) : shortened_name(drawn.front(), 12)));
    chart_->set_context(QFileInfo(ran_on_).fileName());
    chart_->set_chart(present::result_chart(sql_chart_rows(result_), choice_));
}

void SqlView::export_to(const QString& path) {
    if (!result_) return;
    say(tr("Writing %1...").arg(path), false);
    export_query_.ask<std::size_t>([from = ran_on_, sql = ran_.toStdString(), path](Readers&, const Stale& stale) { return export_sql(from, sql, path, stale); },
                                   [this, path](const std::shared_ptr<const std::size_t>& rows) {
                                       show_running();
                                       say(tr("Wrote %1 to %2.").arg(typeset(plural(*rows, "row")), path), false);
                                   },
                                   [this](const QString& message) { refuse(message); });
    show_running();
}

void SqlView::fill_history() {
    history_menu_->clear();
    history_menu_->setToolTipsVisible(true);
    for (const auto& sql : std::as_const(history_)) {
        auto* action = history_menu_->addAction(shortened_name(sql.simplified(), 70).replace(u'&', QStringLiteral("&&")), this, [this, sql] { editor_->setPlainText(sql); });
        action->setToolTip(sql);
    }
    if (history_.isEmpty()) history_menu_->addAction(tr("No query has run yet"))->setEnabled(false);
}

QJsonObject SqlView::layout_state() const {
    const auto saved = [](const QSplitter* splitter) { return QString::fromLatin1(splitter->saveState().toBase64()); };
    return {{QStringLiteral("across"), saved(across_)},
            {QStringLiteral("down"), saved(down_)},
            {QStringLiteral("results"), saved(results_)},
            {QStringLiteral("sql"), editor_->sql()},
            {QStringLiteral("history"), QJsonArray::fromStringList(history_)},
            {QStringLiteral("as_table"), as_table_->isChecked()},
            {QStringLiteral("as_chart"), as_chart_->isChecked()}};
}

void SqlView::restore_layout(const QJsonObject& state) {
    const auto restore = [&](QSplitter* splitter, const char* name) { splitter->restoreState(QByteArray::fromBase64(state[QLatin1String(name)].toString().toLatin1())); };
    restore(across_, "across");
    restore(down_, "down");
    restore(results_, "results");
    editor_->setPlainText(state[QStringLiteral("sql")].toString());
    history_.clear();
    for (const auto& sql : state[QStringLiteral("history")].toArray())
        if (!sql.toString().isEmpty() && history_.size() < most_history) history_ << sql.toString();
    fill_history();
    as_table_->setChecked(state[QStringLiteral("as_table")].toBool(true));
    as_chart_->setChecked(state[QStringLiteral("as_chart")].toBool(true));
}

}  // namespace sortscope::gui
