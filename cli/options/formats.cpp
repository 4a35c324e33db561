#include "cli/options/formats.hpp"

#include <filesystem>

#include "present/csv/csv.hpp"
#include "present/json/case.hpp"
#include "present/text/table.hpp"

namespace sortscope::cli {
TextPage& TextPage::line(std::string_view text, int indent, int hang) {
    if (screen_.markdown) return drawn(present::text::escape_markdown(printable(text)) + "\n\n");
    text_.append(size_t(indent), ' ');
    text_ += wrap(printable(text), screen_, indent + hang, indent) + '\n';
    return *this;
}

TextPage& TextPage::drawn(std::string_view text) {
    text_ += text;
    return *this;
}

TextPage& TextPage::marks(const std::set<Provenance>& provenances) {
    marks_.insert(provenances.begin(), provenances.end());
    return *this;
}

TextPage& TextPage::table(const present::Table& table) {
    return drawn(present::text::draw(table, screen_)).marks(table.terminal_provenances());
}

TextPage& TextPage::facts(const present::Facts& facts) {
    return drawn(present::text::draw_facts(facts, screen_));
}

TextPage& TextPage::notes(const present::Facts& facts) {
    return drawn(present::text::draw_notes(facts, screen_));
}

TextPage& TextPage::legend(bool predicted) {
    return drawn(present::text::draw_legend(std::exchange(marks_, {}), screen_, predicted));
}

/// Empty for unknown endings. Throws Error(usage) for endings of pages and pictures.
static std::string format_of_ending(const std::string& file) {
    const auto ending = std::filesystem::path(file).extension();
    if (ending == ".html" || ending == ".svg" || ending == ".png" || ending == ".pdf")
        wrong_request(
            "This command cannot write '{}': it writes text, CSV, JSON and Markdown. End the name in .txt, "
            ".csv, .json or .md. 'sortscope export' writes pages and pictures.",
            file);
    return ending == ".csv" ? "csv" : ending == ".json" ? "json" : ending == ".md" ? "markdown" : "";
}

void Formats::take(const std::string& chosen) {
    format = chosen;
    json = format == "json";
    csv = format == "csv";
    markdown = format == "markdown";
}

Screen Formats::screen() const {
    auto screen = StreamOutput::screen_of(output);
    if (wide || markdown) screen.width.reset();  // Markdown has no terminal width
    screen.markdown = markdown;
    return screen;
}

void add_formats(Command& command, Formats& formats, const std::string& rows) {
    command.option("--output,-o", formats.output, "FILE",
                   "Write to FILE; .csv, .json and .md choose a format");
    add_print_formats(command, formats, rows);
    command.check([&formats] {
        if (formats.format.empty()) formats.take(format_of_ending(formats.output));
        StreamOutput::check(formats.output);
    });
}

void add_print_formats(Command& command, Formats& formats, const std::string& rows) {
    command.option("--format", formats.format, "FORMAT", "Print this format; default: table",
                   {.choices = words({"table", "csv", "json", "markdown"}), .only = true});
    add_format_flags(command, formats, "Print JSON", "Print " + rows + " as CSV");
    command.flag("--wide", formats.wide, "Print tables of any width", {.rare = true});
}

void add_format_flags(Command& command, Formats& formats, const std::string& json, const std::string& csv) {
    command.flag("--json", formats.json, json);
    command.flag("--csv", formats.csv, csv);
    command.check([&formats] {
        if (int(formats.json) + int(formats.csv) + int(!formats.format.empty()) > 1)
            wrong_request("--json and --csv are short for --format. Give one format.");
        formats.take(formats.json ? "json" : formats.csv ? "csv" : formats.format);
    });
}

void add_explain(Command& command, bool& explain) {
    command.flag("--explain", explain, "Explain how the figures are made");
}

void print_in(const Formats& formats, const TableOf& table, const WriteJson& write, const FillPage& text) {
    StreamOutput out(formats.output);
    if (formats.json) {
        out.print_json(write);
    } else if (formats.csv) {
        out.print(present::csv::write(table()));
    } else {
        TextPage page(formats.screen());
        text(page);
        out.print(page.text());
    }
    out.finish();
}

void put_rows(present::json::Writer& json, std::string_view key, const present::Table& table) {
    json.objects(key, table.rows, [&](const present::Row& row) {
        for (size_t i = 0; i < row.cells.size(); ++i)
            present::json::member_of_cell(json, table.columns[i], row.cells[i]);
    });
}
}
