#include "gui/models/collect_program.hpp"

#include <csignal>
#include <utility>

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTimer>

#include "gui/models/text.hpp"

namespace sortscope::gui {
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
    errors_.clear();
    output_.clear();
    messages_.clear();
    progress_.reset();
    asked_ = 0;
    connect(process_, &QProcess::readyReadStandardError, this, &CollectRun::read_errors);
    connect(process_, &QProcess::readyReadStandardOutput, this, &CollectRun::read_output);
    connect(process_, &QProcess::errorOccurred, this, [this, program](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            emit failed(tr("%1 could not be started: %2.").arg(program, process_->errorString()));
    });
    connect(process_, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        errors_ += '\n';
        output_ += '\n';
        read_errors();
        read_output();
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

void CollectRun::take_message(const QString& line) {
    const auto message = without_name(line.trimmed());
    if (message.isEmpty()) return;
    messages_ << message;
    emit said(message);
}

void CollectRun::read_errors() {
    errors_ += process_->readAllStandardError();
    for (auto end = errors_.indexOf('\n'); end >= 0; end = errors_.indexOf('\n')) {
        const auto line = errors_.left(end);
        errors_.remove(0, end + 1);
        if (const auto progress = read_progress(line)) {
            progress_ = progress;
            emit progressed();
        } else {
            take_message(QString::fromUtf8(line));
        }
    }
}

void CollectRun::read_output() {
    output_ += process_->readAllStandardOutput();
    for (auto end = output_.indexOf('\n'); end >= 0; end = output_.indexOf('\n')) {
        const auto line = output_.left(end);
        output_.remove(0, end + 1);
        take_message(QString::fromUtf8(line));
    }
}

}  // namespace sortscope::gui
