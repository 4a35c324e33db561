// Elements of an SVG document.
#pragma once

#include <string>
#include <string_view>

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

/// One decimal at most: "12", "12.5".
std::string number(double value);

enum class Anchor { start, middle, end };

struct Letters {
    double px = 12;
    Rgb colour;
    Anchor anchor = Anchor::start;
    bool bold = false;
    double degrees = 0;         ///< turned about its place
    const Rgb* halo = nullptr;  ///< a rim of this colour, over lines
};

class Canvas {
 public:
    /// `attributes` are written as given, `hint` is escaped and becomes a tooltip.
    void rect(const Box& box, std::string_view attributes, std::string_view hint = {});
    void line(Place from, Place to, std::string_view attributes, std::string_view hint = {});
    void circle(Place centre, double radius, std::string_view attributes, std::string_view hint = {});
    void path(std::string_view d, std::string_view attributes, std::string_view hint = {});
    /// `at` is on the base line.
    void text(Place at, std::string_view text, const Letters& letters);
    void open(std::string_view tag_and_attributes);
    void close(std::string_view tag);
    void raw(std::string_view text) { out_ += text; }
    std::string take() { return std::move(out_); }

 private:
    void finish(std::string_view tag, std::string_view attributes, std::string_view hint);
    std::string out_;
};

/// A path command: "M1,2", "L3,4".
std::string step(char command, Place at);

}  // namespace sortscope::present::svg
