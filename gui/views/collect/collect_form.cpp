#include "gui/views/collect/collect_form.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "gui/models/text.hpp"
#include "gui/views/parts/controls.hpp"

namespace sortscope::gui {
namespace {

constexpr int least_tree_height = 170;

}  // namespace

VariantPicker::VariantPicker(QWidget* parent)
    : QWidget(parent),
      find_(search_line(tr("Find variants: bitonic, jan, records ..."))),
      tree_(new QTreeWidget),
      taken_(new QLabel) {
    find_->setAccessibleName(tr("Find variants"));
    name_control(*tree_, "collect_variants", tr("Variants"));
    tree_->setHeaderHidden(true);
    tree_->setMinimumHeight(least_tree_height);
    taken_->setObjectName(u"taken"_s);
    taken_->setWordWrap(true);
    taken_->setTextFormat(Qt::PlainText);
    fill(*this, {find_, tree_, taken_}, 1);
    layout()->setSpacing(-1);
    connect(find_, &QLineEdit::textChanged, this, &VariantPicker::find);
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
            item->setCheckState(0, Qt::Unchecked);
            item->setToolTip(0, offer.summary + u"\n"_s + offer.takes);
        }
    }
    check(before);
    find(find_->text());
    emit changed();
}

void VariantPicker::choose(const QStringList& names) {
    wanted_ = names;
    check(names);
    emit changed();
}

void VariantPicker::check(const QStringList& names) {
    {
        const QScopedValueRollback guard(filling_, true);
        for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
            auto* top = tree_->topLevelItem(i);
            bool any = false;
            for (int j = 0; j < top->childCount(); ++j) {
                const bool wanted = names.contains(top->child(j)->text(0));
                top->child(j)->setCheckState(0, wanted ? Qt::Checked : Qt::Unchecked);
                any = any || wanted;
            }
            top->setExpanded(top->isExpanded() || any);
        }
    }
    show_sentence();
}

void VariantPicker::find(const QString& text) {
    const auto words = text.split(u' ', Qt::SkipEmptyParts);
    for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
        auto* top = tree_->topLevelItem(i);
        bool any = false;
        for (int j = 0; j < top->childCount(); ++j) {
            const auto name = top->child(j)->text(0);
            const auto offer = std::ranges::find(offers_, name, &VariantOffer::name);
            const auto all = offer == offers_.end() ? name
                                                    : QStringList{name, offer->source, offer->also.join(u' '),
                                                                  offer->summary, offer->keys.join(u' ')}
                                                          .join(u' ');
            const bool found = std::ranges::all_of(
                words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
            top->child(j)->setHidden(!found);
            any = any || found;
        }
        top->setHidden(!any);
        if (!words.isEmpty()) top->setExpanded(any);
    }
}

QStringList VariantPicker::chosen() const {
    if (!has_offers()) return wanted_;
    QStringList names;
    for (int i = 0; i < tree_->topLevelItemCount(); ++i)
        for (int j = 0; j < tree_->topLevelItem(i)->childCount(); ++j)
            if (const auto* item = tree_->topLevelItem(i)->child(j); item->checkState(0) == Qt::Checked)
                names << item->text(0);
    return names;
}

void VariantPicker::set_otherwise(const QString& words) {
    otherwise_ = words;
    show_sentence();
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

QString VariantPicker::sentence() const { return taken_->text(); }

namespace {

/// "--time-mode" as "Time mode".
QString label_of(const QString& option) {
    auto label = option.mid(2).replace(u'-', u' ');
    return label.replace(0, 1, label.left(1).toUpper());
}

/// Options that the window sets itself.
bool is_own(const QString& option) {
    static const QStringList own{u"--device"_s, u"--dry-run"_s, u"--presets"_s, u"--json"_s, u"--quiet"_s};
    return own.contains(option);
}

}  // namespace

CollectForm::CollectForm(QWidget* parent)
    : QScrollArea(parent),
      page_(new QWidget),
      variants_(new VariantPicker(page_)),
      devices_(new QListWidget(page_)),
      output_(new QLineEdit(page_)) {
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    setObjectName(u"collect_form"_s);
    auto* column = new QVBoxLayout(page_);
    column->setContentsMargins(6, 6, 6, 6);
    column->addStretch(1);
    setWidget(page_);
    name_control(*devices_, "collect_devices", tr("Devices"),
                 tr("If none is chosen, each case runs where it runs best"));
    devices_->setMaximumHeight(84);
    name_control(*output_, "collect_output", tr("Output file"),
                 tr("Cases are appended to an existing file. A name without a folder is in %1.")
                     .arg(QDir::currentPath()));
    for (auto* part :
         {static_cast<QWidget*>(variants_), static_cast<QWidget*>(devices_), static_cast<QWidget*>(output_)})
        part->hide();  // until their options are known
    connect(variants_, &VariantPicker::changed, this, &CollectForm::tell);
    connect(devices_, &QListWidget::itemChanged, this, &CollectForm::tell);
    connect(output_, &QLineEdit::textChanged, this, &CollectForm::tell);
}

/// The wheel scrolls the form; only a box with the focus takes it.
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
        if (option.group.isEmpty() || option.rare || is_own(option.name)) continue;
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
    auto* more =
        add_line(*form, {.name = u"--more"_s,
                         .help = tr("Other options of \u201csortscope collect\u201d, as on a command "
                                    "line: --max-trials 10 --flush-l2")});
    more->setPlaceholderText(tr("--max-trials 10"));
    fields_.back().words = [more] { return shell_words(more->text()); };
    setMinimumWidth(page_->minimumSizeHint().width() + 20);
    restore_layout(QJsonObject(wanted_));
}

void CollectForm::add_option(QFormLayout& form, const CollectOption& option) {
    if (option.name == u"--preset") return add_preset(form, option);
    if (option.name == u"--variant") return add_variants(form);
    if (option.name == u"--backend") return add_devices(form);
    if (option.name == u"--output") return add_output(form);
    if (option.value.isEmpty()) return add_switch(form, option);
    if (option.choices.empty()) {
        add_line(form, option);
    } else if (option.value == u"LIST") {
        add_choices(form, option);
    } else {
        auto* box = add_box(form, option);
        box->insertItem(0, tr("default"), QString());
        box->setCurrentIndex(0);
    }
}

void CollectForm::add_field(const QString& option, std::function<QString()> value,
                            std::function<QJsonValue()> save,
                            std::function<void(const QJsonValue&)> restore) {
    fields_.push_back({option,
                       [option, value = std::move(value)] {
                           const auto text = value();
                           return text.isEmpty() ? QStringList() : QStringList{option, text};
                       },
                       std::move(save), std::move(restore)});
}

QLineEdit* CollectForm::add_line(QFormLayout& form, const CollectOption& option) {
    auto* line = new QLineEdit;
    const bool named = option.value.startsWith(u"NAME=");
    line->setObjectName(option.name);
    line->setPlaceholderText(named ? option.value : tr("as the preset"));
    name_control(*line, "", label_of(option.name), option.help);
    line->setClearButtonEnabled(true);
    form.addRow(label_of(option.name), line);
    connect(line, &QLineEdit::textChanged, this, &CollectForm::tell);
    add_field(
        option.name, [line] { return line->text().simplified().remove(u' '); },
        [line] { return line->text(); },
        [line](const QJsonValue& state) { line->setText(state.toString()); });
    if (named)
        fields_.back().words = [line, name = option.name] {
            QStringList words;
            for (const auto& word : shell_words(line->text())) words << name << word;
            return words;
        };
    return line;
}

void CollectForm::add_choices(QFormLayout& form, const CollectOption& option) {
    QStringList names, tips;
    for (const auto& [word, help] : option.choices) names << word, tips << help;
    auto* button = new ChoiceButton(tr("as the preset"));
    button->set_names(names, tips);
    name_control(*button, "", label_of(option.name), option.help);
    form.addRow(label_of(option.name), button);
    connect(button, &ChoiceButton::changed, this, &CollectForm::tell);
    add_field(
        option.name, [button] { return button->chosen().join(u','); },
        [button] { return QJsonArray::fromStringList(button->chosen()); },
        [button](const QJsonValue& state) { button->choose(state.toVariant().toStringList()); });
}

QComboBox* CollectForm::add_box(QFormLayout& form, const CollectOption& option) {
    auto* box = new QComboBox;
    box->setObjectName(option.name);
    box->setAccessibleName(label_of(option.name));
    box->setToolTip(option.help);
    box->setFocusPolicy(Qt::StrongFocus);
    box->installEventFilter(this);
    for (const auto& [word, help] : option.choices) {
        box->addItem(word, word);
        box->setItemData(box->count() - 1, help, Qt::ToolTipRole);
    }
    form.addRow(label_of(option.name), box);
    connect(box, &QComboBox::currentIndexChanged, this, &CollectForm::tell);
    const auto value = [box] { return box->currentData().toString(); };
    add_field(option.name, value, value, [box](const QJsonValue& state) {
        box->setCurrentIndex(std::max(0, box->findData(state.toString())));
    });
    return box;
}

void CollectForm::add_switch(QFormLayout& form, const CollectOption& option) {
    const bool on = option.name == u"--resume";
    auto* box = new QCheckBox(label_of(option.name));
    box->setToolTip(option.help);
    box->setChecked(on);
    form.addRow(box);
    connect(box, &QCheckBox::toggled, this, &CollectForm::tell);
    fields_.push_back(
        {option.name,
         [box, name = option.name] { return box->isChecked() ? QStringList{name} : QStringList(); },
         [box] { return box->isChecked(); },
         [box, on](const QJsonValue& state) { box->setChecked(state.toBool(on)); }});
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

void CollectForm::add_variants(QFormLayout& form) {
    form.addRow(variants_);
    variants_->show();
    add_field(
        u"--variant"_s, [this] { return variants_->chosen().join(u','); },
        [this] { return QJsonArray::fromStringList(variants_->chosen()); },
        [this](const QJsonValue& state) { variants_->choose(state.toVariant().toStringList()); });
}

void CollectForm::add_devices(QFormLayout& form) {
    form.addRow(devices_);
    devices_->show();
    add_field(
        u"--backend"_s, [this] { return chosen_devices(0).join(u','); },
        [this]() -> QJsonValue {
            if (devices_->count() == 0) return wanted_[u"--backend"_s];
            QJsonArray names;
            for (int i = 0; i < devices_->count(); ++i)
                if (devices_->item(i)->checkState() == Qt::Checked) names << devices_->item(i)->text();
            return names;
        },
        [this](const QJsonValue&) { restore_devices(); });
    add_field(
        u"--device"_s, [this] { return chosen_devices(1).join(u','); }, [] { return QJsonValue(); },
        [](const QJsonValue&) {});
}

void CollectForm::add_output(QFormLayout& form) {
    auto* row = new QHBoxLayout;
    auto* browse = new QPushButton(tr("Browse..."));
    row->addWidget(output_, 1);
    row->addWidget(browse);
    form.addRow(row);
    output_->show();
    fields_.push_back({u"--output"_s, [] { return QStringList(); }, [this] { return output_->text(); },
                       [this](const QJsonValue& state) {
                           if (!state.toString().isEmpty()) output_->setText(state.toString());
                       }});
    connect(browse, &QPushButton::clicked, this, [this] {
        // Collecting appends cases to an existing file.
        const auto path = QFileDialog::getSaveFileName(this, tr("File to collect into"), output_->text(),
                                                       tr("SortScope files (*.db *.sortscope)"), nullptr,
                                                       QFileDialog::DontConfirmOverwrite);
        if (!path.isEmpty()) output_->setText(path);
    });
}

void CollectForm::tell() {
    if (!filling_) emit changed();
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
    restore_devices();
}

void CollectForm::restore_devices() {
    const auto names = wanted_[u"--backend"_s].toVariant().toStringList();
    for (int i = 0; i < devices_->count(); ++i)
        if (names.contains(devices_->item(i)->text())) devices_->item(i)->setCheckState(Qt::Checked);
}

QStringList CollectForm::chosen_devices(int part) const {
    QStringList words;
    for (int i = 0; i < devices_->count(); ++i) {
        if (devices_->item(i)->checkState() != Qt::Checked) continue;
        const auto word = devices_->item(i)->data(device_choice_role).toStringList().at(part);
        if (!word.isEmpty() && !words.contains(word)) words << word;
    }
    return words;
}

void CollectForm::set_variants(std::vector<VariantOffer> variants) {
    variants_->set_offers(std::move(variants));
}

void CollectForm::set_output(const QString& path) {
    const QScopedValueRollback guard(filling_, true);
    output_->setText(path);
}

CollectRequest CollectForm::request() const {
    CollectRequest request;
    for (const auto& field : fields_) request.options << field.words();
    request.output = output_->text().trimmed();
    return request;
}

QJsonObject CollectForm::layout_state() const {
    if (fields_.empty()) return wanted_;
    QJsonObject state;
    for (const auto& field : fields_) state[field.option] = field.save();
    return state;
}

void CollectForm::restore_layout(const QJsonObject& state) {
    if (state.isEmpty()) return;
    const QScopedValueRollback guard(filling_, true);
    wanted_ = state;
    if (const auto path = state[u"--output"_s].toString(); !path.isEmpty()) output_->setText(path);
    for (const auto& field : fields_) field.restore(state[field.option]);
}

}  // namespace sortscope::gui
