// A window without settings, and a file of sample cases, for tests of the window.
#pragma once

#include <QSettings>
#include <QTest>

#include "gui/app/main_window.hpp"
#include "gui/models/text.hpp"
#include "gui/views/stages_view.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {

/// Waits until the window is quiet three times in a row: answers ask further questions.
inline bool settled(MainWindow& window) {
    for (int quiet = 0; quiet < 3; ++quiet) {
        if (!QTest::qWaitFor([&] { return window.is_settled() && !window.workspace().loader().busy(); },
                             20000))
            return false;
        QTest::qWait(5);
    }
    return true;
}

class MainWindowFixture : public testing::Test {
 protected:
    static void SetUpTestSuite() {
        folder = new QTemporaryDir;
        sample::write_file(good().toStdString(), 10, 11);
    }
    static void TearDownTestSuite() {
        delete folder;
        folder = nullptr;
    }
    static QString good() { return folder->filePath(u"good.db"_s); }

    void SetUp() override {
        QSettings().clear();
        window.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    }
    bool settled() { return gui::settled(window); }
    bool open(const QString& path, CaseId first = CaseId{}) {
        window.open_file(path, first);
        return settled();
    }
    /// Another measure than the one that is drawn.
    void choose_metric(const QString& id) {
        window.workspace().selected().edit([&](Selection& next) { next.metric = id; });
    }
    StagesView& stages() { return window.view_as<StagesView>("stages"); }

    static inline QTemporaryDir* folder = nullptr;
    MainWindow window;
};

}  // namespace sortscope::gui
