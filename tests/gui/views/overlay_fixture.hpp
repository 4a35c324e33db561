// A case shown and one compared with it, for tests of views that draw both.
#pragma once

#include <QAction>
#include <QToolBar>

#include "gui/models/text.hpp"
#include "gui/views/chart/chart_view.hpp"
#include "gui/views/stages_view.hpp"
#include "workspace_fixture.hpp"

namespace sortscope::gui {

class OverlayTest : public WorkspaceFixture {
 protected:
    void SetUp() override {
        ASSERT_TRUE(open(good(), CaseId{1}));
        // Another case with launches and times.
        other_ = find([](const CaseRecord& record) {
            return record.id != CaseId{1} && record.backend == BackendKind::cupti && record.time &&
                   record.launch_count > 0;
        });
        ASSERT_NE(other_, CaseId{});
    }
    void compare() { workspace.toggle_other(Workspace::ref_of(file(), *file().find(other_))); }
    static QAction* toggle(View& view) { return view.toolbar().findChild<QAction*>(u"overlay"_s); }
    /// Whether the choice of ratio or beside each other is in the tool bar, of which a test sees the actions
    /// alone.
    static bool offers_beside(StagesView& view) {
        const auto actions = view.toolbar().actions();
        return std::ranges::any_of(actions, [&](QAction* action) {
            return view.toolbar().widgetForAction(action) == &view.beside_box() && action->isVisible();
        });
    }
    CaseId other_{};
};

}  // namespace sortscope::gui
