// What a command prints, and the formats in which it can: text, JSON, CSV.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "cli/options/command.hpp"
#include "cli/output/output.hpp"
#include "core/vocabulary.hpp"
#include "present/facts.hpp"
#include "present/table.hpp"

namespace sortscope::cli {

/// The text of a command: paragraphs, tables and facts.
class TextPage {
 public:
    explicit TextPage(const Screen& screen) : screen_(screen) {}
    const Screen& screen() const { return screen_; }
    /// A line, cleaned and wrapped, `indent` columns in; what continues it is `hang` further in.
    TextPage& line(std::string_view text, int indent = 0, int hang = 0);
    TextPage& blank() { return drawn("\n"); }
    /// The table, and its marks in the legend.
    TextPage& table(const present::Table& table);
    TextPage& facts(const present::Facts& facts);
    TextPage& notes(const present::Facts& facts);
    /// Text that is drawn already.
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
    bool json = false, csv = false;
    std::string output = {};  ///< empty: standard output
};

/// Adds --output, --json and --csv; `rows`: what --csv prints. Before the command runs, both formats at once
/// and a FILE that cannot be written are refused.
void add_formats(Command& command, Formats& formats, const std::string& rows);

/// Throws Error(usage) if --json and --csv are both given.
void check_one_format(const Formats& formats);

using TableOf = std::function<present::Table()>;
using WriteJson = std::function<void(present::json::Writer&)>;
using FillPage = std::function<void(TextPage&)>;
/// Prints in the chosen format: the table as CSV, JSON, or text. Throws as StreamOutput.
void print_in(const Formats& formats, const TableOf& table, const WriteJson& write, const FillPage& text);

/// A member: an object for each row, its values by the ids of the columns.
void put_rows(present::json::Writer& json, std::string_view key, const present::Table& table);

}  // namespace sortscope::cli
