// `sortscope query`: runs SQL on a file, and describes its views.
#include <cmath>
#include <iostream>

#include "cli/commands/commands.hpp"
#include "core/text_file.hpp"
#include "db/query/query.hpp"
#include "present/cells.hpp"
#include "present/tables/store.hpp"

namespace sortscope::cli {
namespace {
/// The first rows decide the widths of columns; later rows are printed at once.
constexpr size_t fitted_rows = 1000;
constexpr size_t longest_sql = 1 << 20;
constexpr const char* sql_remedy = "Name a file that holds SQL.";

struct QueryOptions {
    std::vector<std::string> words;  ///< FILE and SQL
    std::string sql_file;
    double timeout_s = 0;
    bool schema = false;
    Formats formats;
};

std::string hexadecimal(std::string_view bytes) {
    std::string text = "x'";
    for (const char c : bytes) text += fmt::format("{:02x}", unsigned(uint8_t(c)));
    return text + '\'';
}

/// A value without loss, for CSV.
std::string whole_text(const db::QueryValue& value) {
    if (const auto* whole = std::get_if<int64_t>(&value)) return std::to_string(*whole);
    if (const auto* fraction = std::get_if<double>(&value)) return fmt::format("{}", *fraction);
    if (const auto* text = std::get_if<std::string_view>(&value)) return std::string(*text);
    if (const auto* blob = std::get_if<db::QueryBlob>(&value)) return hexadecimal(blob->bytes);
    return {};
}

/// Width limit of a text in tables; CSV and JSON have the whole text.
constexpr int longest_cell = 400;

Cell cell_of(const db::QueryValue& value, const Screen& screen) {
    constexpr size_t most_bytes = 16;
    if (const auto* fraction = std::get_if<double>(&value))
        return text_cell(fmt::format("{:.10g}", *fraction));
    if (const auto* blob = std::get_if<db::QueryBlob>(&value);
        blob != nullptr && blob->bytes.size() > most_bytes)
        return text_cell(fmt::format("{} ... {}", hexadecimal(blob->bytes.substr(0, most_bytes)),
                                     plural(blob->bytes.size(), "byte")));
    return text_cell(text::shorten(whole_text(value), longest_cell, screen));
}

void put(json::Writer& json, const std::string& name, const db::QueryValue& value) {
    if (const auto* whole = std::get_if<int64_t>(&value))
        json.put(name, *whole);
    else if (const auto* fraction = std::get_if<double>(&value))
        std::isfinite(*fraction) ? json.put(name, *fraction)
                                 : json.put(name, whole_text(value));  // JSON has no infinite numbers
    else if (std::holds_alternative<std::monostate>(value))
        json.put(name, nullptr);
    else
        json.put(name, whole_text(value));
}

/// Prints the first rows as a table, then later rows one by one.
class TablePrinter {
 public:
    TablePrinter(StreamOutput& out, const Screen& screen) : out_(out), screen_(screen) {}
    void columns(const std::vector<std::string>& names) {
        for (const auto& name : names)
            // If the table is too wide, columns on the right are left out first.
            table_.columns.push_back(
                {.id = name,
                 .title = name,
                 .head = name,
                 .importance = table_.columns.empty() ? 1000 : std::max(1, 900 - int(table_.columns.size())),
                 .hide_if_empty = false});
    }
    void row(const std::vector<db::QueryValue>& values) {
        std::vector<Cell> cells;
        for (size_t i = 0; i < values.size(); ++i) {
            cells.push_back(cell_of(values[i], screen_));
            if (!drawing_ && (std::holds_alternative<std::string_view>(values[i]) ||
                              std::holds_alternative<db::QueryBlob>(values[i])))
                table_.columns[i] = std::move(table_.columns[i]).left().wrap(12);
        }
        ++rows_;
        if (drawing_) return out_.print(drawing_->row({Row::Kind::values, std::move(cells)}));
        table_.row(std::move(cells));
        if (table_.rows.size() >= fitted_rows) begin();
    }
    void finish() {
        if (!drawing_) begin();
        out_.print(drawing_->end() + text::left_out_sentence(drawing_->left_out(), screen_));
        out_.print("  " + plural(rows_, "row") + "\n");
    }

 private:
    void begin() {
        drawing_.emplace(table_, screen_);
        out_.print(drawing_->heads());
        for (const auto& row : table_.rows) out_.print(drawing_->row(row));
        table_.rows.clear();
    }

    StreamOutput& out_;
    Screen screen_;
    Table table_;
    std::optional<text::RowByRow> drawing_;
    size_t rows_ = 0;
};

using RunQuery = std::function<void(const db::QuerySink&)>;

void print_table(const RunQuery& run, StreamOutput& out, const Screen& screen) {
    TablePrinter printer(out, screen);
    run({[&](const auto& names) { printer.columns(names); }, [&](const auto& row) { printer.row(row); }});
    printer.finish();
}

void print_csv(const RunQuery& run, StreamOutput& out) {
    run({[&](const auto& names) { out.print(csv::record(names)); },
         [&](const auto& row) {
             std::vector<std::string> fields;
             for (const auto& value : row) fields.push_back(whole_text(value));
             out.print(csv::record(fields));
         }});
}

void write_rows(const RunQuery& run, json::Writer& json) {
    std::vector<std::string> columns;
    json.array("rows", [&] {
        run({[&](const auto& names) { columns = names; },
             [&](const auto& row) {
                 json.object([&] {
                     for (size_t i = 0; i < row.size(); ++i) put(json, columns[i], row[i]);
                 });
             }});
    });
    json.values("columns", columns);
}

std::string sql_of(const QueryOptions& options, const std::vector<std::string>& words) {
    if (!options.sql_file.empty()) {
        if (!words.empty()) wrong_request("Give the SQL, or --file with it, not both.");
        return read_text_file(options.sql_file, longest_sql, sql_remedy);
    }
    if (words.empty())
        wrong_request("Which SQL? Write it behind the file in quotes, or - to read it from standard input.");
    return words.back() == "-" ? read_text(std::cin, "standard input", longest_sql, sql_remedy)
                               : words.back();
}

/// Prints all views, or one view with its columns. Without a file, prints views of a new file.
void print_schema(const QueryOptions& options, std::vector<std::string> words) {
    std::optional<std::filesystem::path> file;
    std::string view;
    for (const auto& word : words) {
        std::error_code failed;
        if (!file && (std::filesystem::exists(word, failed) || word.find_first_of("./") != std::string::npos))
            file = word;
        else if (view.empty())
            view = word;
        else
            wrong_request("'{}' is one word too many: --schema takes a FILE and the NAME of a view.", word);
    }
    const auto views = db::view_texts(file);
    std::vector<ViewWords> shown;
    for (const auto& [name, sentence, columns] : views) {
        if (!view.empty() && name != view) continue;
        auto& one = shown.emplace_back(ViewWords{name, sentence, {}});
        for (const auto& column : columns) one.columns.push_back({column.name, column.unit, column.sentence});
    }
    if (!view.empty() && shown.empty())
        wrong_request("There is no view '{}'.{} 'sortscope query --schema' lists them.", view,
                      nearest_sentence(view, views, &db::ViewText::name));
    const auto table = view.empty() && !options.formats.csv ? view_table(shown) : view_column_table(shown);
    print_in(
        options.formats, [&] { return table; }, in_object([&](auto& json) {
            json.objects("views", shown, [&](const auto& each) {
                json.put("name", each.name, "sentence", each.sentence);
                json.objects("columns", each.columns, [&](const auto& column) {
                    json.put("name", column.name);
                    json.put_known("unit", column.unit, "sentence", column.sentence);
                });
            });
        }),
        [&](TextPage& page) {
            if (!view.empty())
                page.line(view + ": " + shown.front().sentence).facts(view_facts(shown.front()));
            else
                page.facts(view_facts(shown))
                    .line(
                        "'sortscope query --schema NAME' lists the columns of one. The tables below them "
                        "are described in docs/schema.md.");
        });
}

void run_query(const QueryOptions& options) {
    auto words = options.words;
    if (options.schema) return print_schema(options, std::move(words));
    std::string file = default_file;
    if (words.size() == 2 || (words.size() == 1 && !options.sql_file.empty())) {
        file = words.front();
        words.erase(words.begin());
    }
    std::error_code failed;  // ignored: the word may be SQL, too long for a name
    if (words.size() == 1 && std::filesystem::is_regular_file(words.front(), failed))
        wrong_request("Which SQL? Write it in quotes: sortscope query {} 'SELECT * FROM cases'.",
                      shell_word(words.front()));
    const auto sql = sql_of(options, words);
    db::Query query(file);
    note_interruptions();
    const db::Query::Limits limits{std::chrono::milliseconds(std::llround(options.timeout_s * 1000)),
                                   interrupted};
    const auto run = [&](const db::QuerySink& sink) { query.run(sql, sink, limits); };
    StreamOutput out(options.formats.output);
    try {
        if (options.formats.json)
            out.print_json(in_object([&](auto& json) { write_rows(run, json); }));
        else if (options.formats.csv)
            print_csv(run, out);
        else
            print_table(run, out, options.formats.screen());
    } catch (const db::QueryEnded& ended) {
        print_error(ended.what());
        throw ExitWith{130};
    }
    out.finish();
}
}  // namespace

void add_query(Program& program) {
    Command command(program, "query", "Run SQL that reads a file");
    auto& options = command.run(run_query);
    command.option("SQL", options.words, "", "Run this statement; - reads it from standard input",
                   {.least_values = 0, .most_values = 2});
    command.option("--file", options.sql_file, "SQLFILE", "Read the SQL from a file");
    command.flag("--schema", options.schema,
                 "List the views, or the columns of the view named in place of SQL");
    command.option("--timeout", options.timeout_s, "SECONDS", "End a query that takes longer; 0: never",
                   {.within = std::pair{0, 1e6}});
    add_formats(command, options.formats, "the result");
}
}
