// The open files as a tree: file > run > device > variant.
#pragma once

#include <memory>
#include <vector>

#include <QAbstractItemModel>

#include "gui/models/case_rows.hpp"

namespace sortscope::gui {

/// A node groups its cases when its rows are asked for, as views do of nodes that are opened: a file of many
/// thousand cases costs nothing until then.
class RunTreeModel : public QAbstractItemModel {
    Q_OBJECT

 public:
    enum class Level { file, run, device, variant };
    enum Column { name_column, cases_column, column_count };
    enum Role { level_role = Qt::UserRole };

    explicit RunTreeModel(QObject* parent = nullptr);
    ~RunTreeModel() override;

    void set_files(const QList<FileContentsPtr>& files);

    Level level(const QModelIndex& index) const;
    /// The cases below a node; those of all files for an invalid index.
    std::vector<ListedCase> cases(const QModelIndex& index) const;
    /// The run of a run's node, else null.
    const RunRecord* run(const QModelIndex& index) const;
    /// Identifies a node in any set of files.
    QStringList path_of(const QModelIndex& index) const;
    QModelIndex find(const QStringList& path) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    using QObject::parent;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    struct Node;
    Node* node(const QModelIndex& index) const;
    void group(Node& of) const;
    std::vector<std::unique_ptr<Node>> children_of(const Node& node) const;
    QString name(const Node& node) const;
    QString tooltip(const Node& node) const;

    std::vector<std::unique_ptr<Node>> files_;
};

}  // namespace sortscope::gui
