// The open files as a tree, their cases as a table, and a line that finds them.
#pragma once

#include "gui/models/annotator.hpp"
#include "gui/models/case_rows.hpp"
#include "gui/models/run_tree_model.hpp"
#include "gui/views/view.hpp"

class QLabel;
class QLineEdit;
class QMenu;
class QSplitter;
class QTimer;
class QTreeView;

namespace sortscope::gui {

class RunsView : public View {
    Q_OBJECT

 public:
    explicit RunsView(Workspace& workspace);

    TableView* table() override { return cases_; }
    QWidget* first_focus() override;
    QString unfinished() const override;
    QJsonObject layout_state() const override;
    void restore_layout(const QJsonObject& state) override;

    QTreeView& tree() { return *tree_; }
    QLineEdit& filter_line() { return *filter_; }
    const RunTreeModel& model() const { return *model_; }
    /// The cases that are listed.
    const std::vector<ListedCase>& listed() const { return listed_; }
    /// Asks for the name, tags and note of a case or run of an open file, and has them written to the file.
    void edit_annotation(const QString& path, const db::AnnotationTarget& target);
    void annotate(const QString& path, const db::AnnotationTarget& target,
                  const db::AnnotationChange& change);
    /// What a right click on a node of the tree offers, for the node's menu.
    void fill_tree_menu(QMenu& menu, const QModelIndex& index);

 protected:
    void refresh() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

 private:
    void show_files();
    /// The tree as high as its rows, as long as nobody has moved what divides it from the cases.
    void fit_tree();
    void list_cases();
    void select_current();
    void take_filter();
    std::optional<CaseRef> ref_at(int row) const;

    RunTreeModel* model_;
    QLineEdit* filter_;
    QTreeView* tree_;
    TableView* cases_;
    QLabel* count_;
    QSplitter* splitter_;
    bool divided_ = false;  ///< by the user, or as the user left it
    QTimer* typing_;
    Annotator annotator_;
    QList<FileContentsPtr> shown_files_;
    QString shown_filter_;
    std::vector<ListedCase> listed_;
    QStringList node_;  ///< of the tree, that is chosen
};

}  // namespace sortscope::gui
