#include "gui/models/cases.hpp"

#include <numeric>

#include "db/schema/schema.hpp"
#include "gui/models/selection.hpp"
#include "present/tables/case.hpp"
#include "present/tables/list.hpp"

namespace sortscope::gui {
namespace {
constexpr std::string_view label_id = "label";

/// The columns of `sortscope list` and the file, the most important first.
present::Fields<ListedCase> list_fields() {
    present::Fields<ListedCase> fields;
    for (const auto& field : present::case_fields()) {
        if (field.column.id != "device")
            fields.emplace_back(field.column, [cell = field.cell](const ListedCase& listed) {
                return cell(listed.record());
            });
        else  // names distinguish equal devices
            fields.emplace_back(field.column, [](const ListedCase& listed) {
                const auto& record = listed.record();
                return record.device.name.empty() ? "" : listed.file->device_name(record).toStdString();
            });
    }
    fields.emplace_back(present::text_column("file", "File", "file", 0, "The file that the case is in."),
                        [](const ListedCase& listed) { return file_name(listed.file->path).toStdString(); });
    std::ranges::stable_sort(fields, {}, [](const auto& field) {
        constexpr std::string_view first[] = {"median_ns", "status", "case_id",       "variant",
                                              "n",         "key",    "block_threads", "rate_mkeys_per_s",
                                              "parameters"};
        return std::ranges::find(first, field.column.id) - std::begin(first);
    });
    return fields;
}

/// Adds a label: variant and keys ("bitonic-semi · 2^20 u32"), or a program's axes. If labels are equal, adds
/// columns that differ: "· 512".
present::Fields<ListedCase> with_label(present::Fields<ListedCase> fields,
                                       const std::vector<ListedCase>& cases) {
    const auto text = [fields](const ListedCase& listed, std::string_view id) {
        auto shown =
            std::ranges::find(fields, id, [](const auto& one) { return one.column.id; })->cell(listed).text;
        if (id == "device") shown.resize(std::min(shown.size(), shown.rfind(" (")));  // without its backend
        return shown == "-" || shown == "0" ? std::string() : shown;
    };
    constexpr std::string_view between = " \u00b7 ";
    const auto short_label = [=](const ListedCase& listed) {
        const bool keys = listed.record().keys() > 0;
        return present::join({text(listed, "variant"), keys ? text(listed, "n") + " " + text(listed, "key")
                                                            : text(listed, "parameters")},
                             between);
    };
    std::map<std::string_view, std::set<std::string>> differing;  // labels by column
    for (const auto* id :
         {"block_threads", "parameters", "input", "cache_state", "time_mode", "device", "file"}) {
        std::map<std::string, std::string> first;  // by label
        for (const auto& listed : cases)
            if (const auto label = short_label(listed), own = text(listed, id);
                first.try_emplace(label, own).first->second != own)
                differing[id].insert(label);
    }
    fields.insert(fields.begin(),
                  {present::text_column(std::string(label_id), "Case", "case", 1000,
                                        "Variant, number and type of keys, and what differs between cases.")
                       .names(),
                   [=](const ListedCase& listed) {
                       std::vector parts{short_label(listed)};
                       for (const auto& [id, labels] : differing)
                           if (labels.contains(parts.front())) parts.push_back(text(listed, id));
                       return present::text_cell(present::join(parts, between));
                   }});
    return fields;
}

struct FilterField {
    QStringView name;
    std::string_view column;
    double unit = 1;
};
constexpr FilterField filter_fields[] = {{u"variant", "variant"},   {u"n", "n"},
                                         {u"key", "key"},           {u"input", "input"},
                                         {u"param", "parameters"},  {u"block", "block_threads"},
                                         {u"device", "device"},     {u"backend", "backend"},
                                         {u"status", "status"},     {u"run", "run_id"},
                                         {u"case", "case_id"},      {u"file", "file"},
                                         {u"cache", "cache_state"}, {u"mode", "time_mode"},
                                         {u"tag", "tags"},          {u"time", "median_ns", 1e3}};

/// Matches the whole text if `whole` or if `pattern` contains '*' (any characters), else any part.
QRegularExpression expression_of(const QString& pattern, bool whole) {
    const auto escaped = QRegularExpression::escape(pattern).replace(u"\\*"_s, u".*"_s);
    return QRegularExpression(
        whole || pattern.contains(u'*') ? QRegularExpression::anchoredPattern(escaped) : escaped,
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::DotMatchesEverythingOption);
}

QString words_of(const ListedCase& listed) {
    const auto& record = listed.record();
    return to_qstring(condition_of(record).label({"device"})) +
           u" %1 %2 %3 case %4 %5 %6"_s.arg(record.keys())
               .arg(listed.file->device_name(record), file_name(listed.file->path))
               .arg(qlonglong(record.id))
               .arg(to_qstring(name_of(record.status)), to_qstring(name_of(record.backend)));
}

std::optional<double> number(const QString& text) {
    bool ok = false;
    if (const double plain = text.toDouble(&ok); ok) return plain;
    try {
        return double(parse_count(text.toStdString()));
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// The ends of "4", "<4", ">=4", "2..4", "4.." or "..4".
std::optional<std::pair<double, double>> interval_of(const QString& text) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (const auto dots = text.indexOf(u".."_s); dots >= 0) {
        const auto least = dots == 0 ? -infinity : number(text.left(dots)),
                   most = dots + 2 == text.size() ? infinity : number(text.mid(dots + 2));
        return least && most ? std::optional(std::pair(*least, *most)) : std::nullopt;
    }
    const bool below = text.startsWith(u'<'), above = text.startsWith(u'>'),
               equal = text.mid(1).startsWith(u'=');
    const auto value = number(below || above ? text.mid(equal ? 2 : 1) : text);
    if (!value) return std::nullopt;
    if (below) return std::pair(-infinity, equal ? *value : std::nextafter(*value, -infinity));
    if (above) return std::pair(equal ? *value : std::nextafter(*value, infinity), infinity);
    return std::pair(*value, *value);
}

QString run_tooltip(const RunRecord& run, size_t cases) {
    const auto facts = present::run_facts(run, cases);
    QStringList lines;
    for (const auto& fact : facts.facts)
        lines << typeset(fact.title) + u": "_s +
                     (fact.id == "command" ? verbatim(fact.text) : typeset(fact.text));
    for (const auto& note : facts.notes)
        lines << to_qstring(name_of(note.severity)) + u": "_s + typeset(note.text);
    return lines.join(u'\n');
}

QString date_text(const std::string& utc) {
    // "2026-11-20T21:04:56Z" -> "2026-11-20 21:04 UTC"
    QString text = typeset(utc);
    if (text.size() == 20 && text.at(10) == u'T') text = text.left(10) + u' ' + text.mid(11, 5) + u" UTC"_s;
    return text;
}
}  // namespace

std::shared_ptr<TableRows> case_rows(std::vector<ListedCase> cases) {
    auto rows = std::make_shared<TableRows>();
    const auto fields = std::make_shared<present::Fields<ListedCase>>(with_label(list_fields(), cases));
    for (const auto& field : *fields) {
        rows->columns.push_back(field.column);
        const auto differs = [&](const ListedCase& listed) {
            return listed.record().status != cases.front().record().status;
        };
        rows->columns.back().shown = field.column.id == label_id || field.column.id == "median_ns" ||
                                     (field.column.id == "status" && std::ranges::any_of(cases, differs));
    }
    rows->count = cases.size();
    const auto listed = std::make_shared<std::vector<ListedCase>>(std::move(cases));
    rows->cell = [listed, fields](size_t row, size_t column) {
        return (*fields)[column].cell((*listed)[row]);
    };
    rows->handle = [listed](size_t row) {
        const auto& one = (*listed)[row];
        return handle_of({one.file->path, one.record().id, {}});
    };
    rows->again = [listed] { return case_rows(*listed); };
    return rows;
}

CaseFilterLine::CaseFilterLine(const QString& text) {
    for (const auto& word : text.split(u' ', Qt::SkipEmptyParts))
        if (auto term = parse(word)) terms_.push_back(std::move(term));
}

CaseFilterLine::Term CaseFilterLine::parse(QString term) {
    static const auto columns = list_fields();
    const bool negated = term.size() > 1 && term.startsWith(u'-');
    if (negated) term.remove(0, 1);
    const auto colon = std::max<qsizetype>(term.indexOf(u':'), 0);
    const QString name = term.left(colon).toLower();
    const auto alternatives =
        term.mid(colon > 0 ? colon + 1 : 0).remove(u'(').remove(u')').split(u'|', Qt::SkipEmptyParts);
    if (alternatives.isEmpty()) return {};  // the user is typing "n:"
    const auto* const known = std::ranges::find(filter_fields, name, &FilterField::name);
    const auto of_column = [&](const auto& field) {
        return known != std::end(filter_fields) && field.column.id == known->column;
    };
    const auto field = std::ranges::find_if(columns, of_column);
    const bool has_column = field != columns.end();
    if ((name.isEmpty() || name == u"variant") && !negated) words_ << alternatives;
    if (name.isEmpty() || (has_column && field->column.align == present::Align::left)) {
        QList<QRegularExpression> patterns;
        // A key type must match whole: "u32" is also part of "u32+u32".
        for (const auto& pattern : alternatives) patterns << expression_of(pattern, name == u"key");
        return [=](const ListedCase& listed) {
            auto text = has_column ? to_qstring(field->cell(listed).text) : words_of(listed);
            if (name == u"tag") text += u' ' + to_qstring(listed.record().annotation.name);
            return negated != std::ranges::any_of(patterns, [&](const QRegularExpression& pattern) {
                       return pattern.match(text).hasMatch();
                   });
        };
    }
    std::vector<std::pair<double, double>> intervals;
    for (const auto& pattern : alternatives) {
        const auto interval = interval_of(pattern);
        if (!interval) {
            QStringList names;
            for (const auto& one : filter_fields) names << one.name.toString();
            error_ =
                u"\u201c%1\u201d is no number, and %2: needs one. Fields are %3, or a parameter's "
                "name; write n:2^20, block:<256, case:10..20."_s.arg(pattern, name, names.join(u", "_s));
            return {};
        }
        intervals.push_back(*interval);
    }
    return [=, unit = has_column ? known->unit : 1.0](const ListedCase& listed) {
        auto number = listed.record().axes.number(name.toStdString());
        if (has_column) {
            const auto cell = field->cell(listed);
            number = cell.number ? std::optional(cell.number->as_double() / unit) : std::nullopt;
        }
        return negated != (number && std::ranges::any_of(intervals, [&](const auto& interval) {
                               return interval.first <= *number && *number <= interval.second;
                           }));
    };
}

bool CaseFilterLine::names(const ListedCase& listed) const {
    return std::ranges::any_of(words_, [&](const QString& word) {
        return to_qstring(listed.record().subject.name).compare(word, Qt::CaseInsensitive) == 0;
    });
}

struct RunTreeModel::Node : QStandardItem {
    Level level{};
    FilePtr file;
    QString name;
    std::vector<size_t> cases;
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

void RunTreeModel::add(QStandardItem& to, Level level, const FilePtr& file, const QString& name,
                       std::vector<size_t> cases, const RunRecord* run) {
    auto count = QString::number(cases.size()), text = name,
         tip = name + u", "_s + to_qstring(plural(cases.size(), "case"));
    if (level == Level::file) {
        text = file_name(name);
        tip = shown_path(name) + u"\nSchema version %1"_s.arg(db::schema_version);
    } else if (run != nullptr) {
        tip = run_tooltip(*run, cases.size());
        if (cases.size() < run->planned_cases)
            count = u"%1 of %2"_s.arg(cases.size()).arg(run->planned_cases);
        if (!run->annotation.name.empty()) text += u": "_s + typeset(run->annotation.name);
    }
    auto* made = new Node;
    made->setText(text);
    made->level = level;
    made->file = file;
    made->name = name;
    made->cases = std::move(cases);
    made->run = run;
    auto* counted = new QStandardItem(count);
    counted->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    for (QStandardItem* item : {static_cast<QStandardItem*>(made), counted}) {
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        item->setToolTip(tip);
    }
    to.appendRow({made, counted});
    if (level == Level::file) add_runs(*made);
    if (level == Level::run || level == Level::device) add_groups(*made);
}

void RunTreeModel::add_runs(Node& file) {
    std::map<RunId, std::vector<size_t>> by_run;
    for (const auto at : file.cases) by_run[file.file->cases[at].run].push_back(at);
    // Runs may have no case: just begun, or killed early.
    for (const auto& run : file.file->runs)
        add(file, Level::run, file.file,
            u"Run %1, %2"_s.arg(qlonglong(run.id)).arg(date_text(run.started_utc)), std::move(by_run[run.id]),
            &run);
}

/// Adds the devices of a run, or the variants of a device.
void RunTreeModel::add_groups(Node& of) {
    std::map<QString, std::vector<size_t>> by_name;
    QStringList names;
    for (const auto at : of.cases) {
        const auto& record = of.file->cases[at];
        const auto name =
            of.level == Level::run ? of.file->device_name(record) : typeset(present::variant_text(record));
        auto& named = by_name[name];
        if (named.empty()) names << name;
        named.push_back(at);
    }
    for (const auto& name : std::as_const(names))
        add(of, of.level == Level::run ? Level::device : Level::variant, of.file, name,
            std::move(by_name[name]));
}

void RunTreeModel::set_files(const QList<FilePtr>& files) {
    removeRows(0, rowCount());
    for (const auto& file : files) {
        std::vector<size_t> all(file->cases.size());
        std::iota(all.begin(), all.end(), size_t{0});
        add(*invisibleRootItem(), Level::file, file, file->path, std::move(all));
    }
}

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
        int row = 0;
        while (row < rowCount(found) && node(index(row, 0, found))->name != part) ++row;
        if (row == rowCount(found)) return {};
        found = index(row, 0, found);
    }
    return found;
}
}
