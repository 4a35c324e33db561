#include "gui/views/collect_form.hpp"

#include <algorithm>
#include <utility>

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "core/metric/selection.hpp"
#include "core/vocabulary.hpp"
#include "gui/models/text.hpp"

namespace sortscope::gui {
namespace {

constexpr int choice_name_role = Qt::UserRole;
constexpr int most_rounds = 100;

template <class E>
QStringList enum_names() {
    QStringList names;
    for (const auto& row : EnumTable<E>::names()) names << to_qstring(row.name);
    return names;
}

}  // namespace

CollectForm::CollectForm(QWidget* parent) : QScrollArea(parent), page_(new QWidget) {
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    setObjectName(QStringLiteral("collect_form"));
    auto* column = new QVBoxLayout(page_);
    column->setContentsMargins(6, 6, 6, 6);
    build_what();
    build_where();
    build_how();
    build_output();
    column->addStretch(1);
    setWidget(page_);
    setMinimumWidth(page_->minimumSizeHint().width() + 20);
    show_taken();
}

QGroupBox* CollectForm::group(const QString& title) {
    auto* box = new QGroupBox(title);
    page_->layout()->addWidget(box);
    return box;
}

QLineEdit* CollectForm::line(QFormLayout& form, const QString& label, const QString& placeholder, const QString& tip) {
    auto* edit = new QLineEdit;
    edit->setPlaceholderText(placeholder);
    edit->setToolTip(tip);
    edit->setAccessibleName(label);
    edit->setClearButtonEnabled(true);
    form.addRow(label, edit);
    connect(edit, &QLineEdit::textChanged, this, [this] {
        if (!filling_) emit changed();
    });
    return edit;
}

QToolButton* CollectForm::choices(QFormLayout& form, const QString& label, const QString& none, const QString& tip, const QStringList& names, const QStringList& tips) {
    auto* button = new QToolButton;
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setToolTip(tip);
    button->setAccessibleName(label);
    button->setProperty("none", none);
    auto* menu = new QMenu(button);
    menu->setToolTipsVisible(true);
    for (qsizetype i = 0; i < names.size(); ++i) {
        auto* action = menu->addAction(names[i]);
        action->setCheckable(true);
        if (i < tips.size()) action->setToolTip(tips[i]);
        connect(action, &QAction::toggled, this, [this, button] {
            name_choices(*button);
            if (!filling_) emit changed();
        });
    }
    button->setMenu(menu);
    form.addRow(label, button);
    name_choices(*button);
    return button;
}

QStringList CollectForm::chosen(const QToolButton& button) {
    QStringList names;
    for (const auto* action : button.menu()->actions())
        if (action->isChecked()) names << action->text();
    return names;
}

void CollectForm::choose(QToolButton& button, const QStringList& names) {
    for (auto* action : button.menu()->actions()) action->setChecked(names.contains(action->text()));
    name_choices(button);
}

void CollectForm::name_choices(QToolButton& button) {
    const auto names = chosen(button);
    const auto all = names.join(QStringLiteral(", "));
    button.setText(names.isEmpty() ? button.property("none").toString() : all.size() > 28 ? tr("%1 and %2 more").arg(names.front()).arg(names.size() - 1) : all);
}

void CollectForm::build_what() {
    auto* box = group(tr("What to run"));
    auto* column = new QVBoxLayout(box);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    preset_ = new QComboBox;
    preset_->setAccessibleName(tr("Preset"));
    preset_->setObjectName(QStringLiteral("preset"));
    form->addRow(tr("Preset"), preset_);
    column->addLayout(form);
    find_ = new QLineEdit;
    find_->setPlaceholderText(tr("Find variants: bitonic, jan, records ..."));
    find_->setAccessibleName(tr("Find variants"));
    find_->setClearButtonEnabled(true);
    variants_ = new QTreeWidget;
    variants_->setObjectName(QStringLiteral("collect_variants"));
    variants_->setAccessibleName(tr("Variants"));
    variants_->setHeaderHidden(true);
    variants_->setColumnCount(1);
    variants_->setMinimumHeight(170);
    taken_ = new QLabel;
    taken_->setObjectName(QStringLiteral("taken"));
    taken_->setWordWrap(true);
    taken_->setTextFormat(Qt::PlainText);
    column->addWidget(find_);
    column->addWidget(variants_);
    column->addWidget(taken_);
    auto* axes = new QFormLayout;
    axes->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    const auto preset = tr("as the preset");
    sizes_ = line(*axes, tr("Sizes"), preset, tr("Numbers of keys: 2^10..2^20 doubles, 1024,4096 is a list"));
    sizes_->setObjectName(QStringLiteral("sizes"));
    blocks_ = line(*axes, tr("Blocks"), preset, tr("Threads of a block: 32,64..1024, or \u201csource\u201d for the rule that a variant's source states"));
    auto inputs = enum_names<Distribution>();
    inputs.removeAll(to_qstring(name_of(Distribution::file)));
    keys_ = choices(*axes, tr("Keys"), preset, tr("Types of keys, alone or with a value"), enum_names<KeyType>(), {});
    inputs_ = choices(*axes, tr("Inputs"), preset, tr("How the keys are distributed"), inputs, {});
    parameters_ = line(*axes, tr("Parameters"), tr("NAME=1,2,4"), tr("Parameters of the variants themselves, several with blanks between"));
    column->addLayout(axes);

    connect(preset_, &QComboBox::currentIndexChanged, this, [this] {
        preset_->setToolTip(preset_->currentData(Qt::ToolTipRole).toString());
        show_taken();
        if (!filling_) emit changed();
    });
    connect(find_, &QLineEdit::textChanged, this, &CollectForm::find_variants);
    connect(variants_, &QTreeWidget::itemChanged, this, [this] {
        if (filling_) return;
        show_taken();
        emit changed();
    });
    connect(variants_, &QTreeWidget::currentItemChanged, this, &CollectForm::show_taken);
}

void CollectForm::build_where() {
    auto* form = new QFormLayout(group(tr("Where")));
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    devices_ = new QListWidget;
    devices_->setObjectName(QStringLiteral("collect_devices"));
    devices_->setAccessibleName(tr("Devices"));
    devices_->setToolTip(tr("None chosen: each case where it runs best"));
    devices_->setMaximumHeight(84);
    form->addRow(devices_);
    model_ = new QComboBox;
    model_->setAccessibleName(tr("Interpreter as"));
    model_->setToolTip(tr("The compute capability whose rules the host interpreter counts by"));
    for (const char* capability : {"9.0", "8.0", "7.0", "6.0", "5.0", "3.0", "2.0", "1.3"}) model_->addItem(QString::fromLatin1(capability));
    form->addRow(tr("Interpreter as"), model_);
    const auto tell = [this] {
        if (!filling_) emit changed();
    };
    connect(devices_, &QListWidget::itemChanged, this, tell);
    connect(model_, &QComboBox::currentIndexChanged, this, tell);
}

void CollectForm::build_how() {
    auto* form = new QFormLayout(group(tr("How to measure")));
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    QStringList names, tips;
    for (const auto& selection : selections()) {
        names << to_qstring(selection.name);
        tips << to_qstring(selection.sentence);
    }
    counters_ = choices(*form, tr("Counters"), tr("as the preset"), tr("What is counted beside times; several are put together"), names, tips);
    modes_ = new QComboBox;
    modes_->setAccessibleName(tr("Time modes"));
    modes_->setToolTip(tr("How a GPU's sorts are timed: their launches as one CUDA graph, one by one in a stream, or both"));
    modes_->addItem(tr("graph and stream"), QString());
    modes_->addItem(tr("graph"), QStringLiteral("graph"));
    modes_->addItem(tr("stream"), QStringLiteral("stream"));
    form->addRow(tr("Time modes"), modes_);
    rounds_ = new QSpinBox;
    rounds_->setRange(0, most_rounds);
    rounds_->setSpecialValueText(tr("as the preset"));
    rounds_->setAccessibleName(tr("Rounds"));
    rounds_->setToolTip(tr("Go over all cases so often, each time in fresh processes and another order: times that repeat"));
    form->addRow(tr("Rounds"), rounds_);
    counting_ = new QCheckBox(tr("Count sizes of transactions on the GPU"));
    counting_->setToolTip(tr("Also run the build that counts in software: sizes of transactions, and counts by source line"));
    flush_ = new QCheckBox(tr("Flush the L2 cache before each run"));
    form->addRow(counting_);
    form->addRow(flush_);
    more_ = line(*form, tr("Options"), tr("--max-trials 10 --no-sites"), tr("Any other options of \u201csortscope collect\u201d"));
    const auto tell = [this] {
        if (!filling_) emit changed();
    };
    connect(modes_, &QComboBox::currentIndexChanged, this, tell);
    connect(rounds_, &QSpinBox::valueChanged, this, tell);
    connect(counting_, &QCheckBox::toggled, this, tell);
    connect(flush_, &QCheckBox::toggled, this, tell);
}

void CollectForm::build_output() {
    auto* column = new QVBoxLayout(group(tr("Where it goes")));
    auto* row = new QHBoxLayout;
    output_ = new QLineEdit;
    output_->setObjectName(QStringLiteral("collect_output"));
    output_->setAccessibleName(tr("Output file"));
    output_->setToolTip(tr("Cases are appended to a file that exists; a name without a folder stands in %1").arg(QDir::currentPath()));
    auto* browse = new QPushButton(tr("Browse..."));
    row->addWidget(output_, 1);
    row->addWidget(browse);
    column->addLayout(row);
    resume_ = new QCheckBox(tr("Skip what the file holds"));
    resume_->setToolTip(tr("Cases that the file has under the same condition, with the counters and rounds asked for, are not collected again"));
    resume_->setChecked(true);
    column->addWidget(resume_);
    const auto tell = [this] {
        if (!filling_) emit changed();
    };
    connect(output_, &QLineEdit::textChanged, this, tell);
    connect(resume_, &QCheckBox::toggled, this, tell);
    connect(browse, &QPushButton::clicked, this, [this] {
        // Cases are appended: nothing is overwritten.
        const auto path = QFileDialog::getSaveFileName(this, tr("File to collect into"), output_->text(), tr("SortScope files (*.db *.sortscope)"), nullptr, QFileDialog::DontConfirmOverwrite);
        if (!path.isEmpty()) output_->setText(path);
    });
}

void CollectForm::set_presets(const std::vector<PresetOffer>& presets) {
    const QScopedValueRollback guard(filling_, true);
    const auto before = preset_->currentText();
    preset_->clear();
    for (const auto& preset : presets) {
        preset_->addItem(preset.name);
        preset_->setItemData(preset_->count() - 1, preset.summary, Qt::ToolTipRole);
    }
    const auto wanted = wanted_[QStringLiteral("preset")].toString();
    preset_->setCurrentIndex(std::max(0, preset_->findText(!before.isEmpty() ? before : wanted)));
    preset_->setToolTip(preset_->currentData(Qt::ToolTipRole).toString());
    show_taken();
}

void CollectForm::set_devices(const std::vector<DeviceOffer>& devices) {
    const QScopedValueRollback guard(filling_, true);
    devices_->clear();
    for (const auto& device : devices) {
        const auto words = device.backend == u"cupti"  ? tr("GPU %1: %2").arg(device.number).arg(device.name)
                           : device.backend == u"simt" ? tr("Host interpreter (counts, no times)")
                                                       : tr("CPU: %1 (sorts of the CPU)").arg(device.name);
        auto* item = new QListWidgetItem(words, devices_);
        item->setData(choice_name_role, QStringList{device.backend, device.number < 0 ? QString() : QString::number(device.number)});
        item->setCheckState(Qt::Unchecked);
        item->setToolTip(device.name);
    }
    for (const auto& each : wanted_[QStringLiteral("devices")].toArray())
        for (int i = 0; i < devices_->count(); ++i)
            if (devices_->item(i)->text() == each.toString()) devices_->item(i)->setCheckState(Qt::Checked);
}

void CollectForm::set_variants(std::vector<VariantOffer> variants) {
    const auto before = chosen_variants();
    QStringList wanted;
    for (const auto& name : wanted_[QStringLiteral("variants")].toArray()) wanted << name.toString();
    offers_ = std::move(variants);
    {
        const QScopedValueRollback guard(filling_, true);
        variants_->clear();
        for (const auto& offer : offers_) {
            const auto source = offer.source.isEmpty() ? tr("Others") : offer.source;
            const auto known = variants_->findItems(source, Qt::MatchExactly);
            auto* top = known.isEmpty() ? new QTreeWidgetItem(variants_, {source}) : known.front();
            if (known.isEmpty()) {
                top->setFlags(top->flags() | Qt::ItemIsUserCheckable | Qt::ItemIsAutoTristate);
                top->setCheckState(0, Qt::Unchecked);
            }
            auto* item = new QTreeWidgetItem(top, {offer.name});
            item->setData(0, choice_name_role, offer.name);
            item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
            item->setCheckState(0, Qt::Unchecked);
            item->setToolTip(0, offer.summary + QStringLiteral("\n") + offer.takes());
        }
    }
    choose_variants(before.isEmpty() ? wanted : before);
    find_variants(find_->text());
}

void CollectForm::choose_variants(const QStringList& names) {
    {
        const QScopedValueRollback guard(filling_, true);
        for (int i = 0; i < variants_->topLevelItemCount(); ++i) {
            auto* top = variants_->topLevelItem(i);
            bool any = false;
            for (int j = 0; j < top->childCount(); ++j) {
                const bool wanted = names.contains(top->child(j)->text(0));
                top->child(j)->setCheckState(0, wanted ? Qt::Checked : Qt::Unchecked);
                any = any || wanted;
            }
            top->setExpanded(top->isExpanded() || any);
        }
    }
    show_taken();
    emit changed();
}

void CollectForm::find_variants(const QString& text) {
    const auto words = text.split(u' ', Qt::SkipEmptyParts);
    for (int i = 0; i < variants_->topLevelItemCount(); ++i) {
        auto* top = variants_->topLevelItem(i);
        bool any = false;
        for (int j = 0; j < top->childCount(); ++j) {
            const auto name = top->child(j)->data(0, choice_name_role).toString();
            const auto offer = std::ranges::find(offers_, name, &VariantOffer::name);
            const auto all = offer == offers_.end() ? name : QStringList{name, offer->source, offer->also.join(u' '), offer->summary, offer->keys.join(u' ')}.join(u' ');
            const bool found = std::ranges::all_of(words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
            top->child(j)->setHidden(!found);
            any = any || found;
        }
        top->setHidden(!any);
        if (!words.isEmpty()) top->setExpanded(any);
    }
}

QStringList CollectForm::chosen_variants() const {
    QStringList names;
    for (int i = 0; i < variants_->topLevelItemCount(); ++i)
        for (int j = 0; j < variants_->topLevelItem(i)->childCount(); ++j)
            if (const auto* item = variants_->topLevelItem(i)->child(j); item->checkState(0) == Qt::Checked) names << item->text(0);
    return names;
}

void CollectForm::show_taken() {
    const auto names = chosen_variants();
    const auto* current = variants_->currentItem();
    const auto shown = current != nullptr && current->parent() != nullptr ? current->text(0) : names.size() == 1 ? names.front() : QString();
    auto text = names.isEmpty() ? tr("None chosen: those of the preset.") : names.size() == 1 ? tr("1 variant is chosen.") : tr("%1 variants are chosen.").arg(names.size());
    if (const auto offer = std::ranges::find(offers_, shown, &VariantOffer::name); offer != offers_.end()) text += tr("\n%1 takes %2.").arg(offer->name, offer->takes());
    else if (names.isEmpty() && !preset_->currentText().isEmpty()) text += tr("\n%1: %2").arg(preset_->currentText(), preset_->currentData(Qt::ToolTipRole).toString());
    taken_->setText(text);
}

QString CollectForm::taken_sentence() const { return taken_->text(); }

void CollectForm::set_output(const QString& path) {
    const QScopedValueRollback guard(filling_, true);
    output_->setText(path);
}

CollectRequest CollectForm::request() const {
    CollectRequest request;
    request.preset = preset_->currentText();
    request.variants = chosen_variants();
    request.sizes = sizes_->text().simplified().remove(u' ');
    request.blocks = blocks_->text().simplified().remove(u' ');
    request.parameters = shell_words(parameters_->text());
    request.keys = chosen(*keys_);
    request.inputs = chosen(*inputs_);
    for (int i = 0; i < devices_->count(); ++i) {
        if (devices_->item(i)->checkState() != Qt::Checked) continue;
        const auto words = devices_->item(i)->data(choice_name_role).toStringList();
        if (!request.backends.contains(words[0])) request.backends << words[0];
        if (!words[1].isEmpty()) request.gpus << words[1];
    }
    if (model_->currentIndex() > 0) request.model = model_->currentText();
    request.counters = chosen(*counters_);
    request.time_modes = modes_->currentData().toString();
    request.rounds = rounds_->value();
    request.counting = counting_->isChecked();
    request.flush_l2 = flush_->isChecked();
    request.resume = resume_->isChecked();
    request.more = shell_words(more_->text());
    request.output = output_->text().trimmed();
    return request;
}

QJsonObject CollectForm::state() const {
    QJsonArray devices;
    for (int i = 0; i < devices_->count(); ++i)
        if (devices_->item(i)->checkState() == Qt::Checked) devices << devices_->item(i)->text();
    const auto variants = offers_.empty() ? wanted_[QStringLiteral("variants")].toArray() : QJsonArray::fromStringList(chosen_variants());
    return {{QStringLiteral("preset"), preset_->count() == 0 ? wanted_[QStringLiteral("preset")].toString() : preset_->currentText()},
            {QStringLiteral("variants"), variants},
            {QStringLiteral("sizes"), sizes_->text()},
            {QStringLiteral("blocks"), blocks_->text()},
            {QStringLiteral("parameters"), parameters_->text()},
            {QStringLiteral("keys"), QJsonArray::fromStringList(chosen(*keys_))},
            {QStringLiteral("inputs"), QJsonArray::fromStringList(chosen(*inputs_))},
            {QStringLiteral("devices"), devices_->count() == 0 ? wanted_[QStringLiteral("devices")].toArray() : devices},
            {QStringLiteral("model"), model_->currentText()},
            {QStringLiteral("counters"), QJsonArray::fromStringList(chosen(*counters_))},
            {QStringLiteral("modes"), modes_->currentData().toString()},
            {QStringLiteral("rounds"), rounds_->value()},
            {QStringLiteral("counting"), counting_->isChecked()},
            {QStringLiteral("flush"), flush_->isChecked()},
            {QStringLiteral("resume"), resume_->isChecked()},
            {QStringLiteral("more"), more_->text()},
            {QStringLiteral("output"), output_->text()}};
}

void CollectForm::restore(const QJsonObject& state) {
    if (state.isEmpty()) return;
    const QScopedValueRollback guard(filling_, true);
    wanted_ = state;
    const auto text = [&](const char* name) { return state[QLatin1String(name)].toString(); };
    const auto names = [&](const char* name) {
        QStringList all;
        for (const auto& each : state[QLatin1String(name)].toArray()) all << each.toString();
        return all;
    };
    if (const int at = preset_->findText(text("preset")); at >= 0) preset_->setCurrentIndex(at);
    if (!offers_.empty()) choose_variants(names("variants"));
    sizes_->setText(text("sizes"));
    blocks_->setText(text("blocks"));
    parameters_->setText(text("parameters"));
    choose(*keys_, names("keys"));
    choose(*inputs_, names("inputs"));
    choose(*counters_, names("counters"));
    model_->setCurrentIndex(std::max(0, model_->findText(text("model"))));
    modes_->setCurrentIndex(std::max(0, modes_->findData(text("modes"))));
    rounds_->setValue(state[QStringLiteral("rounds")].toInt(0));
    counting_->setChecked(state[QStringLiteral("counting")].toBool());
    flush_->setChecked(state[QStringLiteral("flush")].toBool());
    resume_->setChecked(state[QStringLiteral("resume")].toBool(true));
    more_->setText(text("more"));
    if (!text("output").isEmpty()) output_->setText(text("output"));
}

}  // namespace sortscope::gui
