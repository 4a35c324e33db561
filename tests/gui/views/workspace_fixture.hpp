// A workspace with a file of sample cases, for tests of views.
#pragma once

#include <QAction>
#include <QComboBox>
#include <QElapsedTimer>
#include <QTest>
#include <QToolBar>

#include "gui/models/text.hpp"
#include "gui/views/chart/chart_view.hpp"
#include "gui/views/stages_view.hpp"
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
    static QString good() { return folder->filePath(u"good.db"_s); }

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
    /// Opens the example and shows the first case that `is` accepts; null if there is none.
    template <class Is>
    const CaseRecord* show_example(Is&& is) {
        const QString example = QStringLiteral(SORTSCOPE_EXAMPLE);
        if (!open(example)) return nullptr;
        const auto* record = example_case(is);
        if (record == nullptr) return nullptr;
        workspace.show(example, record->id);
        return settled() ? record : nullptr;
    }
    template <class Is>
    const CaseRecord* example_case(Is&& is) const {
        const auto& cases = workspace.file(QStringLiteral(SORTSCOPE_EXAMPLE))->cases;
        const auto found = std::ranges::find_if(cases, is);
        return found == cases.end() ? nullptr : &*found;
    }
    static auto is_case(std::string_view variant, std::uint64_t n, KeyType key = KeyType::u32) {
        return [=](const CaseRecord& record) {
            return record.subject.name == variant && record.keys() == n && record.key() == key;
        };
    }
    /// Compares the case shown with another one of the file shown, or stops.
    bool toggle_other(View& view, const CaseRecord& other) {
        workspace.toggle_other(Workspace::ref_of(*workspace.current_file(), other));
        return settled(&view);
    }
    /// Chooses an item of a box as a user does.
    static void choose(QComboBox& box, int item) {
        box.setCurrentIndex(item);
        emit box.activated(item);
    }
    template <class Change>
    bool change_selection(View& view, Change&& change) {
        workspace.selected().edit(change);
        return settled(&view);
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

/// The view of stages with a file of sample cases.
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

/// A case shown and one compared with it.
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
    /// Whether the toolbar shows the choice "as ratio" or "side by side".
    static bool offers_beside(StagesView& view) {
        const auto actions = view.toolbar().actions();
        return std::ranges::any_of(actions, [&](QAction* action) {
            return view.toolbar().widgetForAction(action) == &view.beside_box() && action->isVisible();
        });
    }
    CaseId other_{};
};

}  // namespace sortscope::gui
