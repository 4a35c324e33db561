#include "gui/models/collect.hpp"

#include <algorithm>
#include <csignal>
#include <stdexcept>

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTimer>

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

QString json_text(const QJsonObject& object, const char* name) {
    return object[QLatin1String(name)].toString();
}

QStringList json_texts(const QJsonObject& object, const char* name) {
    return object[QLatin1String(name)].toVariant().toStringList();
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
    static const QRegularExpression word(uR"((?:[^\s"']|"[^"]*(?:"|$)|'[^']*(?:'|$))+)"_s),
        quoted(uR"("([^"]*)(?:"|$)|'([^']*)(?:'|$))"_s);
    QStringList words;
    for (const auto& found : word.globalMatch(line)) words << found.captured().replace(quoted, u"\\1\\2"_s);
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
        offer.name = json_text(object, "name");
        offer.source = json_text(object, "source");
        offer.summary = json_text(object, "summary");
        offer.details = json_text(object, "details");
        offer.kind = json_text(object, "kind");
        offer.keys = json_texts(object, "key_types");
        for (const auto& other : object[u"also"_s].toArray())
            offer.also << json_text(other.toObject(), "source");
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
            offer.parameters.push_back({json_text(parameter, "name"), values.join(u',')});
        }
        if (!offer.name.isEmpty()) offers.push_back(std::move(offer));
    }
    return offers;
}

std::vector<DeviceOffer> read_devices(const QByteArray& json) {
    std::vector<DeviceOffer> offers;
    int gpus = 0;
    for (const auto& each : list_of(json, "devices")) {
        DeviceOffer offer{json_text(each.toObject(), "backend"), json_text(each.toObject(), "name")};
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
        CollectOption option{json_text(object, "name"), json_text(object, "value"),
                             json_text(object, "group"), json_text(object, "help")};
        for (const auto& choice : object[u"choices"_s].toArray())
            option.choices.emplace_back(json_text(choice.toObject(), "word"),
                                        json_text(choice.toObject(), "help"));
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
    plan.warning = json_text(object, "warning");
    for (const auto& reason : object[u"reasons"_s].toArray())
        plan.reasons.push_back(
            {json_text(reason.toObject(), "reason"), count_of(reason.toObject(), "cases")});
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
    progress.current = json_text(object, "current");
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
                "were collected. Their results are below and in the file (exit code 3).");
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

namespace {

constexpr int patience_ms = 3000;  // from the second request to a kill

QString without_name(const QString& line) {
    const auto name = u"sortscope: "_s;
    return line.startsWith(name) ? line.mid(name.size()) : line;
}

void signal_process(const QProcess& process, int signal) {
    if (const auto id = process.processId(); id > 0) ::kill(static_cast<pid_t>(id), signal);
}

}  // namespace

QString find_collector() {
    const QFileInfo beside(QCoreApplication::applicationDirPath() + u"/sortscope"_s);
    if (beside.isExecutable() && beside.isFile()) return beside.absoluteFilePath();
    return QStandardPaths::findExecutable(u"sortscope"_s);
}

CollectQuestion::CollectQuestion(QObject* parent) : QObject(parent) {}

CollectQuestion::~CollectQuestion() {
    cancel();
    // Nobody would be there to delete it later.
    for (auto* process : findChildren<QProcess*>()) process->waitForFinished(patience_ms);
}

void CollectQuestion::cancel() {
    if (process_ == nullptr) return;
    auto* process = std::exchange(process_, nullptr);
    process->disconnect();
    // It deletes itself: waiting would block the window.
    if (process->state() == QProcess::NotRunning) {
        process->deleteLater();
        return;
    }
    connect(process, &QProcess::finished, process, &QObject::deleteLater);
    process->kill();
}

void CollectQuestion::ask(const QString& program, const QStringList& arguments,
                          std::function<void(const QByteArray&)> done,
                          std::function<void(const QString&)> failed) {
    cancel();
    process_ = new QProcess(this);
    auto* process = process_;
    const auto settle = [this, process] {
        process_ = nullptr;
        process->deleteLater();
    };
    connect(process, &QProcess::errorOccurred, this,
            [this, process, settle, program, failed](QProcess::ProcessError error) {
                if (error != QProcess::FailedToStart || process_ != process) return;
                settle();
                failed(tr("%1 could not be started: %2.").arg(program, process->errorString()));
            });
    connect(process, &QProcess::finished, this,
            [this, process, settle, done = std::move(done), failed](int code, QProcess::ExitStatus status) {
                if (process_ != process) return;
                settle();
                if (status == QProcess::NormalExit && code == 0)
                    return done(process->readAllStandardOutput());
                QStringList lines;
                for (const auto& line :
                     QString::fromUtf8(process->readAllStandardError()).split(u'\n', Qt::SkipEmptyParts))
                    lines << without_name(line);
                failed(lines.isEmpty() ? exit_sentence(code, status != QProcess::NormalExit, {})
                                       : lines.join(u' '));
            });
    process->start(program, arguments, QIODevice::ReadOnly);
}

CollectRun::CollectRun(QObject* parent) : QObject(parent) {}

CollectRun::~CollectRun() {
    if (!running()) return;
    // The current case finishes without the window.
    process_->disconnect();
    process_->setParent(nullptr);
    signal_process(*process_, SIGINT);
    if (process_->waitForFinished(patience_ms)) delete process_;
}

bool CollectRun::running() const { return process_ != nullptr && process_->state() != QProcess::NotRunning; }

void CollectRun::start(const QString& program, const CollectRequest& request) {
    if (running()) return;
    delete process_;
    process_ = new QProcess(this);
    messages_.clear();
    progress_.reset();
    asked_ = 0;
    connect(process_, &QProcess::readyReadStandardError, this, [this] { read(QProcess::StandardError); });
    connect(process_, &QProcess::readyReadStandardOutput, this, [this] { read(QProcess::StandardOutput); });
    connect(process_, &QProcess::errorOccurred, this, [this, program](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            emit failed(tr("%1 could not be started: %2.").arg(program, process_->errorString()));
    });
    connect(process_, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        for (const auto channel : {QProcess::StandardError, QProcess::StandardOutput}) read(channel, true);
        emit ended(code, exit_sentence(code, status != QProcess::NormalExit, messages_));
    });
    process_->start(program, request.arguments() + QStringList{u"--progress"_s, u"json"_s},
                    QIODevice::ReadOnly);
}

void CollectRun::end() {
    if (!running()) return;
    ++asked_;
    signal_process(*process_, SIGINT);
    if (asked_ < 2) return;
    QTimer::singleShot(patience_ms, process_, [process = process_] { process->kill(); });
}

void CollectRun::read(QProcess::ProcessChannel channel, bool to_end) {
    process_->setReadChannel(channel);
    while (process_->canReadLine() || (to_end && process_->bytesAvailable() > 0)) {
        const auto line = process_->readLine();
        if (const auto progress = read_progress(line)) {
            progress_ = progress;
            emit progressed();
        } else if (const auto message = without_name(QString::fromUtf8(line).trimmed()); !message.isEmpty()) {
            messages_ << message;
            emit said(message);
        }
    }
}

}  // namespace sortscope::gui
