// Checked reader of comma-separated values (RFC 4180, UTF-8).
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace sortscope {
/// A field with its place from 1; columns count bytes.
struct CsvField {
    std::string text;
    size_t line = 0, column = 0;
};

/// True if a spreadsheet would compute the text: it begins with = or @, or with + or - and is no number.
/// Writers put an apostrophe before such a text, and CsvReader drops the apostrophe.
bool is_formula(std::string_view text);

/// Accepts CR LF and LF; skips a byte-order mark and empty lines. Throws Error(data) with `name`, line and
/// column for misplaced quotes, invalid UTF-8, characters that steers() (but tabs, and line ends within
/// quotes), fields over 64 KiB and records over 10,000 fields.
class CsvReader {
 public:
    /// `text` must outlive the reader.
    CsvReader(std::string name, std::string_view text);
    /// Reads `in` in parts of 1 MiB. `in` must outlive the reader.
    CsvReader(std::string name, std::istream& in);
    CsvReader(const CsvReader&) = delete;
    CsvReader& operator=(const CsvReader&) = delete;

    char separator() const { return separator_; }
    /// Sets the separator of fields, a comma by default.
    void set_separator(char separator) { separator_ = separator; }
    /// The separator that the first line has outside quotes: comma, semicolon or tab; a comma if it has none.
    /// Throws Error(data) with `remedy` if it has several. Call it before next().
    char find_separator(const std::string& remedy) const;
    /// Reads the next record; returns false at the end.
    bool next(std::vector<CsvField>& fields);

    /// "'x.csv', line 3, column 7: what".
    [[noreturn]] void refuse(size_t line, size_t column, const std::string& what) const;

 private:
    bool at_line_end() const { return rest_.starts_with('\n') || rest_.starts_with("\r\n"); }
    bool at_field_end() const { return rest_.empty() || rest_.starts_with(separator_) || at_line_end(); }
    void fill();
    char take();
    void take_character(std::string& text, bool quoted);
    CsvField field();

    std::string name_;
    std::istream* in_ = nullptr;  ///< null: all is in rest_
    std::string part_;            ///< of `in_`
    std::string_view rest_;       ///< at least 64 KiB, or all to the end
    char separator_ = ',';
    size_t line_ = 1, column_ = 1;
    bool ended_ = false;  ///< the last field ended its record
};
}
