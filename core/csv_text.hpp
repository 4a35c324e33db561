// Comma-separated values of any origin, checked: RFC 4180, in UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sortscope {

/// A field, and where it begins. Lines and columns count from 1, columns in bytes.
struct CsvField {
    std::string text;
    std::size_t line = 0, column = 0;
};

/// Reads records one after the other. Lines may end with CR LF or LF, also in one file; a mark of byte order
/// at the beginning is skipped; empty lines are no records. Throws Error(data) that names `name`, line and
/// column for what RFC 4180 does not have (a quote within a field that is not quoted, text behind a closing
/// quote, a quote that is never closed), for bytes that are no UTF-8, for control characters and others that
/// cannot be shown (but tabs, and line ends within quotes), and for a field of more than 64 KiB or a record
/// of more than 10,000 fields.
class CsvReader {
 public:
    /// `text` must outlive the reader.
    CsvReader(std::string name, std::string_view text);
    /// The next record; false at the end.
    bool next(std::vector<CsvField>& fields);

    /// "'x.csv', line 3, column 7: what".
    [[noreturn]] void refuse(std::size_t line, std::size_t column, const std::string& what) const;

 private:
    char take();
    void take_character(std::string& text, bool quoted);
    CsvField field();

    std::string name_;
    std::string_view rest_;
    std::size_t line_ = 1, column_ = 1;
    bool ended_ = false;  ///< the field that was read was the last of its record
};

}  // namespace sortscope
