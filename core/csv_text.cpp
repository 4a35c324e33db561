#include "core/csv_text.hpp"

#include <istream>

#include "core/printable.hpp"
#include "core/text.hpp"

namespace sortscope {
namespace {
constexpr size_t longest_field_bytes = 64 << 10;
constexpr size_t most_fields = 10'000;
constexpr size_t least_rest = 64 << 10, part_bytes = 1 << 20;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
}  // namespace

bool is_formula(std::string_view text) {
    if (text.size() < 2) return false;
    if (text.front() == '=' || text.front() == '@') return true;
    if (text.front() != '+' && text.front() != '-') return false;
    const auto digits = text.substr(1);
    return !parse_number<double>(digits) || digits.front() == '-';
}

CsvReader::CsvReader(std::string name, std::string_view text) : name_(std::move(name)), rest_(text) {
    if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
}

CsvReader::CsvReader(std::string name, std::istream& in) : name_(std::move(name)), in_(&in) {
    fill();
    if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
}

void CsvReader::fill() {
    if (in_ == nullptr || rest_.size() >= least_rest) return;
    part_.erase(0, part_.size() - rest_.size());
    const auto kept = part_.size();
    part_.resize(kept + part_bytes);
    in_->read(part_.data() + kept, part_bytes);
    part_.resize(kept + size_t(in_->gcount()));
    if (in_->bad()) throw Error(ErrorKind::data, "'" + name_ + "' cannot be read to its end.");
    rest_ = part_;
    if (!*in_) in_ = nullptr;
}

char CsvReader::find_separator(const std::string& remedy) const {
    std::string found;
    bool quoted = false, begun = false;
    for (const char c : rest_.substr(0, least_rest)) {
        if (c == '"') quoted = !quoted;
        if (c == '\n' && !quoted && begun) break;
        begun |= c != '\n' && c != '\r';
        if (!quoted && (c == ',' || c == ';' || c == '\t') && found.find(c) == std::string::npos) found += c;
    }
    if (found.size() > 1) refuse(1, 1, "the first line has several separators outside quotes. {}", remedy);
    return found.empty() ? ',' : found.front();
}

char CsvReader::take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    if (rest_.size() < least_rest) fill();
    ++column_;
    if (c == '\n') {
        ++line_;
        column_ = 1;
    }
    return c;
}

void CsvReader::take_character(std::string& text, bool quoted) {
    const auto character = first_character(rest_);
    if (!character.valid)
        refuse(line_, column_, "the byte {:02x} is no UTF-8. Save the file as UTF-8.",
               uint32_t(character.code));
    const bool line_end = at_line_end();
    if (steers(character.code) && character.code != '\t' && !(quoted && line_end))
        refuse(line_, column_, "the character U+{:04X} cannot be shown. Take it out.",
               uint32_t(character.code));
    if (text.size() >= longest_field_bytes)
        refuse(line_, column_, "the field has more than {} bytes. Is a quote missing?", longest_field_bytes);
    for (auto bytes = character.bytes.size(); bytes > 0; --bytes) text += take();
}

CsvField CsvReader::field() {
    CsvField field;
    field.line = line_;
    field.column = column_;
    if (rest_.starts_with('"')) {
        take();
        while (true) {
            if (rest_.empty()) refuse(field.line, field.column, "the quote is never closed.");
            if (!rest_.starts_with('"')) {
                take_character(field.text, true);
                continue;
            }
            take();
            if (!rest_.starts_with('"')) break;
            field.text += take();
        }
        if (!at_field_end())
            refuse(line_, column_,
                   "text follows the closing quote. A quote within a quoted field is written twice.");
    } else {
        while (!at_field_end()) {
            if (rest_.starts_with('"'))
                refuse(line_, column_,
                       "a field without quotes has a quote in it. Quote the whole field, and write the quote "
                       "twice.");
            take_character(field.text, false);
        }
    }
    if (field.text.starts_with('\'') && is_formula(std::string_view(field.text).substr(1)))
        field.text.erase(0, 1);
    ended_ = true;
    if (rest_.starts_with("\r\n")) take();
    if (!rest_.empty()) ended_ = take() != separator_;
    return field;
}

bool CsvReader::next(std::vector<CsvField>& fields) {
    fields.clear();
    while (at_line_end()) take();
    if (rest_.empty()) return false;
    ended_ = false;
    while (!ended_) {
        if (fields.size() >= most_fields)
            refuse(line_, column_, "the record has more than {} fields.", most_fields);
        fields.push_back(field());
    }
    return true;
}
}
