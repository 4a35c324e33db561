// The open files as a tree, their cases as a table, and a filter.
#pragma once

#include "gui/models/cases.hpp"
#include "gui/views/view.hpp"

namespace sortscope::gui {
class RunsView : public View {
    Q_OBJECT
 public:
    explicit RunsView(Workspace& workspace);

    QWidget* first_focus() override { return table_; }
    QString unfinished() const override {
        if (workspace().unwritten() == 0) return {};
        return tr("Not written yet, another program may hold the file: %1.")
            .arg(to_qstring(plural(workspace().unwritten(), "annotation")));
    }

    QTreeView& tree() { return *tree_; }
    QLineEdit& filter_line() { return *filter_; }
    const RunTreeModel& model() const { return *model_; }
    const std::vector<ListedCase>& listed() const { return listed_; }
    void edit_annotation(const QString& path, const db::AnnotationTarget& target);
    void fill_tree_menu(QMenu& menu, const QModelIndex& index);

 protected:
    void refresh() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void arrange() override;

 private:
    void show_files();
    void list_cases();
    void select_current();
    void take_filter() {
        typing_->stop();
        select([&](Selection& next) { next.filter = filter_->text().simplified(); });
    }

    RunTreeModel* model_;
    QLineEdit* filter_;
    QTreeView* tree_;
    QLabel* count_;
    QPushButton* show_all_;  ///< shown if the filter hides a whole file
    QSplitter* splitter_;
    bool divided_ = false;
    QTimer* typing_;
    QList<FilePtr> shown_files_;
    QString shown_filter_;
    std::vector<ListedCase> listed_;
    QStringList node_;
};
}
