#include "gui/models/case_filter.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <QStringList>

#include "core/condition.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "gui/models/text.hpp"
#include "present/tables/case.hpp"

namespace sortscope::gui {
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

using NumberField = std::function<std::optional<double>(const CaseRecord&)>;

NumberField number_field(const QString& name) {
    const auto whole = [](auto value) { return std::optional(static_cast<double>(value)); };
    if (name == u"n" || name == u"keys")
        return [whole](const CaseRecord& record) { return whole(record.keys()); };
    if (name == u"block")
        return [whole](const CaseRecord& record) {
            return record.block() == 0 ? std::nullopt : whole(record.block());
        };
    if (name == u"run")
        return [whole](const CaseRecord& record) { return whole(static_cast<std::int64_t>(record.run)); };
    if (name == u"case")
        return [whole](const CaseRecord& record) { return whole(static_cast<std::int64_t>(record.id)); };
    if (name == u"time")
        return [](const CaseRecord& record) {
            return record.time ? std::optional(static_cast<double>(record.time->median_ns) / 1e3)
                               : std::nullopt;
        };
    return {};
}

}  // namespace

CaseFilterLine::CaseFilterLine(const QString& text) {
    for (const auto& word : text.split(u' ', Qt::SkipEmptyParts))
        if (auto term = parse(word)) terms_.push_back(std::move(term));
}

CaseFilterLine::Term CaseFilterLine::parse(QString term) {
    const bool not_so = term.size() > 1 && term.startsWith(u'-');
    if (not_so) term = term.mid(1);
    const auto turned = [not_so](Term plain) -> Term {
        if (!not_so) return plain;
        return [plain = std::move(plain)](const CaseRecord& record, const Text& text) {
            return !plain(record, text);
        };
    };
    const auto colon = term.indexOf(u':');
    const QString name = colon > 0 ? term.left(colon).toLower() : QString();
    const auto alternatives =
        (colon > 0 ? term.mid(colon + 1) : term).remove(u'(').remove(u')').split(u'|', Qt::SkipEmptyParts);
    if (alternatives.isEmpty()) return {};  // the user is typing "n:"
    const auto text_term = [&](std::function<QString(const CaseRecord&, const Text&)> value) {
        return turned([value = std::move(value), alternatives](const CaseRecord& record, const Text& text) {
            const auto found = value(record, text);
            return std::ranges::any_of(alternatives,
                                       [&](const QString& pattern) { return matches(found, pattern); });
        });
    };
    if (name.isEmpty())
        return text_term([](const CaseRecord& record, const Text& text) {
            return to_qstring(condition_of(record).label({"device"})) + u' ' +
                   QString::number(record.keys()) + u' ' + text.device + u' ' + text.file +
                   u" case %1 "_s.arg(static_cast<qlonglong>(record.id)) +
                   to_qstring(name_of(record.status)) + u' ' + to_qstring(name_of(record.backend));
        });
    if (name == u"variant")
        return text_term(
            [](const CaseRecord& record, const Text&) { return to_qstring(present::variant_text(record)); });
    if (name == u"key")
        return text_term(
            [](const CaseRecord& record, const Text&) { return to_qstring(record.axes.text("key")); });
    if (name == u"input")
        return text_term(
            [](const CaseRecord& record, const Text&) { return to_qstring(record.input_name()); });
    if (name == u"param")
        return text_term(
            [](const CaseRecord& record, const Text&) { return to_qstring(parameters_text(record.axes)); });
    if (name == u"device") return text_term([](const CaseRecord&, const Text& text) { return text.device; });
    if (name == u"backend")
        return text_term(
            [](const CaseRecord& record, const Text&) { return to_qstring(name_of(record.backend)); });
    if (name == u"status")
        return text_term(
            [](const CaseRecord& record, const Text&) { return to_qstring(name_of(record.status)); });
    if (name == u"file") return text_term([](const CaseRecord&, const Text& text) { return text.file; });
    if (name == u"cache")
        return text_term(
            [](const CaseRecord& record, const Text&) { return to_qstring(record.cache_state); });
    if (name == u"tag")
        return text_term([](const CaseRecord& record, const Text&) {
            QString tags;
            for (const auto& tag : record.annotation.tags) tags += to_qstring(tag) + u' ';
            return tags + to_qstring(record.annotation.name);
        });
    if (name == u"mode")
        return text_term(
            [](const CaseRecord& record, const Text&) { return to_qstring(name_of(record.time_mode)); });
    auto value = number_field(name);
    if (!value)  // a variant's own parameter
        value = [parameter = name.toStdString()](const CaseRecord& record) {
            return record.axes.number(parameter);
        };
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
    return turned([value = std::move(value), intervals](const CaseRecord& record, const Text&) {
        const auto found = value(record);
        return found &&
               std::ranges::any_of(intervals, [&](const Interval& one) { return one.holds(*found); });
    });
}

bool CaseFilterLine::accepts(const CaseRecord& record, const QString& device, const QString& file) const {
    const Text text{device, file};
    return std::ranges::all_of(terms_, [&](const Term& term) { return term(record, text); });
}

}  // namespace sortscope::gui
