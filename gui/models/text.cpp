#include "gui/models/text.hpp"

#include <QDir>
#include <QFile>

#include "core/metric/metric.hpp"
#include "present/tables/metrics.hpp"

namespace sortscope::gui {
namespace {

bool is_word(QChar character) { return character.isLetterOrNumber() || character == u'_'; }

/// Whether "us" at `at` is a unit: alone, in brackets, or after a number.
bool is_microseconds(const QString& text, qsizetype at) {
    if (text.mid(at, 2) != u"us") return false;
    if (at + 2 < text.size() && is_word(text.at(at + 2))) return false;
    if (at == 0) return text.size() == 2;
    if (text.at(at - 1) == u'(') return true;
    return at >= 2 && text.at(at - 1) == u' ' && text.at(at - 2).isDigit();
}

/// Whether the number before the "^" at `at` is 2 or 10 and a word of its own.
bool is_base(const QString& text, qsizetype at) {
    const qsizetype length = at >= 2 && text.mid(at - 2, 2) == u"10" ? 2
                             : at >= 1 && text.at(at - 1) == u'2'    ? 1
                                                                     : 0;
    return length > 0 && (at == length || !is_word(text.at(at - length - 1)));
}

/// Appends the digits after the "^" at `at`, raised. Returns their end, or `at` without digits.
qsizetype raise(const QString& text, qsizetype at, QString& raised) {
    static const QString digits = u"\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"_s;
    qsizetype end = at;
    if (end + 1 < text.size() && text.at(end) == u'-' && text.at(end + 1).isDigit()) {
        raised += u'\u207b';
        ++end;
    }
    for (; end < text.size() && text.at(end) >= u'0' && text.at(end) <= u'9'; ++end)
        raised += digits.at(text.at(end).digitValue());
    return end;
}

/// Removes control characters, except line ends, and marks of direction: a file may contain any text.
QString cleaned(QString text) {
    for (QChar& character : text) {
        const bool line_end = character == u'\n';
        const auto category = character.category();
        if (!line_end && (category == QChar::Other_Control || category == QChar::Other_Format))
            character = u' ';
    }
    return text;
}

/// Whether a quotation may begin after this character or end before it.
bool is_apart(QChar character) {
    return !character.isLetterOrNumber() && character != u'_' && character != u'\'';
}

/// Turns straight quotation marks into curly ones, but not apostrophes.
void curl_quotes(QString& text) {
    for (const QChar mark : {QChar(u'\''), QChar(u'"')})
        for (qsizetype from = text.indexOf(mark); from >= 0; from = text.indexOf(mark, from + 1)) {
            if ((from > 0 && !is_apart(text.at(from - 1))) || from + 1 >= text.size() ||
                text.at(from + 1).isSpace())
                continue;
            auto to = text.indexOf(mark, from + 1);
            while (to > 0 && to + 1 < text.size() && !is_apart(text.at(to + 1)))
                to = text.indexOf(mark, to + 1);
            if (to < 0) break;
            text[from] = QChar(u'\u201c');
            text[to] = QChar(u'\u201d');
            from = to;
        }
}

}  // namespace

QString to_qstring(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString typeset(std::string_view text) {
    QString written = typeset_value(text);
    if (text.find_first_of("'\"") != std::string_view::npos) curl_quotes(written);
    return written;
}

QString typeset_value(std::string_view text) {
    if (text.empty() || text == "-") return u"\u2013"_s;
    const QString plain = cleaned(to_qstring(text));
    if (text.find("us") == std::string_view::npos && text.find('^') == std::string_view::npos) return plain;
    QString written;
    for (qsizetype i = 0; i < plain.size();) {
        if (is_microseconds(plain, i)) {
            written += u"\u00b5s"_s;
            i += 2;
            continue;
        }
        const QChar character = plain.at(i);
        if (character == u'^' && is_base(plain, i))
            if (const auto end = raise(plain, i + 1, written); end > i + 1) {
                i = end;
                continue;
            }
        written += character;
        ++i;
    }
    return written;
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
            ++i, ++j;
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

QString within_home(const QString& path) {
    const auto home = QDir::homePath() + QLatin1Char('/');
    return home.size() > 1 && path.startsWith(home) ? u"~/"_s + path.mid(home.size()) : path;
}

}  // namespace sortscope::gui
