// A workspace with a file of sample cases, for tests of views.
#pragma once

#include <QElapsedTimer>
#include <QTest>

#include "busy_lane.hpp"
#include "gui/views/view.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {

class WorkspaceFixture : public testing::Test {
 protected:
    static void SetUpTestSuite() {
        folder = new QTemporaryDir;
        sample::write_file(good().toStdString(), 10, 12);
    }
    static void TearDownTestSuite() {
        delete folder;
        folder = nullptr;
    }
    static QString good() { return folder->filePath(QStringLiteral("good.db")); }

    bool settled(const View* view = nullptr) {
        // What is asked for next is asked by queued calls: twice quiet is quiet.
        for (int quiet = 0; quiet < 2; ++quiet) {
            const bool calm = QTest::qWaitFor(
                [&] {
                    return !workspace.loader().busy() && !workspace.opening() &&
                           (view == nullptr || view->is_settled());
                },
                20000);
            if (!calm) return false;
            QTest::qWait(5);
        }
        return true;
    }
    bool open(const QString& path, CaseId id = CaseId{}) {
        workspace.open(path, id);
        return settled();
    }
    /// Shows a view, and waits until it has drawn what it shows.
    bool show(View& view) {
        view.resize(1000, 700);
        view.show();
        view.update_now();
        return QTest::qWaitForWindowExposed(&view) && settled(&view);
    }
    const FileContents& file() const { return *workspace.files().front(); }
    /// The first case that `is` is true of.
    template <class Is>
    CaseId find(Is&& is) const {
        const auto found = std::ranges::find_if(file().cases, is);
        return found == file().cases.end() ? CaseId{} : found->id;
    }

    static inline QTemporaryDir* folder = nullptr;
    Workspace workspace;
};

}  // namespace sortscope::gui
