// Where results go that are too long to be held: standard output, or a file that appears when all of it is
// there.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "present/text/terminal.hpp"

namespace sortscope::cli {

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
