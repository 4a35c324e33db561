#include "analyzer/reproduce/figure.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "analyzer/reproduce/description.hpp"
#include "analyzer/reproduce/embedded.hpp"
#include "analyzer/reproduce/published.hpp"
#include "analyzer/reproduce/rules.hpp"
#include "core/error.hpp"
#include "core/metric/metric.hpp"
#include "core/text.hpp"
#include "core/text_file.hpp"

namespace sortscope::analyzer::reproduce {
namespace {

constexpr std::size_t longest_description = 16 << 20;

}  // namespace

Query Query::with(const Query& over) const {
    auto both = *this;
    if (!over.variant.empty()) both.variant = over.variant;
    for (const auto& [name, value] : over.parameters) both.parameters[name] = value;
    if (over.key) both.key = over.key;
    if (over.input) both.input = over.input;
    if (over.n) both.n = over.n;
    if (over.block) both.block = over.block, both.source_block = false;
    if (over.source_block) both.source_block = true;
    both.counting = both.counting || over.counting;
    return both;
}

const Column* Figure::column(std::string_view name) const {
    const auto found = std::ranges::find(columns, name, &Column::name);
    return found == columns.end() ? nullptr : &*found;
}

std::vector<Figure> load_figures(const std::string& file) {
    const auto text =
        read_text_file(file, longest_description, "--file takes a description of figures (docs/figures.md).");
    auto folder = std::filesystem::path(file).parent_path().string();
    return parse_figures(text, file, folder.empty() ? "." : folder);
}

const std::vector<Figure>& figures() {
    static const auto all = [] {
        std::vector<Figure> read;
        for (const auto& file : embedded_files())
            if (file.name.ends_with(".json"))
                for (auto& figure : parse_figures(file.text, std::string(file.name)))
                    read.push_back(std::move(figure));
        return read;
    }();
    return all;
}

const Figure& find_figure(std::string_view id, const std::vector<Figure>& all) {
    const auto found = std::ranges::find(all, id, &Figure::id);
    if (found != all.end()) return *found;
    // A source's name stands for all its figures.
    std::vector<std::string_view> names;
    std::string sources;
    for (const auto& figure : all) {
        names.push_back(figure.id);
        const auto source = std::string_view(figure.id).substr(0, figure.id.find('-'));
        if (source == figure.id || std::ranges::find(names, source) != names.end()) continue;
        names.push_back(source);
        sources += (sources.empty() ? "" : ", ") + std::string(source);
    }
    throw Error(ErrorKind::usage, "There is no figure '" + std::string(id) + "'." +
                                      nearest_sentence(id, names) +
                                      (sources.empty() ? "" : " The sources are " + sources + ";") +
                                      " 'sortscope reproduce --list' has all figures.");
}

std::uint32_t jan_block(std::string_view variant, std::uint64_t n) {
    const auto threads = variant == "rank" ? n : n / 2;
    return static_cast<std::uint32_t>(threads < 256 ? std::max<std::uint64_t>(threads / 8, 1) : 256);
}

namespace {

template <class E>
struct Named {
    E value;
    std::string_view name;
};

constexpr Named<Kind> kinds[] = {
    {Kind::curve, "curve"}, {Kind::bars, "bars"}, {Kind::network, "network"}, {Kind::timeline, "timeline"}};
constexpr Named<RowAxis> axes[] = {
    {RowAxis::n, "n"},         {RowAxis::block, "block"}, {RowAxis::parameter, "parameter"},
    {RowAxis::input, "input"}, {RowAxis::key, "key"},     {RowAxis::named, "named"}};
constexpr Named<Quantity> quantities[] = {{Quantity::time, "time"},
                                          {Quantity::mean_time, "mean_time"},
                                          {Quantity::rate, "rate"},
                                          {Quantity::launches, "launches"},
                                          {Quantity::comparators, "comparators"},
                                          {Quantity::metric, "metric"},
                                          {Quantity::metric_a_launch, "metric_a_launch"},
                                          {Quantity::bound_rate, "bound_rate"},
                                          {Quantity::branch_threads, "branch_threads"},
                                          {Quantity::taken_threads, "taken_threads"},
                                          {Quantity::divergent_warps, "divergent_warps"},
                                          {Quantity::ratio, "ratio"},
                                          {Quantity::formula, "formula"}};
constexpr Named<StepFormula> formulas[] = {{StepFormula::stages, "stages"},
                                           {StepFormula::butterflies, "butterflies"},
                                           {StepFormula::rho_l_mean, "rho_l_mean"}};

template <class E, std::size_t count>
E parse_named(const Named<E> (&names)[count], std::string_view text) {
    std::string known;
    std::vector<std::string_view> all;
    for (const auto& one : names) {
        if (one.name == text) return one.value;
        known += (known.empty() ? "" : ", ") + std::string(one.name);
        all.push_back(one.name);
    }
    throw Error(ErrorKind::usage,
                "'" + std::string(text) + "' is none of " + known + "." + nearest_sentence(text, all));
}

template <class E, std::size_t count>
std::string_view name_in(const Named<E> (&names)[count], E value) {
    for (const auto& one : names)
        if (one.value == value) return one.name;
    return "?";
}

Query read_query(Fields& fields) {
    Query query;
    query.variant = fields.text("variant", "");
    if (const auto key = fields.text("key", ""); !key.empty())
        query.key = fields.value("key", [&] { return parse_enum<KeyType>(key); });
    if (const auto input = fields.text("input", ""); !input.empty())
        query.input = fields.value("input", [&] { return parse_enum<Distribution>(input); });
    if (const auto n = fields.text("n", ""); !n.empty())
        query.n = fields.value("n", [&] { return parse_count(n); });
    if (const auto block = fields.text("block", ""); block == "source")
        query.source_block = true;
    else if (!block.empty())
        query.block = static_cast<std::uint32_t>(fields.value("block", [&] { return parse_count(block); }));
    if (fields.has("parameters")) {
        auto parameters = fields.object("parameters");
        for (const auto& [name, value] : parameters.node().members)
            query.parameters[name] = *parameters.whole(name);
    }
    query.counting = fields.truth("counting", false);
    return query;
}

Overlay read_overlay(Fields fields) {
    Overlay overlay;
    overlay.csv = fields.required_text("csv");
    overlay.column = fields.text("column", "");
    overlay.row_column = fields.text("row_column", "");
    overlay.device = fields.required_text("device");
    if (fields.has("where")) {
        auto where = fields.object("where");
        for (const auto& [name, value] : where.node().members) overlay.where[name] = where.text(name, "");
    }
    fields.finish();
    return overlay;
}

double power_of(std::uint64_t count) {
    return std::log2(static_cast<double>(std::max<std::uint64_t>(count, 1)));
}

void read_values(Fields& fields, Figure& figure) {
    const auto values = fields.texts("values");
    if (values.empty()) fields.fail("", "'values' is missing: the positions of the axis, as \"2^10..2^20\".");
    const auto add = [&](std::string name, double position, Query query) {
        figure.rows.push_back({std::move(name), position, {}, std::move(query)});
    };
    for (const auto& text : values) {
        if (figure.axis == RowAxis::input) {
            Query query;
            query.input = fields.value("values", [&] { return parse_enum<Distribution>(text); });
            add(text, static_cast<double>(figure.rows.size()), query);
            continue;
        }
        if (figure.axis == RowAxis::key) {
            Query query;
            query.key = fields.value("values", [&] { return parse_enum<KeyType>(text); });
            add(text, static_cast<double>(figure.rows.size()), query);
            continue;
        }
        for (const auto count : fields.value("values", [&] { return parse_count_list(text); })) {
            Query query;
            if (figure.axis == RowAxis::n)
                query.n = count;
            else if (figure.axis == RowAxis::block)
                query.block = static_cast<std::uint32_t>(count);
            else
                query.parameters[figure.parameter] = static_cast<std::int64_t>(count);
            add(figure.axis == RowAxis::n ? "2^" + std::to_string(static_cast<int>(power_of(count)))
                                          : std::to_string(count),
                power_of(count), query);
            if (figure.axis == RowAxis::n && std::uint64_t{1} << static_cast<int>(power_of(count)) != count)
                figure.rows.back().name = std::to_string(count);
        }
    }
}

void read_rows(Fields fields, Figure& figure) {
    figure.axis = fields.value("axis", [&] { return parse_named(axes, fields.text("axis", "n")); });
    figure.x_title = fields.text("title", "");
    if (figure.axis == RowAxis::parameter) figure.parameter = fields.required_text("parameter");
    if (figure.axis == RowAxis::named) {
        fields.each("rows", [&](Fields& row) {
            const auto name = row.required_text("name");
            const auto published = row.text("published", name);
            figure.rows.push_back(
                {name, static_cast<double>(figure.rows.size()), published, read_query(row)});
        });
        if (figure.rows.empty())
            fields.fail("", "'rows' is missing: the names of the axis, and which cases they are.");
    } else {
        read_values(fields, figure);
        const auto published = fields.texts("published");
        if (!published.empty() && published.size() != figure.rows.size())
            fields.fail("published", std::to_string(published.size()) + " names for " +
                                         std::to_string(figure.rows.size()) + " values.");
        for (std::size_t i = 0; i < figure.rows.size(); ++i) {
            auto& row = figure.rows[i];
            if (!published.empty())
                row.published = published[i];
            else
                row.published =
                    figure.axis == RowAxis::n && row.name.starts_with("2^") ? row.name.substr(2) : row.name;
        }
    }
    fields.finish();
}

Column read_column(Fields& fields, const Figure& figure) {
    Column column;
    column.name = fields.required_text("name");
    if (figure.column(column.name) != nullptr)
        fields.fail("name", "there are two columns '" + column.name + "'.");
    column.query = read_query(fields);
    column.quantity =
        fields.value("quantity", [&] { return parse_named(quantities, fields.text("quantity", "time")); });
    column.metric = fields.text("metric", "");
    if (column.quantity == Quantity::metric || column.quantity == Quantity::metric_a_launch) {
        if (column.metric.empty())
            fields.fail("", "'metric' is missing: the id of a metric, as 'sortscope metrics' lists them.");
        fields.value("metric", [&] { return &metric(column.metric); });
    }
    column.of = fields.text("of", "");
    column.over = fields.text("over", "");
    if (column.quantity == Quantity::ratio)
        for (const auto& [field, name] : {std::pair{"of", column.of}, {"over", column.over}})
            if (figure.column(name) == nullptr)
                fields.fail(field, "there is no column '" + name + "' before this one.");
    if (const auto formula = fields.text("formula", ""); !formula.empty())
        column.formula = fields.value("formula", [&] { return parse_named(formulas, formula); });
    if (column.quantity == Quantity::formula && !column.formula)
        fields.fail("", "'formula' is missing: stages, butterflies or rho_l_mean.");
    if (const auto stage = fields.whole("stage")) column.stage = static_cast<int>(*stage);
    if (fields.has("values")) {
        Figure only;
        only.axis = figure.axis, only.parameter = figure.parameter;
        if (figure.axis == RowAxis::named)
            column.rows = fields.texts("values");
        else
            read_values(fields, only);
        for (const auto& row : only.rows) column.rows.push_back(row.name);
        for (const auto& name : column.rows)
            if (std::ranges::find(figure.rows, name, &Row::name) == figure.rows.end())
                fields.fail("values", "the figure has no row '" + name + "'.");
    }
    if (fields.has("published")) column.published = read_overlay(fields.object("published"));
    column.limit = fields.truth("limit", false);
    column.hidden = fields.truth("hidden", false);
    return column;
}

/// What the claim's rule cannot do without must be there.
void check_needs(Fields& fields, const Claim& claim) {
    for (const auto& need : split_list(std::string(find_rule(claim.rule)->needs))) {
        const bool there = need == "columns" ? !claim.columns.empty()
                           : need == "than"  ? !claim.than.empty()
                           : need == "rows"  ? !claim.rows.empty()
                           : need == "value" ? claim.value.has_value()
                           : need == "least" ? claim.least.has_value()
                           : need == "most"  ? claim.most.has_value()
                           : need == "from"  ? claim.from.has_value()
                                             : true;
        if (!there) fields.fail("", "the rule '" + claim.rule + "' needs '" + need + "'.");
    }
}

Claim read_claim(Fields& fields, const Figure& figure) {
    Claim claim;
    claim.id = fields.required_text("id");
    claim.text = fields.text("text", "");
    if (claim.text.empty()) {
        const auto& known = published_claims();
        const auto found = std::ranges::find(known, claim.id, &PublishedClaim::full_id);
        if (found == known.end())
            fields.fail(
                "id", "the published claims have no '" + claim.id + "', so 'text' must say what is claimed.");
        claim.text = found->text;
    }
    claim.rule = fields.required_text("rule");
    if (find_rule(claim.rule) == nullptr) {
        std::vector<std::string_view> names;
        std::string known;
        for (const auto& rule : rules())
            names.push_back(rule.name), known += (known.empty() ? "" : ", ") + std::string(rule.name);
        fields.fail("rule",
                    "'" + claim.rule + "' is none of " + known + "." + nearest_sentence(claim.rule, names));
    }
    claim.columns = fields.texts("columns");
    claim.than = fields.texts("than");
    const auto check = [&](const char* field, const std::vector<std::string>& names) {
        for (const auto& name : names)
            if (figure.kind != Kind::timeline && figure.column(name) == nullptr)
                fields.fail(field, "the figure has no column '" + name + "'.");
    };
    check("columns", claim.columns);
    check("than", claim.than);
    claim.value = fields.number("value");
    claim.least = fields.number("least");
    claim.most = fields.number("most");
    claim.tolerance = fields.number("tolerance").value_or(0);
    claim.from = fields.number("from");
    claim.to = fields.number("to");
    claim.rows = fields.texts("rows");
    for (const auto& name : claim.rows)
        if (std::ranges::find(figure.rows, name, &Row::name) == figure.rows.end())
            fields.fail("rows", "the figure has no row '" + name + "'.");
    check_needs(fields, claim);
    return claim;
}

bool is_id(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
}

Figure read_figure(Fields& fields, const std::string& source) {
    Figure figure;
    figure.source = source;
    figure.id = fields.required_text("id");
    if (!is_id(figure.id))
        fields.fail("id", "'" + figure.id + "' is no id: small letters, digits and '-', for it names files.");
    figure.title = fields.required_text("title");
    figure.note = fields.text("note", "");
    figure.kind = fields.value("kind", [&] { return parse_named(kinds, fields.text("kind", "curve")); });
    figure.table_first = fields.truth("table", false);
    figure.log_y = fields.truth("log_y", true);
    figure.unit = fields.text("unit", "");
    figure.y_title = fields.text("y_title", "");
    if (fields.has("query")) {
        auto query = fields.object("query");
        figure.query = read_query(query);
        query.finish();
    }
    if (figure.kind == Kind::network || figure.kind == Kind::timeline) {
        if (figure.query.variant.empty() || !figure.query.n)
            fields.fail("query", "a " + std::string(name_of(figure.kind)) +
                                     " is of one case: 'variant' and 'n' are wanted.");
    } else {
        read_rows(fields.object("rows"), figure);
        fields.each("columns",
                    [&](Fields& column) { figure.columns.push_back(read_column(column, figure)); });
        if (figure.columns.empty()) fields.fail("", "'columns' is missing: what is shown of each row.");
    }
    figure.predicted = fields.texts("predicted");
    fields.each("claims", [&](Fields& claim) { figure.claims.push_back(read_claim(claim, figure)); });
    return figure;
}

}  // namespace

std::string_view name_of(Kind kind) { return name_in(kinds, kind); }
std::string_view name_of(Quantity quantity) { return name_in(quantities, quantity); }

std::vector<Figure> parse_figures(std::string_view text, const std::string& file, const std::string& folder) {
    const auto document = parse_json(text, file);
    Fields fields(document, file, "");
    const auto source = fields.required_text("source");
    std::vector<Figure> all;
    fields.each("figures", [&](Fields& one) {
        auto figure = read_figure(one, source);
        figure.folder = folder;
        if (std::ranges::find(all, figure.id, &Figure::id) != all.end())
            one.fail("id", "there are two figures '" + figure.id + "'.");
        // Now, not when it is drawn: whoever writes a description wants to hear it all at once.
        for (const auto& column : figure.columns) {
            if (!column.published.given()) continue;
            try {
                const auto table = published_table(column.published.csv, folder);
                for (const auto& row : figure.rows) published_value(table, column.published, row);
            } catch (const Error& error) {
                one.fail("columns", "'" + column.name + "': " + error.what());
            }
        }
        all.push_back(std::move(figure));
    });
    fields.finish();
    if (all.empty()) fields.fail("figures", "there is no figure.");
    return all;
}

}  // namespace sortscope::analyzer::reproduce
