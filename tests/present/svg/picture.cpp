#include "tests/present/svg/picture.hpp"

#include <tinyxml2.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "present/svg/canvas.hpp"

namespace sortscope::test {
namespace {
using tinyxml2::XMLElement;

double number_of(const XMLElement& element, const char* name, double otherwise = 0) {
    const char* text = element.Attribute(name);
    if (text == nullptr) return otherwise;
    char* end = nullptr;
    const double value = std::strtod(text, &end);
    if (end == text || *end != '\0' || !std::isfinite(value))
        throw std::runtime_error(std::string(element.Name()) + " has " + name + "=\"" + text + "\"");
    return value;
}

/// Adds the text of `node` and its width, each part in its own font size.
void add_text(const tinyxml2::XMLNode& node, double px, std::string& text, double& width, bool bold) {
    for (const auto* child = node.FirstChild(); child != nullptr; child = child->NextSibling()) {
        if (const auto* words = child->ToText()) {
            text += words->Value();
            width += present::svg::text_width(words->Value(), px, bold);
        } else if (const auto* element = child->ToElement()) {
            add_text(*element, number_of(*element, "font-size", px), text, width, bold);
        }
    }
}

PictureText text_of(const XMLElement& element) {
    PictureText out;
    const double px = number_of(element, "font-size");
    double width = 0;
    add_text(element, px, out.text, width, element.Attribute("font-weight", "bold") != nullptr);
    const double x = number_of(element, "x"), y = number_of(element, "y");
    const std::string anchor =
        element.Attribute("text-anchor") != nullptr ? element.Attribute("text-anchor") : "start";
    const double left = anchor == "middle" ? x - width / 2 : anchor == "end" ? x - width : x;
    double degrees = 0;
    if (const char* turned = element.Attribute("transform"))
        if (std::sscanf(turned, "rotate(%lf", &degrees) != 1)
            throw std::runtime_error(std::string("transform=\"") + turned + "\"");
    out.slanted = degrees != 0 && std::abs(std::abs(degrees) - 90) > 1;
    const double angle = degrees * std::numbers::pi / 180;
    out.left = out.top = 1e9;
    out.right = out.bottom = -1e9;
    for (const double corner_x : {left, left + width})
        for (const double corner_y : {y - 0.72 * px, y + 0.2 * px}) {
            const double dx = corner_x - x, dy = corner_y - y;
            const double turned_x = x + dx * std::cos(angle) - dy * std::sin(angle),
                         turned_y = y + dx * std::sin(angle) + dy * std::cos(angle);
            out.left = std::min(out.left, turned_x), out.right = std::max(out.right, turned_x);
            out.top = std::min(out.top, turned_y), out.bottom = std::max(out.bottom, turned_y);
        }
    return out;
}

void walk(const XMLElement& element, Picture& picture) {
    for (const auto* child = element.FirstChildElement(); child != nullptr;
         child = child->NextSiblingElement()) {
        const std::string name = child->Name();
        ++picture.elements[name];
        if (name == "text") {
            picture.texts.push_back(text_of(*child));
            continue;
        }
        if (name == "title") {
            const std::string text = child->GetText() != nullptr ? child->GetText() : "";
            if (element.Parent() == element.GetDocument())
                picture.title = text;
            else
                picture.hints.push_back(text);
            continue;
        }
        const double right = name == "rect" ? number_of(*child, "x") + number_of(*child, "width")
                                            : std::max(number_of(*child, "x2"), number_of(*child, "cx"));
        const double bottom = name == "rect" ? number_of(*child, "y") + number_of(*child, "height")
                                             : std::max(number_of(*child, "y2"), number_of(*child, "cy"));
        const double left =
            std::min({number_of(*child, "x"), number_of(*child, "x1"), number_of(*child, "cx")});
        if (right > picture.width + 0.6 || bottom > picture.height + 0.6 || left < -0.6 ||
            number_of(*child, "width") < 0 || number_of(*child, "height") < 0)
            throw std::runtime_error("a " + name + " reaches outside of the picture: x " +
                                     std::to_string(right) + ", y " + std::to_string(bottom));
        walk(*child, picture);
    }
}
}  // namespace

bool Picture::has_text(const std::string& text) const {
    return std::ranges::any_of(texts, [&](const PictureText& one) { return one.text == text; });
}

size_t Picture::count(const std::string& element) const {
    const auto found = elements.find(element);
    return found == elements.end() ? 0 : found->second;
}

Picture parse_picture(const std::string& svg) {
    tinyxml2::XMLDocument document(true, tinyxml2::PRESERVE_WHITESPACE);
    if (document.Parse(svg.data(), svg.size()) != tinyxml2::XML_SUCCESS)
        throw std::runtime_error(document.ErrorStr());
    const auto* root = document.RootElement();
    if (root == nullptr || std::string(root->Name()) != "svg") throw std::runtime_error("its root is no svg");
    Picture picture;
    const char* box = root->Attribute("viewBox");
    if (box == nullptr || std::sscanf(box, "0 0 %lf %lf", &picture.width, &picture.height) != 2)
        throw std::runtime_error("it has no viewBox");
    walk(*root, picture);
    return picture;
}

std::vector<std::string> faults_of(const Picture& picture) {
    std::vector<std::string> faults;
    const auto& texts = picture.texts;
    for (size_t i = 0; i < texts.size(); ++i) {
        const auto& a = texts[i];
        if (a.left < -0.5 || a.top < -0.5 || a.right > picture.width + 0.5 || a.bottom > picture.height + 0.5)
            faults.push_back("'" + a.text + "' reaches outside of the picture");
        for (size_t k = i + 1; k < texts.size() && !a.slanted; ++k) {
            const auto& b = texts[k];
            if (b.slanted) continue;
            if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
                faults.push_back("'" + a.text + "' touches '" + b.text + "'");
        }
    }
    return faults;
}

std::vector<std::string> picture_faults(const std::string& svg) {
    try {
        return faults_of(parse_picture(svg));
    } catch (const std::exception& error) {
        return {error.what()};
    }
}
}
