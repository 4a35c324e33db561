#include "gui/models/cases.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include <QFileInfo>
#include <QStringList>

#include "analyzer/curves/curve.hpp"
#include "core/condition.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "db/schema/schema.hpp"
#include "gui/models/text.hpp"
#include "present/cells.hpp"
#include "present/tables/annotation.hpp"
#include "present/tables/case.hpp"
#include "present/tables/list.hpp"

namespace sortscope::gui {
namespace {

/// Columns that are always shown.
bool is_always_shown(std::string_view id) {
    return id == "case_id" || id == "variant" || id == "n" || id == "block_threads" || id == "median_ns" ||
           id == "rate_mkeys_per_s";
}

std::optional<Number> number_of(std::string_view id, const CaseRecord& record) {
    if (id == "case_id") return Number(static_cast<std::int64_t>(record.id));
    if (id == "n") return record.keys() == 0 ? std::nullopt : std::optional(Number(record.keys()));
    if (id == "block_threads")
        return record.block() == 0 ? std::nullopt : std::optional(Number(std::int64_t{record.block()}));
    if (id == "median_ns") return record.time ? std::optional(Number(record.time->median_ns)) : std::nullopt;
    if (id == "spread_pct") {
        const auto spread = record.time ? spread_of(*record.time) : std::nullopt;
        return spread ? std::optional(Number(*spread * 100)) : std::nullopt;
    }
    if (id == "rate_mkeys_per_s") {
        const auto rate = analyzer::rate_mkeys_per_s(record);
        return rate ? std::optional(Number(*rate)) : std::nullopt;
    }
    if (id == "time_trials")
        return record.time ? std::optional(Number(std::int64_t{record.time->count})) : std::nullopt;
    if (id == "run_id") return Number(static_cast<std::int64_t>(record.run));
    return std::nullopt;
}

present::Row row_of(const ListedCase& listed) {
    const auto* record = &listed.record();
    auto table = present::case_table(std::span(&record, 1));
    auto& row = table.rows.front();
    // Distinguish devices of one name.
    for (std::size_t i = 0; i < table.columns.size() && i < row.cells.size(); ++i)
        if (table.columns[i].id == "device" && !record->device.name.empty())
            row.cells[i].text = listed.file->device_name(*record).toStdString();
    return std::move(row);
}

/// The text that decides whether a column differs; fast, since it is read for all cases of a file.
std::string said(std::string_view id, const CaseRecord& record) {
    if (id == "key") return record.axes.text("key");
    if (id == "input") return record.input_name();
    if (id == "parameters") return parameters_text(record.axes);
    if (id == "cache_state") return record.cache_state;
    if (id == "time_mode") return std::string(name_of(record.time_mode));
    if (id == "status") return std::string(name_of(record.status));
    if (id == "run_id") return std::to_string(static_cast<std::int64_t>(record.run));
    if (id == "name") return record.annotation.name;
    if (id == "tags") {
        std::string tags;
        for (const auto& tag : record.annotation.tags) tags += tag + ",";
        return tags;
    }
    if (id == "device") return record.device.uuid.empty() ? record.device.name : record.device.uuid;
    return {};
}

}  // namespace

TableRowsPtr case_rows(std::vector<ListedCase> cases) {
    auto rows = std::make_shared<TableRows>();
    // The list is narrow: put the most important columns first.
    rows->columns = present::case_table({}).columns;
    const auto rank = [](const present::Column& column) {
        constexpr std::string_view first[] = {
            "case_id", "variant", "n", "key", "block_threads", "median_ns", "rate_mkeys_per_s", "parameters"};
        return std::ranges::find(first, std::string_view(column.id)) - std::begin(first);
    };
    std::vector<std::string> listed_as;
    for (const auto& column : rows->columns) listed_as.push_back(column.id);
    std::ranges::stable_sort(rows->columns, {}, rank);
    present::Column file;
    file.id = "file";
    file.title = "File";
    file.sentence = "The file that the case is in.";
    file.align = present::Align::left;
    rows->columns.push_back(file);
    std::set<const FileContents*> files;
    for (const auto& listed : cases) files.insert(listed.file.get());
    for (auto& column : rows->columns) {
        column.shown = is_always_shown(column.id) || (column.id == "file" && files.size() > 1);
        if (column.shown || cases.empty()) continue;
        const auto first = said(column.id, cases.front().record());
        for (const auto& listed : cases)
            if (said(column.id, listed.record()) != first) {
                column.shown = true;
                break;
            }
    }
    rows->count = cases.size();
    std::vector<std::size_t> places;  // by column: index in the table of present/
    for (const auto& column : rows->columns)
        places.push_back(
            static_cast<std::size_t>(std::ranges::find(listed_as, column.id) - listed_as.begin()));
    const auto listed = std::make_shared<const std::vector<ListedCase>>(std::move(cases));
    rows->cell = cells_by_row([listed, places](std::size_t row) {
        const auto& one = (*listed)[row];
        auto made = row_of(one);
        std::vector<present::Cell> cells;
        for (const auto place : places)  // the file's is beyond
            cells.push_back(place < made.cells.size()
                                ? made.cells[place]
                                : present::text_cell(QFileInfo(one.file->path).fileName().toStdString()));
        return cells;
    });
    rows->again = [listed] { return case_rows(*listed); };
    rows->number = [listed, columns = rows->columns](std::size_t row, std::size_t column) {
        return columns[column].align == present::Align::left
                   ? std::nullopt
                   : number_of(columns[column].id, (*listed)[row].record());
    };
    return rows;
}

namespace {

constexpr const char* fields =
    "variant, n, key, input, block, param, device, backend, status, run, case, file, cache, mode, tag, time";

/// `text` against a pattern: anywhere in it, or with '*' for anything, whole.
bool matches(const QString& text, const QString& pattern) {
    if (!pattern.contains(u'*')) return text.contains(pattern, Qt::CaseInsensitive);
    const auto parts = pattern.split(u'*');
    if (!text.startsWith(parts.first(), Qt::CaseInsensitive) ||
        !text.endsWith(parts.last(), Qt::CaseInsensitive))
        return false;
    qsizetype at = parts.first().size();
    for (qsizetype i = 1; i + 1 < parts.size(); ++i) {
        const auto found = text.indexOf(parts.at(i), at, Qt::CaseInsensitive);
        if (found < 0) return false;
        at = found + parts.at(i).size();
    }
    return at + parts.last().size() <= text.size();
}

struct Interval {
    double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
    bool open_least = false, open_most = false;
    bool holds(double value) const {
        return (open_least ? value > least : value >= least) && (open_most ? value < most : value <= most);
    }
};

std::optional<double> number(const QString& text) {
    bool ok = false;
    if (const double plain = text.toDouble(&ok); ok) return plain;
    try {
        return static_cast<double>(parse_count(text.toStdString()));
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::optional<Interval> interval(const QString& text) {
    Interval found;
    if (const auto dots = text.indexOf(u".."_s); dots >= 0) {
        const auto from = text.left(dots), to = text.mid(dots + 2);
        const auto least = from.isEmpty() ? std::optional(found.least) : number(from),
                   most = to.isEmpty() ? std::optional(found.most) : number(to);
        if (!least || !most) return std::nullopt;
        found.least = *least;
        found.most = *most;
        return found;
    }
    QString digits = text;
    const bool below = text.startsWith(u'<'), above = text.startsWith(u'>'),
               equal = text.mid(1).startsWith(u'=');
    if (below || above) digits = text.mid(equal ? 2 : 1);
    const auto value = number(digits);
    if (!value) return std::nullopt;
    if (!above) found.most = *value;
    if (!below) found.least = *value;
    found.open_most = below && !equal;
    found.open_least = above && !equal;
    return found;
}

std::string label_of(const CaseRecord& record) {
    std::string tags;
    for (const auto& tag : record.annotation.tags) tags += tag + ' ';
    return tags + record.annotation.name;
}

struct TextField {
    QStringView name;
    std::string (*text)(const CaseRecord&);
};
const TextField text_fields[] = {
    {u"variant", [](const CaseRecord& record) { return present::variant_text(record); }},
    {u"key", [](const CaseRecord& record) { return record.axes.text("key"); }},
    {u"input", [](const CaseRecord& record) { return record.input_name(); }},
    {u"param", [](const CaseRecord& record) { return parameters_text(record.axes); }},
    {u"backend", [](const CaseRecord& record) { return std::string(name_of(record.backend)); }},
    {u"status", [](const CaseRecord& record) { return std::string(name_of(record.status)); }},
    {u"cache", [](const CaseRecord& record) { return record.cache_state; }},
    {u"tag", label_of},
    {u"mode", [](const CaseRecord& record) { return std::string(name_of(record.time_mode)); }},
};

using CaseNumber = std::optional<double>;
struct NumberField {
    QStringView name;
    CaseNumber (*number)(const CaseRecord&);
};
const NumberField number_fields[] = {
    {u"n", [](const CaseRecord& record) { return CaseNumber(record.keys()); }},
    {u"keys", [](const CaseRecord& record) { return CaseNumber(record.keys()); }},
    {u"block",
     [](const CaseRecord& record) {
         return record.block() == 0 ? CaseNumber() : CaseNumber(record.block());
     }},
    {u"run", [](const CaseRecord& record) { return CaseNumber(static_cast<std::int64_t>(record.run)); }},
    {u"case", [](const CaseRecord& record) { return CaseNumber(static_cast<std::int64_t>(record.id)); }},
    {u"time",
     [](const CaseRecord& record) {
         return record.time ? CaseNumber(static_cast<double>(record.time->median_ns) / 1e3) : CaseNumber();
     }},
};

}  // namespace

CaseFilterLine::CaseFilterLine(const QString& text) {
    for (const auto& word : text.split(u' ', Qt::SkipEmptyParts))
        if (auto term = parse(word)) terms_.push_back(std::move(term));
}

CaseFilterLine::Term CaseFilterLine::parse(QString term) {
    const bool not_so = term.size() > 1 && term.startsWith(u'-');
    if (not_so) term = term.mid(1);
    const auto colon = term.indexOf(u':');
    const QString name = colon > 0 ? term.left(colon).toLower() : QString();
    const auto alternatives =
        (colon > 0 ? term.mid(colon + 1) : term).remove(u'(').remove(u')').split(u'|', Qt::SkipEmptyParts);
    if (alternatives.isEmpty()) return {};  // the user is typing "n:"
    const auto text_term = [&](auto text_of) -> Term {
        return [=](const CaseRecord& record, const QString& device, const QString& file) {
            const QString text = text_of(record, device, file);
            return not_so != std::ranges::any_of(alternatives, [&](const QString& pattern) {
                       return matches(text, pattern);
                   });
        };
    };
    if (name.isEmpty())
        return text_term([](const CaseRecord& record, const QString& device, const QString& file) {
            return to_qstring(condition_of(record).label({"device"})) + u' ' +
                   QString::number(record.keys()) + u' ' + device + u' ' + file +
                   u" case %1 "_s.arg(static_cast<qlonglong>(record.id)) +
                   to_qstring(name_of(record.status)) + u' ' + to_qstring(name_of(record.backend));
        });
    if (name == u"device" || name == u"file")
        return text_term(
            [of_device = name == u"device"](const CaseRecord&, const QString& device, const QString& file) {
                return of_device ? device : file;
            });
    if (const auto field = std::ranges::find(text_fields, name, &TextField::name);
        field != std::end(text_fields))
        return text_term([field](const CaseRecord& record, const QString&, const QString&) {
            return to_qstring(field->text(record));
        });
    std::vector<Interval> intervals;
    for (const auto& pattern : alternatives) {
        const auto one = interval(pattern);
        if (!one) {
            error_ =
                u"\u201c%1\u201d is no number that %2: could have. Fields are %3, or a parameter's "
                "name; write n:2^20, block:<256, case:10..20."_s.arg(pattern, name,
                                                                     QString::fromLatin1(fields));
            return {};
        }
        intervals.push_back(*one);
    }
    const auto field = std::ranges::find(number_fields, name, &NumberField::name);
    return [=, parameter = name.toStdString()](const CaseRecord& record, const QString&, const QString&) {
        const auto number =
            field != std::end(number_fields) ? field->number(record) : record.axes.number(parameter);
        return not_so != (number && std::ranges::any_of(
                                        intervals, [&](const Interval& one) { return one.holds(*number); }));
    };
}

bool CaseFilterLine::accepts(const CaseRecord& record, const QString& device, const QString& file) const {
    return std::ranges::all_of(terms_, [&](const Term& term) { return term(record, device, file); });
}

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

struct RunTreeModel::Node : QStandardItem {
    Node(Level of_level, FileContentsPtr of_file, QString its_name)
        : level(of_level), file(std::move(of_file)), name(std::move(its_name)) {
        setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        setText(name);
    }
    Level level;
    FileContentsPtr file;
    QString name;  ///< without the user's annotation
    std::vector<std::size_t> cases;
    const RunRecord* run = nullptr;
};

RunTreeModel::RunTreeModel(QObject* parent) : QStandardItemModel(parent) {
    for (const auto& [title, tip, alignment] :
         {std::tuple{u"File, run, device, variant"_s, u"Choose a node to list its cases alone."_s,
                     Qt::AlignLeft},
          {u"Cases"_s, u"Cases of the node; of a run that has not ended, of how many."_s, Qt::AlignRight}}) {
        auto* head = new QStandardItem(title);
        head->setToolTip(tip);
        head->setTextAlignment(alignment | Qt::AlignVCenter);
        setHorizontalHeaderItem(columnCount(), head);
    }
}

RunTreeModel::Node* RunTreeModel::node(const QModelIndex& index) const {
    return static_cast<Node*>(itemFromIndex(index.siblingAtColumn(0)));
}

RunTreeModel::Node* RunTreeModel::add(QStandardItem& to, Level level, const FileContentsPtr& file,
                                      const QString& name) {
    auto* node = new Node(level, file, name);
    auto* count = new QStandardItem;
    count->setFlags(node->flags());
    count->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    to.appendRow({node, count});
    return node;
}

void RunTreeModel::finish(Node& node) {
    auto count = QString::number(node.cases.size());
    auto tip = node.name + u", "_s + to_qstring(plural(node.cases.size(), "case"));
    if (node.level == Level::file) tip = node.name + u"\nSchema version %1"_s.arg(db::schema_version);
    if (node.level == Level::file) node.setText(QFileInfo(node.name).fileName());
    if (const auto* run = node.run) {
        tip = run_tooltip(*run);
        if (node.cases.size() < run->planned_cases)
            count = u"%1 of %2"_s.arg(node.cases.size()).arg(run->planned_cases);
        if (!run->annotation.name.empty()) node.setText(node.name + u": "_s + typeset(run->annotation.name));
    }
    auto* counted = itemFromIndex(node.index().siblingAtColumn(cases_column));
    counted->setText(count);
    node.setToolTip(tip);
    counted->setToolTip(tip);
}

void RunTreeModel::group(Node& of, Level level, const std::function<QString(const CaseRecord&)>& name_of) {
    std::map<QString, Node*> known;
    for (const auto at : of.cases) {
        const auto name = name_of(of.file->cases[at]);
        auto& child = known[name];
        if (child == nullptr) child = add(of, level, of.file, name);
        child->cases.push_back(at);
    }
}

void RunTreeModel::set_files(const QList<FileContentsPtr>& files) {
    removeRows(0, rowCount());
    for (const auto& file : files) {
        auto& top = *add(*invisibleRootItem(), Level::file, file, file->path);
        top.cases.resize(file->cases.size());
        std::iota(top.cases.begin(), top.cases.end(), std::size_t{0});
        finish(top);
        // Includes runs without a case: just begun, or killed early.
        for (const auto& run : file->runs) {
            auto& node =
                *add(top, Level::run, file,
                     u"Run %1, %2"_s.arg(static_cast<qlonglong>(run.id)).arg(date_text(run.started_utc)));
            node.run = &run;
            for (const auto at : top.cases)
                if (file->cases[at].run == run.id) node.cases.push_back(at);
            finish(node);
            group(node, Level::device, [&](const CaseRecord& record) { return file->device_name(record); });
            for (int i = 0; i < node.rowCount(); ++i) {
                auto& device = *static_cast<Node*>(node.child(i));
                finish(device);
                group(device, Level::variant,
                      [](const CaseRecord& record) { return typeset(present::variant_text(record)); });
                for (int j = 0; j < device.rowCount(); ++j) finish(*static_cast<Node*>(device.child(j)));
            }
        }
    }
}

RunTreeModel::Level RunTreeModel::level(const QModelIndex& index) const { return node(index)->level; }

const RunRecord* RunTreeModel::run(const QModelIndex& index) const {
    return index.isValid() ? node(index)->run : nullptr;
}

std::vector<ListedCase> RunTreeModel::cases(const QModelIndex& index) const {
    std::vector<ListedCase> found;
    const auto add = [&](const Node& from) {
        for (const auto at : from.cases) found.push_back({from.file, at});
    };
    if (index.isValid())
        add(*node(index));
    else
        for (int row = 0; row < rowCount(); ++row) add(*node(this->index(row, 0)));
    return found;
}

QStringList RunTreeModel::path_of(const QModelIndex& index) const {
    QStringList path;
    for (auto at = index; at.isValid(); at = at.parent()) path.prepend(node(at)->name);
    return path;
}

QModelIndex RunTreeModel::find(const QStringList& path) const {
    QModelIndex found;
    for (const auto& part : path) {
        QModelIndex next;
        for (int row = 0; row < rowCount(found) && !next.isValid(); ++row)
            if (const auto candidate = index(row, 0, found); node(candidate)->name == part) next = candidate;
        if (!next.isValid()) return {};
        found = next;
    }
    return found;
}

}  // namespace sortscope::gui
