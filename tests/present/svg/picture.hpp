// An SVG picture as a reader of XML sees it.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace sortscope::test {
struct PictureText {
    std::string text;                                 ///< without "^": "220" for 2^20
    double left = 0, top = 0, right = 0, bottom = 0;  ///< estimated, of the widest font
    bool slanted = false;  ///< rotated by less than 90 degrees: its box is larger than the text
};

struct Picture {
    double width = 0, height = 0;
    std::string title;
    std::vector<PictureText> texts;
    std::map<std::string, size_t> elements;  ///< number of elements by name
    std::vector<std::string> hints;          ///< <title> of elements within

    bool has_text(const std::string& text) const;
    size_t count(const std::string& element) const;
};

/// Throws std::runtime_error for broken SVG, coordinates that are no numbers, or elements outside it.
Picture parse_picture(const std::string& svg);

/// Reports texts that touch each other or reach outside the picture.
std::vector<std::string> faults_of(const Picture& picture);

/// faults_of() `svg`, or only the error of parse_picture().
std::vector<std::string> picture_faults(const std::string& svg);
}
