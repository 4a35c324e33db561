// Writes JSON as a stream.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/metric/value.hpp"

namespace sortscope::present::json {

/// A JSON text, indented by two, its keys in the order they are put. Texts that are not UTF-8 are repaired
/// (U+FFFD for each byte), and characters that would steer or deceive a terminal (core/printable.hpp) are
/// written as \\u escapes, which readers take back; numbers that JSON does not have (infinities) become null.
/// Objects and arrays are filled by the function that is given with them:
///
///     json.object([&] {
///         json.put("n", record.keys());
///         json.array("trials", [&] { for (..) json.object([&] { .. }); });
///     });
class Writer {
 public:
    /// Takes the text piece by piece. What it throws comes out of the call that wrote the piece.
    using Sink = std::function<void(std::string_view)>;
    /// `lines_to`: what is nested deeper stays on one line.
    explicit Writer(Sink sink, std::size_t lines_to = static_cast<std::size_t>(-1))
        : sink_(std::move(sink)), lines_to_(lines_to) {}
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    /// The document itself, or an element of an array.
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
    /// A member of an object.
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

    /// A member: the array of what `write` writes of each, as an object, as an element, as a value.
    template <class Range, class Write>
    void objects(std::string_view key, const Range& range, const Write& write) {
        array(key, [&] {
            for (const auto& each : range) object([&] { write(each); });
        });
    }
    template <class Range, class Write>
    void elements(std::string_view key, const Range& range, const Write& write) {
        array(key, [&] {
            for (const auto& each : range) write(*this, each);
        });
    }
    template <class Range, class Value = std::identity>
    void values(std::string_view key, const Range& range, const Value& value = {}) {
        array(key, [&] {
            for (const auto& each : range) put(value(each));
        });
    }

    /// A member; `fill` writes its value: exactly one object, array or value.
    template <class Fill>
    void member(std::string_view key, const Fill& fill) {
        name(key);
        fill();
    }

    /// An element of an array.
    template <class T>
    void put(const T& value) {
        begin_value();
        write(value);
    }
    /// A member of an object.
    template <class T>
    void put(std::string_view key, const T& value) {
        name(key);
        put(value);
    }
    /// A member only where there is something to say: a text that is not empty, a value that is there.
    void put_known(std::string_view key, std::string_view text) {
        if (!text.empty()) put(key, text);
    }
    template <class T>
    void put_known(std::string_view key, const std::optional<T>& value) {
        if (value) put(key, *value);
    }
    /// A member only where the number is not 0.
    template <class T>
    void put_nonzero(std::string_view key, T value) {
        if (value != T{}) put(key, value);
    }

    /// Ends the document with a line end and hands on what is left of it.
    void finish();

 private:
    void open(char bracket);
    void close(char bracket);
    void name(std::string_view key);
    void begin_value();
    void new_line();
    void text(std::string_view value);
    void write(double value);
    void write(std::int64_t value);
    void write(std::uint64_t value);
    void write(std::nullptr_t) { add("null"); }
    void write(bool value) { add(value ? "true" : "false"); }
    void write(std::string_view value) { text(value); }
    void write(const std::string& value) { text(value); }
    void write(const char* value) { text(value); }
    void write(const Number& value) { value.is_whole() ? write(value.rounded()) : write(value.as_double()); }
    template <std::integral T>
    void write(T value) {
        if constexpr (std::signed_integral<T>)
            write(static_cast<std::int64_t>(value));
        else
            write(static_cast<std::uint64_t>(value));
    }
    /// Numbers of cases and runs.
    template <class Id>
    requires std::is_enum_v<Id>
    void write(Id value) { write(static_cast<std::int64_t>(value)); }
    void add(std::string_view piece);

    Sink sink_;
    std::size_t lines_to_;
    std::string buffer_;
    std::vector<bool> filled_;  ///< of each open object or array: whether it has a member yet
    bool named_ = false;        ///< the next value belongs to a key that is written
};

}  // namespace sortscope::present::json
