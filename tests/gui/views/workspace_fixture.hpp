// A workspace with a file of sample cases, for tests of views.
#pragma once

#include <QTest>

#include "gui/views/stages_view.hpp"
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
        // Queued calls may ask further questions: wait until the workspace is quiet twice.
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
    bool open_and_show(const QString& path, CaseId id = CaseId{1}) {
        if (!open(path)) return false;
        workspace.show(path, id);
        return settled();
    }
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
    static auto is_case(std::string_view variant, uint64_t n, KeyType key = KeyType::u32) {
        return [=](const CaseRecord& record) {
            return record.subject.name == variant && record.keys() == n && record.key() == key;
        };
    }
    CaseId first_of(BackendKind backend) const {
        return find([=](const CaseRecord& record) { return record.backend == backend; });
    }
    /// A case other than the first, with launches and times.
    CaseId other() const {
        return find([](const CaseRecord& record) {
            return record.id != CaseId{1} && record.backend == BackendKind::cupti && record.time &&
                   record.launch_count > 0;
        });
    }
    static QComboBox& box_of(View& view, const char* id) {
        return *view.toolbar().findChild<QComboBox*>(QLatin1StringView(id));
    }
    static void choose(QComboBox& box, int item) {
        box.setCurrentIndex(item);
        emit box.activated(item);
    }
    const FileContents& file() const { return *workspace.files().front(); }
    template <class Is>
    CaseId find(Is&& is) const {
        const auto found = std::ranges::find_if(file().cases, is);
        return found == file().cases.end() ? CaseId{} : found->id;
    }

    static inline QTemporaryDir* folder = nullptr;
    Workspace workspace;
};

template <class V>
class ViewTest : public WorkspaceFixture {
 protected:
    void SetUp() override {
        ASSERT_TRUE(open(good(), CaseId{1}));
        ASSERT_TRUE(show(view));
    }
    bool settled() { return WorkspaceFixture::settled(&view); }
    bool open_and_show(const QString& path, CaseId id = CaseId{1}) {
        return WorkspaceFixture::open_and_show(path, id) && settled();
    }
    template <class Is>
    bool show_example(Is&& is) {
        return WorkspaceFixture::show_example(is) && settled();
    }
    bool compare(CaseId id, const QString& path = {}) {
        const auto from = path.isEmpty() ? workspace.current_file() : workspace.file(path);
        workspace.toggle_other(Workspace::ref_of(*from, *from->find(id)));
        return settled();
    }
    QAction* overlay() { return view.toolbar().template findChild<QAction*>(u"overlay"_s); }
    bool draw_others(bool drawn) {
        overlay()->setChecked(drawn);
        return settled();
    }
    template <class Change>
    bool change_selection(Change&& change) {
        workspace.selected().edit(change);
        return settled();
    }
    bool show_case(CaseId id, const QString& path = good()) {
        workspace.show(path, id);
        return settled();
    }
    template <class Kind>
    bool show_kind(Kind kind) {
        view.set_kind(kind);
        return settled();
    }
    bool chosen(QComboBox& box, int item) {
        choose(box, item);
        return settled();
    }
    testing::AssertionResult has_chart() {
        return testing::AssertionResult(view.chart()->has_chart()) << view.chart()->message().toStdString();
    }
    testing::AssertionResult notes(const char* words) {
        return testing::AssertionResult(chart().note.find(words) != std::string::npos) << chart().note;
    }
    const present::Chart& chart() { return view.chart()->chart(); }
    const TableModel& table() { return view.table()->table(); }
    QCPRange range() { return view.chart()->plot().xAxis->range(); }
    V view{workspace};
};
}
