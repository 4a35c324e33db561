#include "gui/models/text.hpp"

#include "core/printable.hpp"
#include "present/tables/metrics.hpp"

namespace sortscope::gui {
namespace {
/// Replaces characters that steers() rejects by blanks. Keeps line ends.
QString cleaned(const QString& text) {
    constexpr char16_t next_steering = 0x61C;  // after Latin-1
    const auto is_plain = [](QChar c) {
        return c == u'\n' || (c < QChar(next_steering) && !steers(c.unicode()));
    };
    if (std::ranges::all_of(text, is_plain)) return text;
    auto codes = text.toUcs4();
    for (auto& code : codes)
        if (code != u'\n' && steers(code)) code = u' ';
    return QString::fromUcs4(reinterpret_cast<const char32_t*>(codes.constData()), codes.size());
}

/// Returns whether a cut at `at` would divide a number.
bool in_number(const QString& text, qsizetype at) {
    const auto digit = [](QChar c) { return c.isNumber() || c == u'.' || c == u',' || c == u'^'; };
    return at > 0 && at < text.size() && digit(text[at - 1]) && digit(text[at]);
}

/// Matches a text in quotation marks. An apostrophe within a word is no quotation mark.
QRegularExpression quotation(const QString& mark) {
    return QRegularExpression(
        uR"((?<![\w'])%1(?=\S)(.*?)%1(?![\w']))"_s.arg(mark),
        QRegularExpression::UseUnicodePropertiesOption | QRegularExpression::DotMatchesEverythingOption);
}
}  // namespace

QString to_qstring(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }

QString typeset(std::string_view text) {
    static const QRegularExpression quotations[] = {quotation(u"'"_s), quotation(u"\""_s)};
    QString written = typeset_value(text);
    if (text.find_first_of("'\"") != std::string_view::npos)
        for (const auto& quoted : quotations) written.replace(quoted, u"\u201c\\1\u201d"_s);
    return written;
}

QString typeset_value(std::string_view text) {
    if (text.empty() || text == "-") return u"\u2013"_s;
    QString written = cleaned(to_qstring(text));
    // A unit is alone, in brackets, or after a number; a power is of 2 or 10.
    static const QRegularExpression unit(uR"(^us$|(?<=\(|\d )us(?!\w))"_s),
        power(uR"((?<=(?<!\w)2|(?<!\w)10)\^(-?\d+))"_s);
    static const QString raised = u"\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"_s;
    if (text.find("us") != std::string_view::npos) written.replace(unit, u"\u00b5s"_s);
    if (text.find('^') == std::string_view::npos) return written;
    for (auto match = power.match(written); match.hasMatch(); match = power.match(written)) {
        auto digits = match.captured(1);
        for (QChar& digit : digits) digit = digit == u'-' ? QChar(u'\u207b') : raised.at(digit.digitValue());
        written.replace(match.capturedStart(), match.capturedLength(), digits);
    }
    return written;
}

qsizetype first_sentence_length(QStringView text) {
    static const QRegularExpression end(uR"([.!?][)\x{201d}]?(?=\s+[\p{Lu}\p{N}\x{201c}]|\n))"_s);
    const auto found = end.match(text.toString());
    return found.hasMatch() ? found.capturedEnd() : text.size();
}

QString shortened_name(const QString& text, int length) {
    if (text.size() <= length || length < 5) return text;
    qsizetype tail = text.size() - (length - 1) / 3, head = length - 1 - (length - 1) / 3;
    while (in_number(text, head)) --head;
    while (in_number(text, tail)) ++tail;
    return text.left(head) + u'\u2026' + text.mid(tail);
}

QString fitted_name(const QString& name, const QFontMetrics& metrics, int room) {
    auto fitted = name;
    for (auto length = int(name.size()); length > 5 && metrics.horizontalAdvance(fitted) > room; --length)
        fitted = shortened_name(name, length - 1);
    return metrics.horizontalAdvance(fitted) > room ? u"\u2026"_s : fitted;
}

QString elided(const QString& text, const QFontMetrics& metrics, int room) {
    if (metrics.horizontalAdvance(text) <= room) return text;
    static const QRegularExpression number(
        uR"((?<![\p{L}\p{N}.,])\p{N}[\p{N}.,]*(?: \.\.[\p{N}., ]*)?\s?([^\s\p{N}]*)$)"_s,
        QRegularExpression::UseUnicodePropertiesOption);
    const auto cuts_number = [&](qsizetype at) {
        if (text[at - 1].isNumber() && text[at].isNumber()) return true;
        const auto match = number.match(QStringView(text).left(at).toString());
        return match.hasMatch() && (match.capturedLength(1) == 0 || !text[at].isSpace());
    };
    auto length = std::max<qsizetype>(metrics.elidedText(text, Qt::ElideRight, room).size() - 1, 0);
    while (length > 0 && cuts_number(length)) --length;
    const QString end = u"\u2026"_s;
    return metrics.horizontalAdvance(end) > room ? QString() : text.left(length) + end;
}

QString fitted_label(const QString& label, const QFontMetrics& metrics, int room) {
    if (metrics.horizontalAdvance(label) <= room) return label;
    if (label.contains(u'/') && !label.contains(u' ')) return metrics.elidedText(label, Qt::ElideLeft, room);
    const QString between = u" \u00b7 "_s, ellipsis = u"\u2026"_s;
    auto parts = label.split(between);
    const auto last = parts.size() > 2 ? parts.mid(2).join(between) : QString();
    for (qsizetype cut = 0; parts.size() > 1 && cut <= last.size(); ++cut) {
        if (in_number(last, cut)) continue;
        const auto end = last.isEmpty() ? last : between + (cut > 0 ? ellipsis : QString()) + last.mid(cut);
        const auto keys = between + parts[1] + end;
        const int left = room - metrics.horizontalAdvance(keys) - 1;  // widths are rounded
        if (left <= 0) continue;
        const auto name = fitted_name(parts[0], metrics, left);
        if (name != ellipsis) return name + keys;
    }
    return elided(label, metrics, room);
}

QString verbatim(std::string_view text) { return cleaned(to_qstring(text)); }

QString metric_words(const Metric& metric) {
    QString words = typeset(metric.sentence);
    if (metric.computed()) words += u"\n= "_s + to_qstring(metric.formula).replace(u" else "_s, u"\nelse "_s);
    return words + u"\nOf several launches: "_s + to_qstring(present::adding_text(metric.adding)) +
           QLatin1Char('.');
}

bool natural_less(QStringView a, QStringView b) {
    const auto digit = [](QChar c) { return c >= u'0' && c <= u'9'; };
    qsizetype i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (!digit(a[i]) || !digit(b[j])) {
            if (a[i] != b[j]) return a[i] < b[j];
            ++i;
            ++j;
            continue;
        }
        while (i + 1 < a.size() && a[i] == u'0' && digit(a[i + 1])) ++i;
        while (j + 1 < b.size() && b[j] == u'0' && digit(b[j + 1])) ++j;
        qsizetype end_a = i, end_b = j;
        while (end_a < a.size() && digit(a[end_a])) ++end_a;
        while (end_b < b.size() && digit(b[end_b])) ++end_b;
        if (end_a - i != end_b - j) return end_a - i < end_b - j;
        if (const int order = a.mid(i, end_a - i).compare(b.mid(j, end_b - j)); order != 0) return order < 0;
        i = end_a, j = end_b;
    }
    return a.size() - i < b.size() - j;
}

std::filesystem::path native(const QString& path) { return QFile::encodeName(path).toStdString(); }

QString shown_path(const QString& path) { return to_qstring(printable(path.toStdString())); }

QString file_name(const QString& path) { return shown_path(path.section(u'/', -1)); }

QString within_home(const QString& path) {
    const auto home = QDir::homePath() + QLatin1Char('/');
    return shown_path(home.size() > 1 && path.startsWith(home) ? u"~/"_s + path.mid(home.size()) : path);
}
}
