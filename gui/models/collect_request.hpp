// What is to be collected, as the command line of `sortscope collect` says it; and what there is to choose
// from, as the program tells.
#pragma once

#include <optional>
#include <vector>

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace sortscope::gui {

/// Each left empty is as the preset has it, or as `collect` does where nothing is said.
struct CollectRequest {
    QString preset;
    QStringList variants;
    QString sizes, blocks;   ///< lists: "2^10..2^20", "64,256"
    QStringList parameters;  ///< "NAME=1,2,4" each
    QStringList keys, inputs;
    QStringList backends;  ///< of the devices chosen
    QStringList gpus;      ///< their numbers
    QString model;         ///< compute capability that the interpreter models
    QStringList counters;  ///< selections
    bool counting = false, flush_l2 = false, resume = true;
    int rounds = 0;  ///< 0: as the preset says
    QString time_modes;
    QStringList more;  ///< further options, word by word
    QString output;

    /// The words behind `sortscope`.
    QStringList arguments() const;
    /// A line for a shell.
    QString command() const;
};

/// A line as words: blanks divide, quotes of both kinds hold together.
QStringList shell_words(const QString& line);

struct VariantParameter {
    QString name, values;
};
/// What a variant is and takes.
struct VariantOffer {
    QString name, source, summary, details, kind;
    QStringList keys;
    QStringList also;  ///< other sources that describe it
    qulonglong least_keys = 0, most_keys = 0;
    bool power_of_two = false, padded = false;
    int least_block = 0, most_block = 0;  ///< 0: none to choose
    std::vector<VariantParameter> parameters;
    QString takes()
        const;  ///< "u32, i32, ..; 2 to 2^28 keys, a power of two; blocks of 1 to 1024 threads; ..."
};
struct DeviceOffer {
    QString backend, name;
    int number = -1;  ///< of GPUs
};
struct PresetOffer {
    QString name, summary;
};

/// Throw std::runtime_error with a sentence where the text is not what the program prints.
std::vector<VariantOffer> read_variants(const QByteArray& json);
std::vector<DeviceOffer> read_devices(const QByteArray& json);
std::vector<PresetOffer> read_presets(const QByteArray& json);

/// What would run.
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
/// Nothing where the line is a sentence.
std::optional<CollectProgress> read_progress(const QByteArray& line);

/// What an exit code means, and what to do; `messages` are what was said on standard error. Empty for 0.
QString exit_sentence(int code, bool crashed, const QStringList& messages);

}  // namespace sortscope::gui
