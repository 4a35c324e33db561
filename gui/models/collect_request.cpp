#include "gui/models/collect_request.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>

#include "core/printable.hpp"
#include "core/text.hpp"
#include "gui/models/text.hpp"

namespace sortscope::gui {
namespace {

[[noreturn]] void refuse(const char* what) {
    throw std::runtime_error(
        u"sortscope did not print its %1 as JSON. Are both programs of the same version?"_s
            .arg(QLatin1String(what))
            .toStdString());
}

QJsonArray list_of(const QByteArray& json, const char* what) {
    const auto document = QJsonDocument::fromJson(json);
    if (!document.isArray()) refuse(what);
    return document.array();
}

QJsonObject object_of(const QByteArray& json, const char* what) {
    const auto document = QJsonDocument::fromJson(json);
    if (!document.isObject()) refuse(what);
    return document.object();
}

QString text_of(const QJsonObject& object, const char* name) {
    return object[QLatin1String(name)].toString();
}

QStringList texts_of(const QJsonObject& object, const char* name) {
    QStringList texts;
    for (const auto& text : object[QLatin1String(name)].toArray()) texts << text.toString();
    return texts;
}

qulonglong count_of(const QJsonObject& object, const char* name) {
    return static_cast<qulonglong>(std::max(0.0, object[QLatin1String(name)].toDouble()));
}

}  // namespace

QStringList CollectRequest::arguments() const {
    auto words = QStringList{u"collect"_s} + options;
    if (!output.isEmpty()) words << u"--output"_s << output;
    return words;
}

QString CollectRequest::command() const {
    QStringList words{u"sortscope"_s};
    for (const auto& word : arguments()) words << to_qstring(shell_word(word.toStdString()));
    return words.join(u' ');
}

QStringList shell_words(const QString& line) {
    QStringList words;
    QString word;
    QChar quote;
    bool any = false;
    for (const auto character : line) {
        if (!quote.isNull()) {
            if (character == quote)
                quote = {};
            else
                word += character;
        } else if (character == u'"' || character == u'\'') {
            quote = character;
            any = true;
        } else if (character.isSpace()) {
            if (any || !word.isEmpty()) words << word;
            word.clear();
            any = false;
        } else {
            word += character;
        }
    }
    if (any || !word.isEmpty()) words << word;
    return words;
}

QString VariantOffer::takes() const {
    const auto count = [](qulonglong value) { return typeset(format_count(value)); };
    QStringList parts{keys.join(u", "_s)};
    auto sizes = QObject::tr("%1 to %2 keys").arg(count(least_keys), count(most_keys));
    if (power_of_two)
        sizes +=
            padded ? QObject::tr(", others are padded to a power of two") : QObject::tr(", a power of two");
    parts << sizes;
    if (most_block != 0) parts << QObject::tr("blocks of %1 to %2 threads").arg(least_block).arg(most_block);
    for (const auto& parameter : parameters) parts << u"%1 = %2"_s.arg(parameter.name, parameter.values);
    return parts.join(u"; "_s);
}

std::vector<VariantOffer> read_variants(const QByteArray& json) {
    std::vector<VariantOffer> offers;
    for (const auto& each : list_of(json, "variants")) {
        const auto object = each.toObject();
        VariantOffer offer;
        offer.name = text_of(object, "name");
        offer.source = text_of(object, "source");
        offer.summary = text_of(object, "summary");
        offer.details = text_of(object, "details");
        offer.kind = text_of(object, "kind");
        offer.keys = texts_of(object, "key_types");
        for (const auto& other : object[u"also"_s].toArray())
            offer.also << text_of(other.toObject(), "source");
        offer.least_keys = count_of(object, "min_keys");
        offer.most_keys = count_of(object, "max_keys");
        offer.power_of_two = object[u"power_of_two"_s].toBool();
        offer.padded = object[u"padded"_s].toBool();
        offer.least_block = object[u"min_block_threads"_s].toInt();
        offer.most_block = object[u"max_block_threads"_s].toInt();
        for (const auto& one : object[u"parameters"_s].toArray()) {
            const auto parameter = one.toObject();
            QStringList values;
            for (const auto& value : parameter[u"values"_s].toArray())
                values << QString::number(value.toDouble(), 'g', 15);
            offer.parameters.push_back({text_of(parameter, "name"), values.join(u',')});
        }
        if (!offer.name.isEmpty()) offers.push_back(std::move(offer));
    }
    return offers;
}

std::vector<DeviceOffer> read_devices(const QByteArray& json) {
    std::vector<DeviceOffer> offers;
    int gpus = 0;
    for (const auto& each : list_of(json, "devices")) {
        DeviceOffer offer{text_of(each.toObject(), "backend"), text_of(each.toObject(), "name")};
        if (offer.backend == u"cupti") offer.number = gpus++;
        offers.push_back(std::move(offer));
    }
    return offers;
}

std::vector<CollectOption> read_options(const QByteArray& json) {
    std::vector<CollectOption> options;
    const auto command = object_of(json, "options");
    for (const auto& each : command[u"options"_s].toArray()) {
        const auto object = each.toObject();
        CollectOption option{text_of(object, "name"), text_of(object, "value"), text_of(object, "group"),
                             text_of(object, "help")};
        for (const auto& choice : object[u"choices"_s].toArray())
            option.choices.emplace_back(text_of(choice.toObject(), "word"),
                                        text_of(choice.toObject(), "help"));
        option.rare = object[u"rare"_s].toBool();
        options.push_back(std::move(option));
    }
    return options;
}

CollectPlan read_plan(const QByteArray& json) {
    const auto object = object_of(json, "plan");
    CollectPlan plan;
    plan.cases = count_of(object, "cases");
    plan.skipped = count_of(object, "skipped");
    plan.left_out = count_of(object, "left_out");
    plan.launches = count_of(object, "launches");
    plan.exact = object[u"launches_are_exact"_s].toBool(true);
    plan.seconds = object[u"expected_s"_s].toDouble();
    plan.bytes = object[u"expected_file_bytes"_s].toDouble();
    plan.warning = text_of(object, "warning");
    for (const auto& reason : object[u"reasons"_s].toArray())
        plan.reasons.push_back({text_of(reason.toObject(), "reason"), count_of(reason.toObject(), "cases")});
    return plan;
}

QString CollectPlan::sentence() const {
    if (cases == 0 && skipped > 0)
        return (left_out == 0 ? QObject::tr("Nothing to run: all %1 are in the file already.")
                              : QObject::tr("Nothing to run: %1 that can run here are in the file already."))
            .arg(to_qstring(plural(skipped, "case")));
    if (cases == 0) return QObject::tr("Nothing can run here.");
    auto text =
        QObject::tr("%1 (%2%3), about %4, a file of about %5.")
            .arg(typeset(plural(cases, "case")), exact ? QString() : QObject::tr("about "),
                 launches == 1 ? QObject::tr("1 launch")
                               : QObject::tr("%1 launches")
                                     .arg(to_qstring(format_grouped(static_cast<std::int64_t>(launches)))),
                 typeset(format_rough_time(seconds)), typeset(format_bytes(bytes)));
    if (skipped > 0)
        text += QObject::tr(" %1 in the file already.")
                    .arg(skipped == 1 ? QObject::tr("1 case is") : QObject::tr("%1 cases are").arg(skipped));
    return text;
}

std::optional<CollectProgress> read_progress(const QByteArray& line) {
    if (!line.trimmed().startsWith('{')) return std::nullopt;
    const auto document = QJsonDocument::fromJson(line);
    const auto object = document.object();
    if (!document.isObject() || !object.contains(u"fraction"_s)) return std::nullopt;
    CollectProgress progress;
    progress.done = count_of(object, "done");
    progress.total = count_of(object, "total");
    progress.fraction = std::clamp(object[u"fraction"_s].toDouble(), 0.0, 1.0);
    if (const auto left = object[u"seconds_left"_s]; left.isDouble()) progress.seconds_left = left.toDouble();
    progress.current = text_of(object, "current");
    return progress;
}

QString exit_sentence(int code, bool crashed, const QStringList& messages) {
    if (crashed)
        return QObject::tr(
            "The collection was killed or crashed. Cases that were finished are in the file; collecting "
            "again with \u201cskip what the file holds\u201d goes on where it stopped.");
    const auto said = messages.isEmpty() ? QString() : u" "_s + messages.last();
    switch (code) {
        case 0:
            return {};
        case 2:
            return QObject::tr("Nothing ran: the options are wrong.") + said;
        case 3:
            return QObject::tr(
                "A case was lost, or none could run: it failed, sorted wrongly, crashed or hung; the others "
                "were collected. What became of each is said below and in the file (exit code 3).");
        case 4:
            return QObject::tr("Nothing ran: this machine lacks something.") + said;
        case 5:
            return QObject::tr("The file cannot be used.") + said;
        case 130:
            return QObject::tr(
                "Ended before all cases were collected; those that were finished are in the file. Start "
                "again with \u201cskip what the file holds\u201d to go on.");
        default:
            return QObject::tr("The collection ended with exit code %1.").arg(code) + said;
    }
}

}  // namespace sortscope::gui
