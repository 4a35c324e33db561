// Runs the program `sortscope` to read options and to collect, since the window links no kernels.
#pragma once

#include "gui/models/text.hpp"

namespace sortscope::gui {
struct CollectRequest {
    QStringList options;  ///< without --output
    QString output;

    QStringList arguments() const;
    QString command() const;
};

QStringList shell_words(const QString& line);

struct VariantOffer {
    QString name, source, summary;
    QStringList keys;
    QStringList also;
    QString takes;  ///< "u32, i32, ..; 2 to 2^28 keys, a power of two; blocks of 1 to 1024 threads; ..."
};
struct DeviceOffer {
    QString backend, name;
    int number = -1;  ///< of a CUDA GPU
};
struct CollectOption {
    QString name, value = {}, group = {}, help = {};        ///< value: empty for a flag
    std::vector<std::pair<QString, QString>> choices = {};  ///< word and help
    bool rare = false;
};

/// These functions throw std::runtime_error with a sentence if `json` is not what `sortscope` prints.
std::vector<VariantOffer> read_variants(const QByteArray& json);
std::vector<DeviceOffer> read_devices(const QByteArray& json);
std::vector<CollectOption> read_options(const QByteArray& json);

struct CollectPlan {
    qulonglong cases = 0;
    QString sentence;  ///< as --dry-run prints it
    QString warning;
    struct Reason {
        QString sentence;
        qulonglong cases = 0;
    };
    std::vector<Reason> reasons;
};
CollectPlan read_plan(const QByteArray& json);

struct CollectProgress {
    qulonglong done = 0, total = 0;
    double fraction = 0;
    std::optional<double> seconds_left;
    QString current;
};
std::optional<CollectProgress> read_progress(const QByteArray& line);

/// Explains exit code `code` and what to do; empty for 0. `messages`: standard error.
QString exit_sentence(int code, bool crashed, const QStringList& messages);

/// Path of `sortscope` in the window's folder, else on PATH; empty if absent.
QString find_collector();

class CollectQuestion : public QObject {
    Q_OBJECT
 public:
    ~CollectQuestion() override;

    /// Calls `done` with the output if the program exits with 0, else `failed` with its standard error.
    void ask(const QString& program, const QStringList& arguments,
             std::function<void(const QByteArray&)> done, std::function<void(const QString&)> failed);
    void cancel();
    bool pending() const { return process_ != nullptr; }

 private:
    QProcess* process_ = nullptr;
};

class CollectRun : public QObject {
    Q_OBJECT
 public:
    using QObject::QObject;
    /// Interrupts the current case. The program stores the case, then ends.
    ~CollectRun() override;

    void start(const QString& program, const CollectRequest& request);
    bool running() const { return process_ != nullptr && process_->state() != QProcess::NotRunning; }
    /// Interrupts the current case and ends the run; the second call kills the program.
    void end();
    bool ending() const { return asked_ > 0; }
    const std::optional<CollectProgress>& progress() const { return progress_; }
    const QStringList& messages() const { return messages_; }

 signals:
    void progressed();
    void said(const QString& line);
    /// `code`: -1 if the program did not start. `sentence`: empty if all cases ran.
    void ended(int code, const QString& sentence);

 private:
    /// `to_end`: also reads an unfinished line.
    void read(QProcess::ProcessChannel channel, bool to_end = false);

    QProcess* process_ = nullptr;
    std::optional<CollectProgress> progress_;
    QStringList messages_;
    int asked_ = 0;
};
}
