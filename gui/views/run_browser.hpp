// The file's runs, variants and cases, with a line that finds cases by any of their words.
#pragma once

#include <optional>

#include <QSortFilterProxyModel>
#include <QWidget>

#include "gui/models/run_tree_model.hpp"

class QLineEdit;
class QTimer;
class QTreeView;

namespace sortscope::gui {

/// Keeps rows that hold every word of the filter, together with what is above and below them.
class RunFilterModel : public QSortFilterProxyModel {
    Q_OBJECT

 public:
    explicit RunFilterModel(QObject* parent = nullptr);
    void set_words(const QString& text);

 protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
    QStringList words_;
};

class RunBrowser : public QWidget {
    Q_OBJECT

 public:
    explicit RunBrowser(QWidget* parent = nullptr);

    void set_contents(FileContentsPtr contents);
    /// Selects a case and brings it into view; false where the file has none such.
    bool select(CaseId id);
    /// Selects the case that a newly opened file shows first.
    void select_first();
    /// The case that is selected; nothing on runs and variants.
    std::optional<CaseId> current_case() const;
    const RunTreeModel& model() const { return *model_; }
    QTreeView& tree() { return *tree_; }
    QLineEdit& filter_line() { return *filter_; }

 signals:
    void case_selected(qlonglong case_id);  // a CaseId; Qt cannot carry enums of long

 private:
    void apply_filter();
    void choose_columns(const QPoint& position);
    void select(const QModelIndex& source);

    RunTreeModel* model_;
    RunFilterModel* proxy_;
    QLineEdit* filter_;
    QTreeView* tree_;
    QTimer* typing_;
};

}  // namespace sortscope::gui
