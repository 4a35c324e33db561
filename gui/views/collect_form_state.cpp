// What a form for a collection says: as a request, and as what is kept of it until the next start.
#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QJsonArray>
#include <QLineEdit>
#include <QListWidget>
#include <QScopedValueRollback>
#include <QSpinBox>

#include "gui/views/choice_button.hpp"
#include "gui/views/collect_form.hpp"
#include "gui/views/variant_picker.hpp"

namespace sortscope::gui {

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
