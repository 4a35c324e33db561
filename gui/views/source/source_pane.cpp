#include "gui/views/source/source_pane.hpp"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QVBoxLayout>

#include "gui/models/output.hpp"
#include "gui/views/parts/controls.hpp"
#include "gui/views/parts/theme.hpp"
#include "present/palette.hpp"

namespace sortscope::gui {
namespace {
constexpr int least_for_count = 440;  // least width for the number of lines

QColor heat_background(const QPalette& palette, double heat) {
    const auto theme = chart_theme(palette);
    return blend(theme.background, theme.series.at(1), 0.08 + 0.34 * std::clamp(heat, 0.0, 1.0));
}

/// The index of the first comment outside string literals, else the length.
qsizetype comment_of(const QString& line) {
    bool within = false;
    for (qsizetype i = 0; i + 1 < line.size(); ++i) {
        if (line.at(i) == u'"' && (i == 0 || line.at(i - 1) != u'\\')) within = !within;
        if (!within && line.at(i) == u'/' && line.at(i + 1) == u'/') return i;
    }
    return line.size();
}
}  // namespace

QSize SourceDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return QStyledItemDelegate::sizeHint(option, index) + QSize(8, 2);
}

void SourceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const auto theme = chart_theme(option.palette);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const auto group = option.state.testFlag(QStyle::State_Active) ? QPalette::Active : QPalette::Inactive;
    const double heat = index.data(SourceModel::heat_role).toDouble();
    const bool recorded = index.data(SourceModel::recorded_role).toBool();
    painter->save();
    painter->setClipRect(option.rect);
    QColor ink = theme.text;
    if (selected) {
        painter->fillRect(option.rect, option.palette.color(group, QPalette::Highlight));
        ink = option.palette.color(group, QPalette::HighlightedText);
    } else if (heat > 0) {
        painter->fillRect(option.rect, heat_background(option.palette, heat));
    } else if (recorded) {
        painter->fillRect(option.rect, theme.band);
    }
    const auto* const model = qobject_cast<const SourceModel*>(index.model());
    const bool is_text = model != nullptr && index.column() == model->text_column();
    const bool is_number = model != nullptr && index.column() == model->column_of(u"line"_s);
    if (is_number && heat > 0)
        painter->fillRect(QRectF(option.rect.left(), option.rect.top(), 4, option.rect.height()),
                          blend(theme.background, theme.series.at(1), 0.35 + 0.65 * heat));
    painter->setFont(cell.font);
    auto room = option.rect.adjusted(is_text ? 8 : 4, 0, is_text ? -2 : -6, 0);
    const auto faint = selected ? ink : theme.faint_text;
    if (is_text) {
        constexpr int line = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine;
        const auto code = cell.text.left(comment_of(cell.text));
        painter->setPen(ink);
        painter->drawText(room, line, code);
        painter->setPen(faint);
        room.setLeft(room.left() + QFontMetrics(cell.font).horizontalAdvance(code));
        painter->drawText(room, line, cell.text.mid(code.size()));
    } else {
        painter->setPen(is_number && !recorded ? faint : ink);
        const bool fits = QFontMetrics(cell.font).horizontalAdvance(cell.text) <= room.width();
        painter->drawText(room, int(cell.displayAlignment), fits ? cell.text : u"\u2026"_s);
    }
    painter->restore();
}

SourcePane::SourcePane()
    : model_(new SourceModel(this)),
      view_(new QTableView),
      files_(new QComboBox),
      heats_(new QComboBox),
      sentence_(new QLabel) {
    setObjectName(u"source_pane"_s);
    name_control(*files_, "", tr("Source file"), tr("Source files of the case, the most expensive first"));
    files_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    name_control(*heats_, "", tr("Heat of source lines"),
                 tr("The count that colours lines: the highest has the strongest colour"));
    for (const auto order : analyzer::line_orders()) heats_->addItem(to_qstring(order), to_qstring(order));
    sentence_->setObjectName(u"source_sentence"_s);
    sentence_->setTextFormat(Qt::PlainText);
    sentence_->setWordWrap(true);
    auto* heat_label = new QLabel(tr("Hea&t:"));
    heat_label->setBuddy(heats_);
    name_control(*view_, "source_lines", tr("Source"));
    view_->setModel(model_);
    view_->setItemDelegate(new SourceDelegate(view_));
    set_up_rows(*view_, fontMetrics().height() + 3);
    view_->horizontalHeader()->setSectionsClickable(false);
    view_->horizontalHeader()->setMinimumSectionSize(20);
    auto* above = new QWidget;
    auto* line = new QHBoxLayout(above);
    line->setContentsMargins(8, 2, 8, 2);
    line->setSpacing(10);
    for (auto* part : std::initializer_list<QWidget*>{files_, sentence_, heat_label, heats_})
        line->addWidget(part);
    line->setStretch(1, 1);
    fill(*this, {above, view_});
    setFocusProxy(view_);
    setTabOrder(files_, heats_);
    setTabOrder(heats_, view_);
    connect(files_, &QComboBox::currentIndexChanged, this, [this] {
        if (!quiet_) show_file();
    });
    connect(heats_, &QComboBox::activated, this, [this] {
        wanted_heat_ = heats_->currentData().toString();
        show_file();
    });
    on_context_menu(*view_, [this](QMenu& menu, const QPoint& position) { fill_menu(menu, position); });
    on_context_menu(*view_->horizontalHeader(),
                    [this](QMenu& menu, const QPoint&) { fill_columns_menu(menu); });
    connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) {
                if (!quiet_ && now.isValid()) emit line_chosen({file(), model_->line_of_row(now.row())});
            });
    set_lines(nullptr);
}

QString SourcePane::file() const { return files_->currentData().toString(); }
QString SourcePane::said() const { return sentence_->text(); }

void SourcePane::set_lines(Shared<Lines> lines, const QString& sentence) {
    lines_ = std::move(lines);
    const QScopedValueRollback guard(quiet_, true);
    files_->clear();
    if (lines_)
        for (const auto& name : analyzer::listed_files(lines_->lines))
            files_->addItem(typeset(name.substr(name.rfind('/') + 1)), to_qstring(name));
    for (int i = 0; i < files_->count(); ++i)
        files_->setItemData(i, shown_path(files_->itemData(i).toString()), Qt::ToolTipRole);
    const bool any = files_->count() > 0;
    files_->setVisible(any);
    heats_->setEnabled(any);
    show_file();
    if (!any) sentence_->setText(sentence);
}

void SourcePane::show_file() {
    const QScopedValueRollback guard(quiet_, true);
    if (!lines_ || files_->count() == 0) return model_->clear();
    const auto name = file().toStdString();
    const auto heat = wanted_heat_.isEmpty() ? analyzer::heat_of(lines_->lines) : wanted_heat_.toStdString();
    heats_->setCurrentIndex(heats_->findData(to_qstring(heat)));
    const auto source = std::ranges::find(lines_->sources, name, &SourceText::file);
    const auto listing =
        analyzer::listing(name, lines_->lines, source == lines_->sources.end() ? nullptr : &*source, heat);
    model_->set_listing(listing);
    view_->setFont(code_font());
    view_->horizontalHeader()->setFont(font());
    sentence_->setWordWrap(!listing.has_text);  // a sentence wraps, a count may be hidden
    sentence_->setVisible(!listing.has_text || width() > least_for_count);
    sentence_->setText(listing.has_text
                           ? tr("%1 of %2 lines recorded").arg(model_->recorded_lines()).arg(model_->lines())
                           : typeset(present::no_text_sentence(name)));
    fit_columns();
    int hottest = 0;
    double most = 0;
    for (int row = 0; row < model_->rowCount(); ++row)
        if (const double here = model_->index(row, 0).data(SourceModel::heat_role).toDouble(); here > most)
            most = here, hottest = row;
    view_->scrollTo(model_->index(hottest, model_->column_of(u"line"_s)),
                    QAbstractItemView::PositionAtCenter);
    view_->horizontalScrollBar()->setValue(0);
}

void SourcePane::show_line(const SourceLine& line) {
    const int at = files_->findData(line.file);
    if (at < 0) return;
    const QScopedValueRollback guard(quiet_, true);
    if (at != files_->currentIndex()) {
        files_->setCurrentIndex(at);
        show_file();
    }
    const int row = model_->row_of_line(line.line);
    if (row < 0 || row == view_->currentIndex().row()) return;
    const auto index = model_->index(row, model_->column_of(u"line"_s));
    view_->setCurrentIndex(index);
    view_->scrollTo(index, QAbstractItemView::EnsureVisible);
}

void SourcePane::fill_menu(QMenu& menu, const QPoint& position) {
    const auto at = view_->indexAt(position);
    const auto copied = [](const QString& text) { QApplication::clipboard()->setText(text); };
    if (at.isValid()) {
        menu.addAction(tr("Copy &line"), this, [=, this] {
            copied(model_->index(at.row(), model_->text_column()).data().toString());
        });
        menu.addAction(tr("Copy &place"), this,
                       [=, this] { copied(u"%1:%2"_s.arg(file()).arg(model_->line_of_row(at.row()))); });
    }
    menu.addAction(tr("Copy &all lines with their counts"), this,
                   [=, this] { copied(tab_separated(*model_, {}, shown_columns())); })
        ->setEnabled(model_->rowCount() > 0);
}

void SourcePane::copy() const {
    if (model_->rowCount() == 0) return;
    QList<int> rows;
    for (const auto& index : view_->selectionModel()->selectedRows()) rows << index.row();
    std::ranges::sort(rows);
    QApplication::clipboard()->setText(tab_separated(*model_, rows, shown_columns()));
}

void SourcePane::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    sentence_->setVisible(sentence_->wordWrap() || width() > least_for_count);
    stretch_text();
}

QJsonObject SourcePane::layout_state() const {
    QJsonObject columns;
    for (auto at = chosen_columns_.begin(); at != chosen_columns_.end(); ++at) columns[at.key()] = at.value();
    return {{u"heat"_s, wanted_heat_}, {u"columns"_s, columns}};
}

void SourcePane::restore_layout(const QJsonObject& state) {
    const auto heat = state[u"heat"_s].toString();
    wanted_heat_ = heats_->findData(heat) >= 0 ? heat : QString();
    chosen_columns_.clear();
    const auto columns = state[u"columns"_s].toObject();
    for (auto at = columns.begin(); at != columns.end(); ++at)
        chosen_columns_[at.key()] = at.value().toBool();
    show_file();
}

bool SourcePane::is_wanted(int column) const {
    const auto& about = model_->column_at(column);
    // Leave room for the text.
    const bool usual =
        about.shown && about.id != "loads" && about.id != "stores" && about.id != "extra_wavefronts";
    return column == model_->text_column() || chosen_columns_.value(to_qstring(about.id), usual);
}

void SourcePane::fit_columns() {
    const QFontMetrics words(font()), digits(view_->font());
    const int text = model_->text_column();
    for (int column = 0; column < model_->columnCount(); ++column) {
        const bool shown = is_wanted(column);
        view_->setColumnHidden(column, !shown);
        if (!shown) continue;
        int width =
            words.size(0, model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()).width() +
            12;
        for (int row = 0; row < model_->rowCount() && column != text; ++row)
            if (row + 1 == model_->rowCount() ||
                model_->index(row, column).data(SourceModel::recorded_role).toBool())
                width = std::max(width,
                                 digits.horizontalAdvance(model_->index(row, column).data().toString()) + 14);
        view_->setColumnWidth(column, width);
    }
    longest_ = digits.horizontalAdvance(u'x') * model_->longest_text() + 16;
    stretch_text();
}

/// Gives the remaining room to the text. A narrow pane hides columns from the right, except columns that the
/// user chose.
void SourcePane::stretch_text() {
    const int text = model_->text_column();
    if (text < 0) return;
    int used = 0;
    std::vector<int> yielding;
    for (int column = 0; column < model_->columnCount(); ++column) {
        if (column == text || !is_wanted(column)) continue;
        view_->setColumnHidden(column, false);
        used += view_->columnWidth(column);
        const auto& about = model_->column_at(column);
        if (!about.names_row && !chosen_columns_.contains(to_qstring(about.id))) yielding.push_back(column);
    }
    const int room = view_->viewport()->width(),
              wanted = std::min(longest_, QFontMetrics(view_->font()).horizontalAdvance(u'x') * 24);
    for (; yielding.size() > 1 && room - used < wanted; yielding.pop_back()) {  // keeps the first, the heat
        used -= view_->columnWidth(yielding.back());
        view_->setColumnHidden(yielding.back(), true);
    }
    view_->setColumnWidth(text, std::max(longest_, room - used));
}

void SourcePane::fill_columns_menu(QMenu& menu) {
    for (int column = 0; column < model_->columnCount(); ++column) {
        const auto& about = model_->column_at(column);
        if (column == model_->text_column() || about.names_row) continue;
        auto* action = menu.addAction(to_qstring(about.title));
        action->setCheckable(true);
        action->setChecked(!view_->isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, id = to_qstring(about.id)](bool shown) {
            chosen_columns_[id] = shown;
            fit_columns();
        });
    }
}

QList<int> SourcePane::shown_columns() const {
    QList<int> columns;
    for (int column = 0; column < model_->columnCount(); ++column)
        if (!view_->isColumnHidden(column)) columns << column;
    return columns;
}
}

#include "moc_source_pane.cpp"
