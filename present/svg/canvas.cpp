#include "present/svg/canvas.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

#include <fmt/core.h>

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

bool digit(char c) { return c >= '0' && c <= '9'; }

/// Bytes of the longest prefix within `width`, with at least one character.
size_t fitting(std::string_view text, double width, double px) {
    size_t end = 0;
    double used = 0;
    while (end < text.size()) {
        const auto first = first_character(text.substr(end));
        used += advance(first.code) * px;
        if (used > width && end > 0) break;
        end += first.bytes.size();
    }
    return end;
}
}  // namespace

std::vector<TextPart> powers_apart(std::string_view text) {
    std::vector<TextPart> parts;
    size_t begin = 0;
    for (size_t i = 1; i + 1 < text.size(); ++i) {
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

std::string escaped(std::string_view text, LineEnds ends) {
    static const std::map<char32_t, std::string_view> named{
        {U'&', "&amp;"},  {U'<', "&lt;"}, {U'>', "&gt;"}, {U'"', "&quot;"},
        {U'\'', "&#39;"}, {0xfffe, ""},   {0xffff, ""}};
    const auto clean = printable(text, ends);
    std::string out;
    for (std::string_view rest = clean; !rest.empty();) {
        const auto first = first_character(rest);
        rest.remove_prefix(first.bytes.size());
        const auto found = named.find(first.code);
        out += found == named.end() ? first.bytes : found->second;
    }
    return out;
}

double text_width(std::string_view text, double px, bool bold) {
    double width = 0;
    for (auto [rest, raised] : powers_apart(text))
        while (!rest.empty()) {
            const auto first = first_character(rest);
            width += advance(first.code) * (raised ? raised_size : 1);
            rest.remove_prefix(first.bytes.size());
        }
    return width * px * (bold ? bold_factor : 1);
}

std::string shortened(std::string_view text, double width, double px, bool bold) {
    if (bold) px *= bold_factor;
    const auto clean = printable(text);
    if (text_width(clean, px) <= width) return clean;
    const double room = std::max(0.0, width - text_width(ellipsis, px));
    // Keeps a part of the end: it often distinguishes names.
    const auto head = fitting(clean, room * 0.6, px);
    auto tail = clean.size();
    double used = text_width(clean.substr(0, head), px);
    while (tail > head) {
        auto before = tail - 1;
        while (before > head && (uint8_t(clean[before]) & 0xc0U) == 0x80U) --before;
        used += advance(first_character(std::string_view(clean).substr(before)).code) * px;
        if (used > room) break;
        tail = before;
    }
    return clean.substr(0, head) + std::string(ellipsis) + clean.substr(tail);
}

std::vector<std::string> wrapped(std::string_view text, double width, double px, size_t most, bool bold) {
    if (bold) px *= bold_factor;
    std::vector<std::string> lines;
    const auto clean = printable(text);
    std::string_view rest = clean;
    while (!rest.empty()) {
        if (lines.size() + 1 == most || text_width(rest, px) <= width) {
            lines.push_back(shortened(rest, width, px));
            break;
        }
        size_t cut = 0;
        for (auto i = rest.find(' ', 1); i != rest.npos && text_width(rest.substr(0, i), px) <= width;
             i = rest.find(' ', i + 1))
            cut = i;
        if (cut == 0) cut = fitting(rest, width, px);
        lines.emplace_back(rest.substr(0, cut));
        rest.remove_prefix(std::min(rest.find_first_not_of(' ', cut), rest.size()));
    }
    return lines;
}

std::string text_markup(std::string_view text, double px) {
    std::string out;
    const double lift = 0.36 * px;
    bool up = false;
    for (const auto& [part, raised] : powers_apart(text)) {
        if (raised)
            out += fmt::format("<tspan dy=\"{:.1f}\" font-size=\"{:.1f}\">{}</tspan>", -lift,
                               raised_size * px, escaped(part));
        else
            out += up ? fmt::format("<tspan dy=\"{:.1f}\">{}</tspan>", lift, escaped(part)) : escaped(part);
        up = raised;
    }
    return out;
}

std::string number(double value) {
    if (!std::isfinite(value)) return "0";
    auto text = fmt::format("{:.1f}", value);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text == "-0" ? "0" : text;
}

std::string step(char command, Place at) { return command + number(at.x) + "," + number(at.y); }

std::string fill(Rgb colour) { return fmt::format("fill=\"{}\"", hex(colour)); }

std::string stroke(Rgb colour, double width, std::string_view dashes) {
    auto text = fmt::format("stroke=\"{}\"", hex(colour));
    if (width != 1) text += fmt::format(" stroke-width=\"{}\"", number(width));
    return dashes.empty() ? text : text + fmt::format(" stroke-dasharray=\"{}\"", dashes);
}

void Canvas::element(std::string_view tag, Numbers numbers, std::string_view attributes,
                     std::string_view hint) {
    out_ += fmt::format("<{}", tag);
    for (const auto& [name, value] : numbers) out_ += fmt::format(" {}=\"{}\"", name, number(value));
    out_ += fmt::format(" {}", attributes);
    out_ +=
        hint.empty() ? "/>\n" : fmt::format("><title>{}</title></{}>\n", escaped(hint, LineEnds::kept), tag);
}

void Canvas::rect(const Box& box, std::string_view attributes, std::string_view hint) {
    element("rect", {{"x", box.x}, {"y", box.y}, {"width", box.width}, {"height", box.height}}, attributes,
            hint);
}

void Canvas::line(Place from, Place to, std::string_view attributes, std::string_view hint) {
    element("line", {{"x1", from.x}, {"y1", from.y}, {"x2", to.x}, {"y2", to.y}}, attributes, hint);
}

void Canvas::circle(Place centre, double radius, std::string_view attributes, std::string_view hint) {
    element("circle", {{"cx", centre.x}, {"cy", centre.y}, {"r", radius}}, attributes, hint);
}

void Canvas::path(const std::string& d, const std::string& attributes, std::string_view hint) {
    element("path", {}, "d=\"" + d + "\" " + attributes, hint);
}

void Canvas::text(Place at, std::string_view text, const Letters& letters) {
    out_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" {}", number(at.x), number(at.y),
                        number(letters.px), fill(letters.colour));
    if (letters.anchor != Anchor::start)
        out_ += letters.anchor == Anchor::middle ? " text-anchor=\"middle\"" : " text-anchor=\"end\"";
    if (letters.bold) out_ += " font-weight=\"bold\"";
    if (letters.degrees != 0)
        out_ += fmt::format(" transform=\"rotate({} {} {})\"", number(letters.degrees), number(at.x),
                            number(at.y));
    if (letters.halo != nullptr)
        out_ +=
            " " + stroke(*letters.halo, letters.px / 4) + " stroke-linejoin=\"round\" paint-order=\"stroke\"";
    out_ += '>' + text_markup(text, letters.px) + "</text>\n";
}
}
