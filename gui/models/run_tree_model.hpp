// The file's contents as a tree: run > variant > case.
#pragma once

#include <unordered_map>
#include <vector>

#include <QAbstractItemModel>

#include "gui/models/contents.hpp"

namespace sortscope::gui {

/// Built from the loaded vectors; a node is a number, not an object, so that 10^5 cases cost one vector.
class RunTreeModel : public QAbstractItemModel {
    Q_OBJECT

 public:
    enum Column { name_column, time_column, rate_column, source_column, column_count };
    enum class Level { run, variant, record };
    enum Role {
        sort_role = Qt::UserRole,  ///< a number, or text where the column is text
        filter_role,               ///< every word a user may look a case up by
        case_id_role,              ///< qlonglong; invalid on runs and variants
        level_role                 ///< Level as int
    };

    explicit RunTreeModel(QObject* parent = nullptr);

    /// Shows `contents`; null empties the tree.
    void set_contents(FileContentsPtr contents);
    const FileContentsPtr& contents() const { return contents_; }

    Level level(const QModelIndex& index) const;
    /// The case of a row at Level::record, else null.
    const CaseRecord* case_at(const QModelIndex& index) const;
    /// The row of a case, invalid where the file has no such case.
    QModelIndex index_of(CaseId id) const;
    /// The case to show first: the first with launches to expect and a good end, else the first; invalid
    /// where there is none.
    QModelIndex first_case() const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    using QObject::parent;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    struct Group {
        std::size_t run = 0;             ///< row of its run
        int row = 0;                     ///< among the run's variants
        std::vector<std::size_t> cases;  ///< positions in contents_->cases
        bool several_devices = false;    ///< so that each case is named with its own
    };
    struct Place {
        std::size_t group = 0;
        int row = 0;
    };

    QVariant run_data(std::size_t run, int column, int role) const;
    QVariant group_data(const Group& group, int column, int role) const;
    QVariant case_data(const Group& group, const CaseRecord& record, int column, int role) const;
    QString variant_of(const Group& group) const;

    FileContentsPtr contents_;
    std::vector<std::vector<std::size_t>> run_groups_;  ///< groups of each run
    std::vector<std::size_t> run_cases_;                ///< number of cases of each run
    std::vector<Group> groups_;
    std::unordered_map<std::int64_t, Place> places_;  ///< of each case id
};

}  // namespace sortscope::gui
