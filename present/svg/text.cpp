#include "present/svg/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/core.h>

#include "core/printable.hpp"

namespace sortscope::present::svg {
namespace {

/// Advance widths of DejaVu Sans from U+0020, in thousandths.
constexpr std::array<int, 95> advances{
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635,  611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838};
constexpr double raised_size = 0.72;
constexpr double bold_factor = 1.13;
constexpr std::string_view ellipsis = "\u2026";

double advance(char32_t code) {
    if (code >= 32 && code < 127) return advances[code - 32] / 1000.0;
    if (code == 0xb7) return 0.32;
    return code < 0x1100 ? 0.7 : 1.0;
}

double plain_width(std::string_view text) {
    double width = 0;
    while (!text.empty()) {
        const auto first = first_character(text);
        width += advance(first.code);
        text.remove_prefix(first.bytes.size());
    }
    return width;
}

bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// End of the longest prefix within `width`, at a character's end.
std::size_t fitting(std::string_view text, double width, double px, bool bold) {
    std::size_t end = 0;
    double used = 0;
    while (end < text.size()) {
        const auto first = first_character(text.substr(end));
        used += advance(first.code) * px * (bold ? bold_factor : 1);
        if (used > width) break;
        end += first.bytes.size();
    }
    return end;
}

}  // namespace

std::vector<TextPart> powers_apart(std::string_view text) {
    std::vector<TextPart> parts;
    std::size_t begin = 0;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        if (text[i] != '^' || !digit(text[i - 1])) continue;
        auto end = i + 1;
        if (text[end] == '-') ++end;
        const auto digits = end;
        while (end < text.size() && (digit(text[end]) || (text[end] == '.' && end > digits &&
                                                          end + 1 < text.size() && digit(text[end + 1]))))
            ++end;
        if (end == digits) continue;
        parts.push_back({text.substr(begin, i - begin), false});
        parts.push_back({text.substr(i + 1, end - i - 1), true});
        begin = end;
        i = end;
    }
    if (begin < text.size()) parts.push_back({text.substr(begin), false});
    return parts;
}

std::string escaped(std::string_view text) {
    const auto clean = printable(text);
    std::string out;
    std::string_view rest = clean;
    while (!rest.empty()) {
        const auto first = first_character(rest);
        rest.remove_prefix(first.bytes.size());
        switch (first.code) {
            case U'&':
                out += "&amp;";
                break;
            case U'<':
                out += "&lt;";
                break;
            case U'>':
                out += "&gt;";
                break;
            case U'"':
                out += "&quot;";
                break;
            case U'\'':
                out += "&#39;";
                break;
            case 0xfffe:
            case 0xffff:
                break;
            default:
                out += first.bytes;
        }
    }
    return out;
}

double text_width(std::string_view text, double px, bool bold) {
    double width = 0;
    for (const auto& part : powers_apart(text))
        width += plain_width(part.text) * (part.raised ? raised_size : 1);
    return width * px * (bold ? bold_factor : 1);
}

std::string shortened(std::string_view text, double width, double px, bool bold) {
    const auto clean = printable(text);
    if (text_width(clean, px, bold) <= width) return clean;
    const double room = std::max(0.0, width - text_width(ellipsis, px, bold));
    // Keeps more of the beginning; the end often distinguishes names.
    auto head = std::max(fitting(clean, room * 0.6, px, bold), first_character(clean).bytes.size());
    auto tail = clean.size();
    double used = text_width(clean.substr(0, head), px, bold);
    while (tail > head) {
        auto before = tail - 1;
        while (before > head && (static_cast<unsigned char>(clean[before]) & 0xc0U) == 0x80U) --before;
        used += advance(first_character(std::string_view(clean).substr(before)).code) * px *
                (bold ? bold_factor : 1);
        if (used > room) break;
        tail = before;
    }
    return clean.substr(0, head) + std::string(ellipsis) + clean.substr(tail);
}

std::vector<std::string> wrapped(std::string_view text, double width, double px, std::size_t most,
                                 bool bold) {
    std::vector<std::string> lines;
    const auto clean = printable(text);
    std::string_view rest = clean;
    while (!rest.empty() && lines.size() < most) {
        const bool last = lines.size() + 1 == most;
        if (last || text_width(rest, px, bold) <= width) {
            lines.push_back(shortened(rest, width, px, bold));
            break;
        }
        std::size_t cut = 0;
        for (std::size_t i = 1; i < rest.size(); ++i) {
            if (rest[i] != ' ') continue;
            if (text_width(rest.substr(0, i), px, bold) > width) break;
            cut = i;
        }
        if (cut == 0) cut = std::max(fitting(rest, width, px, bold), first_character(rest).bytes.size());
        lines.emplace_back(rest.substr(0, cut));
        rest.remove_prefix(cut);
        while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
    }
    return lines;
}

std::string text_markup(std::string_view text, double px) {
    std::string out;
    bool up = false;
    for (const auto& part : powers_apart(text)) {
        const double lift = 0.36 * px;
        if (part.raised)
            out += fmt::format("<tspan dy=\"{:.1f}\" font-size=\"{:.1f}\">{}</tspan>", -lift,
                               raised_size * px, escaped(part.text));
        else if (up)
            out += fmt::format("<tspan dy=\"{:.1f}\">{}</tspan>", lift, escaped(part.text));
        else
            out += escaped(part.text);
        up = part.raised;
    }
    return out;
}

}  // namespace sortscope::present::svg
