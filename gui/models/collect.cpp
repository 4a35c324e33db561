#include "gui/models/collect.hpp"

#include <csignal>
#include <stdexcept>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "core/printable.hpp"
#include "core/text.hpp"

namespace sortscope::gui {
namespace {
QJsonDocument read(const QByteArray& json, const char* what, bool array) {
    const auto document = QJsonDocument::fromJson(json);
    if (document.isNull() || document.isArray() != array)
        throw std::runtime_error(
            u"sortscope did not print its %1 as JSON. Are both programs of the same version?"_s
                .arg(QLatin1String(what))
                .toStdString());
    return document;
}

qulonglong count_of(const QJsonObject& object, QLatin1StringView name) {
    return qulonglong(std::max(0.0, object[name].toDouble()));
}

QString takes_of(const QJsonObject& variant) {
    const auto count = [&](QLatin1StringView name) { return typeset(format_count(count_of(variant, name))); };
    auto sizes = QObject::tr("%1 to %2 keys").arg(count("min_keys"_L1), count("max_keys"_L1));
    if (variant["power_of_two"_L1].toBool())
        sizes += variant["padded"_L1].toBool() ? QObject::tr(", others are padded to a power of two")
                                               : QObject::tr(", a power of two");
    QStringList parts{variant["key_types"_L1].toVariant().toStringList().join(u", "_s), sizes};
    if (const int most = variant["max_block_threads"_L1].toInt(); most != 0)
        parts << QObject::tr("blocks of %1 to %2 threads")
                     .arg(variant["min_block_threads"_L1].toInt())
                     .arg(most);
    for (const auto& parameter : variant["parameters"_L1].toArray()) {
        QStringList values;
        for (const auto& value : parameter["values"_L1].toArray())
            values << QString::number(value.toDouble(), 'g', 15);
        parts << u"%1 = %2"_s.arg(parameter["name"_L1].toString(), values.join(u','));
    }
    return parts.join(u"; "_s);
}

constexpr int patience_ms = 3000;  // wait for the end of a process

QString without_name(const QString& line) { return line.startsWith("sortscope: "_L1) ? line.mid(11) : line; }

void signal_process(const QProcess& process, int signal) {
    if (const auto id = process.processId(); id > 0) ::kill(pid_t(id), signal);
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

std::vector<VariantOffer> read_variants(const QByteArray& json) {
    std::vector<VariantOffer> offers;
    for (const auto& each : read(json, "variants", true).array()) {
        const auto object = each.toObject();
        VariantOffer offer{object["name"_L1].toString(),
                           object["source"_L1].toString(),
                           object["summary"_L1].toString(),
                           object["key_types"_L1].toVariant().toStringList(),
                           {},
                           takes_of(object)};
        for (const auto& other : object["also"_L1].toArray()) offer.also << other["source"_L1].toString();
        if (!offer.name.isEmpty()) offers.push_back(std::move(offer));
    }
    return offers;
}

std::vector<DeviceOffer> read_devices(const QByteArray& json) {
    std::vector<DeviceOffer> offers;
    int gpus = 0;
    for (const auto& each : read(json, "devices", true).array()) {
        DeviceOffer offer{each["backend"_L1].toString(), each["name"_L1].toString()};
        if (offer.backend == u"cupti") offer.number = gpus++;
        offers.push_back(std::move(offer));
    }
    return offers;
}

std::vector<CollectOption> read_options(const QByteArray& json) {
    std::vector<CollectOption> options;
    for (const auto& each : read(json, "options", false)["options"_L1].toArray()) {
        CollectOption option{each["name"_L1].toString(),
                             each["value"_L1].toString(),
                             each["group"_L1].toString(),
                             each["help"_L1].toString(),
                             {},
                             each["rare"_L1].toBool()};
        for (const auto& choice : each["choices"_L1].toArray())
            option.choices.emplace_back(choice["word"_L1].toString(), choice["help"_L1].toString());
        options.push_back(std::move(option));
    }
    return options;
}

CollectPlan read_plan(const QByteArray& json) {
    const auto object = read(json, "plan", false).object();
    CollectPlan plan{count_of(object, "cases"_L1),
                     typeset(object["sentence"_L1].toString().toStdString()),
                     object["warning"_L1].toString(),
                     {}};
    for (const auto& reason : object["reasons"_L1].toArray())
        plan.reasons.push_back({reason["reason"_L1].toString(), count_of(reason.toObject(), "cases"_L1)});
    return plan;
}

std::optional<CollectProgress> read_progress(const QByteArray& line) {
    const auto object = QJsonDocument::fromJson(line).object();
    if (!object.contains("fraction"_L1)) return std::nullopt;
    CollectProgress progress{count_of(object, "done"_L1), count_of(object, "total"_L1),
                             std::clamp(object["fraction"_L1].toDouble(), 0.0, 1.0), std::nullopt,
                             object["current"_L1].toString()};
    if (const auto left = object["seconds_left"_L1]; left.isDouble()) progress.seconds_left = left.toDouble();
    return progress;
}

QString exit_sentence(int code, bool crashed, const QStringList& messages) {
    if (crashed)
        return QObject::tr(
            "The collection was killed or crashed. The cases that finished are in the file. Start again "
            "with \u201cResume\u201d to go on.");
    if (code == 0) return {};
    const auto said = messages.isEmpty() ? QString() : u" "_s + messages.last();
    for (const auto& [known, sentence, end] :
         {std::tuple(2, QObject::tr("Nothing ran: the options are wrong."), said),
          {3,
           QObject::tr("A case was lost, or none could run: it failed, sorted wrongly, crashed or hung. The "
                       "others are in the file (exit code 3)."),
           QString()},
          {4, QObject::tr("Nothing ran: this machine lacks something."), said},
          {5, QObject::tr("The file cannot be used."), said},
          {130,
           QObject::tr("Ended early. The cases that finished are in the file. Start again with "
                       "\u201cResume\u201d to go on."),
           QString()}})
        if (code == known) return sentence + end;
    return QObject::tr("The collection ended with exit code %1.").arg(code) + said;
}

QString find_collector() {
    const QFileInfo beside(QCoreApplication::applicationDirPath() + u"/sortscope"_s);
    if (beside.isExecutable() && beside.isFile()) return beside.absoluteFilePath();
    return QStandardPaths::findExecutable(u"sortscope"_s);
}

CollectQuestion::~CollectQuestion() {
    cancel();
    for (auto* process : findChildren<QProcess*>()) process->waitForFinished(patience_ms);
}

void CollectQuestion::cancel() {
    if (process_ == nullptr) return;
    auto* process = std::exchange(process_, nullptr);
    process->disconnect();
    // Waiting for the process would block the window.
    connect(process, &QProcess::finished, process, &QObject::deleteLater);
    process->kill();
}

void CollectQuestion::ask(const QString& program, const QStringList& arguments,
                          std::function<void(const QByteArray&)> done,
                          std::function<void(const QString&)> failed) {
    cancel();
    process_ = new QProcess(this);
    const auto settle = [this] {
        process_->deleteLater();
        return std::exchange(process_, nullptr);
    };
    connect(process_, &QProcess::errorOccurred, this,
            [settle, program, failed](QProcess::ProcessError error) {
                if (error == QProcess::FailedToStart)
                    failed(tr("%1 could not be started: %2.").arg(program, settle()->errorString()));
            });
    connect(process_, &QProcess::finished, this,
            [settle, done = std::move(done), failed](int code, QProcess::ExitStatus status) {
                auto* process = settle();
                if (status == QProcess::NormalExit && code == 0)
                    return done(process->readAllStandardOutput());
                QStringList lines;
                for (const auto& line :
                     QString::fromUtf8(process->readAllStandardError()).split(u'\n', Qt::SkipEmptyParts))
                    lines << without_name(line);
                failed(lines.isEmpty() ? exit_sentence(code, status != QProcess::NormalExit, {})
                                       : lines.join(u' '));
            });
    process_->start(program, arguments, QIODevice::ReadOnly);
}

CollectRun::~CollectRun() {
    if (!running()) return;
    // The process may need more time to store the case than the window waits.
    process_->disconnect();
    process_->setParent(nullptr);
    signal_process(*process_, SIGINT);
    if (process_->waitForFinished(patience_ms)) delete process_;
}

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
            emit ended(-1, tr("%1 could not be started: %2.").arg(program, process_->errorString()));
    });
    connect(process_, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        for (const auto channel : {QProcess::StandardError, QProcess::StandardOutput}) read(channel, true);
        emit ended(code, exit_sentence(code, status != QProcess::NormalExit, messages_));
    });
#ifdef __linux__
    // Interrupts the collection even if the window is killed.
    process_->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGINT); });
#endif
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
}
