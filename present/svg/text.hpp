// Texts in a picture: how wide they are, where they break, how they are written.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sortscope::present::svg {

/// For a place between tags or in an attribute: cleaned (core/printable.hpp), & < > and quotes escaped, what
/// XML 1.0 has no character for left out.
std::string escaped(std::string_view text);

/// A part of a text, raised or not.
struct TextPart {
    std::string_view text;
    bool raised = false;
};
/// Powers of numbers ("2^20") apart from the rest, without their sign.
std::vector<TextPart> powers_apart(std::string_view text);

/// The width in px of `text` in a font of `px`: that of DejaVu Sans, the widest that a picture may be shown
/// with, so that it is never more. Powers ("2^20") are as text_markup() writes them.
double text_width(std::string_view text, double px, bool bold = false);

/// `text` with its middle left out ("bitonic-…full") where it is wider than `width`; at least its first
/// character stays.
std::string shortened(std::string_view text, double width, double px, bool bold = false);

/// `text` in lines of at most `width`, broken between words; of more than `most` lines the last is shortened.
std::vector<std::string> wrapped(std::string_view text, double width, double px, std::size_t most,
                                 bool bold = false);

/// What stands between <text> and </text>: escaped, powers of numbers raised ("2^20" as 2 and a smaller,
/// higher 20).
std::string text_markup(std::string_view text, double px);

}  // namespace sortscope::present::svg
