// Output of commands as text, JSON, CSV or Markdown.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "cli/options/command.hpp"
#include "cli/output/output.hpp"
#include "core/vocabulary.hpp"
#include "present/table.hpp"

namespace sortscope::cli {
class TextPage {
 public:
    explicit TextPage(const Screen& screen) : screen_(screen) {}
    const Screen& screen() const { return screen_; }
    /// Cleans, indents and wraps the text. Indents further lines by `hang` more.
    TextPage& line(std::string_view text, int indent = 0, int hang = 0);
    TextPage& blank() { return drawn("\n"); }
    /// Adds the table's marks to the next legend.
    TextPage& table(const present::Table& table);
    TextPage& facts(const present::Facts& facts);
    TextPage& notes(const present::Facts& facts);
    TextPage& drawn(std::string_view text);
    TextPage& marks(const std::set<Provenance>& provenances);
    /// Explains the marks since the last legend.
    TextPage& legend(bool predicted = false);
    const std::string& text() const { return text_; }

 private:
    Screen screen_;
    std::set<Provenance> marks_;
    std::string text_;
};

struct Formats {
    bool json = false, csv = false, markdown = false, wide = false;
    std::string output = {};  ///< empty: standard output
    std::string format = {};  ///< as --format or a flag names it

    void take(const std::string& chosen);
    Screen screen() const;
};

/// Adds --output FILE and the options of add_print_formats(). The ending of FILE may choose the format.
/// Refuses a FILE that cannot be written.
void add_formats(Command& command, Formats& formats, const std::string& rows);

void add_explain(Command& command, bool& explain);

/// `rows` names the rows of --csv.
void add_print_formats(Command& command, Formats& formats, const std::string& rows);

/// Adds --json and --csv, short for --format.
void add_format_flags(Command& command, Formats& formats, const std::string& json, const std::string& csv);

using TableOf = std::function<present::Table()>;
using WriteJson = std::function<void(present::json::Writer&)>;
using FillPage = std::function<void(TextPage&)>;
/// Throws as StreamOutput.
void print_in(const Formats& formats, const TableOf& table, const WriteJson& write, const FillPage& text);
/// Writes the object that `fill` fills.
template <class Fill>
WriteJson in_object(Fill fill) {
    return [=](present::json::Writer& json) { json.object([&] { fill(json); }); };
}

/// Writes a member: an array with an object for each row, keyed by column ids.
void put_rows(present::json::Writer& json, std::string_view key, const present::Table& table);
}
