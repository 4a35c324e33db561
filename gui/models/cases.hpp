// The cases of the open files: a table, a filter, and a tree of runs.
#pragma once

#include "gui/models/contents.hpp"

namespace sortscope::gui {
struct ListedCase {
    FilePtr file;
    size_t at = 0;  ///< position in file->cases
    const CaseRecord& record() const { return file->cases[at]; }
};

/// One row per case, with label and time. The user can show the columns of `sortscope list`, too.
std::shared_ptr<TableRows> case_rows(std::vector<ListedCase> cases);

/// A case must match all terms. A term is `word` or `field:pattern`, and may have alternatives: `a|b`. `-` in
/// front negates a term. A pattern matches any part of a text; with `*` it must match the whole text. Case is
/// ignored. Numbers: 2^20, <256, >=4, 10..20. Fields: variant, n, key, input, block, param, device, backend,
/// status, run, case, file, cache, mode, tag (and name), time (us), and a variant's parameters.
class CaseFilterLine {
 public:
    explicit CaseFilterLine(const QString& text);

    bool empty() const { return terms_.empty(); }
    /// Explains a wrong term; empty if all are right. The filter ignores wrong terms.
    const QString& error() const { return error_; }
    bool accepts(const ListedCase& listed) const {
        return std::ranges::all_of(terms_, [&](const Term& term) { return term(listed); });
    }
    /// Returns whether a word of the filter is the subject's whole name. Runs lists the case first then.
    bool names(const ListedCase& listed) const;

 private:
    using Term = std::function<bool(const ListedCase&)>;
    std::vector<Term> terms_;
    QStringList words_;
    QString error_;

    Term parse(QString term);
};

/// File > run > device > variant.
class RunTreeModel : public QStandardItemModel {
    Q_OBJECT
 public:
    enum class Level { file, run, device, variant };
    enum Column { name_column, cases_column };

    explicit RunTreeModel(QObject* parent = nullptr);

    void set_files(const QList<FilePtr>& files);
    /// Cases below a node; all cases for an invalid index.
    std::vector<ListedCase> cases(const QModelIndex& index) const;
    const RunRecord* run(const QModelIndex& index) const;
    QStringList path_of(const QModelIndex& index) const;
    QModelIndex find(const QStringList& path) const;

 private:
    struct Node;
    Node* node(const QModelIndex& index) const;
    void add(QStandardItem& to, Level level, const FilePtr& file, const QString& name,
             std::vector<size_t> cases, const RunRecord* run = nullptr);
    void add_runs(Node& file);
    void add_groups(Node& of);
};
}
