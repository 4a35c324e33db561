// The installed `sortscope`, run by the window: what it offers, what it would do, and a collection while it
// runs. The window itself links neither CUDA nor kernels.
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

/// `sortscope` beside the window's program, else the one on PATH; empty where there is none.
QString find_collector();

/// One question at a time: a newer one makes an older void.
class CollectQuestion : public QObject {
    Q_OBJECT

 public:
    explicit CollectQuestion(QObject* parent = nullptr);
    ~CollectQuestion() override;

    /// Runs the program with `arguments`; `done` gets what it printed, `failed` the sentence on standard
    /// error where it did not end with 0.
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
    /// Ends what runs in order: the current case is finished first.
    ~CollectRun() override;

    void start(const QString& program, const CollectRequest& request);
    bool running() const;
    /// The first call ends it after the current case, the second kills it.
    void end();
    bool ending() const { return asked_ > 0; }
    const std::optional<CollectProgress>& progress() const { return progress_; }
    /// What the program said, line by line, without its name.
    const QStringList& messages() const { return messages_; }

 signals:
    void progressed();
    void said(const QString& line);
    /// `sentence` is empty where all ran.
    void ended(int code, const QString& sentence);
    /// It could not be started.
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
