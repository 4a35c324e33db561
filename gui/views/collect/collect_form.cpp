#include "gui/views/collect/collect_form.hpp"

#include <algorithm>
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
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QVBoxLayout>

#include "core/metric/selection.hpp"
#include "core/vocabulary.hpp"
#include "gui/models/text.hpp"
#include "gui/views/collect/choice_button.hpp"
#include "gui/views/collect/variant_picker.hpp"

namespace sortscope::gui {
namespace {

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
    // The wheel goes over the form, not through its choices: those that have the keys take it.
    for (auto* choice : page_->findChildren<QWidget*>()) {
        if (qobject_cast<QComboBox*>(choice) == nullptr && qobject_cast<QAbstractSpinBox*>(choice) == nullptr)
            continue;
        choice->setFocusPolicy(Qt::StrongFocus);
        choice->installEventFilter(this);
    }
    setMinimumWidth(page_->minimumSizeHint().width() + 20);
}

bool CollectForm::eventFilter(QObject* of, QEvent* event) {
    const auto* choice = qobject_cast<QWidget*>(of);
    if (event->type() != QEvent::Wheel || choice == nullptr || choice->hasFocus() || choice == viewport() ||
        choice == widget())
        return QScrollArea::eventFilter(of, event);
    event->ignore();
    return true;
}

QGroupBox* CollectForm::group(const QString& title) {
    auto* box = new QGroupBox(title);
    page_->layout()->addWidget(box);
    return box;
}

QLineEdit* CollectForm::line(QFormLayout& form, const QString& label, const QString& placeholder,
                             const QString& tip) {
    auto* edit = new QLineEdit;
    edit->setPlaceholderText(placeholder);
    edit->setToolTip(tip);
    edit->setAccessibleName(label);
    edit->setClearButtonEnabled(true);
    form.addRow(label, edit);
    connect(edit, &QLineEdit::textChanged, this, &CollectForm::tell);
    return edit;
}

ChoiceButton* CollectForm::choices(QFormLayout& form, const QString& label, const QString& tip,
                                   const QStringList& names, const QStringList& tips) {
    auto* button = new ChoiceButton(tr("as the preset"), names, tips);
    button->setToolTip(tip);
    button->setAccessibleName(label);
    form.addRow(label, button);
    connect(button, &ChoiceButton::changed, this, &CollectForm::tell);
    return button;
}

void CollectForm::tell() {
    if (!filling_) emit changed();
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
    variants_ = new VariantPicker;
    column->addWidget(variants_);
    auto* axes = new QFormLayout;
    axes->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    const auto preset = tr("as the preset");
    sizes_ = line(*axes, tr("Sizes"), preset, tr("Numbers of keys: 2^10..2^20 doubles, 1024,4096 is a list"));
    sizes_->setObjectName(QStringLiteral("sizes"));
    blocks_ = line(*axes, tr("Blocks"), preset,
                   tr("Threads of a block: 32,64..1024, or \u201csource\u201d for the rule that a variant's "
                      "source states"));
    auto inputs = enum_names<Distribution>();
    inputs.removeAll(to_qstring(name_of(Distribution::file)));
    keys_ = choices(*axes, tr("Keys"), tr("Types of keys, alone or with a value"), enum_names<KeyType>());
    inputs_ = choices(*axes, tr("Inputs"), tr("How the keys are distributed"), inputs);
    parameters_ = line(*axes, tr("Parameters"), tr("NAME=1,2,4"),
                       tr("Parameters of the variants themselves, several with blanks between"));
    column->addLayout(axes);

    connect(preset_, &QComboBox::currentIndexChanged, this, [this] {
        name_preset();
        tell();
    });
    connect(variants_, &VariantPicker::changed, this, &CollectForm::tell);
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
    for (const char* capability : {"9.0", "8.0", "7.0", "6.0", "5.0", "3.0", "2.0", "1.3"})
        model_->addItem(QString::fromLatin1(capability));
    form->addRow(tr("Interpreter as"), model_);
    connect(devices_, &QListWidget::itemChanged, this, &CollectForm::tell);
    connect(model_, &QComboBox::currentIndexChanged, this, &CollectForm::tell);
}

void CollectForm::build_how() {
    auto* form = new QFormLayout(group(tr("How to measure")));
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    QStringList names, tips;
    for (const auto& selection : selections()) {
        names << to_qstring(selection.name);
        tips << to_qstring(selection.sentence);
    }
    counters_ = choices(*form, tr("Counters"), tr("What is counted beside times; several are put together"),
                        names, tips);
    modes_ = new QComboBox;
    modes_->setAccessibleName(tr("Time modes"));
    modes_->setToolTip(
        tr("How a GPU's sorts are timed: their launches as one CUDA graph, one by one in a stream, or both"));
    modes_->addItem(tr("graph and stream"), QString());
    modes_->addItem(tr("graph"), QStringLiteral("graph"));
    modes_->addItem(tr("stream"), QStringLiteral("stream"));
    form->addRow(tr("Time modes"), modes_);
    rounds_ = new QSpinBox;
    rounds_->setRange(0, most_rounds);
    rounds_->setSpecialValueText(tr("as the preset"));
    rounds_->setAccessibleName(tr("Rounds"));
    rounds_->setToolTip(
        tr("Go over all cases so often, each time in fresh processes and another order: times that repeat"));
    form->addRow(tr("Rounds"), rounds_);
    counting_ = new QCheckBox(tr("Count sizes of transactions on the GPU"));
    counting_->setToolTip(
        tr("Also run the build that counts in software: sizes of transactions, and counts by source line"));
    flush_ = new QCheckBox(tr("Flush the L2 cache before each run"));
    form->addRow(counting_);
    form->addRow(flush_);
    more_ = line(*form, tr("Options"), tr("--max-trials 10 --no-sites"),
                 tr("Any other options of \u201csortscope collect\u201d"));
    connect(modes_, &QComboBox::currentIndexChanged, this, &CollectForm::tell);
    connect(rounds_, &QSpinBox::valueChanged, this, &CollectForm::tell);
    connect(counting_, &QCheckBox::toggled, this, &CollectForm::tell);
    connect(flush_, &QCheckBox::toggled, this, &CollectForm::tell);
}

void CollectForm::build_output() {
    auto* column = new QVBoxLayout(group(tr("Where it goes")));
    auto* row = new QHBoxLayout;
    output_ = new QLineEdit;
    output_->setObjectName(QStringLiteral("collect_output"));
    output_->setAccessibleName(tr("Output file"));
    output_->setToolTip(tr("Cases are appended to a file that exists; a name without a folder stands in %1")
                            .arg(QDir::currentPath()));
    auto* browse = new QPushButton(tr("Browse..."));
    row->addWidget(output_, 1);
    row->addWidget(browse);
    column->addLayout(row);
    resume_ = new QCheckBox(tr("Skip what the file holds"));
    resume_->setToolTip(
        tr("Cases that the file has under the same condition, with the counters and rounds asked for, are "
           "not collected again"));
    resume_->setChecked(true);
    column->addWidget(resume_);
    connect(output_, &QLineEdit::textChanged, this, &CollectForm::tell);
    connect(resume_, &QCheckBox::toggled, this, &CollectForm::tell);
    connect(browse, &QPushButton::clicked, this, [this] {
        // Cases are appended: nothing is overwritten.
        const auto path = QFileDialog::getSaveFileName(this, tr("File to collect into"), output_->text(),
                                                       tr("SortScope files (*.db *.sortscope)"), nullptr,
                                                       QFileDialog::DontConfirmOverwrite);
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
    name_preset();
}

void CollectForm::name_preset() {
    const auto summary = preset_->currentData(Qt::ToolTipRole).toString();
    preset_->setToolTip(summary);
    variants_->set_otherwise(
        preset_->currentText().isEmpty() ? QString() : tr("%1: %2").arg(preset_->currentText(), summary));
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
    for (const auto& each : wanted_[QStringLiteral("devices")].toArray())
        for (int i = 0; i < devices_->count(); ++i)
            if (devices_->item(i)->text() == each.toString()) devices_->item(i)->setCheckState(Qt::Checked);
}

void CollectForm::set_variants(std::vector<VariantOffer> variants) {
    variants_->set_offers(std::move(variants));
}

void CollectForm::choose_variants(const QStringList& names) { variants_->choose(names); }

QString CollectForm::taken_sentence() const { return variants_->sentence(); }

void CollectForm::set_output(const QString& path) {
    const QScopedValueRollback guard(filling_, true);
    output_->setText(path);
}

CollectRequest CollectForm::request() const {
    CollectRequest request;
    request.preset = preset_->currentText();
    request.variants = variants_->chosen();
    request.sizes = sizes_->text().simplified().remove(u' ');
    request.blocks = blocks_->text().simplified().remove(u' ');
    request.parameters = shell_words(parameters_->text());
    request.keys = keys_->chosen();
    request.inputs = inputs_->chosen();
    for (int i = 0; i < devices_->count(); ++i) {
        if (devices_->item(i)->checkState() != Qt::Checked) continue;
        const auto words = devices_->item(i)->data(device_choice_role).toStringList();
        if (!request.backends.contains(words[0])) request.backends << words[0];
        if (!words[1].isEmpty()) request.gpus << words[1];
    }
    if (model_->currentIndex() > 0) request.model = model_->currentText();
    request.counters = counters_->chosen();
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
    return {{QStringLiteral("preset"),
             preset_->count() == 0 ? wanted_[QStringLiteral("preset")].toString() : preset_->currentText()},
            {QStringLiteral("variants"), QJsonArray::fromStringList(variants_->chosen())},
            {QStringLiteral("sizes"), sizes_->text()},
            {QStringLiteral("blocks"), blocks_->text()},
            {QStringLiteral("parameters"), parameters_->text()},
            {QStringLiteral("keys"), QJsonArray::fromStringList(keys_->chosen())},
            {QStringLiteral("inputs"), QJsonArray::fromStringList(inputs_->chosen())},
            {QStringLiteral("devices"),
             devices_->count() == 0 ? wanted_[QStringLiteral("devices")].toArray() : devices},
            {QStringLiteral("model"), model_->currentText()},
            {QStringLiteral("counters"), QJsonArray::fromStringList(counters_->chosen())},
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
    variants_->choose(names("variants"));
    sizes_->setText(text("sizes"));
    blocks_->setText(text("blocks"));
    parameters_->setText(text("parameters"));
    keys_->choose(names("keys"));
    inputs_->choose(names("inputs"));
    counters_->choose(names("counters"));
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
