// The selection that all views follow and may change, with a history.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include "analyzer/curves/curve.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "core/condition.hpp"
#include "core/records.hpp"

class QJsonObject;

namespace sortscope::gui {

/// A text that is equal for equal conditions, also in another start of the program.
QString condition_key(const Condition& condition);

/// A case of an open file. Its condition finds it again if ids changed.
struct CaseRef {
    QString file;  ///< absolute path
    CaseId id{};
    QString condition;  ///< condition_key()

    bool is_none() const { return id == CaseId{}; }
    friend bool operator==(const CaseRef& a, const CaseRef& b) { return a.id == b.id && a.file == b.file; }
};

/// A part of the case's time, in us since its first activity record.
struct TimeRange {
    double from = 0, to = 0;
    friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

struct SourceLine {
    QString file;
    std::uint32_t line = 0;
    friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

struct Selection {
    QStringList files;      ///< open, in the order of opening
    QString filter;         ///< of the list of cases
    CaseRef baseline;       ///< the case shown
    QList<CaseRef> others;  ///< compared with it
    std::optional<int> stage, substage, launch;
    std::optional<SourceLine> source;
    QString metric;  ///< id in the catalogue; empty: the first
    std::optional<TimeRange> time;
    analyzer::Grouping grouping = analyzer::Grouping::stage;
    analyzer::Repeats repeats = analyzer::Repeats::newest;

    friend bool operator==(const Selection&, const Selection&) = default;

    /// Chooses another case and clears choices within the old one.
    void show(CaseRef record);
    /// Chooses a stage as a whole.
    void choose_stage(int wanted);
    /// For the settings; unreadable values keep their defaults.
    QJsonObject to_json() const;
    static Selection from_json(const QJsonObject& object);
};

/// The selection of a window. Every change is a step of its history; zooming and typing make one step.
class Selected : public QObject {
    Q_OBJECT

 public:
    explicit Selected(QObject* parent = nullptr) : QObject(parent) {}

    const Selection& now() const { return steps_[static_cast<std::size_t>(at_)]; }
    /// Forgets the steps ahead.
    void change(Selection next);
    /// change() with an edited copy.
    template <class Edit>
    void edit(Edit&& edit) {
        Selection next = now();
        edit(next);
        change(std::move(next));
    }
    /// Corrects the current step, and the files of every step.
    void correct(Selection next);

    /// The last case before the one shown; may be none.
    CaseRef case_before() const;

    bool can_go_back() const { return at_ > 0; }
    bool can_go_forward() const { return at_ + 1 < static_cast<int>(steps_.size()); }

 public slots:
    void back();
    void forward();

 signals:
    void changed(const sortscope::gui::Selection& before);

 private:
    void go(int step);

    std::vector<Selection> steps_{Selection{}};
    int at_ = 0;
};

}  // namespace sortscope::gui
