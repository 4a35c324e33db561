// An SVG picture as a reader of XML sees it.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace sortscope::test {
struct PictureText {
    std::string text;                                 ///< raised parts without their sign: "220" of 2^20
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

/// Throws std::runtime_error with the parser's words where `svg` is no XML, or has coordinates that are no
/// numbers.
Picture parse_picture(const std::string& svg);

/// What is wrong with the picture's texts: those outside of it, those that touch each other; and elements
/// outside of it.
std::vector<std::string> faults_of(const Picture& picture);

/// The same of a document at once; an error of its XML is a fault.
std::vector<std::string> picture_faults(const std::string& svg);
}
