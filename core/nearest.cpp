// Which of the known names is near to one that nobody has: declared in core/text.hpp.
#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

#include "core/text.hpp"

namespace sortscope {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
        }
    }
    return row[b.size()];
}

namespace {

/// A name as it is compared with others: neither capital letters nor the marks between its words tell names
/// apart.
std::string plain_name(std::string_view name) {
    std::string plain;
    for (const char c : name)
        plain += c == ' ' || c == '-' || c == '.'
                     ? '_'
                     : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return plain;
}

/// Whether `other` has all words of `name` in it, one of them of three letters at least, or is what `name`
/// begins with.
bool shares_words(std::string_view name, std::string_view other) {
    if (other.size() > 2 && name.starts_with(other)) return true;
    bool any = false;
    for (std::size_t from = 0; from < name.size();) {
        const auto end = std::min(name.find('_', from), name.size());
        const auto word = name.substr(from, end - from);
        if (other.find(word) == std::string_view::npos) return false;
        any = any || word.size() > 2;
        from = end + 1;
    }
    return any;
}

}  // namespace

std::string nearest_sentence(std::string_view asked, const std::vector<std::string_view>& known) {
    const auto name = plain_name(asked);
    std::vector<std::pair<std::size_t, std::string_view>> sorted;
    const auto same = [](std::string_view other) {
        return [other](const auto& one) { return one.second == other; };
    };
    for (const auto other : known)
        if (std::ranges::none_of(sorted, same(other)))
            sorted.emplace_back(edit_distance(name, plain_name(other)), other);
    std::ranges::stable_sort(sorted, {}, [](const auto& one) { return one.first; });
    std::string text;
    for (const auto& [distance, other] : sorted) {
        // As many edits as a third of the name: more is another word.
        if (distance > std::max<std::size_t>(2, name.size() / 3)) break;
        text += (text.empty() ? " Did you mean '" : " or '") + std::string(other) + "'";
        if (text.size() > 80) break;
    }
    // A part of a longer name is near to it, too, be it in several words; and so is a name that the word
    // begins with.
    if (text.empty() && name.size() > 2)
        for (const auto& [distance, other] : sorted)
            if (shares_words(name, plain_name(other)) && text.size() <= 80)
                text += (text.empty() ? " Did you mean '" : " or '") + std::string(other) + "'";
    return text.empty() ? text : text + "?";
}

}  // namespace sortscope
