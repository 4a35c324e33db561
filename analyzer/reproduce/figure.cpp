#include "analyzer/reproduce/figure.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "analyzer/json_fields.hpp"
#include "analyzer/reproduce/embedded.hpp"
#include "analyzer/reproduce/published.hpp"
#include "analyzer/reproduce/rules.hpp"
#include "core/error.hpp"
#include "core/metric/metric.hpp"
#include "core/text.hpp"
#include "core/text_file.hpp"

namespace sortscope {
namespace {

using namespace analyzer::reproduce;

constexpr EnumName<Kind> kind_names[] = {{Kind::curve, "curve", ""},
                                         {Kind::bars, "bars", ""},
                                         {Kind::network, "network", ""},
                                         {Kind::timeline, "timeline", ""}};
constexpr EnumName<RowAxis> axis_names[] = {
    {RowAxis::n, "n", ""},         {RowAxis::block, "block", ""}, {RowAxis::parameter, "parameter", ""},
    {RowAxis::input, "input", ""}, {RowAxis::key, "key", ""},     {RowAxis::named, "named", ""}};
constexpr EnumName<Quantity> quantity_names[] = {{Quantity::time, "time", ""},
                                                 {Quantity::mean_time, "mean_time", ""},
                                                 {Quantity::rate, "rate", ""},
                                                 {Quantity::launches, "launches", ""},
                                                 {Quantity::comparators, "comparators", ""},
                                                 {Quantity::metric, "metric", ""},
                                                 {Quantity::metric_a_launch, "metric_a_launch", ""},
                                                 {Quantity::bound_rate, "bound_rate", ""},
                                                 {Quantity::branch_threads, "branch_threads", ""},
                                                 {Quantity::taken_threads, "taken_threads", ""},
                                                 {Quantity::divergent_warps, "divergent_warps", ""},
                                                 {Quantity::ratio, "ratio", ""},
                                                 {Quantity::formula, "formula", ""}};
constexpr EnumName<StepFormula> formula_names[] = {{StepFormula::stages, "stages", ""},
                                                   {StepFormula::butterflies, "butterflies", ""},
                                                   {StepFormula::rho_l_mean, "rho_l_mean", ""}};

}  // namespace

std::span<const EnumName<Kind>> EnumTable<Kind>::names() { return kind_names; }
std::span<const EnumName<RowAxis>> EnumTable<RowAxis>::names() { return axis_names; }
std::span<const EnumName<Quantity>> EnumTable<Quantity>::names() { return quantity_names; }
std::span<const EnumName<StepFormula>> EnumTable<StepFormula>::names() { return formula_names; }

namespace analyzer::reproduce {
namespace {

constexpr std::size_t longest_description = 16 << 20;

Query read_query(JsonFields& fields) {
    Query query;
    query.variant = fields.get<std::string>("variant");
    query.key = fields.find<KeyType>("key");
    query.input = fields.find<Distribution>("input");
    query.n = fields.count("n");
    if (fields.get<std::string>("block") == "source")
        query.source_block = true;
    else if (const auto block = fields.count("block"))
        query.block = static_cast<std::uint32_t>(*block);
    query.keys_a_thread = fields.count("keys_a_thread");
    if (query.keys_a_thread == 0) fields.fail("keys_a_thread", "is 0; a thread has at least one key");
    query.parameters = fields.map<std::int64_t>("parameters");
    query.counting = fields.get<bool>("counting");
    return query;
}

Overlay read_overlay(JsonFields fields) {
    Overlay overlay;
    overlay.csv = fields.required("csv");
    overlay.column = fields.get<std::string>("column");
    overlay.row_column = fields.get<std::string>("row_column");
    overlay.device = fields.required("device");
    overlay.where = fields.map<std::string>("where");
    fields.finish();
    return overlay;
}

void read_values(JsonFields& fields, Figure& figure) {
    const auto values = fields.list<std::string>("values");
    if (values.empty()) fields.fail("", "'values' is missing: the positions of the axis, as \"2^10..2^20\".");
    for (const auto& text : values) {
        Row row{text, static_cast<double>(figure.rows.size()), {}, {}};
        if (figure.axis == RowAxis::input || figure.axis == RowAxis::key) {
            fields.checked("values", [&] {
                if (figure.axis == RowAxis::key)
                    row.query.key = parse_enum<KeyType>(text);
                else
                    row.query.input = parse_enum<Distribution>(text);
            });
            figure.rows.push_back(row);
            continue;
        }
        for (const auto count : fields.checked("values", [&] { return parse_count_list(text); })) {
            row.name = std::to_string(count);
            row.position = std::log2(static_cast<double>(std::max<std::uint64_t>(count, 1)));
            if (figure.axis == RowAxis::block) {
                row.query.block = static_cast<std::uint32_t>(count);
            } else if (figure.axis == RowAxis::parameter) {
                row.query.parameters[figure.parameter] = static_cast<std::int64_t>(count);
            } else {
                row.query.n = count;
                if (std::has_single_bit(count)) row.name = fmt::format("2^{}", std::countr_zero(count));
            }
            figure.rows.push_back(row);
        }
    }
}

void read_rows(JsonFields fields, Figure& figure) {
    figure.axis = fields.get("axis", RowAxis::n);
    figure.x_title = fields.get<std::string>("title");
    if (figure.axis == RowAxis::parameter) figure.parameter = fields.required("parameter");
    if (figure.axis == RowAxis::named) {
        fields.each("rows", [&](JsonFields& row) {
            const auto name = row.required("name");
            figure.rows.push_back(
                {name, static_cast<double>(figure.rows.size()), row.get("published", name), read_query(row)});
        });
        if (figure.rows.empty())
            fields.fail("", "'rows' is missing: the names of the axis, and which cases they are.");
    } else {
        read_values(fields, figure);
        const auto published = fields.list<std::string>("published");
        if (!published.empty() && published.size() != figure.rows.size())
            fields.fail("published",
                        fmt::format("{} names for {} values.", published.size(), figure.rows.size()));
        for (std::size_t i = 0; i < figure.rows.size(); ++i) {
            auto& row = figure.rows[i];
            row.published = !published.empty()           ? published[i]
                            : row.name.starts_with("2^") ? row.name.substr(2)
                                                         : row.name;
        }
    }
    fields.finish();
}

void check_rows(JsonFields& fields, const char* field, const std::vector<std::string>& names,
                const Figure& figure) {
    for (const auto& name : names)
        if (std::ranges::find(figure.rows, name, &Row::name) == figure.rows.end())
            fields.fail(field, "the figure has no row '" + name + "'.");
}

Column read_column(JsonFields& fields, const Figure& figure) {
    Column column;
    column.name = fields.required("name");
    if (figure.column(column.name) != nullptr)
        fields.fail("name", "there are two columns '" + column.name + "'.");
    column.query = read_query(fields);
    column.quantity = fields.get("quantity", Quantity::time);
    column.metric = fields.get<std::string>("metric");
    if (column.quantity == Quantity::metric || column.quantity == Quantity::metric_a_launch) {
        if (column.metric.empty())
            fields.fail("", "'metric' is missing: the id of a metric, as 'sortscope metrics' lists them.");
        fields.checked("metric", [&] { return &metric(column.metric); });
    }
    column.of = fields.get<std::string>("of");
    column.over = fields.get<std::string>("over");
    if (column.quantity == Quantity::ratio)
        for (const auto& [field, name] : {std::pair{"of", column.of}, {"over", column.over}})
            if (figure.column(name) == nullptr)
                fields.fail(field, "there is no column '" + name + "' before this one.");
    column.formula = fields.find<StepFormula>("formula");
    if (column.quantity == Quantity::formula && !column.formula)
        fields.fail("", "'formula' is missing: stages, butterflies or rho_l_mean.");
    column.stage = static_cast<int>(fields.get<std::int64_t>("stage"));
    if (fields.has("values")) {
        if (figure.axis == RowAxis::named) {
            column.rows = fields.list<std::string>("values");
        } else {
            Figure only;
            only.axis = figure.axis, only.parameter = figure.parameter;
            read_values(fields, only);
            for (const auto& row : only.rows) column.rows.push_back(row.name);
        }
        check_rows(fields, "values", column.rows, figure);
    }
    if (fields.has("published")) column.published = read_overlay(fields.object("published"));
    column.limit = fields.get<bool>("limit");
    column.hidden = fields.get<bool>("hidden");
    return column;
}

Claim read_claim(JsonFields& fields, const Figure& figure) {
    Claim claim;
    claim.id = fields.required("id");
    claim.text = fields.required("text");
    claim.rule = fields.required("rule");
    const auto* rule = find_rule(claim.rule);
    if (rule == nullptr) {
        std::vector<std::string_view> names;
        for (const auto& one : rules()) names.push_back(one.name);
        fields.fail("rule", fmt::format("'{}' is none of {}.{}", claim.rule, fmt::join(names, ", "),
                                        nearest_sentence(claim.rule, names)));
    }
    for (const auto& need : split_list(rule->needs))
        if (!fields.given(need)) fields.fail("", "the rule '" + claim.rule + "' needs '" + need + "'.");
    claim.columns = fields.list<std::string>("columns");
    claim.than = fields.list<std::string>("than");
    for (const auto& [field, names] : {std::pair{"columns", &claim.columns}, {"than", &claim.than}})
        for (const auto& name : *names)
            if (figure.kind != Kind::timeline && figure.column(name) == nullptr)
                fields.fail(field, "the figure has no column '" + name + "'.");
    claim.value = fields.find<double>("value");
    claim.least = fields.list<double>("least");
    claim.most = fields.list<double>("most");
    if (claim.rule == "within" && claim.than.empty() && claim.least.empty() && claim.most.empty())
        fields.fail("", "the rule 'within' needs 'than', 'least' or 'most'.");
    claim.tolerance = fields.get<double>("tolerance");
    claim.from = fields.find<double>("from");
    claim.to = fields.find<double>("to");
    claim.rows = fields.list<std::string>("rows");
    check_rows(fields, "rows", claim.rows, figure);
    return claim;
}

/// Reads published values now, so that all mistakes of a description are reported at once.
void check_published(JsonFields& fields, const Figure& figure) {
    for (const auto& column : figure.columns)
        if (column.published.given())
            fields.checked("columns", [&] {
                const auto table = published_table(column.published.csv, figure.folder);
                for (const auto& row : figure.rows) published_value(table, column.published, row);
            });
}

Figure read_figure(JsonFields& fields, const std::string& source, const std::string& folder) {
    Figure figure;
    figure.source = source;
    figure.folder = folder;
    figure.id = fields.required("id");
    if (figure.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos)
        fields.fail("id", "'" + figure.id + "' names files: use small letters, digits and '-' only.");
    figure.title = fields.required("title");
    figure.note = fields.get<std::string>("note");
    figure.kind = fields.get("kind", Kind::curve);
    figure.table_first = fields.get<bool>("table");
    figure.log_y = fields.get("log_y", true);
    figure.unit = fields.get<std::string>("unit");
    figure.y_title = fields.get<std::string>("y_title");
    if (fields.has("query")) {
        auto query = fields.object("query");
        figure.query = read_query(query);
        query.finish();
    }
    if (figure.is_grid()) {
        read_rows(fields.object("rows"), figure);
        fields.each("columns",
                    [&](JsonFields& column) { figure.columns.push_back(read_column(column, figure)); });
        if (figure.columns.empty()) fields.fail("", "'columns' is missing: what is shown of each row.");
        check_published(fields, figure);
    } else if (figure.query.variant.empty() || !figure.query.n) {
        fields.fail("query", fmt::format("a {} shows one case: 'variant' and 'n' are missing.",
                                         sortscope::name_of(figure.kind)));
    }
    figure.predicted = fields.list<std::string>("predicted");
    fields.each("claims", [&](JsonFields& claim) { figure.claims.push_back(read_claim(claim, figure)); });
    return figure;
}

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
    if (over.keys_a_thread) both.keys_a_thread = over.keys_a_thread;
    both.counting = both.counting || over.counting;
    return both;
}

std::uint32_t Query::block_for(std::uint64_t n_keys) const {
    if (!source_block) return block.value_or(0);
    const auto threads = n_keys / keys_a_thread.value_or(2);
    return threads < 256 ? std::max(static_cast<std::uint32_t>(threads / 8), 1U) : 256;
}

const Column* Figure::column(std::string_view name) const {
    const auto found = std::ranges::find(columns, name, &Column::name);
    return found == columns.end() ? nullptr : &*found;
}

std::vector<Figure> parse_figures(std::string_view text, const std::string& file, const std::string& folder) {
    const JsonDocument document(text, file);
    auto fields = document.fields();
    const auto source = fields.required("source");
    std::vector<Figure> all;
    fields.each("figures", [&](JsonFields& one) {
        auto figure = read_figure(one, source, folder);
        if (std::ranges::find(all, figure.id, &Figure::id) != all.end())
            one.fail("id", "there are two figures '" + figure.id + "'.");
        all.push_back(std::move(figure));
    });
    fields.finish();
    if (all.empty()) fields.fail("figures", "there is no figure.");
    return all;
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
    // A source's name selects all its figures.
    std::vector<std::string_view> names;
    std::set<std::string_view> sources;
    for (const auto& figure : all) {
        names.push_back(figure.id);
        const auto source = std::string_view(figure.id).substr(0, figure.id.find('-'));
        if (source != figure.id) sources.insert(source);
    }
    names.insert(names.end(), sources.begin(), sources.end());
    throw Error(
        ErrorKind::usage,
        fmt::format("There is no figure '{}'.{}{} 'sortscope reproduce --list' has all figures.", id,
                    nearest_sentence(id, names),
                    sources.empty() ? "" : fmt::format(" The sources are {};", fmt::join(sources, ", "))));
}

}  // namespace analyzer::reproduce
}  // namespace sortscope
