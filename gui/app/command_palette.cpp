#include "gui/app/command_palette.hpp"

#include <algorithm>

#include <QAction>
#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "gui/models/text.hpp"
#include "gui/views/parts/theme.hpp"

namespace sortscope::gui {
QString action_words(const QAction& action) {
    QString words = action.property("group").toString();
    QString text = action.text();
    text.remove(u"..."_s).replace(u"&&"_s, u"\x01"_s).remove(u'&').replace(u'\x01', u'&');
    return words.isEmpty() ? text : words + u": "_s + text;
}

CommandPalette::CommandPalette(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent), line_(new QLineEdit), list_(new QListWidget), actions_(actions) {
    setWindowTitle(tr("Commands"));
    setAttribute(Qt::WA_DeleteOnClose);
    line_->setPlaceholderText(tr("Type a command"));
    line_->setAccessibleName(tr("Command"));
    list_->setAccessibleName(tr("Commands"));
    list_->setUniformItemSizes(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(line_);
    column->addWidget(list_);
    resize(480, 380);
    for (qsizetype i = 0; i < actions_.size(); ++i) {
        const auto& action = *actions_.at(i);
        const auto keys = action.shortcut().toString(QKeySequence::NativeText);
        auto* item = new QListWidgetItem(
            keys.isEmpty() ? action_words(action) : action_words(action) + u"    "_s + keys, list_);
        item->setData(Qt::UserRole, i);
        item->setToolTip(action.statusTip());
        if (!action.isEnabled()) item->setFlags(Qt::NoItemFlags);
    }
    line_->installEventFilter(this);
    connect(line_, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(line_, &QLineEdit::returnPressed, this, &CommandPalette::run);
    connect(list_, &QListWidget::itemActivated, this, &CommandPalette::run);
    filter({});
}

void CommandPalette::filter(const QString& text) {
    const auto words = text.split(u' ', Qt::SkipEmptyParts);
    QListWidgetItem* first = nullptr;
    for (int i = 0; i < list_->count(); ++i) {
        auto* item = list_->item(i);
        const bool all = std::ranges::all_of(words, [&](const QString& word) {
            return (item->text() + u' ' + item->toolTip()).contains(word, Qt::CaseInsensitive);
        });
        item->setHidden(!all);
        if (all && first == nullptr && item->flags().testFlag(Qt::ItemIsEnabled)) first = item;
    }
    list_->setCurrentItem(first);
}

void CommandPalette::run() {
    const auto* item = list_->currentItem();
    if (item == nullptr || item->isHidden()) return;
    auto* action = actions_.at(item->data(Qt::UserRole).toLongLong());
    accept();
    action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    const bool pressed = watched == line_ && event->type() == QEvent::KeyPress;
    const int key = pressed ? static_cast<QKeyEvent*>(event)->key() : 0;
    if (key != Qt::Key_Down && key != Qt::Key_Up) return QDialog::eventFilter(watched, event);
    const int step = key == Qt::Key_Down ? 1 : -1;
    const auto is_choosable = [](const QListWidgetItem& item) {
        return !item.isHidden() && item.flags().testFlag(Qt::ItemIsEnabled);
    };
    int row = list_->currentRow() + step;
    while (row >= 0 && row < list_->count() && !is_choosable(*list_->item(row))) row += step;
    if (row >= 0 && row < list_->count()) list_->setCurrentRow(row);
    return true;
}

QDialog* shortcut_list(const QList<QAction*>& actions, QWidget* parent) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(QObject::tr("Keyboard shortcuts"));
    auto* text = new QTextBrowser;
    text->setFrameShape(QFrame::NoFrame);
    text->setAccessibleName(dialog->windowTitle());
    QString html = u"<table cellspacing=\"0\">"_s;
    const auto row = [&](const QString& keys, const QString& what) {
        html += u"<tr><td style=\"%1\"><b>%2</b></td><td style=\"%1\">%3</td></tr>"_s.arg(
            QLatin1StringView(text_cell_style), keys.toHtmlEscaped(), what.toHtmlEscaped());
    };
    for (const auto* action : actions)
        if (!action->shortcut().isEmpty())
            row(action->shortcut().toString(QKeySequence::NativeText), action_words(*action));
    html += u"</table><h4>%1</h4><table cellspacing=\"0\">"_s.arg(QObject::tr("In a chart"));
    row(QObject::tr("Left, Right, Home, End"), QObject::tr("choose the next mark"));
    row(u"Enter"_s, QObject::tr("open it: its substages or launches"));
    row(u"+  \u2212  0"_s, QObject::tr("zoom in, zoom out, show all"));
    row(QObject::tr("Ctrl+Left, Ctrl+Right"), QObject::tr("move along"));
    row(QObject::tr("Wheel, Ctrl+wheel, Shift+wheel"), QObject::tr("zoom, zoom the values, move along"));
    row(QObject::tr("Drag, double click"), QObject::tr("move, show all"));
    html += u"</table><h4>%1</h4><table cellspacing=\"0\">"_s.arg(QObject::tr("In a table"));
    row(QObject::tr("Up, Down, Enter"), QObject::tr("choose a row, open it"));
    row(u"Ctrl+C"_s, QObject::tr("copy the selected rows"));
    html += u"</table><h4>%1</h4><table cellspacing=\"0\">"_s.arg(QObject::tr("In the line above the cases"));
    row(QObject::tr("Enter, Down, Escape"), QObject::tr("show the first match, go to the cases, clear"));
    html += u"</table>"_s;
    text->setHtml(html);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto* column = new QVBoxLayout(dialog);
    column->addWidget(text);
    column->addWidget(buttons);
    dialog->resize(560, 620);
    return dialog;
}
}
