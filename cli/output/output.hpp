// Standard output and files that notice failed writes, and errors on standard error.
#pragma once

#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "cli/output/interruption.hpp"
#include "core/error.hpp"
#include "core/printable.hpp"
#include "core/text.hpp"
#include "present/json/writer.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::cli {
using present::text::Screen;
using present::text::stdout_screen;
using present::text::wrap;

/// The reader of standard output has gone (`sortscope list | head`).
struct BrokenPipe {};

/// After everything was printed.
struct ExitWith {
    int code;
};

/// Throws Error(usage).
template <class... Values>
[[noreturn]] void wrong_request(fmt::format_string<Values...> text, Values&&... values) {
    throw Error(ErrorKind::usage, fmt::format(text, std::forward<Values>(values)...));
}

inline constexpr auto whole_depth = size_t(-1);

/// Standard output, or a file that appears once it is whole.
class StreamOutput {
 public:
    /// Empty or "-": standard output. Throws Error(environment), or Error(usage) if `file` holds profiles.
    explicit StreamOutput(const std::string& file);
    /// Removes an unfinished file.
    ~StreamOutput();
    StreamOutput(const StreamOutput&) = delete;
    StreamOutput& operator=(const StreamOutput&) = delete;

    /// Throws as the constructor; leaves nothing.
    static void check(const std::string& file);

    /// Lines of a file may have any length.
    static Screen screen_of(const std::string& file);
    /// Cleans the piece. Throws BrokenPipe, or Error(environment) on a full disk.
    void print(std::string_view piece);
    /// What is nested deeper than `depth` stays on one line.
    void print_json(const std::function<void(present::json::Writer&)>& write, size_t depth = whole_depth);
    /// Not text. Throws Error(usage) on a terminal; else as print().
    void write_bytes(std::string_view bytes);
    /// Throws Error(environment).
    void finish();

 private:
    [[noreturn]] void fail(const std::string& why) const;
    void write(std::string_view bytes);

    std::string file_, temporary_, held_;
    std::ofstream out_;
    bool finished_ = false;
};

/// Empty: standard output. Throws as StreamOutput.
void print(std::string_view text, const std::string& file = {});
void print_json(const std::function<void(present::json::Writer&)>& write, const std::string& file = {},
                size_t depth = whole_depth);

/// Writes them unchanged. Throws as print().
void write_to_stdout(std::string_view bytes);

/// `say` reports a finished change. If it fails (a full disk), the error ends with `done`: nobody repeats the
/// command.
void say_after(const std::string& done, const std::function<void()>& say);

/// Ignores that the reader of `say` has gone (`sortscope verify FILE | head -1`).
void say_before_verdict(const std::function<void()>& say);

/// Indents by `indent` columns, and breaks lines so that it can be pasted into a shell.
std::string wrap_command(const std::string& command, const Screen& screen, int indent);

/// "sortscope: text", cleaned, in lines of `width` columns.
std::string error_text(std::string_view text, std::optional<int> width);

/// error_text() on standard error; only a terminal's lines are broken.
void print_error(std::string_view text);
}
