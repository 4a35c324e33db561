// Texts and elements of an SVG document.
#pragma once

#include <utility>

#include "core/printable.hpp"
#include "present/palette.hpp"

namespace sortscope::present::svg {
struct Place {
    double x = 0, y = 0;
};

struct Box {
    double x = 0, y = 0, width = 0, height = 0;
    double right() const { return x + width; }
    double bottom() const { return y + height; }
    bool overlaps(const Box& other) const {
        return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
    }
    bool contains(const Box& other) const {
        return other.x >= x && other.y >= y && other.right() <= right() && other.bottom() <= bottom();
    }
};

/// Escapes a text for elements and attributes.
std::string escaped(std::string_view text, LineEnds ends = LineEnds::blank);

struct TextPart {
    std::string_view text;
    bool raised = false;
};
/// Splits "2^20" into "2" and the raised "20", without "^".
std::vector<TextPart> powers_apart(std::string_view text);

/// Width in px in DejaVu Sans, the widest of the fonts.
double text_width(std::string_view text, double px, bool bold = false);

/// "bitonic-…full": omits the middle of a text wider than `width`.
std::string shortened(std::string_view text, double width, double px, bool bold = false);

/// Breaks `text` into at most `most` lines; shortens the last.
std::vector<std::string> wrapped(std::string_view text, double width, double px, size_t most,
                                 bool bold = false);

std::string text_markup(std::string_view text, double px);

/// Number with at most one decimal.
std::string number(double value);

std::string fill(Rgb colour);
std::string stroke(Rgb colour, double width = 1, std::string_view dashes = {});
inline constexpr const char* unfilled = "fill=\"none\" ";

enum class Anchor { start, middle, end };

struct Letters {
    double px = 12;
    Rgb colour;
    Anchor anchor = Anchor::start;
    bool bold = false;
    double degrees = 0;         ///< rotation about the text's place
    const Rgb* halo = nullptr;  ///< colour of a rim, for text over lines
};

/// `attributes` are written as given; `hint` becomes a tooltip.
class Canvas {
 public:
    void rect(const Box& box, std::string_view attributes, std::string_view hint = {});
    void line(Place from, Place to, std::string_view attributes, std::string_view hint = {});
    void circle(Place centre, double radius, std::string_view attributes, std::string_view hint = {});
    void path(const std::string& d, const std::string& attributes, std::string_view hint = {});
    /// `at` is on the base line.
    void text(Place at, std::string_view text, const Letters& letters);
    void raw(std::string_view text) { out_ += text; }
    std::string take() { return std::move(out_); }

 private:
    using Numbers = std::initializer_list<std::pair<const char*, double>>;
    void element(std::string_view tag, Numbers numbers, std::string_view attributes, std::string_view hint);
    std::string out_;
};

/// A path command: "M1,2", "L3,4".
std::string step(char command, Place at);
}
