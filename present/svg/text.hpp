// Texts in pictures: width, line breaks, markup.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sortscope::present::svg {

/// Text for an element or attribute: control characters and XML's own escaped.
std::string escaped(std::string_view text);

struct TextPart {
    std::string_view text;
    bool raised = false;
};
/// Splits powers ("2^20") from the rest, without their sign.
std::vector<TextPart> powers_apart(std::string_view text);

/// Width in px in DejaVu Sans, the widest of the fonts a picture may get.
double text_width(std::string_view text, double px, bool bold = false);

/// Leaves out the middle ("bitonic-…full") of a text wider than `width`.
std::string shortened(std::string_view text, double width, double px, bool bold = false);

/// Lines of at most `width`; the last of `most` lines is shortened.
std::vector<std::string> wrapped(std::string_view text, double width, double px, std::size_t most,
                                 bool bold = false);

/// Escaped text with raised powers.
std::string text_markup(std::string_view text, double px);

}  // namespace sortscope::present::svg
