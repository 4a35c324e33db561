#pragma once

#include "db/rows/annotations.hpp"
#include "gui/models/contents.hpp"
#include "gui/models/selection.hpp"

namespace sortscope::gui {
class Workspace : public QObject {
    Q_OBJECT
 public:
    Workspace();

    Selected& selected() { return selected_; }
    const Selection& selection() const { return selected_.now(); }
    Loader& loader() { return loader_; }

    /// Opens a file, or reads it again. `show_first`: the case to select.
    void open(const QString& path, CaseId show_first = CaseId{});
    void close(const QString& path);
    void reload();
    void restore(const Selection& saved);
    /// Looks for changed files. A timer calls it each second.
    void look();

    const QList<FilePtr>& files() const { return files_; }
    FilePtr file(const QString& path) const;
    /// The file of the case shown, else the first file; null without files.
    FilePtr current_file() const {
        if (auto shown = file(selection().baseline.file)) return shown;
        return files_.isEmpty() ? nullptr : files_.front();
    }
    bool opening() const { return !opens_.empty(); }

    static CaseRef ref_of(const FileContents& file, const CaseRecord& record);
    std::vector<Condition> compared() const;
    const CaseRecord* find(const CaseRef& record) const;
    /// Null while the case is read, or if reading failed.
    const CasePtr& current() const { return current_; }
    bool reading() const { return case_query_.pending(); }
    /// Reason why the case shown cannot be read; else empty.
    const QString& failure() const { return failure_; }

    /// Writes into the file after all earlier annotations, then reads the file again.
    void annotate(const QString& path, db::AnnotationTarget target, const db::AnnotationChange& change);
    size_t unwritten() const { return writes_.size(); }

    void show(const QString& path, CaseId id);
    void toggle_other(const CaseRef& record);

 signals:
    void files_changed();
    void case_changed();
    /// `sentence` explains why a file or case could not be read, and what to do.
    void failed(const QString& sentence);
    void said(const QString& sentence);
    void succeeded();

 private:
    void take(const FilePtr& contents, CaseId show_first, bool asked_since);
    void finish_opening(CaseId show_first, const QString& path);
    void follow(const Selection& before) {
        if (selection().baseline == before.baseline) return;
        asked_since_ = !settling_;
        read_current();
    }
    void read_current();
    void ask_case(bool again);
    void fail(const QString& path, const QString& sentence);
    QString failed_sentences() const;
    void succeed(const QString& path, bool asked_since);
    void settle_selection(CaseId show_first, const QString& path);
    CaseRef found_again(const CaseRef& record) const;

    Loader loader_;
    Selected selected_;
    QList<FilePtr> files_;
    std::map<QString, std::unique_ptr<Query>> opens_;
    Query case_query_, watch_query_;
    std::vector<std::unique_ptr<Query>> writes_;  ///< one lane keeps the order of writes
    CasePtr current_;
    CaseRef wanted_;  ///< current_ is or becomes this case
    QString failure_;
    std::map<QString, QString> failed_;
    bool settling_ = false;  ///< the selection changes because files changed, not because the user chose
    bool asked_since_ = false;
    bool watching_ = false;  ///< a file is read again because it changed, not because the user asked
    int failures_ = 0;
    std::optional<Selection> saved_;
    QTimer* watch_;
};

QString name_of_target(const db::AnnotationTarget& target);
}
