#include "gui/models/run_tree_model.hpp"

#include <map>
#include <numeric>
#include <utility>

#include <QFileInfo>
#include <QStringList>

#include "core/text.hpp"
#include "gui/models/text.hpp"
#include "present/tables/annotation.hpp"
#include "present/tables/case.hpp"

namespace sortscope::gui {
namespace {

QString run_tooltip(const RunRecord& run) {
    QString text = verbatim(run.command) + u"\nOn %1 (%2, %3), SortScope %4"_s.arg(
                                               typeset(run.host.name), typeset(run.host.cpu),
                                               typeset(run.host.os), typeset(run.program_version));
    text += run.ended_utc.empty() ? u"\nNot ended: it still runs, or was killed."_s
                                  : u"\nEnded "_s + typeset(run.ended_utc);
    if (const auto said = present::annotation_text(run.annotation); !said.empty())
        text += u'\n' + typeset(said);
    for (const auto& note : run.notes)
        text += u'\n' + to_qstring(name_of(note.severity)) + u": "_s + typeset(note.text);
    return text;
}

QString date_text(const std::string& utc) {
    // "2026-11-20T21:04:56Z" -> "2026-11-20 21:04 UTC"; anything else stays as it is.
    QString text = typeset(utc);
    if (text.size() == 20 && text.at(10) == u'T') text = text.left(10) + u' ' + text.mid(11, 5) + u" UTC"_s;
    return text;
}

}  // namespace

struct RunTreeModel::Node {
    Level level = Level::file;
    Node* parent = nullptr;
    int row = 0;
    FileContentsPtr file;
    std::vector<std::size_t> cases;
    std::size_t run = 0;  ///< index of the run, at Level::run
    bool grouped = false;
    std::vector<std::unique_ptr<Node>> children;
};

RunTreeModel::RunTreeModel(QObject* parent) : QAbstractItemModel(parent) {}
RunTreeModel::~RunTreeModel() = default;

void RunTreeModel::set_files(const QList<FileContentsPtr>& files) {
    beginResetModel();
    files_.clear();
    for (const auto& file : files) {
        auto& node = *files_.emplace_back(std::make_unique<Node>());
        node.row = static_cast<int>(files_.size()) - 1;
        node.file = file;
        node.cases.resize(file->cases.size());
        std::iota(node.cases.begin(), node.cases.end(), std::size_t{0});
    }
    endResetModel();
}

RunTreeModel::Node* RunTreeModel::node(const QModelIndex& index) const {
    return static_cast<Node*>(index.internalPointer());
}

RunTreeModel::Level RunTreeModel::level(const QModelIndex& index) const { return node(index)->level; }

const RunRecord* RunTreeModel::run(const QModelIndex& index) const {
    if (!index.isValid() || level(index) != Level::run) return nullptr;
    return &node(index)->file->runs[node(index)->run];
}

std::vector<ListedCase> RunTreeModel::cases(const QModelIndex& index) const {
    std::vector<ListedCase> found;
    const auto add = [&](const Node& from) {
        for (const auto at : from.cases) found.push_back({from.file, at});
    };
    if (index.isValid())
        add(*node(index));
    else
        for (const auto& file : files_) add(*file);
    return found;
}

std::vector<std::unique_ptr<RunTreeModel::Node>> RunTreeModel::children_of(const Node& from) const {
    std::vector<std::unique_ptr<Node>> children;
    if (from.level == Level::variant) return children;
    const auto level = static_cast<Level>(static_cast<int>(from.level) + 1);
    const auto& cases = from.file->cases;
    const auto add = [&]() -> Node& {
        auto& child = *children.emplace_back(std::make_unique<Node>());
        child.level = level;
        child.parent = const_cast<Node*>(&from);
        child.row = static_cast<int>(children.size()) - 1;
        child.file = from.file;
        return child;
    };
    if (level == Level::run) {
        // Includes runs without a case: just begun, or killed early.
        std::map<RunId, Node*> known;
        for (std::size_t i = 0; i < from.file->runs.size(); ++i) {
            auto& child = add();
            child.run = i;
            known[from.file->runs[i].id] = &child;
        }
        for (const auto at : from.cases)
            if (const auto run = known.find(cases[at].run); run != known.end())
                run->second->cases.push_back(at);
        return children;
    }
    std::map<std::string, Node*> known;
    for (const auto at : from.cases) {
        const auto key = level == Level::device ? from.file->device_name(cases[at]).toStdString()
                                                : present::variant_text(cases[at]);
        auto& child = known[key];
        if (child == nullptr) child = &add();
        child->cases.push_back(at);
    }
    return children;
}

void RunTreeModel::group(Node& of) const {
    if (of.grouped) return;
    of.grouped = true;
    of.children = children_of(of);
}

bool RunTreeModel::hasChildren(const QModelIndex& parent) const {
    if (!parent.isValid()) return !files_.empty();
    if (parent.column() != 0) return false;
    const auto& from = *node(parent);
    if (from.grouped) return !from.children.empty();
    return from.level == Level::file ? !from.file->runs.empty()
                                     : from.level != Level::variant && !from.cases.empty();
}

QModelIndex RunTreeModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    if (parent.isValid()) group(*node(parent));
    const auto& siblings = parent.isValid() ? node(parent)->children : files_;
    return createIndex(row, column, siblings[static_cast<std::size_t>(row)].get());
}

QModelIndex RunTreeModel::parent(const QModelIndex& child) const {
    if (!child.isValid() || node(child)->parent == nullptr) return {};
    return createIndex(node(child)->parent->row, 0, node(child)->parent);
}

int RunTreeModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(files_.size());
    if (parent.column() != 0) return 0;
    group(*node(parent));
    return static_cast<int>(node(parent)->children.size());
}

int RunTreeModel::columnCount(const QModelIndex&) const { return column_count; }

QString RunTreeModel::name(const Node& of) const {
    const auto first = [&]() -> const CaseRecord& { return of.file->cases[of.cases.front()]; };
    switch (of.level) {
        case Level::file:
            return QFileInfo(of.file->path).fileName();
        case Level::run: {
            const auto& run = of.file->runs[of.run];
            return u"Run %1, %2"_s.arg(static_cast<qlonglong>(run.id)).arg(date_text(run.started_utc));
        }
        case Level::device:
            return of.file->device_name(first());
        case Level::variant:
            return typeset(present::variant_text(first()));
    }
    return {};
}

QString RunTreeModel::tooltip(const Node& of) const {
    if (of.level == Level::file) return of.file->path + u"\nSchema version %1"_s.arg(of.file->schema_version);
    if (of.level == Level::run) return run_tooltip(of.file->runs[of.run]);
    return name(of) + u", "_s + to_qstring(plural(of.cases.size(), "case"));
}

QVariant RunTreeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto& of = *node(index);
    switch (role) {
        case Qt::DisplayRole:
            if (index.column() == name_column) {
                // Display only: a node is found by its name without annotation.
                const auto* annotated = run(index);
                return annotated != nullptr && !annotated->annotation.name.empty()
                           ? name(of) + u": "_s + typeset(annotated->annotation.name)
                           : name(of);
            }
            if (of.level == Level::run && of.cases.size() < of.file->runs[of.run].planned_cases)
                return u"%1 of %2"_s.arg(of.cases.size()).arg(of.file->runs[of.run].planned_cases);
            return QString::number(of.cases.size());
        case Qt::ToolTipRole:
            return tooltip(of);
        case Qt::TextAlignmentRole:
            return int((index.column() == cases_column ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        case level_role:
            return static_cast<int>(of.level);
        default:
            return {};
    }
}

QVariant RunTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::DisplayRole) return section == name_column ? u"File, run, device, variant"_s : u"Cases"_s;
    if (role == Qt::ToolTipRole)
        return section == name_column ? u"Choose a node to list its cases alone."_s
                                      : u"Cases of the node; of a run that has not ended, of how many."_s;
    if (role == Qt::TextAlignmentRole)
        return int((section == cases_column ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

QStringList RunTreeModel::path_of(const QModelIndex& index) const {
    QStringList path;
    if (!index.isValid()) return path;
    for (const auto* at = node(index); at != nullptr; at = at->parent)
        path.prepend(at->level == Level::file ? at->file->path : name(*at));
    return path;
}

QModelIndex RunTreeModel::find(const QStringList& path) const {
    QModelIndex found;
    for (const auto& part : path) {
        QModelIndex next;
        for (int row = 0; row < rowCount(found) && !next.isValid(); ++row) {
            const auto candidate = index(row, 0, found);
            const auto& of = *node(candidate);
            if ((of.level == Level::file ? of.file->path : name(of)) == part) next = candidate;
        }
        if (!next.isValid()) return {};
        found = next;
    }
    return found;
}

}  // namespace sortscope::gui
