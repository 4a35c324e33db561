// Runs the installed `sortscope`: questions about its options, and a collection. The window links no kernels.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <QByteArray>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>

namespace sortscope::gui {

/// What to collect. An option that is left out is the preset's, or the program's, to choose.
struct CollectRequest {
    QStringList options;  ///< word by word, without the output
    QString output;

    /// The words after `sortscope`.
    QStringList arguments() const;
    /// The line for a shell.
    QString command() const;
};

/// Splits a line at blanks outside of quotes.
QStringList shell_words(const QString& line);

struct VariantParameter {
    QString name, values;
};
struct VariantOffer {
    QString name, source, summary, details, kind;
    QStringList keys;
    QStringList also;  ///< other sources that describe it
    qulonglong least_keys = 0, most_keys = 0;
    bool power_of_two = false, padded = false;
    int least_block = 0, most_block = 0;  ///< 0: no choice
    std::vector<VariantParameter> parameters;
    /// "u32, i32, ..; 2 to 2^28 keys, a power of two; blocks of 1 to 1024 threads; ..."
    QString takes() const;
};
struct DeviceOffer {
    QString backend, name;
    int number = -1;  ///< of a GPU
};
/// An option of `sortscope collect`, as its help describes it.
struct CollectOption {
    QString name, value = {}, group = {}, help = {};        ///< value: empty for a flag
    std::vector<std::pair<QString, QString>> choices = {};  ///< word and help
    bool rare = false;
};

/// Throw std::runtime_error with a sentence if the program did not print this JSON.
std::vector<VariantOffer> read_variants(const QByteArray& json);
std::vector<DeviceOffer> read_devices(const QByteArray& json);
std::vector<CollectOption> read_options(const QByteArray& json);

struct CollectPlan {
    qulonglong cases = 0, skipped = 0, left_out = 0, launches = 0;
    bool exact = true;
    double seconds = 0, bytes = 0;
    QString warning;
    struct Reason {
        QString sentence;
        qulonglong cases = 0;
    };
    std::vector<Reason> reasons;
    /// "12 cases (66 launches), about 40 s, a file of about 1.2 MB."
    QString sentence() const;
};
CollectPlan read_plan(const QByteArray& json);

struct CollectProgress {
    qulonglong done = 0, total = 0;
    double fraction = 0;
    std::optional<double> seconds_left;
    QString current;
};
/// Nothing if the line is not progress.
std::optional<CollectProgress> read_progress(const QByteArray& line);

/// Explains an exit code and what to do; `messages`: standard error. Empty for 0.
QString exit_sentence(int code, bool crashed, const QStringList& messages);

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
    /// Reads whole lines; `to_end`: also an unfinished one.
    void read(QProcess::ProcessChannel channel, bool to_end = false);

    QProcess* process_ = nullptr;
    std::optional<CollectProgress> progress_;
    QStringList messages_;
    int asked_ = 0;
};

}  // namespace sortscope::gui
