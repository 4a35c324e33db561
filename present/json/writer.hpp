// Writes JSON as a stream.
#pragma once

#include "present/cells.hpp"

namespace sortscope::present::json {
/// Keeps the order of keys. Invalid UTF-8 becomes U+FFFD, and infinities become null. Escapes characters that
/// would deceive a terminal (core/printable.hpp). Functions fill objects and arrays:
///
///     json.object([&] {
///         json.put("n", record.keys());
///         json.array("trials", [&] { for (..) json.object([&] { .. }); });
///     });
class Writer {
 public:
    using Sink = std::function<void(std::string_view)>;
    /// Levels deeper than `lines_to` stay on one line.
    explicit Writer(Sink sink, size_t lines_to = size_t(-1)) : sink_(std::move(sink)), lines_to_(lines_to) {}
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    /// Writes the document, or an element of an array.
    template <class Fill>
    void object(const Fill& fill) {
        open('{');
        fill();
        close('}');
    }
    template <class Fill>
    void array(const Fill& fill) {
        open('[');
        fill();
        close(']');
    }
    template <class Fill>
    void object(std::string_view key, const Fill& fill) {
        name(key);
        object(fill);
    }
    template <class Fill>
    void array(std::string_view key, const Fill& fill) {
        name(key);
        array(fill);
    }

    /// Writes a member: an array of objects that `write` fills, or of values.
    template <class Range, class Write>
    void objects(std::string_view key, Range&& range, const Write& write) {
        array(key, [&] {
            for (const auto& each : range) object([&] { write(each); });
        });
    }
    template <class Range, class Value = std::identity>
    void values(std::string_view key, const Range& range, const Value& value = {}) {
        array(key, [&] {
            for (const auto& each : range) put(std::invoke(value, each));
        });
    }

    /// Writes an element of an array. `members_of(Writer&, const T&)`, if declared, fills an object.
    template <class T>
    void put(const T& value) {
        if constexpr (requires { write(value); }) {
            begin_value();
            write(value);
        } else if constexpr (requires { members_of(*this, value); }) {
            object([&] { members_of(*this, value); });
        } else {
            array([&] {
                for (const auto& each : value) put(each);
            });
        }
    }
    /// Writes members of an object: each key before its value.
    template <class T, class... More>
    void put(std::string_view key, const T& value, const More&... more) {
        name(key);
        put(value);
        if constexpr (sizeof...(more) > 0) put(more...);
    }
    /// As put(), but omits empty texts, ranges and optionals.
    template <class T, class... More>
    void put_known(std::string_view key, const T& value, const More&... more) {
        if constexpr (std::is_convertible_v<const T&, std::string_view>) {
            if (const std::string_view words = value; !words.empty()) put(key, words);
        } else if constexpr (requires { value.empty(); }) {
            if (!value.empty()) put(key, value);
        } else if (value) {
            put(key, *value);
        }
        if constexpr (sizeof...(more) > 0) put_known(more...);
    }
    /// As put(), but omits zeros.
    template <class T, class... More>
    void put_nonzero(std::string_view key, const T& value, const More&... more) {
        if (value != T{}) put(key, value);
        if constexpr (sizeof...(more) > 0) put_nonzero(more...);
    }

    /// Passes the buffered rest and a line end to the sink.
    void finish();

 private:
    void open(char bracket);
    void close(char bracket);
    void name(std::string_view key);
    void begin_value();
    void new_line();
    void text(std::string_view value);
    void write(double value);
    void write(std::nullptr_t) { add("null"); }
    void write(bool value) { add(value ? "true" : "false"); }
    void write(std::string_view value) { text(value); }
    void write(const std::string& value) { text(value); }
    void write(const char* value) { text(value); }
    void write(const Number& value) { value.is_whole() ? write(value.rounded()) : write(value.as_double()); }
    template <std::integral T>
    void write(T value) {
        add(std::to_string(value));
    }
    template <class Enum>
    requires std::is_enum_v<Enum>
    void write(Enum value) {
        if constexpr (requires { format_as(value); })
            write(format_as(value));  // the number of a case or run
        else
            text(name_of(value));
    }
    void add(std::string_view piece);

    Sink sink_;
    size_t lines_to_;
    std::string buffer_;
    std::vector<bool> filled_;  ///< whether each open object or array has a member yet
    bool named_ = false;        ///< the key of the next value is already written
};
}
