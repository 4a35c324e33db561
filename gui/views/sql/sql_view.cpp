#include "gui/views/sql/sql_view.hpp"

#include "gui/views/sql/sql_editor.hpp"

namespace sortscope::gui {
namespace {
using ChartKind = present::ResultChoice::Kind;

constexpr int letters_of_column = 4;
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

ResultChartBar::ResultChartBar()
    : kind_(new QComboBox),
      x_(new QComboBox),
      by_(new QComboBox),
      y_(new QToolButton),
      log_(new QToolButton) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(6, 3, 6, 3);
    row->setSpacing(4);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    for (const auto& [kind, text] : {std::pair{ChartKind::automatic, tr("automatic")},
                                     {ChartKind::bars, tr("bars")},
                                     {ChartKind::line, tr("lines")},
                                     {ChartKind::points, tr("points")}})
        kind_->addItem(text, int(kind));
    name_control(*kind_, "sql_kind", tr("Kind of chart"),
                 tr("Kind of chart; automatic: bars of names, lines of numbers"));
    name_control(*x_, "sql_x", tr("Column of x"), tr("The column along the x axis"));
    name_control(*by_, "sql_by", tr("A series for each"), tr("A series for each value of this column"));
    name_control(*y_, "sql_y", tr("Columns of y"), tr("The columns that are drawn"));
    name_control(*log_, "sql_log", tr("log"), tr("Logarithmic y axis"));
    y_->setText(tr("y"));
    y_->setPopupMode(QToolButton::InstantPopup);
    y_->setToolButtonStyle(Qt::ToolButtonTextOnly);
    y_->setMenu(new QMenu(y_));
    log_->setText(tr("log"));
    log_->setCheckable(true);
    log_->setAutoRaise(false);
    for (auto* box : {x_, by_, kind_}) {
        fit_long_items(*box, letters_of_column);
        box->setMinimumWidth(52);  // a box may elide its choice
        connect(box, &QComboBox::activated, this, &ResultChartBar::take);
    }
    connect(y_->menu(), &QMenu::triggered, this, &ResultChartBar::take);
    connect(log_, &QToolButton::clicked, this, &ResultChartBar::take);
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
    row->addWidget(log_);
    row->addStretch(1);
}

void ResultChartBar::set_columns(const std::vector<std::string>& columns, const std::vector<bool>& numeric) {
    x_->clear();
    by_->clear();
    by_->addItem(tr("nothing"));
    y_->menu()->clear();
    for (size_t i = 0; i < columns.size(); ++i) {
        const auto name = to_qstring(columns[i]);
        x_->addItem(name);
        by_->addItem(name);
        if (!numeric[i]) continue;
        auto* action = y_->menu()->addAction(action_text(name));
        action->setCheckable(true);
        action->setData(qulonglong(i));
    }
    fit_long_items(*x_, letters_of_column);
    fit_long_items(*by_, letters_of_column);
}

void ResultChartBar::set_choice(const present::ResultChoice& choice) {
    choice_ = choice;
    kind_->setCurrentIndex(kind_->findData(int(choice_.kind)));
    x_->setCurrentIndex(int(choice_.x));
    by_->setCurrentIndex(choice_.by ? int(*choice_.by) + 1 : 0);
    log_->setChecked(choice_.log_y);
    QStringList drawn;
    for (auto* action : y_->menu()->actions()) {
        action->setChecked(has(choice_.y, action->data().toULongLong()));
        if (action->isChecked()) drawn << action->text();
    }
    y_->setText(tr("y: %1").arg(drawn.isEmpty()    ? tr("none")
                                : drawn.size() > 1 ? tr("%1 columns").arg(drawn.size())
                                                   : shortened_name(drawn.front(), 10)));
}

void ResultChartBar::take() {
    present::ResultChoice next;
    next.x = size_t(std::max(0, x_->currentIndex()));
    if (by_->currentIndex() > 0) next.by = size_t(by_->currentIndex() - 1);
    next.kind = static_cast<ChartKind>(kind_->currentData().toInt());
    next.log_y = log_->isChecked();
    for (const auto* one : y_->menu()->actions())
        if (one->isChecked()) next.y.push_back(one->data().toULongLong());
    set_choice(next);
    emit chosen();
}

SqlView::SqlView(Workspace& of)
    : View(of, tr("SQL"), new ChartView, new TableView),
      editor_(new SqlEditor),
      names_(new SqlNames),
      sentence_(new QLabel),
      chart_bar_(new ResultChartBar),
      chart_side_(column_of({chart_bar_, chart_})),
      down_(nullptr),
      results_(splitter_of(Qt::Horizontal, {table_, chart_side_}, {260, 440})),
      history_menu_(new QMenu(this)),
      query_(of.loader(), Lane::query, this),
      views_query_(of.loader(), Lane::quick, this),
      export_query_(of.loader(), Lane::query, this),
      chart_query_(of.loader(), Lane::lengthy, this) {
    build_toolbar();
    sentence_->setObjectName(u"sql_sentence"_s);
    make_text(*sentence_);
    sentence_->setTextFormat(Qt::RichText);
    table_->setAccessibleName(tr("Result"));
    results_->setStretchFactor(0, 1);
    results_->setStretchFactor(1, 1);
    down_ = splitter_of(Qt::Vertical, {column_of({editor_, sentence_}, 0), results_}, {130, 540});
    auto* across = splitter_of(Qt::Horizontal, {names_, down_}, {225, 675});
    across->setStretchFactor(1, 1);
    fold(*results_, 900);
    fill(*this, {across});
    setTabOrder(editor_, &names_->find_line());
    setTabOrder(&names_->find_line(), &names_->tree());
    setTabOrder(&names_->tree(), table_);
    keep("across", *across);
    keep("down", *down_, &divided_);
    keep("results", *results_, &divided_);
    keep(
        "sql", [this] { return editor_->sql(); },
        [this](const QJsonValue& state) { editor_->setPlainText(state.toString()); });
    keep(
        "history", [this] { return QJsonArray::fromStringList(history_); },
        [this](const QJsonValue& state) {
            history_ = state.toVariant().toStringList().mid(0, most_history);
            history_.removeAll(QString());
            fill_history();
        });
    keep("as_table", *as_table_, true);
    keep("as_chart", *as_chart_, true);

    connect(editor_, &SqlEditor::run_wanted, this, &SqlView::run);
    connect(names_, &SqlNames::picked, editor_, &SqlEditor::insert_name);
    connect(names_, &SqlNames::rows_wanted, this, [this](const QString& name) {
        editor_->setPlainText(u"SELECT *\nFROM %1\nLIMIT 1000"_s.arg(name));
        run();
    });
    connect(chart_bar_, &ResultChartBar::chosen, this, &SqlView::draw);
    connect(table_, &TableView::row_selected, chart_, &ChartView::set_current_row);
    connect(chart_, &ChartView::row_selected, table_, &TableView::set_current_row);
    connect(chart_, &ChartView::offer_taken, this, [this] { run_example(0); });
    connect(table_, &TableView::row_activated, this, [this](int row) {
        const auto at = size_t(row);
        if (!result_ || at >= result_->rows()) return;
        const auto found = std::ranges::find(result_->columns, "case_id");
        if (found == result_->columns.end()) return;
        const auto column = size_t(found - result_->columns.begin());
        const auto& id = result_->at(at, column).number;
        if (id && id->is_whole()) workspace().show(ran_on_, CaseId{id->rounded()});
    });
    show_running();
    fill_history();
}

void SqlView::arrange() {
    if (divided_ || results_->orientation() != Qt::Vertical || down_->height() <= 0) return;
    const int all = down_->height(), query = std::clamp(all / 6, 84, 130);
    down_->setSizes({query, all - query});
    const int rows = all - query, table = std::max(76, rows / 5);
    results_->setSizes({table, rows - table});
}

QWidget* SqlView::first_focus() { return editor_; }

void SqlView::refresh() {
    const auto from = workspace().current_file();
    const bool another = !from || !of_ || from->path != of_->path;
    of_ = from;
    show_running();
    if (!from) {
        names_->clear();
        if (!result_) chart_->show_message(waiting_sentence());
        return;
    }
    if (another) ask_views();
    if (std::exchange(run_when_open_, false)) return run();
    if (!result_ && !query_.pending() && sentence_->text().isEmpty())
        chart_->show_message(
            tr("Write a query above and run it with Ctrl+Enter. A double click on a name at the "
               "left inserts it."),
            tr("Run an example"));
    else if (another && result_ && ran_on_ != from->path && !query_.pending() && !export_query_.pending())
        say(tr("The result belongs to %1. Run it again for the file shown now.").arg(file_name(ran_on_)),
            false);
}

void SqlView::ask_views() {
    using Views = std::vector<db::ViewText>;
    views_query_.ask<Views>(
        [path = of_->path](Readers&, const Stale&) {
            return std::make_shared<Views>(db::view_texts(native(path)));
        },
        [this](const Shared<Views>& views) {
            names_->set_views(*views);
            editor_->set_names(names_->names());
        },
        [this](const QString& sentence) { say(sentence, true); });
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
    if (sql.isEmpty()) return say(tr("There is no SQL to run. Write a query, or take an example."), true);
    remember(sql);
    say(tr("Running..."), false);
    const auto read = [path = from->path, text = editor_->sql().toStdString()](Readers&, const Stale& stale) {
        return run_sql(path, text, stale);
    };
    const auto show = [this, sql, path = from->path](const SqlResultPtr& result) {
        ran_ = sql;
        ran_on_ = path;
        take(result);
    };
    query_.ask<SqlResult>(read, show, [this](const QString& message) { refuse(message); });
    show_running();
}

void SqlView::cancel() {
    if (!query_.pending() && !export_query_.pending()) return;
    query_.cancel();
    export_query_.cancel();
    say(tr("The query was stopped. The last result is still shown."), false);
    show_running();
}

void SqlView::take(const SqlResultPtr& result) {
    const bool same_columns = result_ && result_->columns == result->columns;
    result_ = result;
    show_running();
    const auto words =
        result->rows() == 0 ? tr("The query gave no rows.")
        : result->more ? tr("The first %1 are shown (%2); the query has more. \u201cExport CSV\u201d writes "
                            "all; LIMIT and OFFSET show others.")
                       : tr("%1 in %2.");
    const auto rows = typeset(plural(result->rows(), "row")),
               time = typeset(format_time_ns(result->seconds * 1e9));
    say(result->rows() == 0 ? words : words.arg(rows, time), false);
    table_->set_rows(sql_rows(result));
    const auto choice = same_columns ? chart_bar_->choice() : result->suggested;
    chart_bar_->set_columns(result->columns, result->numeric);
    set_choice(choice);
}

void SqlView::refuse(const QString& message) {
    show_running();
    const auto problem = sql_problem(message);
    say(problem.sentence, true, problem.place);
    if (!result_) chart_->show_message(tr("The query has no result yet."));
}

void SqlView::say(const QString& sentence, bool problem, const QString& place) {
    said_ = place.isEmpty() ? sentence : sentence + u'\n' + place;
    auto text = sentence.toHtmlEscaped();
    if (problem)
        text.prepend(u"<span style=\"color:%1\">\u26a0 </span>"_s.arg(
            severity_colour(Severity::lost, palette()).name()));
    if (!place.isEmpty())
        text +=
            u"<pre style=\"font-family:'%1'\">%2</pre>"_s.arg(code_font().family(), place.toHtmlEscaped());
    sentence_->setText(text);
    sentence_->setAccessibleName(sentence);
}

void SqlView::draw() {
    if (!result_) return;
    chart_query_.ask<BarChart>(
        [result = result_, choice = chart_bar_->choice()](Readers&, const Stale&) {
            return std::make_shared<BarChart>(present::result_chart(sql_chart_rows(result), choice));
        },
        [this](const BarChartPtr& chart) {
            chart_->set_context(file_name(ran_on_));
            chart_->set_chart(chart);
        },
        shown_failure());
}

void SqlView::export_to(const QString& path) {
    if (!result_) return;
    say(tr("Writing %1...").arg(path), false);
    export_query_.ask<size_t>(
        [from = ran_on_, sql = ran_.toStdString(), path](Readers&, const Stale& stale) {
            return export_sql(from, sql, path, stale);
        },
        [this, path](const Shared<size_t>& rows) {
            show_running();
            say(tr("Wrote %1 to %2.").arg(typeset(plural(*rows, "row")), path), false);
        },
        [this](const QString& message) { refuse(message); });
    show_running();
}

void SqlView::build_toolbar() {
    auto& bar = toolbar();
    run_ = bar.addAction(tr("Run"), this, &SqlView::run);
    run_->setToolTip(tr("Run the query (Ctrl+Enter in its text)"));
    cancel_ = bar.addAction(tr("Stop"), this, &SqlView::cancel);
    cancel_->setToolTip(tr("Stop the running query"));
    bar.addSeparator();
    const auto menu_button = [&](const QString& text, const QString& tip, QMenu* menu) {
        auto* button = new QToolButton;
        button->setText(text);
        name_control(*button, "", text, tip);
        button->setPopupMode(QToolButton::InstantPopup);
        button->setMenu(menu);
        bar.addWidget(button);
    };
    menu_button(tr("History"), tr("Queries that ran before, the newest first"), history_menu_);
    auto* shown = new QMenu(this);
    for (size_t i = 0; i < std::size(example_queries); ++i)
        shown->addAction(tr(example_queries[i].title), this, [this, i] { run_example(i); });
    menu_button(tr("Examples"), tr("Queries to begin with"), shown);
    bar.addSeparator();
    as_table_ = add_toggle(bar, tr("Table"), tr("Show the result as a table"), true);
    as_chart_ = add_toggle(bar, tr("Chart"), tr("Show the result as a chart"), true);
    for (auto* action : {as_table_, as_chart_})
        connect(action, &QAction::toggled, this, [this] {
            table_->setVisible(as_table_->isChecked());
            chart_side_->setVisible(as_chart_->isChecked());
            results_->setVisible(as_table_->isChecked() || as_chart_->isChecked());
        });
    bar.addSeparator();
    export_ = bar.addAction(tr("Export CSV..."), this, [this] {
        const auto path = save_name(*this, tr("Export the result"), tr("CSV values (*.csv)"), u".csv"_s);
        if (!path.isEmpty()) export_to(path);
    });
    export_->setToolTip(tr("Write every row of the result as CSV, also rows that are not shown"));
}

void SqlView::fill_history() {
    history_menu_->clear();
    history_menu_->setToolTipsVisible(true);
    for (const auto& sql : std::as_const(history_)) {
        auto* action = history_menu_->addAction(action_text(shortened_name(sql.simplified(), 70)), this,
                                                [this, sql] { editor_->setPlainText(sql); });
        action->setToolTip(sql);
    }
    if (history_.isEmpty()) history_menu_->addAction(tr("No query has run yet"))->setEnabled(false);
}

void SqlView::run_example(size_t example) {
    editor_->setPlainText(QString::fromLatin1(example_queries[example].sql));
    run();
}

void SqlView::remember(const QString& sql) {
    history_.removeAll(sql);
    history_.prepend(sql);
    if (history_.size() > most_history) history_.resize(most_history);
    fill_history();
}
}
