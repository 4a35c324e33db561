// Checked reader of comma-separated values (RFC 4180, UTF-8).
#pragma once

#include <iosfwd>
#include <string_view>
#include <vector>

#include "core/failure.hpp"

namespace sortscope {
/// A field with its line and column, from 1; columns count bytes.
struct CsvField {
    std::string text;
    size_t line = 0, column = 0;
};

/// True if a spreadsheet would compute `text`: it begins with = or @, or with + or - without a number.
/// Writers put an apostrophe before a formula; CsvReader drops the apostrophe.
bool is_formula(std::string_view text);

/// Accepts CR LF, LF, tabs and quoted line ends. Skips a byte-order mark and empty lines. Throws Error(data)
/// with `name`, line and column for: misplaced quotes, invalid UTF-8, characters for which steers() is true,
/// fields over 64 KiB, records over 10,000 fields.
class CsvReader {
 public:
    /// `text` must outlive the reader.
    CsvReader(std::string name, std::string_view text);
    /// Reads `in` in parts of 1 MiB. `in` must outlive the reader.
    CsvReader(std::string name, std::istream& in);
    CsvReader(const CsvReader&) = delete;
    CsvReader& operator=(const CsvReader&) = delete;

    char separator() const { return separator_; }
    /// A comma by default.
    void set_separator(char separator) { separator_ = separator; }
    /// Finds a comma, semicolon or tab in the first line, outside quotes; a comma if there is none. Throws
    /// Error(data) with `remedy` if the line has several kinds. Call before next().
    char find_separator(const std::string& remedy) const;
    /// Returns false at the end.
    bool next(std::vector<CsvField>& fields);

    /// Throws Error(data) "'x.csv', line 3, column 7: what".
    template <class... T>
    [[noreturn]] void refuse(size_t line, size_t column, fmt::format_string<T...> what, T&&... values) const {
        throw failure(ErrorKind::data, "'{}', line {}, column {}: {}", name_, line, column,
                      fmt::format(what, std::forward<T>(values)...));
    }

 private:
    bool at_line_end() const { return rest_.starts_with('\n') || rest_.starts_with("\r\n"); }
    bool at_field_end() const { return rest_.empty() || rest_.starts_with(separator_) || at_line_end(); }
    void fill();
    char take();
    void take_character(std::string& text, bool quoted);
    CsvField field();

    std::string name_;
    std::istream* in_ = nullptr;  ///< null: `rest_` holds all remaining text
    std::string part_;            ///< text read from `in_`
    std::string_view rest_;       ///< unread text: 64 KiB or more, except at the end
    char separator_ = ',';
    size_t line_ = 1, column_ = 1;
    bool ended_ = false;  ///< the last field ended its record
};
}
