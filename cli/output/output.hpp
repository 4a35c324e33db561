// Checked writes to standard output and files, and errors on standard error.
#pragma once

#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "cli/output/interruption.hpp"
#include "core/failure.hpp"
#include "core/text.hpp"
#include "present/json/writer.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::cli {
using present::text::Screen;
using present::text::stdout_screen;
using present::text::wrap;

/// Thrown if the reader closed standard output (`sortscope list | head`).
struct BrokenPipe {};

/// Thrown to end the program after all output.
struct ExitWith {
    int code;
};

/// Throws Error(kind).
template <class... Values>
[[noreturn]] void fail(ErrorKind kind, fmt::format_string<Values...> text, Values&&... values) {
    throw failure(kind, text, std::forward<Values>(values)...);
}
/// Throws Error(usage).
template <class... Values>
[[noreturn]] void wrong_request(fmt::format_string<Values...> text, Values&&... values) {
    fail(ErrorKind::usage, text, std::forward<Values>(values)...);
}

inline constexpr auto whole_depth = size_t(-1);

/// Standard output, or a file that appears once it is complete.
class StreamOutput {
 public:
    /// Empty or "-": standard output. Throws Error(environment), or Error(usage) if `file` holds profiles.
    explicit StreamOutput(const std::string& file);
    /// Removes an unfinished file.
    ~StreamOutput();
    StreamOutput(const StreamOutput&) = delete;
    StreamOutput& operator=(const StreamOutput&) = delete;

    /// Throws as the constructor; leaves no file.
    static void check(const std::string& file);

    /// The screen of a file has no width, so its lines may have any length.
    static Screen screen_of(const std::string& file);
    /// Escapes control characters. Throws BrokenPipe, or Error(environment) on a full disk.
    void print(std::string_view piece);
    /// Values nested deeper than `depth` stay on one line.
    void print_json(const std::function<void(present::json::Writer&)>& write, size_t depth = whole_depth);
    /// Writes binary data. Throws Error(usage) on a terminal; else as print().
    void write_bytes(std::string_view bytes);
    /// Throws Error(environment).
    void finish();

 private:
    [[noreturn]] void refuse(const std::string& why) const;
    void write(std::string_view bytes);

    std::string file_, temporary_, buffer_;
    std::ofstream out_;
    bool finished_ = false;
};

/// Empty `file`: standard output. Throws as StreamOutput.
void print(std::string_view text, const std::string& file = {});
void print_json(const std::function<void(present::json::Writer&)>& write, const std::string& file = {},
                size_t depth = whole_depth);

/// Writes `bytes` unchanged. Throws as print().
void write_to_stdout(std::string_view bytes);

/// `say` reports a finished change. If `say` fails (full disk), the error ends with `done`: nobody should
/// repeat the change.
void say_after(const std::string& done, const std::function<void()>& say);

/// Ignores BrokenPipe (`sortscope verify FILE | head -1`).
void say_before_verdict(const std::function<void()>& say);

/// Indents `command` by `indent` columns, and breaks lines so that shells accept the text.
std::string wrap_command(const std::string& command, const Screen& screen, int indent);

/// "sortscope: text", cleaned, in lines of `width` columns. Further lines of `text` must be indented by two
/// columns or more.
std::string error_text(std::string_view text, std::optional<int> width);

/// Prints error_text() on standard error, then the line `hint`. Breaks lines on a terminal only.
void print_error(std::string_view text, std::string_view hint = {});
}
