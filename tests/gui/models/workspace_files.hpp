// A workspace and a folder of files that tests write, change and break.
#pragma once

#include <QSignalSpy>
#include <QTest>

#include "gui/models/workspace.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {

class WorkspaceFiles : public testing::Test {
 protected:
    QString path(const char* name) const { return folder.filePath(QString::fromLatin1(name)); }
    QString write(const char* name, int largest_log2 = 10) const {
        sample::write_file(path(name).toStdString(), 10, largest_log2);
        return path(name);
    }
    bool settled() {
        return QTest::qWaitFor([&] { return !workspace.loader().busy() && !workspace.opening(); }, 20000);
    }
    bool open(const QString& file, CaseId id = CaseId{}) {
        workspace.open(file, id);
        return settled();
    }
    CaseId shown() const { return workspace.current() ? workspace.current()->record.id : CaseId{}; }

    QTemporaryDir folder;
    Workspace workspace;
    QSignalSpy failed{&workspace, &Workspace::failed};
    QSignalSpy said{&workspace, &Workspace::said};
};

}  // namespace sortscope::gui
