#include "present/svg/canvas.hpp"

#include <cmath>

#include <fmt/core.h>

#include "present/svg/text.hpp"

namespace sortscope::present::svg {

std::string number(double value) {
    if (!std::isfinite(value)) return "0";
    auto text = fmt::format("{:.1f}", value);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text == "-0" ? "0" : text;
}

std::string step(char command, Place at) { return command + number(at.x) + "," + number(at.y); }

void Canvas::finish(std::string_view tag, std::string_view attributes, std::string_view hint) {
    if (!attributes.empty()) out_ += ' ';
    out_ += attributes;
    if (hint.empty()) {
        out_ += "/>\n";
        return;
    }
    out_ += "><title>";
    // Line by line: a hint of several lines keeps them.
    for (std::size_t begin = 0; begin <= hint.size();) {
        const auto end = std::min(hint.find('\n', begin), hint.size());
        if (begin > 0) out_ += '\n';
        out_ += escaped(hint.substr(begin, end - begin));
        begin = end + 1;
    }
    out_ += fmt::format("</title></{}>\n", tag);
}

void Canvas::rect(const Box& box, std::string_view attributes, std::string_view hint) {
    out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(box.x), number(box.y),
                        number(box.width), number(box.height));
    finish("rect", attributes, hint);
}

void Canvas::line(Place from, Place to, std::string_view attributes, std::string_view hint) {
    out_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", number(from.x), number(from.y),
                        number(to.x), number(to.y));
    finish("line", attributes, hint);
}

void Canvas::circle(Place centre, double radius, std::string_view attributes, std::string_view hint) {
    out_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", number(centre.x), number(centre.y),
                        number(radius));
    finish("circle", attributes, hint);
}

void Canvas::path(std::string_view d, std::string_view attributes, std::string_view hint) {
    out_ += fmt::format("<path d=\"{}\"", d);
    finish("path", attributes, hint);
}

void Canvas::text(Place at, std::string_view text, const Letters& letters) {
    out_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"", number(at.x), number(at.y),
                        number(letters.px), hex(letters.colour));
    if (letters.anchor != Anchor::start)
        out_ += letters.anchor == Anchor::middle ? " text-anchor=\"middle\"" : " text-anchor=\"end\"";
    if (letters.bold) out_ += " font-weight=\"bold\"";
    if (letters.degrees != 0)
        out_ += fmt::format(" transform=\"rotate({} {} {})\"", number(letters.degrees), number(at.x),
                            number(at.y));
    if (letters.halo != nullptr)
        out_ +=
            fmt::format(" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
                        hex(*letters.halo), number(letters.px / 4));
    out_ += '>' + text_markup(text, letters.px) + "</text>\n";
}

void Canvas::open(std::string_view tag_and_attributes) { out_ += fmt::format("<{}>\n", tag_and_attributes); }
void Canvas::close(std::string_view tag) { out_ += fmt::format("</{}>\n", tag); }

}  // namespace sortscope::present::svg
