// Runs the installed `sortscope`: questions about its options, and a collection. The window links neither
// CUDA nor kernels.
#pragma once

#include <functional>
#include <optional>

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QStringList>

#include "gui/models/collect_request.hpp"

class QProcess;

namespace sortscope::gui {

/// `sortscope` in the window's folder, else on PATH; empty if there is none.
QString find_collector();

/// One question at a time: a newer one makes an older void.
class CollectQuestion : public QObject {
    Q_OBJECT

 public:
    explicit CollectQuestion(QObject* parent = nullptr);
    ~CollectQuestion() override;

    /// Runs the program. `done` gets its output; `failed` gets standard error unless it exits with 0.
    void ask(const QString& program, const QStringList& arguments,
             std::function<void(const QByteArray&)> done, std::function<void(const QString&)> failed);
    void cancel();
    bool pending() const { return process_ != nullptr; }

 private:
    QProcess* process_ = nullptr;
};

/// A collection that runs.
class CollectRun : public QObject {
    Q_OBJECT

 public:
    explicit CollectRun(QObject* parent = nullptr);
    /// Lets the current case finish.
    ~CollectRun() override;

    void start(const QString& program, const CollectRequest& request);
    bool running() const;
    /// The first call ends the run after the current case, the second kills it.
    void end();
    bool ending() const { return asked_ > 0; }
    const std::optional<CollectProgress>& progress() const { return progress_; }
    /// Standard error by line, without the program's name.
    const QStringList& messages() const { return messages_; }

 signals:
    void progressed();
    void said(const QString& line);
    /// `sentence` is empty if all cases ran.
    void ended(int code, const QString& sentence);
    void failed(const QString& sentence);

 private:
    void read_errors();
    void read_output();
    void take_message(const QString& line);

    QProcess* process_ = nullptr;
    QByteArray errors_, output_;
    std::optional<CollectProgress> progress_;
    QStringList messages_;
    int asked_ = 0;
};

}  // namespace sortscope::gui
