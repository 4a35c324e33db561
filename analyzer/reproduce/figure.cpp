#include "analyzer/reproduce/figure.hpp"

#include <bit>
#include <filesystem>
#include <sstream>

#include "analyzer/json_fields.hpp"
#include "analyzer/reproduce/claims.hpp"
#include "core/csv_text.hpp"
#include "core/failure.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"
#include "core/text_file.hpp"

namespace sortscope::analyzer::reproduce {
namespace {
constexpr size_t longest_file = 16 << 20;

Query read_query(JsonFields& fields) {
    Query query{.variant = fields.text("variant"),
                .keys_a_thread = fields.count("keys_a_thread"),
                .counting = fields.get<bool>("counting")};
    if (query.keys_a_thread == 0) fields.fail("keys_a_thread", "is 0; a thread has at least one key");
    for (const auto& [name, value] : fields.map<int64_t>("parameters")) query.axes.set(name, value);
    if (const auto key = fields.find<KeyType>("key")) query.axes.set("key", sortscope::name_of(*key));
    if (const auto input = fields.find<Distribution>("input"))
        query.axes.set("input", sortscope::name_of(*input));
    const auto set = [&](std::string_view axis, const std::string& name) {
        if (const auto count = fields.count(name)) query.axes.set(axis, *count);
    };
    set(Query::entropy, "entropy");
    set("n", "n");
    fields.text("block") == "source" ? query.axes.set("block", "source") : set("block", "block");
    return query;
}

/// Adds the rows that `text` names: "2^10..2^20", "sorted".
void add_rows(std::vector<Row>& rows, const std::string& text, const Figure& figure) {
    const auto axis = figure.axis;
    const auto add = [&](const std::string& name) -> Row& {
        return rows.emplace_back(Row{name, double(rows.size()), name});
    };
    if (axis == RowAxis::key) {
        add(text).query.axes.set("key", sortscope::name_of(parse_enum<KeyType>(text)));
    } else if (axis == RowAxis::input) {
        add(text).query.axes.set("input", sortscope::name_of(parse_enum<Distribution>(text)));
    } else if (axis == RowAxis::stage) {
        for (int stage = 1; stage <= int(parse_count(text)); ++stage)
            add(std::to_string(stage)).stage = stage;
    } else {
        for (const auto count : parse_count_list(text)) {
            auto& row = add(std::to_string(count));
            row.position = std::log2(double(std::max<uint64_t>(count, 1)));
            row.query.axes.set(axis == RowAxis::parameter ? figure.parameter : sortscope::name_of(axis),
                               count);
            if (axis == RowAxis::n && std::has_single_bit(count)) {
                row.published = std::to_string(std::countr_zero(count));
                row.name = "2^" + row.published;
            }
        }
    }
}

std::vector<Row> read_values(JsonFields& fields, const Figure& figure) {
    std::vector<Row> rows;
    const auto values = fields.list<std::string>("values");
    if (values.empty()) fields.fail("", "'values' is missing: the positions of the axis, as \"2^10..2^20\".");
    for (const auto& text : values) fields.checked("values", [&] { add_rows(rows, text, figure); });
    return rows;
}

void read_rows(JsonFields fields, Figure& figure) {
    figure.axis = fields.get("axis", RowAxis::n);
    figure.x_title = fields.text("title");
    if (figure.axis == RowAxis::parameter) figure.parameter = fields.required("parameter");
    if (figure.axis == RowAxis::named) {
        fields.each("rows", [&](JsonFields& row) {
            const auto name = row.required("name");
            figure.rows.push_back(
                {name, double(figure.rows.size()), row.get("published", name), read_query(row)});
        });
        if (figure.rows.empty())
            fields.fail("", "'rows' is missing: the names of the axis, and which cases they are.");
    } else {
        figure.rows = read_values(fields, figure);
        const auto published = fields.list<std::string>("published");
        if (!published.empty() && published.size() != figure.rows.size())
            fields.fail("published",
                        fmt::format("{} names for {} values.", published.size(), figure.rows.size()));
        for (size_t i = 0; i < published.size(); ++i) figure.rows[i].published = published[i];
    }
    fields.finish();
}

/// Checks that `names` are in `known`. `what` is "row" or "column".
template <class Named>
void check_names(JsonFields& fields, const char* field, const std::vector<std::string>& names,
                 const char* what, const std::vector<Named>& known) {
    for (const auto& name : names)
        if (!contains(known, name, &Named::name))
            fields.fail(field, fmt::format("the figure has no {} '{}'.", what, name));
}

PublishedTable published_table(const std::string& csv, const std::string& folder) {
    const auto beside = folder + "/" + csv;
    std::error_code failed;
    if (!folder.empty() && std::filesystem::exists(beside, failed))
        return parse_published(
            read_text_file(beside, longest_file, "'csv' names a table of published values."), csv);
    if (const auto* file = find_or_null(embedded_files(), csv, &EmbeddedFile::name))
        return parse_published(file->text, csv);
    throw failure(ErrorKind::data, "There is no published table '{}'{}.", csv,
                  folder.empty() ? "" : " beside the description, in '" + folder + "'");
}

Overlay read_overlay(JsonFields fields, const std::vector<Row>& rows, const std::string& folder) {
    Overlay overlay{.csv = fields.required("csv"),
                    .column = fields.text("column"),
                    .row_column = fields.text("row_column"),
                    .where = fields.map<std::string>("where"),
                    .device = fields.required("device")};
    fields.finish();
    fields.checked("csv", [&] {
        const auto table = published_table(overlay.csv, folder);
        for (const auto& row : rows) overlay.values.push_back(table.value(overlay, row));
    });
    return overlay;
}

Column read_column(JsonFields& fields, const Figure& figure, const std::string& folder) {
    Column column{.name = fields.required("name"),
                  .query = read_query(fields),
                  .quantity = fields.get("quantity", Quantity::time),
                  .metric = fields.text("metric"),
                  .of = fields.text("of"),
                  .over = fields.text("over"),
                  .stage = int(fields.get<int64_t>("stage")),
                  .exact = fields.get<bool>("exact"),
                  .colour = fields.get("colour", int64_t(figure.columns.size())),
                  .limit = fields.get<bool>("limit"),
                  .hidden = fields.get<bool>("hidden")};
    const auto quantity = column.quantity;
    if (figure.column(column.name) != nullptr)
        fields.fail("name", "there are two columns '" + column.name + "'.");
    if (is_metric(quantity)) {
        if (column.metric.empty())
            fields.fail("", "'metric' is missing: the id of a metric, as 'sortscope metrics' lists them.");
        fields.checked("metric", [&] { return &metric(column.metric); });
        if (quantity == Quantity::size_share && sizes_of(column.metric).empty())
            fields.fail("metric", "'" + column.metric + "' is no size of transactions, as gld_32b is.");
    }
    if (quantity == Quantity::ratio)
        for (const auto& [field, name] : {std::pair{"of", column.of}, {"over", column.over}})
            check_names(fields, field, {name}, "earlier column", figure.columns);
    if (fields.has("values")) {
        if (figure.axis == RowAxis::named)
            column.rows = fields.list<std::string>("values");
        else
            for (const auto& row : read_values(fields, figure)) column.rows.push_back(row.name);
        check_names(fields, "values", column.rows, "row", figure.rows);
    }
    if (fields.has("published"))
        column.published = read_overlay(fields.object("published"), figure.rows, folder);
    if (quantity == Quantity::published && !column.published.given())
        fields.fail("", "'published' is missing: the table with the values.");
    if (fields.has("colour") && (column.colour < 0 || column.colour > 9))
        fields.fail("colour", fmt::format("is {}; the palette has 0 to 9.", column.colour));
    return column;
}

Claim read_claim(JsonFields& fields, const Figure& figure) {
    const auto why = fields.text("why");
    Claim claim{.id = fields.required("id"),
                .text = fields.required("text"),
                .rule = why.empty() ? fields.required("rule") : fields.text("rule"),
                .columns = fields.list<std::string>("columns"),
                .than = fields.list<std::string>("than"),
                .value = fields.find<double>("value"),
                .least = fields.list<double>("least"),
                .most = fields.list<double>("most"),
                .tolerance = fields.get<double>("tolerance"),
                .from = fields.find<double>("from"),
                .to = fields.find<double>("to"),
                .rows = fields.list<std::string>("rows"),
                .why = why,
                .later = fields.get<bool>("later")};
    const auto* rule = find_or_null(rules(), claim.rule, &RuleInfo::name);
    if (rule == nullptr && !claim.rule.empty()) {
        const auto names = rules() | std::views::transform(&RuleInfo::name);
        fields.fail("rule", fmt::format("'{}' is none of {}.{}", claim.rule, fmt::join(names, ", "),
                                        nearest_sentence(claim.rule, names)));
    }
    if (rule != nullptr)
        for (const auto& need : split_list(rule->needs))
            if (!fields.given(need)) fields.fail("", "the rule '" + claim.rule + "' needs '" + need + "'.");
    if (figure.kind != Kind::timeline) {
        check_names(fields, "columns", claim.columns, "column", figure.columns);
        check_names(fields, "than", claim.than, "column", figure.columns);
    }
    if ((claim.rule == "within" || claim.rule == "steps") && claim.least.empty() && claim.most.empty())
        fields.fail("", "the rule '" + claim.rule + "' needs 'least' or 'most'.");
    check_names(fields, "rows", claim.rows, "row", figure.rows);
    return claim;
}

Figure read_figure(JsonFields& fields, const std::shared_ptr<const Document>& document,
                   const std::string& folder) {
    Figure figure{.id = fields.required("id"),
                  .source = document->source,
                  .title = fields.required("title"),
                  .note = fields.text("note"),
                  .insight = fields.text("insight"),
                  .items = fields.list<std::string>("items"),
                  .document = document,
                  .kind = fields.get("kind", Kind::curve),
                  .table_first = fields.get<bool>("table"),
                  .log_y = fields.get("log_y", true),
                  .unit = fields.text("unit"),
                  .y_title = fields.text("y_title"),
                  .predicted = fields.list<std::string>("predicted"),
                  .relative = fields.get<bool>("relative"),
                  .together = fields.list<std::string>("together")};
    if (figure.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos)
        fields.fail("id", "'" + figure.id + "' names files: use small letters, digits and '-' only.");
    if (fields.has("query")) {
        auto query = fields.object("query");
        figure.query = read_query(query);
        query.finish();
    }
    if (figure.is_grid()) {
        read_rows(fields.object("rows"), figure);
        fields.each("columns", [&](JsonFields& column) {
            figure.columns.push_back(read_column(column, figure, folder));
        });
        if (figure.columns.empty()) fields.fail("", "'columns' is missing: what is shown of each row.");
        check_names(fields, "together", figure.together, "column", figure.columns);
    } else if (figure.query.variant.empty() || figure.query.n() == 0) {
        fields.fail("query", fmt::format("a {} shows one case: 'variant' and 'n' are missing.",
                                         sortscope::name_of(figure.kind)));
    }
    fields.each("claims", [&](JsonFields& claim) { figure.claims.push_back(read_claim(claim, figure)); });
    return figure;
}
}  // namespace

Query Query::with(const Query& over) const {
    auto both = *this;
    if (!over.variant.empty()) both.variant = over.variant;
    for (const auto& [name, value] : over.axes) both.axes.set(name, value);
    if (over.keys_a_thread) both.keys_a_thread = over.keys_a_thread;
    both.counting = both.counting || over.counting;
    return both;
}

std::optional<int64_t> Query::block_for(uint64_t n_keys) const {
    if (axes.text("block") != "source") return axes.integer("block");
    const auto threads = int64_t(n_keys / keys_a_thread.value_or(2));
    return threads < 256 ? std::max<int64_t>(threads / 8, 1) : 256;
}

std::vector<const Metric*> sizes_of(std::string_view id) {
    const auto number = id.find_first_of("0123456789"), end = std::min(id.find('b', number), id.size());
    std::vector<const Metric*> sizes;
    for (const int bytes : {32, 64, 96, 128})
        if (const auto* size =
                find_metric(fmt::format("{}{}{}", id.substr(0, number), bytes, id.substr(end))))
            sizes.push_back(size);
    return contains(sizes, id, &Metric::id) ? sizes : std::vector<const Metric*>();
}

PublishedTable parse_published(std::string_view text, const std::string& name) {
    PublishedTable table;
    table.name = name;
    // Replaces comments by empty lines, so that errors give the right line.
    std::string values;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) values += (line.starts_with('#') ? "" : line) + '\n';
    CsvReader reader(name, values);
    std::vector<CsvField> fields;
    if (!reader.next(fields)) throw Error(ErrorKind::data, name + " has no header.");
    std::ranges::transform(fields, std::back_inserter(table.columns), &CsvField::text);
    while (reader.next(fields)) {
        if (fields.size() != table.columns.size())
            reader.refuse(fields.front().line, 1, "the row has {}, and the header names {}.",
                          plural(fields.size(), "field"), plural(table.columns.size(), "column"));
        auto& row = table.rows.emplace_back();
        for (size_t i = 0; i < fields.size(); ++i) row[table.columns[i]] = fields[i].text;
    }
    return table;
}

Value PublishedTable::value(const Overlay& overlay, const Row& row) const {
    Value value{{}, Provenance::published};
    const auto& wanted = overlay.column.empty() ? row.published : overlay.column;
    if (wanted.empty()) return value;
    auto fields = overlay.where;
    if (!overlay.row_column.empty()) fields[overlay.row_column] = row.published;
    auto named = fields;
    named.emplace(wanted, "");
    for (const auto& [column, text] : named)
        if (!contains(columns, column))
            throw failure(ErrorKind::data, "{} has no column '{}'. It has {}.", name, column,
                          fmt::join(columns, ", "));
    const auto found =
        std::ranges::find_if(rows, [&](const auto& one) { return std::ranges::includes(one, fields); });
    if (found == rows.end() || found->at(wanted).empty()) return value;
    value.printed = found->at(wanted);
    if (value.printed == "FAIL") return value;
    value.number = AxisValue::parse(value.printed).number();
    if (!value.number)
        throw failure(ErrorKind::data, "{}: '{}' in column '{}' is no number.", name, value.printed, wanted);
    return value;
}

const Column* Figure::column(std::string_view name) const {
    return find_or_null(columns, name, &Column::name);
}

std::vector<Figure> parse_figures(std::string_view text, const std::string& file, const std::string& folder) {
    const JsonDocument document(text, file);
    auto fields = document.fields();
    const auto made = std::make_shared<Document>(
        Document{fields.required("source"), fields.text("citation"), fields.list<std::string>("setup"), {}});
    fields.each("absent", [&](JsonFields& one) {
        made->absent.push_back({one.required("id"), one.required("text"), one.required("why")});
    });
    std::vector<Figure> all;
    fields.each("figures", [&](JsonFields& one) {
        auto figure = read_figure(one, made, folder);
        if (contains(all, figure.id, &Figure::id))
            one.fail("id", "there are two figures '" + figure.id + "'.");
        all.push_back(std::move(figure));
    });
    fields.finish();
    if (all.empty()) fields.fail("figures", "there is no figure.");
    return all;
}

std::vector<Figure> load_figures(const std::string& file) {
    const auto text =
        read_text_file(file, longest_file, "--file takes a description of figures (docs/figures.md).");
    auto folder = std::filesystem::path(file).parent_path().string();
    return parse_figures(text, file, folder.empty() ? "." : folder);
}

const std::vector<Figure>& figures() {
    static const auto all = [] {
        std::vector<Figure> read;
        for (const auto& file : embedded_files())
            if (file.name.ends_with(".json"))
                std::ranges::move(parse_figures(file.text, std::string(file.name)), std::back_inserter(read));
        return read;
    }();
    return all;
}

std::vector<const Figure*> find_figures(const std::string& names, const std::vector<Figure>& all) {
    std::vector<const Figure*> found;
    std::set<std::string_view> sources, ids;
    for (const auto& figure : all) {
        ids.insert(figure.id);
        if (const auto end = figure.id.find('-'); end != std::string::npos)
            sources.insert(std::string_view(figure.id).substr(0, end));
    }
    for (const auto& name : split_list(names)) {
        const auto before = found.size();
        for (const auto& figure : all)
            if (name == "all" || name == figure.id ||
                (!ids.contains(name) && figure.id.starts_with(name + "-")))
                found.push_back(&figure);
        if (found.size() > before) continue;
        std::vector<std::string_view> known(ids.begin(), ids.end());
        known.insert(known.end(), sources.begin(), sources.end());
        throw failure(ErrorKind::usage,
                      "There is no figure '{}'.{}{} 'sortscope reproduce --list' has all figures.", name,
                      nearest_sentence(name, known),
                      sources.empty() ? "" : fmt::format(" The sources are {};", fmt::join(sources, ", ")));
    }
    return found;
}
}
