// The open files and the selection: what every view is given.
#pragma once

#include <map>
#include <memory>

#include <QList>
#include <QObject>
#include <QString>

#include "gui/models/contents.hpp"
#include "gui/models/loader.hpp"
#include "gui/models/selection.hpp"

class QTimer;

namespace sortscope::gui {

class Workspace : public QObject {
    Q_OBJECT

 public:
    explicit Workspace(QObject* parent = nullptr);
    ~Workspace() override;

    Selected& selected() { return selected_; }
    const Selection& selection() const { return selected_.now(); }
    Loader& loader() { return loader_; }

    /// Opens a file, or reads it anew where it is open. `show_first`: the case to select; that of the
    /// selection, or the first worth showing, where it is 0.
    void open(const QString& path, CaseId show_first = CaseId{});
    void close(const QString& path);
    /// Reads all open files anew.
    void reload();
    /// Opens the files of a selection that was saved, and selects what it selected once they are read.
    void restore(const Selection& saved);
    /// Looks whether a file has changed, now rather than in the next second.
    void look();

    /// Those that are read, in the order of opening.
    const QList<FileContentsPtr>& files() const { return files_; }
    FileContentsPtr file(const QString& path) const;
    /// The file of the case shown, else the first; null where none is open.
    FileContentsPtr current_file() const;
    bool opening() const { return !opens_.empty(); }

    static CaseRef ref_of(const FileContents& file, const CaseRecord& record);
    /// The summary of a case of an open file; null where there is none such.
    const CaseRecord* find(const CaseRef& record) const;
    /// The case shown; null while it is read, or where it cannot be.
    const CaseContentsPtr& current() const { return current_; }
    bool reading() const { return case_query_.pending(); }
    /// Why the case shown cannot be read; empty where it can.
    const QString& failure() const { return failure_; }

    /// Chooses a case of an open file to be shown.
    void show(const QString& path, CaseId id);
    /// Adds it to what the case shown is compared with, or takes it out.
    void toggle_other(const CaseRef& record);

 signals:
    void files_changed();
    /// current() is another, or none.
    void case_changed();
    /// A file, or a case, could not be read; `sentence` says why and what to do.
    void failed(const QString& sentence);
    /// Something that the user should know, but that is no failure.
    void said(const QString& sentence);
    /// What the last failed() was said of has succeeded, or something else that was asked for since: it is
    /// over.
    void succeeded();

 private:
    void take(const FileContentsPtr& contents, CaseId show_first, bool asked_since);
    void finish_opening(CaseId show_first, const QString& path);
    void follow(const Selection& before);
    void read_current();
    void ask_case(bool again);
    void fail(const QString& path, const QString& sentence);
    void succeed(const QString& path, bool asked_since);
    void settle_selection(CaseId show_first, const QString& path);
    CaseRef found_again(const CaseRef& record) const;
    bool is_replaced(const FileContents& before, const FileContents& now) const;

    Loader loader_;
    Selected selected_;
    QList<FileContentsPtr> files_;
    std::map<QString, std::unique_ptr<Query>> opens_;
    Query case_query_, watch_query_;
    CaseContentsPtr current_;
    CaseRef wanted_;  ///< that current_ is, or is to become
    QString failure_;
    QString failed_path_;  ///< of the last failed(): an error about one file is not over because another can
                           ///< be read
    bool settling_ = false;     ///< the selection is corrected by what was read, not changed by the user
    bool asked_since_ = false;  ///< the case wanted was asked for by the user
    bool watching_ = false;     ///< what is opened now was noticed, not asked for
    int failures_ = 0;
    std::optional<Selection> saved_;
    QTimer* watch_;
};

}  // namespace sortscope::gui
