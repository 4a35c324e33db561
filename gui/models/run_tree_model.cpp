#include "gui/models/run_tree_model.hpp"

#include <array>
#include <map>
#include <utility>

#include <QStringList>

#include "analyzer/curve.hpp"
#include "core/condition.hpp"
#include "core/text.hpp"
#include "gui/models/text.hpp"
#include "present/case.hpp"
#include "present/provenance.hpp"

namespace sortscope::gui {
namespace {

// An index carries its level in the low two bits and the position of its parent above them.
quintptr pack(RunTreeModel::Level level, std::size_t parent) {
    return (static_cast<quintptr>(parent) << 2) | static_cast<quintptr>(level);
}
std::size_t parent_of(const QModelIndex& index) { return index.internalId() >> 2; }
std::size_t row_of(const QModelIndex& index) { return static_cast<std::size_t>(index.row()); }

/// Where a case's figures come from, as far as its summary tells: the interpreter models, everything else measures.
Provenance source_of(const CaseRecord& record) {
    return record.backend == BackendKind::simt ? Provenance::modelled : Provenance::measured;
}

QString source_text(const CaseRecord& record) {
    return to_qstring(record.status != CaseStatus::ok ? name_of(record.status) : name_of(source_of(record)));
}

/// What tells a variant's cases apart: "u32 2^20 uniform, block 256, tile=4", its device where the file has several.
QString case_text(const CaseRecord& record) {
    const auto label = condition_of(record).label({ConditionPart::variant, ConditionPart::device});
    return typeset(label.empty() ? "case " + std::to_string(static_cast<std::int64_t>(record.id)) : label);
}

QString case_tooltip(const CaseRecord& record, const QString& device) {
    QString text = QStringLiteral("Case %1: ").arg(static_cast<qlonglong>(record.id)) + typeset(present::variant_text(record)) +
                   QStringLiteral(", ") + case_text(record) + u'\n' + device + u'\n' +
                   typeset(present::provenance_sentence(source_of(record)));
    if (record.status != CaseStatus::ok)
        text += u'\n' + to_qstring(name_of(record.status)) + QStringLiteral(": ") + typeset(record.message);
    return text;
}

QString run_tooltip(const RunRecord& run) {
    QString text =
        to_qstring(run.command) + QStringLiteral("\nOn %1 (%2, %3), SortScope %4")
                                      .arg(to_qstring(run.host.name), to_qstring(run.host.cpu),
                                           to_qstring(run.host.os), to_qstring(run.program_version));
    text += run.ended_utc.empty() ? QStringLiteral("\nNot ended: it still runs, or was killed.")
                                  : QStringLiteral("\nEnded ") + to_qstring(run.ended_utc);
    for (const auto& note : run.notes)
        text += u'\n' + to_qstring(name_of(note.severity)) + QStringLiteral(": ") + to_qstring(note.text);
    return text;
}

QString date_text(const std::string& utc) {
    // "2026-11-20T21:04:56Z" -> "2026-11-20 21:04 UTC"; anything else stays as it is.
    QString text = to_qstring(utc);
    if (text.size() == 20 && text.at(10) == u'T')
        text = text.left(10) + u' ' + text.mid(11, 5) + QStringLiteral(" UTC");
    return text;
}

QString cases_text(std::size_t count) { return to_qstring(plural(count, "case")); }

}  // namespace

RunTreeModel::RunTreeModel(QObject* parent) : QAbstractItemModel(parent) {}

void RunTreeModel::set_contents(FileContentsPtr contents) {
    beginResetModel();
    contents_ = std::move(contents);
    groups_.clear();
    places_.clear();
    const std::size_t runs = contents_ ? contents_->runs.size() : 0;
    run_groups_.assign(runs, {});
    run_cases_.assign(runs, 0);
    std::unordered_map<std::int64_t, std::size_t> run_rows;
    for (std::size_t i = 0; i < runs; ++i) run_rows[static_cast<std::int64_t>(contents_->runs[i].id)] = i;
    std::map<std::pair<std::size_t, std::string>, std::size_t> known;
    for (std::size_t i = 0; contents_ && i < contents_->cases.size(); ++i) {
        const auto& record = contents_->cases[i];
        const auto run = run_rows.find(static_cast<std::int64_t>(record.run));
        if (run == run_rows.end()) continue;
        const auto [at, added] = known.try_emplace({run->second, present::variant_text(record)}, groups_.size());
        if (added) {
            auto& siblings = run_groups_[run->second];
            groups_.push_back({run->second, static_cast<int>(siblings.size()), {}, false});
            siblings.push_back(at->second);
        }
        auto& group = groups_[at->second];
        group.several_devices = group.several_devices || (!added && contents_->device_name(record) !=
                                                                        contents_->device_name(contents_->cases[group.cases.front()]));
        places_[static_cast<std::int64_t>(record.id)] = {at->second, static_cast<int>(group.cases.size())};
        group.cases.push_back(i);
        ++run_cases_[run->second];
    }
    endResetModel();
}

RunTreeModel::Level RunTreeModel::level(const QModelIndex& index) const {
    return static_cast<Level>(index.internalId() & 3);
}

const CaseRecord* RunTreeModel::case_at(const QModelIndex& index) const {
    if (!index.isValid() || level(index) != Level::record) return nullptr;
    return &contents_->cases[groups_[parent_of(index)].cases[row_of(index)]];
}

QModelIndex RunTreeModel::index_of(CaseId id) const {
    const auto place = places_.find(static_cast<std::int64_t>(id));
    if (place == places_.end()) return {};
    return createIndex(place->second.row, 0, pack(Level::record, place->second.group));
}

QModelIndex RunTreeModel::first_case() const {
    if (!contents_ || groups_.empty()) return {};
    for (const auto& record : contents_->cases)
        if (record.status == CaseStatus::ok && record.backend != BackendKind::cpu)
            if (const auto index = index_of(record.id); index.isValid()) return index;
    return createIndex(0, 0, pack(Level::record, 0));
}

QModelIndex RunTreeModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    if (!parent.isValid()) return createIndex(row, column, pack(Level::run, 0));
    if (level(parent) == Level::run) return createIndex(row, column, pack(Level::variant, row_of(parent)));
    return createIndex(row, column, pack(Level::record, run_groups_[parent_of(parent)][row_of(parent)]));
}

QModelIndex RunTreeModel::parent(const QModelIndex& child) const {
    if (!child.isValid() || level(child) == Level::run) return {};
    if (level(child) == Level::variant)
        return createIndex(static_cast<int>(parent_of(child)), 0, pack(Level::run, 0));
    const auto& group = groups_[parent_of(child)];
    return createIndex(group.row, 0, pack(Level::variant, group.run));
}

int RunTreeModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(run_groups_.size());
    if (parent.column() != 0) return 0;
    if (level(parent) == Level::run) return static_cast<int>(run_groups_[row_of(parent)].size());
    if (level(parent) == Level::variant)
        return static_cast<int>(groups_[run_groups_[parent_of(parent)][row_of(parent)]].cases.size());
    return 0;
}

int RunTreeModel::columnCount(const QModelIndex&) const { return column_count; }

bool RunTreeModel::hasChildren(const QModelIndex& parent) const { return rowCount(parent) > 0; }

QString RunTreeModel::variant_of(const Group& group) const {
    return typeset(present::variant_text(contents_->cases[group.cases.front()]));
}

QVariant RunTreeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    if (role == level_role) return static_cast<int>(level(index));
    if (role == Qt::TextAlignmentRole && (index.column() == time_column || index.column() == rate_column))
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (level(index) == Level::run) return run_data(row_of(index), index.column(), role);
    if (level(index) == Level::variant)
        return group_data(groups_[run_groups_[parent_of(index)][row_of(index)]], index.column(), role);
    return case_data(groups_[parent_of(index)], *case_at(index), index.column(), role);
}

QVariant RunTreeModel::run_data(std::size_t run, int column, int role) const {
    const auto& record = contents_->runs[run];
    switch (role) {
        case Qt::DisplayRole:
            if (column == name_column)
                return QStringLiteral("Run %1, %2")
                    .arg(static_cast<qlonglong>(record.id))
                    .arg(date_text(record.started_utc));
            if (column == source_column) {
                if (run_cases_[run] < record.planned_cases)
                    return QStringLiteral("%1 of %2").arg(run_cases_[run]).arg(record.planned_cases);
                return cases_text(run_cases_[run]);
            }
            return {};
        case Qt::ToolTipRole:
            return run_tooltip(record);
        case sort_role:
            return column == source_column ? QVariant(qulonglong(run_cases_[run]))
                                           : QVariant(static_cast<qlonglong>(record.id));
        case filter_role:
            return to_qstring(record.started_utc) + u' ' + to_qstring(record.host.name);
        default:
            return {};
    }
}

QVariant RunTreeModel::group_data(const Group& group, int column, int role) const {
    switch (role) {
        case Qt::DisplayRole:
            if (column == name_column) return variant_of(group);
            if (column == source_column) return cases_text(group.cases.size());
            return {};
        case Qt::ToolTipRole:
            return variant_of(group) + QStringLiteral(", ") + cases_text(group.cases.size());
        case sort_role:
            return column == source_column ? QVariant(qulonglong(group.cases.size()))
                                           : QVariant(variant_of(group));
        case filter_role:
            return variant_of(group);
        default:
            return {};
    }
}

QVariant RunTreeModel::case_data(const Group& group, const CaseRecord& record, int column, int role) const {
    switch (role) {
        case Qt::DisplayRole:
            if (column == name_column)
                return group.several_devices ? case_text(record) + QStringLiteral(", ") + contents_->device_name(record)
                                             : case_text(record);
            if (column == source_column) return source_text(record);
            if (column == time_column)
                return typeset(record.time ? format_time_ns(static_cast<double>(record.time->median_ns)) : std::string());
            if (const auto rate = analyzer::rate_mkeys_per_s(record)) return typeset(format_rate(*rate) + " Mkey/s");
            return typeset("");
        case Qt::ToolTipRole:
            return case_tooltip(record, contents_->device_name(record));
        case sort_role:
            // Keys first, block second: a block is below 2^16, so it fits behind the point.
            if (column == name_column)
                return static_cast<double>(record.workload.n) +
                       static_cast<double>(record.config.block) / 65536.0;
            if (column == source_column) return source_text(record);
            if (column == time_column)
                return record.time ? QVariant(qlonglong{record.time->median_ns}) : QVariant();
            if (const auto rate = analyzer::rate_mkeys_per_s(record)) return *rate;
            return {};
        case filter_role:
            return QStringList{to_qstring(condition_of(record).label({ConditionPart::device})),
                               QString::number(record.workload.n),
                               contents_->device_name(record),
                               QStringLiteral("case %1").arg(static_cast<qlonglong>(record.id)),
                               source_text(record)}
                .join(u' ');
        case case_id_role:
            return static_cast<qlonglong>(record.id);
        default:
            return {};
    }
}

QVariant RunTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    struct Header {
        const char* title;
        const char* tip;
    };
    static constexpr std::array<Header, column_count> headers{
        {{"Run, variant, case", "Runs of the collector, the variants each ran, and their cases."},
         {"Median time", "Median of the accepted time trials, no profiler attached. Measured."},
         {"Rate", "Keys sorted a second: 1e-6 N / median time, in Mkey/s. Measured."},
         {"Source", "Where the case's figures come from, or how it ended where it did not end well."}}};
    if (section < 0 || section >= column_count) return {};
    const auto& header = headers[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) return QString::fromLatin1(header.title);
    if (role == Qt::ToolTipRole) return QString::fromLatin1(header.tip);
    if (role == Qt::TextAlignmentRole && (section == time_column || section == rate_column))
        return int(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

}  // namespace sortscope::gui
