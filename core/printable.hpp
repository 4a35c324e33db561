// Texts of files, arguments and other programs as they may be printed: nothing in them steers a terminal or
// hides what they say.
#pragma once

#include <string>
#include <string_view>

namespace sortscope {

/// What a text begins with: a character of UTF-8, or a byte that is part of none.
struct Character {
    std::string_view bytes;
    char32_t code = 0;  ///< of a broken text: the byte itself
    bool valid = true;
};
/// The first character of `text`, which must not be empty. Overlong forms, surrogates and what lies above
/// U+10FFFF are broken.
Character first_character(std::string_view text);

/// Whether a terminal obeys the character, or shows nothing of it, instead of showing it: controls of ASCII,
/// DEL, those of Latin-1 (U+0080 to U+009F), marks that turn the direction of writing (U+202A to U+202E,
/// U+2066 to U+2069, ...), line and paragraph separators, characters without width (U+200B to U+200F, U+2060
/// to U+206F, U+FEFF, U+FFF9 to U+FFFB, tags).
bool steers(char32_t code);

/// What becomes of line ends.
enum class LineEnds {
    blank,  ///< a blank each: a text within a line
    kept    ///< "\n" and "\r\n" stay: a text of several lines that was put together here
};

/// `text` for any stream. Line ends as said, tabs are blanks; other characters that steer are written as
/// "\x1b" (below U+0080) or
/// "\u202e", bytes that are no UTF-8 as "\x9b". What was clean is not changed, so that cleaning twice is
/// cleaning once.
std::string printable(std::string_view text, LineEnds ends = LineEnds::blank);

/// Whether printable() leaves `text` as it is.
bool is_printable(std::string_view text, LineEnds ends = LineEnds::blank);

/// `word` as it is typed in a shell, for hints that can be pasted: plain words as they are, others quoted:
/// 'two words', 'it'\''s'; with characters that cannot be printed as $'...' with escapes.
std::string shell_word(std::string_view word);

}  // namespace sortscope
