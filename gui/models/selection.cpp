#include "gui/models/selection.hpp"

#include <QJsonArray>
#include <QJsonObject>

#include "core/error.hpp"
#include "gui/models/text.hpp"

namespace sortscope::gui {
namespace {

constexpr std::size_t most_steps = 200;

QJsonObject json_of(const CaseRef& record) {
    return {{QStringLiteral("file"), record.file},
            {QStringLiteral("case"), QString::number(static_cast<qlonglong>(record.id))},
            {QStringLiteral("condition"), record.condition}};
}

CaseRef case_of(const QJsonObject& object) {
    return {object[QStringLiteral("file")].toString(),
            CaseId{object[QStringLiteral("case")].toString().toLongLong()},
            object[QStringLiteral("condition")].toString()};
}

/// Whether `next` only differs in filter or time: typing and zooming make one step.
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
        if (part == "device" && condition.device.has_uuid()) continue;  // its name may change
        words << to_qstring(part) + u'=' + to_qstring(text);
    }
    // These are not in the words.
    if (!condition.free_parts().contains("device"))
        words << QStringLiteral("device-id=") + to_qstring(condition.device.id);
    return words.join(u'\n');
}

void Selection::show(CaseRef record) {
    if (record == baseline && (record.condition.isEmpty() || baseline.condition.isEmpty() ||
                               record.condition == baseline.condition)) {
        if (baseline.condition.isEmpty()) baseline.condition = record.condition;
        return;
    }
    baseline = std::move(record);  // may have the id of a case that is gone
    stage.reset();
    substage.reset();
    launches.reset();
    source.reset();
    time.reset();
}

QJsonObject Selection::to_json() const {
    QJsonArray compared;
    for (const auto& other : others) compared << json_of(other);
    QJsonObject object{{QStringLiteral("files"), QJsonArray::fromStringList(files)},
                       {QStringLiteral("filter"), filter},
                       {QStringLiteral("baseline"), json_of(baseline)},
                       {QStringLiteral("others"), compared},
                       {QStringLiteral("metric"), metric},
                       {QStringLiteral("grouping"), to_qstring(name_of(grouping))},
                       {QStringLiteral("repeats"), to_qstring(name_of(repeats))}};
    if (stage) object[QStringLiteral("stage")] = *stage;
    if (substage) object[QStringLiteral("substage")] = *substage;
    if (launches) {
        object[QStringLiteral("first_launch")] = static_cast<double>(launches->first);
        object[QStringLiteral("last_launch")] = static_cast<double>(launches->last);
    }
    if (source) {
        object[QStringLiteral("source_file")] = source->file;
        object[QStringLiteral("source_line")] = static_cast<double>(source->line);
    }
    if (time) {
        object[QStringLiteral("time_from")] = time->from;
        object[QStringLiteral("time_to")] = time->to;
    }
    return object;
}

Selection Selection::from_json(const QJsonObject& object) {
    Selection read;
    for (const auto& file : object[QStringLiteral("files")].toArray()) read.files << file.toString();
    read.filter = object[QStringLiteral("filter")].toString();
    read.baseline = case_of(object[QStringLiteral("baseline")].toObject());
    for (const auto& other : object[QStringLiteral("others")].toArray())
        read.others << case_of(other.toObject());
    read.metric = object[QStringLiteral("metric")].toString();
    const auto whole = [&](const char* name) -> std::optional<double> {
        const auto value = object[QLatin1String(name)];
        return value.isDouble() && value.toDouble() >= 0 && value.toDouble() < 9e15
                   ? std::optional(value.toDouble())
                   : std::nullopt;
    };
    if (const auto stage = whole("stage")) read.stage = static_cast<int>(*stage);
    if (const auto substage = whole("substage")) read.substage = static_cast<int>(*substage);
    const auto first = whole("first_launch"), last = whole("last_launch");
    if (first && last && *first <= *last)
        read.launches = LaunchRange{static_cast<std::uint64_t>(*first), static_cast<std::uint64_t>(*last)};
    if (const auto line = whole("source_line"))
        read.source =
            SourceLine{object[QStringLiteral("source_file")].toString(), static_cast<std::uint32_t>(*line)};
    const auto from = object[QStringLiteral("time_from")], to = object[QStringLiteral("time_to")];
    if (from.isDouble() && to.isDouble() && from.toDouble() < to.toDouble())
        read.time = TimeRange{from.toDouble(), to.toDouble()};
    try {
        read.grouping = analyzer::parse_grouping(object[QStringLiteral("grouping")].toString().toStdString());
        read.repeats = analyzer::parse_repeats(object[QStringLiteral("repeats")].toString().toStdString());
    } catch (const Error&) {
        // Settings of another version: keep the defaults.
    }
    return read;
}

QStringList Selected::conditions_of(const Selection& selection) {
    QStringList conditions{selection.baseline.condition};
    for (const auto& other : selection.others) conditions << other.condition;
    return conditions;
}

void Selected::change(Selection next) {
    if (next == now()) return;
    const auto before = now();
    steps_.resize(static_cast<std::size_t>(at_) + 1);
    if (is_same_step(before, next)) {
        steps_.back() = std::move(next);
    } else {
        steps_.push_back(std::move(next));
        if (steps_.size() > most_steps) steps_.erase(steps_.begin());
    }
    at_ = static_cast<int>(steps_.size()) - 1;
    emit changed(before);
}

void Selected::correct(Selection next) {
    // The same id may mean another case: compare conditions too.
    if (next == now() && conditions_of(next) == conditions_of(now())) return;
    const auto before = now();
    for (auto& step : steps_) step.files = next.files;
    steps_[static_cast<std::size_t>(at_)] = std::move(next);
    emit changed(before);
}

void Selected::go(int step) {
    if (step < 0 || step >= static_cast<int>(steps_.size()) || step == at_) return;
    const auto before = now();
    at_ = step;
    if (now() == before) return;
    emit changed(before);
}

void Selected::back() { go(at_ - 1); }
void Selected::forward() { go(at_ + 1); }

}  // namespace sortscope::gui
