#include "gui/views/sql/sql_editor.hpp"

namespace sortscope::gui {
namespace {
const QStringList& sql_words() {
    static const QStringList words =
        u"SELECT FROM WHERE GROUP BY ORDER HAVING LIMIT OFFSET JOIN LEFT INNER CROSS ON USING AS AND OR "
        "NOT IN IS NULL LIKE GLOB BETWEEN CASE WHEN THEN "
        "ELSE END DISTINCT UNION ALL EXCEPT INTERSECT WITH RECURSIVE VALUES EXPLAIN QUERY PLAN ASC DESC "
        "EXISTS CAST OVER PARTITION FILTER NULLS FIRST LAST "
        "count sum avg min max round abs total group_concat coalesce ifnull length printf row_number "
        "rank lag lead median"_s.split(u' ');
    return words;
}

constexpr qsizetype longest_line = 2000, most_coloured = 20'000;
constexpr int most_coloured_in_all = 200'000;
}  // namespace

QString broken_lines(const QString& sql, qsizetype longest) {
    QString text = sql;
    const auto whole = sql.toStdU16String();  // ends with a zero
    const char16_t* letters = whole.c_str();
    qsizetype line = 0;  // start of the line
    char16_t end = 0;    // end of the text, name or comment around `i`
    for (qsizetype i = 0; i < text.size(); ++i) {
        const auto at = letters[i], next = letters[i + 1];
        if (at == u'\n') {
            line = i + 1;
            if (end == u'\n') end = 0;
        } else if (end != 0) {
            if (end == u'*' ? at == u'*' && next == u'/' : at == end) end = 0;
        } else if (at == u'\'' || at == u'"' || at == u'`') {
            end = at;
        } else if (at == u'[') {
            end = u']';
        } else if (at == u'-' && next == u'-') {
            end = u'\n';
        } else if (at == u'/' && next == u'*') {
            end = u'*';
            ++i;
        } else if (at == u' ' && i - line >= longest) {
            text[i] = u'\n';
            line = i + 1;
        }
    }
    return text;
}

class SqlHighlighter : public QSyntaxHighlighter {
 public:
    explicit SqlHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {
        QStringList words;
        for (const auto& word : sql_words())
            if (word == word.toUpper()) words << word;
        keyword_ = QRegularExpression(u"\\b(?:%1)\\b"_s.arg(words.join(u'|')),
                                      QRegularExpression::CaseInsensitiveOption);
    }
    void set_colours(const QPalette& palette) {
        const auto theme = chart_theme(palette);
        words_.setForeground(theme.series[0]);
        words_.setFontWeight(QFont::Bold);
        texts_.setForeground(theme.series[2]);
        comments_.setForeground(theme.faint_text);
        rehighlight();
    }

 protected:
    void highlightBlock(const QString& text) override {
        if (text.size() > most_coloured || document()->characterCount() > most_coloured_in_all) return;
        const auto format = [this](const QRegularExpressionMatch& match, const QTextCharFormat& as) {
            setFormat(int(match.capturedStart()), int(match.capturedLength()), as);
        };
        static const QRegularExpression quoted(u"'(?:[^']|'')*'?|--.*"_s);
        for (const auto& match : keyword_.globalMatch(text)) format(match, words_);
        for (const auto& match : quoted.globalMatch(text))
            format(match, match.captured().startsWith(u'-') ? comments_ : texts_);
    }

 private:
    QRegularExpression keyword_;
    QTextCharFormat words_, texts_, comments_;
};

SqlEditor::SqlEditor()
    : highlighter_(new SqlHighlighter(document())),
      completer_(new QCompleter(this)),
      words_(new QStringListModel(sql_words(), this)) {
    setObjectName(u"sql_editor"_s);
    setAccessibleName(tr("SQL"));
    setFont(code_font());
    setPlaceholderText(tr("SELECT variant, n, median_ns FROM cases ORDER BY n"));
    setTabChangesFocus(true);
    completer_->setWidget(this);
    completer_->setModel(words_);
    completer_->setCaseSensitivity(Qt::CaseInsensitive);
    completer_->setCompletionMode(QCompleter::PopupCompletion);
    connect(completer_, qOverload<const QString&>(&QCompleter::activated), this, &SqlEditor::complete);
    colour();
}

void SqlEditor::set_names(const QStringList& names) {
    auto all = names + sql_words();
    all.removeDuplicates();
    words_->setStringList(all);
}

void SqlEditor::insert_name(const QString& name) {
    auto cursor = textCursor();
    const auto before = cursor.block().text().left(cursor.positionInBlock());
    // Inserts a comma after another name, and a blank after a keyword.
    static const QRegularExpression last(u"([A-Za-z_0-9]+|\\))\\s*$"_s);
    const auto word = last.match(before).captured(1);
    const bool of_sql = sql_words().contains(word, Qt::CaseInsensitive) && word != u")";
    QString text = name;
    if (!word.isEmpty() && !of_sql)
        text = u", "_s + name;
    else if (!before.isEmpty() && !before.back().isSpace() && before.back() != u'(' && before.back() != u'.')
        text = u' ' + name;
    cursor.insertText(text);
    setTextCursor(cursor);
    setFocus();
}

QString SqlEditor::word_before_cursor() const {
    const auto cursor = textCursor();
    static const QRegularExpression word(u"[A-Za-z_][A-Za-z_0-9]*$"_s);
    return word.match(cursor.block().text().left(cursor.positionInBlock())).captured();
}

void SqlEditor::complete(const QString& word) {
    auto cursor = textCursor();
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, int(word_before_cursor().size()));
    cursor.insertText(word);
    setTextCursor(cursor);
}

void SqlEditor::insertFromMimeData(const QMimeData* source) {
    if (source->hasText()) insertPlainText(broken_lines(source->text(), longest_line));
}

void SqlEditor::keyPressEvent(QKeyEvent* event) {
    auto* popup = completer_->popup();
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && event->modifiers().testFlag(Qt::ControlModifier)) {
        popup->hide();
        return emit run_wanted();
    }
    if (popup->isVisible() && (enter || event->key() == Qt::Key_Escape || event->key() == Qt::Key_Tab)) {
        return event->ignore();  // for the completion list
    }
    QPlainTextEdit::keyPressEvent(event);
    const auto word = word_before_cursor();
    const bool asked = event->key() == Qt::Key_Space && event->modifiers().testFlag(Qt::ControlModifier);
    const bool typed = !event->text().isEmpty() &&
                       (event->text().front().isLetterOrNumber() || event->text().front() == u'_');
    if (!asked && (!typed || word.size() < 2)) return popup->hide();
    completer_->setCompletionPrefix(word);
    const bool done = completer_->completionCount() == 1 &&
                      completer_->currentCompletion().compare(word, Qt::CaseInsensitive) == 0;
    if (completer_->completionCount() == 0 || done) return popup->hide();
    auto place = cursorRect();
    place.setWidth(popup->sizeHintForColumn(0) + popup->verticalScrollBar()->sizeHint().width());
    completer_->complete(place);
}

void SqlEditor::colour() { highlighter_->set_colours(palette()); }

static constexpr int written_name_role = Qt::UserRole;

SqlNames::SqlNames() : find_(search_line(tr("Find a column"))), tree_(new QTreeWidget) {
    name_control(*tree_, "sql_views", tr("Views and their columns"));
    tree_->setHeaderHidden(true);
    tree_->setMinimumWidth(110);
    tree_->setColumnCount(2);
    tree_->setIndentation(12);
    tree_->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    tree_->header()->setStretchLastSection(true);
    fill(*this, {find_, tree_});
    layout()->setSpacing(2);
    connect(find_, &QLineEdit::textChanged, this, [this](const QString& text) { find_leaves(*tree_, text); });
    connect(tree_, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
        emit picked(item->data(0, written_name_role).toString());
    });
    on_context_menu(*tree_, [this](QMenu& menu, const QPoint& position) {
        const auto* item = tree_->itemAt(position);
        if (item == nullptr) return;
        const auto name = item->data(0, written_name_role).toString();
        menu.addAction(tr("&Insert %1").arg(name), this, [this, name] { emit picked(name); });
        if (item->parent() == nullptr)
            menu.addAction(tr("&Show its rows"), this, [this, name] { emit rows_wanted(name); });
    });
}

void SqlNames::set_views(const std::vector<db::ViewText>& views) {
    clear();
    for (const auto& view : views) {
        auto* item = new QTreeWidgetItem(tree_, {to_qstring(view.name), QString()});
        item->setData(0, written_name_role, to_qstring(view.name));
        item->setToolTip(0, typeset(view.sentence));
        item->setFirstColumnSpanned(true);
        names_ << to_qstring(view.name);
        for (const auto& column : view.columns) {
            auto* below = new QTreeWidgetItem(item, {to_qstring(column.name), to_qstring(column.unit)});
            below->setData(0, written_name_role, to_qstring(column.name));
            below->setData(0, search_role, to_qstring(view.name + ' ' + column.name));
            auto tip = to_qstring(column.name);
            if (!column.unit.empty()) tip += u" (%1)"_s.arg(to_qstring(column.unit));
            if (!column.sentence.empty()) tip += u": "_s + typeset(column.sentence);
            for (const int part : {0, 1}) below->setToolTip(part, tip);
            below->setForeground(1, palette().placeholderText());
            names_ << to_qstring(column.name);
        }
        if (view.name == "cases") item->setExpanded(true);
    }
    find_leaves(*tree_, find_->text());
    share_width();
}

/// In a narrow list, only tooltips have the units.
void SqlNames::share_width() { tree_->setColumnHidden(1, width() < 210); }

}
