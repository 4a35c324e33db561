// Makes foreign text safe to print: no character can control the terminal or hide text.
#pragma once

#include <string>
#include <string_view>

namespace sortscope {
/// A UTF-8 character, or an invalid byte.
struct Character {
    std::string_view bytes;
    char32_t code = 0;  ///< the byte's value if invalid
    bool valid = true;
};
/// `text` must not be empty. Overlong forms, surrogates and codes above U+10FFFF are invalid.
Character first_character(std::string_view text);

/// True if a terminal obeys or hides the character: ASCII and Latin-1 controls, direction marks, tags,
/// zero-width characters, line and paragraph separators.
bool steers(char32_t code);

enum class LineEnds {
    blank,  ///< each becomes a blank
    kept    ///< "\n" and "\r\n" stay
};

/// Replaces tabs with blanks. Escapes invalid bytes and characters for which steers() is true: "\x1b",
/// "\u202e".
std::string printable(std::string_view text, LineEnds ends = LineEnds::blank);

bool is_printable(std::string_view text, LineEnds ends = LineEnds::blank);

/// Quotes `word` for a shell if needed: 'two words', 'it'\''s'; $'...' if a character is unprintable.
std::string shell_word(std::string_view word);
}
