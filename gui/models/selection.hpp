// The selection that all views follow, with a history.
#pragma once

#include "analyzer/curves/curve.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "gui/models/text.hpp"

namespace sortscope::gui {
/// Key that is equal for equal conditions, also after a restart.
QString condition_key(const Condition& condition);

/// Refers to a case. The condition finds the case again if ids changed.
struct CaseRef {
    QString file;  ///< absolute path
    CaseId id{};
    QString condition;  ///< condition_key()

    bool is_none() const { return id == CaseId{}; }
    friend bool operator==(const CaseRef& a, const CaseRef& b) { return a.id == b.id && a.file == b.file; }
};

/// Encodes a dragged case. case_of_handle() decodes it; other bytes give no case.
QByteArray handle_of(const CaseRef& ref);
CaseRef case_of_handle(const QByteArray& handle);

/// Microseconds since the start of the case's first launch.
struct TimeRange {
    double from = 0, to = 0;
    friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

struct SourceLine {
    QString file;
    uint32_t line = 0;
    friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

struct Selection {
    QStringList files;
    QString filter;
    CaseRef baseline;       ///< the case shown
    QList<CaseRef> others;  ///< compared with `baseline`
    std::optional<int> stage, substage, launch;
    std::optional<SourceLine> source;
    QString metric;  ///< id in the catalogue; empty: the first metric
    std::optional<TimeRange> time;
    analyzer::Grouping grouping = analyzer::Grouping::stage;
    analyzer::Repeats repeats = analyzer::Repeats::newest;

    friend bool operator==(const Selection&, const Selection&) = default;

    void show(CaseRef record);
    void choose_stage(int wanted);
    QJsonObject to_json() const;
    /// Unreadable values keep their defaults.
    static Selection from_json(const QJsonObject& object);
};

/// Every change adds a step to the history. Successive changes of only the zoom or the filter share one step.
class Selected : public QObject {
    Q_OBJECT
 public:
    const Selection& now() const { return steps_[size_t(at_)]; }
    void change(Selection next);
    template <class Edit>
    void edit(Edit&& edit) {
        Selection next = now();
        edit(next);
        change(std::move(next));
    }
    /// Replaces the current step, and the files of every step.
    void correct(Selection next);

    CaseRef case_before() const {
        for (int i = at_; i-- > 0;)
            if (const auto& shown = steps_[size_t(i)].baseline; !(shown == now().baseline)) return shown;
        return {};
    }

    bool can_go_back() const { return at_ > 0; }
    bool can_go_forward() const { return at_ + 1 < int(steps_.size()); }

 public slots:
    void back() { go(at_ - 1); }
    void forward() { go(at_ + 1); }

 signals:
    void changed(const sortscope::gui::Selection& before);

 private:
    void go(int step);

    std::vector<Selection> steps_{Selection{}};
    int at_ = 0;
};
}
