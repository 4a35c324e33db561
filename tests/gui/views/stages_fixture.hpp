// The view of stages with a file of sample cases.
#pragma once

#include "gui/views/stages_view.hpp"
#include "workspace_fixture.hpp"

namespace sortscope::gui {

class StagesFixture : public WorkspaceFixture {
 protected:
    void SetUp() override {
        ASSERT_TRUE(open(good(), CaseId{1}));
        ASSERT_TRUE(show(view));
    }
    void group(analyzer::Grouping grouping) {
        workspace.selected().edit([&](Selection& next) { next.grouping = grouping; });
        ASSERT_TRUE(settled(&view));
    }
    StagesView view{workspace};
};

}  // namespace sortscope::gui
