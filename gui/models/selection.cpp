#include "gui/models/selection.hpp"

namespace sortscope::gui {
namespace {
constexpr size_t most_steps = 200;

QJsonObject json_of(const CaseRef& record) {
    return {{u"file"_s, record.file},
            {u"case"_s, QString::number(qlonglong(record.id))},
            {u"condition"_s, record.condition}};
}

CaseRef case_of(const QJsonObject& object) {
    return {object[u"file"_s].toString(), CaseId{object[u"case"_s].toString().toLongLong()},
            object[u"condition"_s].toString()};
}

/// Returns whether only the zoom or the filter changed.
bool is_same_step(const Selection& last, Selection next) {
    if (next.time == last.time && next.filter == last.filter) return false;
    next.time = last.time;
    next.filter = last.filter;
    return next == last;
}
}  // namespace

QString condition_key(const Condition& condition) {
    QStringList words;
    for (const auto& [part, text] : condition.parts()) {
        if (part == "device" && condition.device.has_uuid()) continue;  // the device's name may change
        words << to_qstring(part) + u'=' + to_qstring(text);
    }
    if (!condition.free_parts().contains("device"))
        words << u"device-id="_s + to_qstring(condition.device.id);
    return words.join(u'\n');
}

void Selection::show(CaseRef record) {
    if (record == baseline && (record.condition.isEmpty() || baseline.condition.isEmpty() ||
                               record.condition == baseline.condition)) {
        if (baseline.condition.isEmpty()) baseline.condition = record.condition;
        return;
    }
    baseline = std::move(record);
    stage = substage = launch = std::nullopt;
    source.reset();
    time.reset();
}

QByteArray handle_of(const CaseRef& ref) {
    return QByteArray::number(qlonglong(ref.id)) + ' ' + ref.file.toUtf8();
}

CaseRef case_of_handle(const QByteArray& handle) {
    const auto space = handle.indexOf(' ');
    bool ok = false;
    const auto id = handle.left(space).toLongLong(&ok);
    if (space <= 0 || !ok) return {};
    return {QString::fromUtf8(handle.mid(space + 1)), CaseId{id}, {}};
}

void Selection::choose_stage(int wanted) {
    stage = wanted;
    substage = launch = std::nullopt;
}

QJsonObject Selection::to_json() const {
    QJsonArray compared;
    for (const auto& other : others) compared << json_of(other);
    QJsonObject object{{u"files"_s, QJsonArray::fromStringList(files)},
                       {u"filter"_s, filter},
                       {u"baseline"_s, json_of(baseline)},
                       {u"others"_s, compared},
                       {u"metric"_s, metric},
                       {u"grouping"_s, to_qstring(name_of(grouping))},
                       {u"repeats"_s, to_qstring(name_of(repeats))}};
    for (const auto& [name, number] :
         {std::pair(u"stage"_s, stage), {u"substage"_s, substage}, {u"launch"_s, launch}})
        if (number) object[name] = *number;
    if (source) {
        object[u"source_file"_s] = source->file;
        object[u"source_line"_s] = double(source->line);
    }
    if (time) {
        object[u"time_from"_s] = time->from;
        object[u"time_to"_s] = time->to;
    }
    return object;
}

Selection Selection::from_json(const QJsonObject& object) {
    Selection read;
    read.files = object[u"files"_s].toVariant().toStringList();
    read.filter = object[u"filter"_s].toString();
    read.baseline = case_of(object[u"baseline"_s].toObject());
    for (const auto& other : object[u"others"_s].toArray()) read.others << case_of(other.toObject());
    read.metric = object[u"metric"_s].toString();
    const auto whole = [&](const char* name) {
        const int value = object[QLatin1String(name)].toInt(-1);
        return value >= 0 ? std::optional(value) : std::nullopt;
    };
    read.stage = whole("stage");
    read.substage = whole("substage");
    read.launch = whole("launch");
    if (const auto line = whole("source_line"))
        read.source = SourceLine{object[u"source_file"_s].toString(), uint32_t(*line)};
    const auto from = object[u"time_from"_s], to = object[u"time_to"_s];
    if (from.isDouble() && to.isDouble() && from.toDouble() < to.toDouble())
        read.time = TimeRange{from.toDouble(), to.toDouble()};
    try {
        read.grouping = analyzer::parse_grouping(object[u"grouping"_s].toString().toStdString());
        read.repeats = analyzer::parse_repeats(object[u"repeats"_s].toString().toStdString());
    } catch (const Error&) {
        // Settings of another version: keep the defaults.
    }
    return read;
}

void Selected::change(Selection next) {
    if (next == now()) return;
    const auto before = now();
    steps_.resize(size_t(at_) + 1);
    if (is_same_step(before, next)) {
        steps_.back() = std::move(next);
    } else {
        steps_.push_back(std::move(next));
        if (steps_.size() > most_steps) steps_.erase(steps_.begin());
    }
    at_ = int(steps_.size()) - 1;
    emit changed(before);
}

void Selected::correct(Selection next) {
    // Compares conditions too: an id may now mean another case.
    if (next.to_json() == now().to_json()) return;
    const auto before = now();
    for (auto& step : steps_) step.files = next.files;
    steps_[size_t(at_)] = std::move(next);
    emit changed(before);
}

void Selected::go(int step) {
    if (step < 0 || step >= int(steps_.size()) || step == at_) return;
    const auto before = now();
    at_ = step;
    if (now() == before) return;
    emit changed(before);
}
}
