// The cases that the one shown is compared with, read as charts need them.
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

    /// Nothing is read, and there are none, while they are not wanted; with the next follow().
    void set_wanted(bool wanted) { wanted_ = wanted; }
    /// Asks for what the selection has by now: a view calls this when it draws, so that views out of sight
    /// read nothing.
    void follow();
    /// Those that were read last; the same while they are read anew.
    const std::vector<CaseContentsPtr>& cases() const { return cases_; }
    /// A text that differs wherever they differ: of the files' versions and the cases.
    const QString& key() const { return key_; }
    bool reading() const { return query_.pending(); }

 signals:
    /// Others than before have been read.
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
