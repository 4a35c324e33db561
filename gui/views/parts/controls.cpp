#include "gui/views/parts/controls.hpp"

#include "core/metric/metric.hpp"

namespace sortscope::gui {
QString typeset_if_any(const std::string& text) { return text.empty() ? QString() : typeset(text); }

void name_control(QWidget& control, const char* id, const QString& name, const QString& tip) {
    if (*id != '\0') control.setObjectName(QLatin1StringView(id));
    if (!name.isEmpty()) control.setAccessibleName(name);
    if (!tip.isEmpty()) control.setToolTip(tip);
}

QComboBox* add_box(QToolBar& bar, const char* id, const QString& name, const QString& tip, int letters) {
    auto* box = new QComboBox;
    name_control(*box, id, name, tip);
    if (letters > 0) fit_long_items(*box, letters);
    bar.addWidget(box);
    return box;
}

void fit_long_items(QComboBox& box, int letters) {
    box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box.setMinimumContentsLength(letters);
    box.view()->setMinimumWidth(box.view()->sizeHintForColumn(0) + 30);
}

void show_items(QComboBox& box, const std::vector<BoxItem>& items, int letters) {
    QStringList ids, now;
    for (const auto& item : items) ids << item.id;
    for (int i = 0; i < box.count(); ++i) now << box.itemData(i).toString();
    if (ids == now) return;
    box.clear();
    for (const auto& item : items) {
        if (item.id.isEmpty()) {
            box.insertSeparator(box.count());
            continue;
        }
        box.addItem(item.text, item.id);
        if (!item.tip.isEmpty()) box.setItemData(box.count() - 1, item.tip, Qt::ToolTipRole);
    }
    if (letters > 0) fit_long_items(box, letters);
}

void show_names(QComboBox& box, const QStringList& names, int letters) {
    std::vector<BoxItem> items;
    for (const auto& name : names) items.push_back({name, name});
    show_items(box, items, letters);
}

void show_metrics(QComboBox& box, const std::vector<const Metric*>& metrics, const QString& wanted) {
    std::vector<BoxItem> items;
    for (const auto* metric : metrics)
        items.push_back({to_qstring(metric->title), to_qstring(metric->id), metric_words(*metric)});
    show_items(box, items, 12);
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
                          const std::function<void()>& chosen) {
    auto* choices = new QActionGroup(&bar);
    for (const auto& [text, tip] : texts_and_tips) {
        auto* action = add_toggle(bar, text, tip, choices->actions().isEmpty());
        action->setActionGroup(choices);
        QObject::connect(action, &QAction::toggled, choices, [chosen](bool on) {
            if (on) chosen();
        });
    }
    bar.addSeparator();
    return choices;
}

QLineEdit* search_line(const QString& hint) {
    auto* line = new QLineEdit;
    line->setPlaceholderText(hint);
    line->setAccessibleName(hint);
    line->setClearButtonEnabled(true);
    return line;
}

void find_items(const QLineEdit& line, QListWidget& list) {
    const auto find = [&list](const QString& text) {
        for (int i = 0; i < list.count(); ++i)
            list.item(i)->setHidden(!list.item(i)->text().contains(text, Qt::CaseInsensitive));
    };
    QObject::connect(&line, &QLineEdit::textChanged, &list, find);
    find(line.text());
}

void find_leaves(QTreeWidget& tree, const QString& text) {
    const auto words = text.split(u' ', Qt::SkipEmptyParts);
    for (int i = 0; i < tree.topLevelItemCount(); ++i) {
        auto* branch = tree.topLevelItem(i);
        bool any = false;
        for (int j = 0; j < branch->childCount(); ++j) {
            const auto all = branch->child(j)->data(0, search_role).toString();
            const bool found = std::ranges::all_of(
                words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
            branch->child(j)->setHidden(!found);
            any = any || found;
        }
        branch->setHidden(!any);
        if (!words.isEmpty()) branch->setExpanded(any);
    }
}

void on_context_menu(QWidget& view, const std::function<void(QMenu&, const QPoint&)>& fill) {
    view.setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(&view, &QWidget::customContextMenuRequested, &view,
                     [&view, fill](const QPoint& position) {
                         QMenu menu;
                         fill(menu, position);
                         const auto* area = qobject_cast<QAbstractScrollArea*>(&view);
                         if (!menu.isEmpty())
                             menu.exec((area ? area->viewport() : &view)->mapToGlobal(position));
                     });
}

void make_text(QLabel& label, const QMargins& margins) {
    label.setWordWrap(true);
    label.setTextFormat(Qt::PlainText);
    label.setTextInteractionFlags(Qt::TextSelectableByMouse);
    label.setContentsMargins(margins);
}

void make_scrolled(QScrollArea& area, QWidget* content) {
    area.setWidget(content);
    area.setWidgetResizable(true);
    area.setFrameShape(QFrame::NoFrame);
    area.setFocusPolicy(Qt::NoFocus);
}

QString action_text(QString name) { return name.replace(u'&', u"&&"_s); }

void copy_text(const QString& text) { QApplication::clipboard()->setText(text); }

void clear_layout(QLayout& layout) {
    while (auto* item = layout.takeAt(0)) {
        if (auto* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
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

QString save_name(QWidget& parent, const QString& title, const QString& filter, const QString& suffix) {
    const auto path =
        QFileDialog::getSaveFileName(&parent, title, {}, filter, nullptr, QFileDialog::ReadOnly);
    return path.isEmpty() || !QFileInfo(path).suffix().isEmpty() ? path : path + suffix;
}

/// Increase if parts or sizes of a view change.
static constexpr QStringView divider_version = u"2:";

QJsonValue divider_place(const QSplitter& splitter) {
    return divider_version.toString() + QString::fromLatin1(splitter.saveState().toBase64());
}

bool restore_divider(QSplitter& splitter, const QJsonValue& place) {
    const auto text = place.toString();
    return text.startsWith(divider_version) &&
           splitter.restoreState(QByteArray::fromBase64(text.mid(divider_version.size()).toLatin1()));
}

NarrowPages::NarrowPages(QSplitter& splitter, QTabWidget& pages,
                         std::vector<std::pair<QWidget*, QString>> parts)
    : splitter_(splitter), pages_(pages), parts_(std::move(parts)) {
    pages_.setDocumentMode(true);
}

bool NarrowPages::fit(int width) {
    constexpr int narrow_below = 640;
    if (shown_ == (width < narrow_below)) return false;
    if (!shown_) place_ = divider_place(splitter_);
    shown_ = !shown_;
    int page = 0;
    for (const auto& [part, title] : parts_) {
        if (shown_)
            pages_.insertTab(page++, part, title);
        else
            splitter_.addWidget(part);
        part->show();
    }
    if (shown_)
        pages_.setCurrentIndex(0);
    else
        restore_divider(splitter_, place_);
    return true;
}

void NarrowPages::restore_layout(const QJsonValue& place) {
    if (shown_)
        place_ = place;
    else
        restore_divider(splitter_, place);
}

namespace {
constexpr int more_side = 20, panel_width = 420;

/// Closes at Escape or a click elsewhere.
class TextPanel : public QFrame {
 public:
    TextPanel(const QString& text, QWidget* over) : QFrame(over, Qt::Popup) {
        setObjectName(u"text_panel"_s);
        setAttribute(Qt::WA_DeleteOnClose);
        setFrameShape(QFrame::StyledPanel);
        setAutoFillBackground(true);
        setBackgroundRole(QPalette::Base);
        auto* label = new QLabel(text);
        make_text(*label, {12, 10, 12, 10});
        fill(*this, {label});
        const int width = std::min(panel_width, over->window()->width() - 20);
        resize(width, label->heightForWidth(width - 2) + 2);
    }
};
}  // namespace

Sentence::Sentence(int few) : more_(new QToolButton(this)), few_(few) {
    make_text(*this);
    setMinimumWidth(1);
    setFont(text_font(TextSize::body, true));
    more_->setAutoRaise(true);
    more_->setIcon(icon_of(u"info"_s, palette()));
    more_->setFocusPolicy(Qt::TabFocus);
    more_->setFixedSize(more_side, more_side);
    name_control(*more_, "more", tr("Read all of it"), tr("Read all of it"));
    connect(more_, &QToolButton::clicked, this, &Sentence::open_panel);
    hide();
}

void Sentence::say(const QString& text, const QString& hint) {
    said_ = text;
    hint_ = hint;
    setVisible(!text.isEmpty());
    fit();
}

void Sentence::open_panel() {
    auto* panel = new TextPanel(hint_.isEmpty() ? said_ : said_ + u"\n\n"_s + hint_, this);
    panel->setFont(text_font(TextSize::body));
    panel->move(mapToGlobal(QPoint(std::max(0, more_->geometry().right() - panel->width()), height())));
    panel->show();
}

void Sentence::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    fit();
}

void Sentence::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) more_->setIcon(icon_of(u"info"_s, palette()));
}

void Sentence::fit() {
    const auto first = said_.left(first_sentence_length(said_));
    const int room = std::max(60, width() - 16 - more_side - 4);
    QString shown = first;
    if (low_) {
        QTextLayout layout(first, font());
        layout.beginLayout();
        int last = 0;  // start of the last line
        int lines = 0;
        for (auto line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(room);
            if (++lines == few_) last = line.textStart();
        }
        layout.endLayout();
        if (lines > few_) shown = first.left(last) + elided(first.mid(last), fontMetrics(), room);
    }
    const bool more = shown != said_ || !hint_.isEmpty();
    setContentsMargins(8, 4, more ? more_side + 12 : 8, 4);
    if (shown != text()) setText(shown);
    more_->setVisible(more);
    // The button follows a short sentence, else is at the right.
    const int end = contentsMargins().left() + fontMetrics().horizontalAdvance(shown) + 4;
    more_->move(std::min(end, width() - more_side - 4), 2);
    setAccessibleName(said_);
}

ChoiceButton::ChoiceButton(const QString& none) : none_(none) {
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMenu(new QMenu(this));
    menu()->setToolTipsVisible(true);
    name_chosen();
}

void ChoiceButton::set_names(const QStringList& names, const QStringList& tips) {
    menu()->clear();
    for (qsizetype i = 0; i < names.size(); ++i) {
        auto* action = menu()->addAction(action_text(names[i]));
        action->setData(names[i]);
        action->setCheckable(true);
        if (i < tips.size()) action->setToolTip(tips[i]);
        connect(action, &QAction::triggered, this, [this] {
            name_chosen();
            emit changed();
        });
    }
    name_chosen();
}

QStringList ChoiceButton::chosen() const {
    QStringList names;
    for (const auto* action : menu()->actions())
        if (action->isChecked()) names << action->data().toString();
    return names;
}

void ChoiceButton::choose(const QStringList& names) {
    for (auto* action : menu()->actions()) action->setChecked(names.contains(action->data().toString()));
    name_chosen();
}

void ChoiceButton::name_chosen() {
    constexpr qsizetype longest = 28;  // letters that fit a form's column
    const auto names = chosen();
    const auto all = names.join(u", "_s);
    setText(names.isEmpty()        ? none_
            : all.size() > longest ? tr("%1 and %2 more").arg(names.front()).arg(names.size() - 1)
                                   : all);
}
}
