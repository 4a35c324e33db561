#include "gui/views/collect/collect_form.hpp"

namespace sortscope::gui {
VariantPicker::VariantPicker(QWidget* parent)
    : QWidget(parent),
      find_(search_line(tr("Find variants: bitonic, jan, records ..."))),
      tree_(new QTreeWidget),
      taken_(new QLabel) {
    name_control(*tree_, "collect_variants", tr("Variants"));
    tree_->setHeaderHidden(true);
    tree_->setMinimumHeight(170);
    taken_->setObjectName(u"taken"_s);
    make_text(*taken_, {});
    fill(*this, {find_, tree_, taken_}, 1);
    layout()->setSpacing(-1);
    connect(find_, &QLineEdit::textChanged, this, [this](const QString& text) { find_leaves(*tree_, text); });
    connect(tree_, &QTreeWidget::itemChanged, this, [this] {
        if (filling_) return;
        show_sentence();
        emit changed();
    });
    connect(tree_, &QTreeWidget::currentItemChanged, this, &VariantPicker::show_sentence);
    show_sentence();
}

void VariantPicker::set_offers(std::vector<VariantOffer> offers) {
    const auto before = chosen();
    offers_ = std::move(offers);
    {
        const QScopedValueRollback guard(filling_, true);
        tree_->clear();
        for (const auto& offer : offers_) {
            const auto source = offer.source.isEmpty() ? tr("Others") : offer.source;
            const auto known = tree_->findItems(source, Qt::MatchExactly);
            auto* top = known.isEmpty() ? new QTreeWidgetItem(tree_, {source}) : known.front();
            if (known.isEmpty()) {
                top->setFlags(top->flags() | Qt::ItemIsUserCheckable | Qt::ItemIsAutoTristate);
                top->setCheckState(0, Qt::Unchecked);
            }
            auto* item = new QTreeWidgetItem(top, {offer.name});
            item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
            item->setToolTip(0, offer.summary + u"\n"_s + offer.takes);
            item->setData(0, search_role,
                          QStringList{offer.name, offer.source, offer.also.join(u' '), offer.summary,
                                      offer.keys.join(u' ')}
                              .join(u' '));
        }
    }
    choose(before);
    find_leaves(*tree_, find_->text());
}

void VariantPicker::choose(const QStringList& names) {
    wanted_ = names;
    {
        const QScopedValueRollback guard(filling_, true);
        for (QTreeWidgetItemIterator item(tree_, QTreeWidgetItemIterator::NoChildren); *item; ++item) {
            const bool wanted = names.contains((*item)->text(0));
            (*item)->setCheckState(0, wanted ? Qt::Checked : Qt::Unchecked);
            if (wanted) (*item)->parent()->setExpanded(true);
        }
    }
    show_sentence();
    emit changed();
}

QStringList VariantPicker::chosen() const {
    if (offers_.empty()) return wanted_;
    QStringList names;
    using Iterator = QTreeWidgetItemIterator;
    for (Iterator item(tree_, Iterator::NoChildren | Iterator::Checked); *item; ++item)
        names << (*item)->text(0);
    return names;
}

void VariantPicker::show_sentence() {
    const auto names = chosen();
    const auto* current = tree_->currentItem();
    const auto shown = current != nullptr && current->parent() != nullptr ? current->text(0)
                       : names.size() == 1                                ? names.front()
                                                                          : QString();
    auto text = names.isEmpty()     ? tr("None chosen: those of the preset.")
                : names.size() == 1 ? tr("1 variant is chosen.")
                                    : tr("%1 variants are chosen.").arg(names.size());
    if (const auto offer = std::ranges::find(offers_, shown, &VariantOffer::name); offer != offers_.end())
        text += tr("\n%1 takes %2.").arg(offer->name, offer->takes);
    else if (names.isEmpty() && !otherwise_.isEmpty())
        text += u"\n"_s + otherwise_;
    taken_->setText(text);
}

namespace {
QString label_of(const QString& option) {
    auto label = option.mid(2).replace(u'-', u' ');
    return label.replace(0, 1, label.left(1).toUpper());
}

const QStringList own_options{u"--device"_s, u"--dry-run"_s, u"--presets"_s,
                              u"--json"_s,   u"--quiet"_s,   u"--watch"_s};

QList<const QListWidgetItem*> checked_items(const QListWidget& list) {
    QList<const QListWidgetItem*> checked;
    for (int i = 0; i < list.count(); ++i)
        if (list.item(i)->checkState() == Qt::Checked) checked << list.item(i);
    return checked;
}

void add_control(QFormLayout& form, const CollectOption& option, QWidget& control) {
    control.setObjectName(option.name);
    name_control(control, "", label_of(option.name), option.help);
    form.addRow(label_of(option.name), &control);
}
}  // namespace

CollectForm::CollectForm()
    : page_(new QWidget),
      variants_(new VariantPicker(page_)),
      devices_(new QListWidget(page_)),
      output_(new QLineEdit(page_)) {
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setObjectName(u"collect_form"_s);
    auto* column = new QVBoxLayout(page_);
    column->setContentsMargins(6, 6, 6, 6);
    column->addStretch(1);
    make_scrolled(*this, page_);
    name_control(*devices_, "collect_devices", tr("Devices"),
                 tr("If none is chosen, each case runs where it runs best"));
    devices_->setMaximumHeight(84);
    name_control(*output_, "collect_output", tr("Output file"),
                 tr("Cases are appended to an existing file. A name without a folder is in %1.")
                     .arg(QDir::currentPath()));
    for (auto* part : std::initializer_list<QWidget*>{variants_, devices_, output_})
        part->hide();  // until their options are known
    connect(variants_, &VariantPicker::changed, this, &CollectForm::tell);
    connect(devices_, &QListWidget::itemChanged, this, &CollectForm::tell);
    connect(output_, &QLineEdit::textChanged, this, &CollectForm::tell);
}

/// The wheel scrolls the form, unless a box has the focus.
bool CollectForm::eventFilter(QObject* of, QEvent* event) {
    const auto* choice = qobject_cast<QComboBox*>(of);
    if (event->type() != QEvent::Wheel || choice == nullptr || choice->hasFocus())
        return QScrollArea::eventFilter(of, event);
    event->ignore();
    return true;
}

void CollectForm::set_options(const std::vector<CollectOption>& options) {
    if (!fields_.empty()) return;
    const QScopedValueRollback guard(filling_, true);
    std::map<QString, QFormLayout*> groups;
    QFormLayout* form = nullptr;
    auto* column = qobject_cast<QVBoxLayout*>(page_->layout());
    for (const auto& option : options) {
        if (option.group.isEmpty() || option.rare || own_options.contains(option.name)) continue;
        form = groups[option.group];
        if (form == nullptr) {
            auto* box = new QGroupBox(option.group);
            column->insertWidget(column->count() - 1, box);
            form = groups[option.group] = new QFormLayout(box);
            form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
        }
        add_option(*form, option);
    }
    if (form == nullptr) return;
    add_line(*form,
             {.name = u"--more"_s,
              .help = tr("Other options of \u201csortscope collect\u201d, as on a command line: "
                         "--max-trials 10 --flush-l2")},
             shell_words)
        ->setPlaceholderText(tr("--max-trials 10"));
    setMinimumWidth(page_->minimumSizeHint().width() + 20);
    restore_layout(QJsonObject(wanted_));
    if (!words_.isEmpty()) fill(std::exchange(words_, {}));
}

void CollectForm::fill(const QStringList& words) {
    if (fields_.empty()) {
        words_ = words;
        return;
    }
    std::map<QString, QStringList> values;
    QStringList more;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const auto& option = words[i];
        if (!option.startsWith(u"--")) continue;
        const bool valued = i + 1 < words.size() && !words[i + 1].startsWith(u"--");
        const auto value = valued ? words[++i] : u"on"_s;
        if (std::ranges::find(fields_, option, &Field::option) != fields_.end())
            values[option] << value;
        else
            more << option << (valued ? QStringList{value} : QStringList());
    }
    if (!more.isEmpty()) values[u"--more"_s] = more;
    {
        const QScopedValueRollback guard(filling_, true);
        for (int i = 0; i < devices_->count(); ++i) devices_->item(i)->setCheckState(Qt::Unchecked);
        for (const auto& field : fields_) field.set(values[field.option].join(u' '));
    }
    tell();
}

void CollectForm::add_option(QFormLayout& form, const CollectOption& option) {
    if (option.name == u"--preset") {
        add_preset(form, option);
    } else if (option.name == u"--variant") {
        form.addRow(variants_);
        variants_->show();
        add_field(
            option.name, [this] { return variants_->chosen().join(u','); },
            [this](const QString& names) { variants_->choose(names.split(u',', Qt::SkipEmptyParts)); });
    } else if (option.name == u"--backend") {
        form.addRow(devices_);
        devices_->show();
        add_field(
            option.name, [this] { return chosen_devices(); },
            [this](const QString& names) { choose_devices(names); },
            [this](const QString&) { return words_of_devices(); });
    } else if (option.name == u"--output") {
        add_output(form);
    } else if (option.value.isEmpty()) {
        add_switch(form, option);
    } else if (option.value == u"LIST" && !option.choices.empty()) {
        add_choices(form, option);
    } else if (!option.choices.empty()) {
        auto* box = add_box(form, option);
        box->insertItem(0, tr("default"), QString());
        box->setCurrentIndex(0);
    } else if (option.value.startsWith(u"NAME=")) {
        add_line(form, option, [name = option.name](const QString& text) {
            QStringList words;
            for (const auto& word : shell_words(text)) words << name << word;
            return words;
        })->setPlaceholderText(option.value);
    } else {
        add_line(form, option);
    }
}

void CollectForm::add_field(const QString& option, std::function<QString()> value,
                            std::function<void(const QString&)> set,
                            std::function<QStringList(const QString&)> words) {
    if (!words)
        words = [option](const QString& text) {
            const auto word = text.simplified().remove(u' ');
            return word.isEmpty() ? QStringList() : QStringList{option, word};
        };
    fields_.push_back({option, std::move(value), std::move(set), std::move(words)});
}

QLineEdit* CollectForm::add_line(QFormLayout& form, const CollectOption& option,
                                 std::function<QStringList(const QString&)> words) {
    auto* line = new QLineEdit;
    line->setPlaceholderText(tr("as the preset"));
    line->setClearButtonEnabled(true);
    add_control(form, option, *line);
    connect(line, &QLineEdit::textChanged, this, &CollectForm::tell);
    add_field(
        option.name, [line] { return line->text(); }, [line](const QString& text) { line->setText(text); },
        std::move(words));
    return line;
}

void CollectForm::add_choices(QFormLayout& form, const CollectOption& option) {
    QStringList names, tips;
    for (const auto& [word, help] : option.choices) names << word, tips << help;
    auto* button = new ChoiceButton(tr("as the preset"));
    button->set_names(names, tips);
    add_control(form, option, *button);
    connect(button, &ChoiceButton::changed, this, &CollectForm::tell);
    add_field(
        option.name, [button] { return button->chosen().join(u','); },
        [button](const QString& chosen) { button->choose(chosen.split(u',')); });
}

QComboBox* CollectForm::add_box(QFormLayout& form, const CollectOption& option) {
    auto* box = new QComboBox;
    box->setFocusPolicy(Qt::StrongFocus);
    box->installEventFilter(this);
    for (const auto& [word, help] : option.choices) {
        box->addItem(word, word);
        box->setItemData(box->count() - 1, help, Qt::ToolTipRole);
    }
    add_control(form, option, *box);
    connect(box, &QComboBox::currentIndexChanged, this, &CollectForm::tell);
    add_field(
        option.name, [box] { return box->currentData().toString(); },
        [box](const QString& word) { box->setCurrentIndex(std::max(0, box->findData(word))); });
    return box;
}

void CollectForm::add_switch(QFormLayout& form, const CollectOption& option) {
    auto* box = new QCheckBox(label_of(option.name));
    box->setToolTip(option.help);
    box->setChecked(option.name == u"--resume");
    form.addRow(box);
    connect(box, &QCheckBox::toggled, this, &CollectForm::tell);
    add_field(
        option.name, [box] { return box->isChecked() ? u"on"_s : u"off"_s; },
        [box](const QString& state) { box->setChecked(state == u"on"); },
        [name = option.name](const QString& state) {
            return state == u"on" ? QStringList{name} : QStringList();
        });
}

void CollectForm::add_preset(QFormLayout& form, const CollectOption& option) {
    auto* box = add_box(form, option);
    const auto name_preset = [this, box] {
        const auto summary = box->currentData(Qt::ToolTipRole).toString();
        box->setToolTip(summary);
        variants_->set_otherwise(tr("%1: %2").arg(box->currentText(), summary));
    };
    connect(box, &QComboBox::currentIndexChanged, this, name_preset);
    name_preset();
}

void CollectForm::add_output(QFormLayout& form) {
    auto* row = new QHBoxLayout;
    auto* browse = new QPushButton(tr("Browse..."));
    row->addWidget(output_, 1);
    row->addWidget(browse);
    form.addRow(row);
    output_->show();
    add_field(
        u"--output"_s, [this] { return output_->text(); },
        [this](const QString& path) {
            if (!path.isEmpty()) output_->setText(path);
        },
        [](const QString&) { return QStringList(); });  // CollectRequest has the output
    connect(browse, &QPushButton::clicked, this, [this] {
        // Collecting appends cases to an existing file.
        const auto path = QFileDialog::getSaveFileName(
            this, tr("File to collect into"), output_->text(), tr("SortScope files (*.db *.sortscope)"),
            nullptr, QFileDialog::DontConfirmOverwrite | QFileDialog::ReadOnly);
        if (!path.isEmpty()) output_->setText(path);
    });
}

void CollectForm::set_devices(const std::vector<DeviceOffer>& devices) {
    const QScopedValueRollback guard(filling_, true);
    devices_->clear();
    for (const auto& device : devices) {
        const auto words = device.backend == u"cupti"  ? tr("GPU %1: %2").arg(device.number).arg(device.name)
                           : device.backend == u"simt" ? tr("Host interpreter (counts, no times)")
                                                       : tr("CPU: %1 (sorts of the CPU)").arg(device.name);
        auto* item = new QListWidgetItem(words, devices_);
        item->setData(
            device_choice_role,
            QStringList{device.backend, device.number < 0 ? QString() : QString::number(device.number)});
        item->setCheckState(Qt::Unchecked);
        item->setToolTip(device.name);
    }
    choose_devices(wanted_[u"--backend"_s].toString());
}

QString CollectForm::chosen_devices() const {
    if (devices_->count() == 0) return wanted_[u"--backend"_s].toString();
    QStringList names;
    for (const auto* item : checked_items(*devices_)) names << item->text();
    return names.join(u'\n');
}

QStringList CollectForm::words_of_devices() const {
    QStringList words;
    for (const int part : {0, 1}) {
        QStringList chosen;
        for (const auto* item : checked_items(*devices_))
            chosen << item->data(device_choice_role).toStringList().at(part);
        chosen.removeDuplicates();
        chosen.removeAll(QString());
        if (!chosen.isEmpty()) words << (part == 0 ? u"--backend"_s : u"--device"_s) << chosen.join(u',');
    }
    return words;
}

CollectRequest CollectForm::request() const {
    CollectRequest request;
    for (const auto& field : fields_) request.options << field.words(field.value());
    request.output = output_->text().trimmed();
    return request;
}

QJsonObject CollectForm::layout_state() const {
    if (fields_.empty()) return wanted_;
    QJsonObject state;
    for (const auto& field : fields_) state[field.option] = field.value();
    return state;
}

void CollectForm::restore_layout(const QJsonObject& state) {
    if (state.isEmpty()) return;
    const QScopedValueRollback guard(filling_, true);
    wanted_ = state;
    if (const auto path = state[u"--output"_s].toString(); !path.isEmpty()) output_->setText(path);
    for (const auto& field : fields_)
        if (state.contains(field.option)) field.set(state[field.option].toString());
}
}
