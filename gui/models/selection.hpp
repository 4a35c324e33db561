// What all views show: one value that each of them follows and may change, with a history to walk back
// through.
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

/// A condition as text: equal where two conditions are, and kept from one start to the next.
QString condition_key(const Condition& condition);

/// A case of an open file. It is found again by its condition where the file was written anew and numbers
/// mean something else.
struct CaseRef {
    QString file;  ///< absolute path
    CaseId id{};
    QString condition;  ///< condition_key() of it

    bool is_none() const { return id == CaseId{}; }
    friend bool operator==(const CaseRef& a, const CaseRef& b) { return a.id == b.id && a.file == b.file; }
};

/// Launches of the case shown, by index; both ends belong to it.
struct LaunchRange {
    std::uint64_t first = 0, last = 0;
    friend bool operator==(const LaunchRange&, const LaunchRange&) = default;
};

/// A part of the case's time, in us since its first activity record.
struct TimeRange {
    double from = 0, to = 0;
    friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

/// A line of a kernel's source.
struct SourceLine {
    QString file;
    std::uint32_t line = 0;
    friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

struct Selection {
    QStringList files;      ///< open, in the order of opening
    QString filter;         ///< which cases are listed
    CaseRef baseline;       ///< the case shown
    QList<CaseRef> others;  ///< those it is compared with
    std::optional<int> stage, substage;
    std::optional<LaunchRange> launches;
    std::optional<SourceLine> source;
    QString metric;  ///< id of the catalogue; empty: the first there is
    std::optional<TimeRange> time;
    analyzer::Grouping grouping = analyzer::Grouping::stage;
    analyzer::Repeats repeats = analyzer::Repeats::newest;

    friend bool operator==(const Selection&, const Selection&) = default;

    /// Chooses another case: what was chosen within the one before is left.
    void show(CaseRef record);
    /// For the settings; what cannot be read is left as it is by default.
    QJsonObject to_json() const;
    static Selection from_json(const QJsonObject& object);
};

/// The selection of a window. Every change is a step of its history; steps that only zoom or type follow one
/// another in one.
class Selected : public QObject {
    Q_OBJECT

 public:
    explicit Selected(QObject* parent = nullptr) : QObject(parent) {}

    const Selection& now() const { return steps_[static_cast<std::size_t>(at_)]; }
    /// Takes `next`; says so where it differs. What was ahead in the history is forgotten.
    void change(Selection next);
    /// change() of a copy that `edit` has edited.
    template <class Edit>
    void edit(Edit&& edit) {
        Selection next = now();
        edit(next);
        change(std::move(next));
    }
    /// Corrects the present step without making one: files that were opened or closed are so in every step.
    void correct(Selection next);

    bool can_go_back() const { return at_ > 0; }
    bool can_go_forward() const { return at_ + 1 < static_cast<int>(steps_.size()); }

 public slots:
    void back();
    void forward();

 signals:
    void changed(const sortscope::gui::Selection& before);

 private:
    static QStringList conditions_of(const Selection& selection);
    void go(int step);

    std::vector<Selection> steps_{Selection{}};
    int at_ = 0;
};

}  // namespace sortscope::gui
