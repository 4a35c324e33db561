// The compared cases, read for charts.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QObject>

#include "gui/models/contents.hpp"
#include "gui/models/loader.hpp"
#include "gui/models/selection.hpp"
#include "present/charts/breakdown_overlay.hpp"

namespace sortscope::gui {

class Workspace;

/// Those of the selection of a workspace, as of the last follow(); what cannot be read is left out.
class OtherCases : public QObject {
    Q_OBJECT

 public:
    explicit OtherCases(Workspace& workspace, QObject* parent = nullptr);

    /// Takes effect with the next follow().
    void set_wanted(bool wanted) { wanted_ = wanted; }
    /// Reads the compared cases of the selection. Views call it when they draw, so hidden views read nothing.
    void follow();
    /// The cases read last, even while others are read.
    const std::vector<CaseContentsPtr>& cases() const { return cases_; }
    /// Differs if files or cases differ.
    const QString& key() const { return key_; }

 signals:
    /// Other cases were read.
    void changed();

 private:
    Workspace& workspace_;
    Query query_;
    std::vector<CaseContentsPtr> cases_;
    QString key_, asked_;
    bool wanted_ = true;
};

/// The breakdown of a case as stored; null where nobody waits any more. `launches` of more than can be drawn
/// are not for this.
std::shared_ptr<const analyzer::Breakdown> read_breakdown(const db::Reader& reader, const CaseRecord& record,
                                                          analyzer::Grouping grouping, const Stale& stale);

/// The case shown and those beside it, grouped alike; null where nobody waits any more.
struct Overlaid {
    std::vector<CaseContentsPtr> held;
    std::vector<present::OverlayCase> cases;
};
std::optional<Overlaid> read_overlay(Readers& readers, const CaseContentsPtr& shown,
                                     const std::vector<CaseContentsPtr>& others, analyzer::Grouping grouping,
                                     const Stale& stale);

}  // namespace sortscope::gui
