#include "present/json/writer.hpp"

#include <cstdio>

#include <nlohmann/json.hpp>

#include "core/printable.hpp"

namespace sortscope::present::json {
namespace {
constexpr size_t portion = 1 << 16;

/// Adds a UTF-16 unit as an escape: "\u009b".
void add_unit(std::string& out, unsigned unit) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "\\u%04x", unit);
    out += text.data();
}

void add_escape(std::string& out, char32_t code) {
    constexpr std::u32string_view controls = U"\b\f\n\r\t";
    if (const auto at = controls.find(code); at != std::u32string_view::npos) {
        (out += '\\') += "bfnrt"[at];
        return;
    }
    if (code < 0x10000) return add_unit(out, unsigned(code));
    add_unit(out, unsigned(0xD800 + ((code - 0x10000) >> 10U)));
    add_unit(out, unsigned(0xDC00 + ((code - 0x10000) & 0x3FFU)));
}

/// Returns whether `value` needs no escapes.
bool plain(std::string_view value) {
    return std::ranges::all_of(value, [](char c) { return c >= ' ' && c < 0x7F && c != '"' && c != '\\'; });
}
}  // namespace

void Writer::open(char bracket) {
    begin_value();
    add({&bracket, 1});
    filled_.push_back(false);
}

void Writer::close(char bracket) {
    const bool filled = filled_.back();
    filled_.pop_back();
    if (filled && filled_.size() < lines_to_) new_line();
    add({&bracket, 1});
}

void Writer::name(std::string_view key) {
    begin_value();
    text(key);
    add(": ");
    named_ = true;
}

void Writer::begin_value() {
    if (named_) {
        named_ = false;
        return;
    }
    if (filled_.empty()) return;
    if (filled_.back()) add(",");
    filled_.back() = true;
    new_line();
}

void Writer::new_line() {
    if (filled_.size() > lines_to_) return;
    add("\n");
    for (size_t i = 0; i < filled_.size(); ++i) add("  ");
}

void Writer::text(std::string_view value) {
    if (plain(value)) {
        add("\"");
        add(value);
        add("\"");
        return;
    }
    std::string quoted = "\"";
    while (!value.empty()) {
        const auto character = first_character(value);
        value.remove_prefix(character.bytes.size());
        if (!character.valid)
            quoted += "\uFFFD";
        else if (character.code == '"' || character.code == '\\')
            (quoted += '\\') += character.bytes;
        else if (steers(character.code))
            add_escape(quoted, character.code);
        else
            quoted += character.bytes;
    }
    add(quoted += '"');
}

void Writer::write(double value) { add(nlohmann::json(value).dump()); }

void Writer::add(std::string_view piece) {
    buffer_ += piece;
    if (buffer_.size() < portion) return;
    sink_(buffer_);
    buffer_.clear();
}

void Writer::finish() {
    buffer_ += '\n';
    sink_(buffer_);
    buffer_.clear();
}
}
