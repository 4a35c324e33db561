// Standard output that notices when it cannot be written.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "core/error.hpp"
#include "core/printable.hpp"
#include "present/json/writer.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::cli {

using present::text::Screen;
using present::text::stdout_screen;
using present::text::wrap;
using sortscope::printable;
using sortscope::shell_word;

/// Thrown when the reader of standard output has gone (`sortscope list | head`): main() ends quietly.
struct BrokenPipe {};

/// Thrown by a subcommand that has said everything itself and ends with an exit code of its own.
struct ExitWith {
    int code;
};

/// Throws Error(usage): the user asked for something that cannot be.
template <class... Values>
[[noreturn]] void wrong_request(fmt::format_string<Values...> text, Values&&... values) {
    throw Error(ErrorKind::usage, fmt::format(text, std::forward<Values>(values)...));
}

/// Writes `text` to standard output and flushes it. Throws BrokenPipe, or Error(environment) where the output
/// cannot be written (a full disk).
void print(std::string_view text);

/// Prints one JSON document, which `write` writes, piece by piece.
void print_json(const std::function<void(present::json::Writer&)>& write);

/// Writes bytes to standard output as they are. Throws as print().
void write_to_stdout(std::string_view bytes);

/// `say` tells of a change that is made. Where it cannot be told (a full disk), the error ends with `done`
/// ("The merge is done: ..."), for the command must not be run again.
void say_after(const std::string& done, const std::function<void()>& say);

/// `say` comes before what decides the exit code. Where its reader has gone (`sortscope verify FILE | head
/// -1`), that is decided all the same.
void say_before_verdict(const std::function<void()>& say);

/// Where a command's text goes: standard output, or a file that was asked for.
class Destination {
 public:
    /// `file` empty: standard output.
    explicit Destination(std::string file) : file_(std::move(file)) {}
    /// Throws where print() would, before anything is done for it.
    void check() const;
    /// That of standard output; lines of a file may be of any length.
    Screen screen() const;
    /// Writes all of it at once. Throws as print(), or Error(environment) where the file cannot be written;
    /// half a file is not left.
    void print(std::string_view text) const;
    void print_json(const std::function<void(present::json::Writer&)>& write) const;

 private:
    std::string file_;
};

/// A command line from column `indent` on, continued in further lines as a shell understands it, so that it
/// can be pasted: broken at blanks outside of quotes alone.
std::string wrap_command(std::string_view command, const Screen& screen, int indent);

/// "sortscope: text" with line ends, cleaned as everything that is printed; in lines of `width` columns,
/// continued under their own beginning.
std::string error_text(std::string_view text, std::optional<int> width);

/// Writes error_text() to standard error: on a terminal in its columns, elsewhere in lines of any length,
/// which programs can search.
void print_error(std::string_view text);

class StreamOutput {
 public:
    /// `file` empty: standard output. Throws Error(environment) where the file cannot be written.
    explicit StreamOutput(const std::string& file);
    /// A file that was not finished is taken away.
    ~StreamOutput();
    StreamOutput(const StreamOutput&) = delete;
    StreamOutput& operator=(const StreamOutput&) = delete;

    /// Throws as the constructor does where `file` cannot be written, and leaves nothing: for what should be
    /// known before much is done.
    static void check(const std::string& file);

    present::text::Screen screen() const;
    /// Writes a piece, cleaned. Throws as cli::print(), or Error(environment).
    void print(std::string_view piece);
    /// Writes bytes that are no text, as they are. Throws Error(usage) where they would go to a terminal;
    /// else as print().
    void write_bytes(std::string_view bytes);
    /// Puts the file in its place. Throws Error(environment).
    void finish();

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace sortscope::cli
