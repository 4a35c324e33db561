#include "gui/views/source/source_pane.hpp"

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
    const bool is_text = model != nullptr && index.column() == model->code_column();
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
    : model_(new SourceModel),
      view_(new TableView(model_)),
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
    make_text(*sentence_, {});
    auto* heat_label = new QLabel(tr("Hea&t:"));
    heat_label->setBuddy(heats_);
    name_control(*view_, "source_lines", tr("Source"));
    view_->setItemDelegate(new SourceDelegate(view_));
    view_->setAlternatingRowColors(false);
    view_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 3);
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
    connect(view_, &TableView::menu_wanted, this, [this](QMenu& menu, int row) {
        if (row >= 0)
            menu.addAction(tr("Copy &place"), this,
                           [=, this] { copy_text(u"%1:%2"_s.arg(file()).arg(model_->line_of_row(row))); });
    });
    connect(view_, &TableView::row_selected, this, [this](int row) {
        if (row >= 0) emit line_chosen({file(), model_->line_of_row(row)});
    });
    set_lines(nullptr);
}

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
    if (!lines_ || files_->count() == 0) return view_->reset_model([this] { model_->clear(); });
    const auto name = file().toStdString();
    const auto heat = wanted_heat_.isEmpty() ? analyzer::heat_of(lines_->lines) : wanted_heat_.toStdString();
    heats_->setCurrentIndex(heats_->findData(to_qstring(heat)));
    const auto source = std::ranges::find(lines_->sources, name, &SourceText::file);
    const auto listing =
        analyzer::listing(name, lines_->lines, source == lines_->sources.end() ? nullptr : &*source, heat);
    view_->setFont(code_font());
    view_->horizontalHeader()->setFont(text_font(TextSize::label));
    view_->reset_model([&] { model_->set_listing(listing); });
    sentence_->setWordWrap(!listing.has_text);  // only a sentence wraps
    sentence_->setVisible(!listing.has_text || width() > least_for_count);
    sentence_->setText(listing.has_text
                           ? tr("%1 of %2 lines recorded").arg(model_->recorded_lines()).arg(model_->lines())
                           : typeset(present::no_text_sentence(name)));
    view_->scrollTo(model_->index(model_->hottest_row(), model_->column_of(u"line"_s)),
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
    if (const int row = model_->row_of_line(line.line); row >= 0) view_->set_current_row(row);
}

void SourcePane::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    sentence_->setVisible(sentence_->wordWrap() || width() > least_for_count);
}

QJsonObject SourcePane::layout_state() const {
    return {{u"heat"_s, wanted_heat_}, {u"table"_s, view_->layout_state()}};
}

void SourcePane::restore_layout(const QJsonObject& state) {
    const auto heat = state[u"heat"_s].toString();
    wanted_heat_ = heats_->findData(heat) >= 0 ? heat : QString();
    view_->restore_layout(state[u"table"_s].toObject());
    show_file();
}
}
