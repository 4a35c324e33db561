#include "analyzer/reproduce/figure.hpp"

#include <bit>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "analyzer/json_fields.hpp"
#include "analyzer/reproduce/claims.hpp"
#include "analyzer/reproduce/published.hpp"
#include "core/metric/metric.hpp"
#include "core/text.hpp"
#include "core/text_file.hpp"

namespace sortscope {
using namespace analyzer::reproduce;

/// Makes a table from `names` in the order of the enum.
template <class E, size_t count>
constexpr std::array<EnumName<E>, count> rows_of(const std::string_view (&names)[count]) {
    std::array<EnumName<E>, count> rows{};
    for (size_t i = 0; i < count; ++i) rows[i] = {static_cast<E>(i), names[i], ""};
    return rows;
}

std::span<const EnumName<Kind>> EnumTable<Kind>::names() {
    static constexpr auto rows = rows_of<Kind>({"curve", "bars", "network", "timeline"});
    return rows;
}

template <>
struct EnumTable<RowAxis> {
    static constexpr std::string_view what = "axis of rows";
    static constexpr auto rows =
        rows_of<RowAxis>({"n", "block", "parameter", "input", "key", "stage", "named"});
    static std::span<const EnumName<RowAxis>> names() { return rows; }
};

template <>
struct EnumTable<Quantity> {
    static constexpr std::string_view what = "quantity";
    static constexpr auto rows =
        rows_of<Quantity>({"time", "mean_time", "rate", "launches", "comparators", "metric",
                           "metric_a_launch", "size_share", "bound_rate", "published", "branch_threads",
                           "taken_threads", "divergent_warps", "ratio", "formula"});
    static std::span<const EnumName<Quantity>> names() { return rows; }
};

template <>
struct EnumTable<StepFormula> {
    static constexpr std::string_view what = "formula";
    static constexpr auto rows =
        rows_of<StepFormula>({"stages", "butterflies", "levels", "level_butterflies"});
    static std::span<const EnumName<StepFormula>> names() { return rows; }
};

namespace analyzer::reproduce {
namespace {
constexpr size_t longest_description = 16 << 20;

Query read_query(JsonFields& fields) {
    Query query;
    query.variant = fields.text("variant");
    query.key = fields.find<KeyType>("key");
    query.input = fields.find<Distribution>("input");
    query.n = fields.count("n");
    if (const auto entropy = fields.count("entropy")) query.entropy = uint32_t(*entropy);
    if (fields.text("block") == "source")
        query.source_block = true;
    else if (const auto block = fields.count("block"))
        query.block = uint32_t(*block);
    query.keys_a_thread = fields.count("keys_a_thread");
    if (query.keys_a_thread == 0) fields.fail("keys_a_thread", "is 0; a thread has at least one key");
    query.parameters = fields.map<int64_t>("parameters");
    query.counting = fields.get<bool>("counting");
    return query;
}

Overlay read_overlay(JsonFields fields) {
    Overlay overlay{.csv = fields.required("csv"),
                    .column = fields.text("column"),
                    .row_column = fields.text("row_column"),
                    .where = fields.map<std::string>("where"),
                    .device = fields.required("device")};
    fields.finish();
    return overlay;
}

void read_values(JsonFields& fields, Figure& figure) {
    const auto values = fields.list<std::string>("values");
    if (values.empty()) fields.fail("", "'values' is missing: the positions of the axis, as \"2^10..2^20\".");
    const auto axis = figure.axis;
    const auto read = [&](const std::string& text) {
        Row row{text, double(figure.rows.size()), {}, {}};
        if (axis == RowAxis::key) row.query.key = parse_enum<KeyType>(text);
        if (axis == RowAxis::input) row.query.input = parse_enum<Distribution>(text);
        if (axis == RowAxis::key || axis == RowAxis::input) return figure.rows.push_back(row);
        if (axis == RowAxis::stage)
            for (row.stage = 1; row.stage <= int(parse_count(text)); ++row.stage) {
                row.name = std::to_string(row.stage);
                row.position = double(figure.rows.size());
                figure.rows.push_back(row);
            }
        for (const auto count : axis == RowAxis::stage ? std::vector<uint64_t>() : parse_count_list(text)) {
            row.name = std::to_string(count);
            row.position = std::log2(double(std::max<uint64_t>(count, 1)));
            if (axis == RowAxis::block) row.query.block = uint32_t(count);
            if (axis == RowAxis::parameter) row.query.parameters[figure.parameter] = int64_t(count);
            if (axis == RowAxis::n) row.query.n = count;
            if (axis == RowAxis::n && std::has_single_bit(count))
                row.name = fmt::format("2^{}", std::countr_zero(count));
            figure.rows.push_back(row);
        }
    };
    for (const auto& text : values) fields.checked("values", [&] { read(text); });
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
        read_values(fields, figure);
        const auto published = fields.list<std::string>("published");
        if (!published.empty() && published.size() != figure.rows.size())
            fields.fail("published",
                        fmt::format("{} names for {} values.", published.size(), figure.rows.size()));
        for (size_t i = 0; i < figure.rows.size(); ++i) {
            const auto& name = figure.rows[i].name;
            figure.rows[i].published =
                !published.empty() ? published[i] : name.substr(name.starts_with("2^") ? 2 : 0);
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
    column.metric = fields.text("metric");
    if (column.quantity == Quantity::metric || column.quantity == Quantity::metric_a_launch ||
        column.quantity == Quantity::size_share) {
        if (column.metric.empty())
            fields.fail("", "'metric' is missing: the id of a metric, as 'sortscope metrics' lists them.");
        fields.checked("metric", [&] { return &metric(column.metric); });
        if (column.quantity == Quantity::size_share && sizes_of(column.metric).empty())
            fields.fail("metric", "'" + column.metric + "' is no size of transactions, as gld_32b is.");
    }
    column.of = fields.text("of");
    column.over = fields.text("over");
    if (column.quantity == Quantity::ratio)
        for (const auto& [field, name] : {std::pair{"of", column.of}, {"over", column.over}})
            if (figure.column(name) == nullptr)
                fields.fail(field, "there is no column '" + name + "' before this one.");
    column.formula = fields.find<StepFormula>("formula");
    if (column.quantity == Quantity::formula && !column.formula)
        fields.fail("", "'formula' is missing: stages, butterflies, levels or level_butterflies.");
    column.stage = int(fields.get<int64_t>("stage"));
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
    column.exact = fields.get<bool>("exact");
    if (fields.has("published")) column.published = read_overlay(fields.object("published"));
    if (column.quantity == Quantity::published && !column.published.given())
        fields.fail("", "'published' is missing: the table with the values.");
    column.colour = fields.find<int64_t>("colour");
    if (column.colour && (*column.colour < 0 || *column.colour > 9))
        fields.fail("colour", fmt::format("is {}; the palette has 0 to 9.", *column.colour));
    column.limit = fields.get<bool>("limit");
    column.hidden = fields.get<bool>("hidden");
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
                .why = why};
    const auto* rule = find_rule(claim.rule);
    if (rule == nullptr && !claim.rule.empty()) {
        std::vector<std::string_view> names;
        for (const auto& one : rules()) names.push_back(one.name);
        fields.fail("rule", fmt::format("'{}' is none of {}.{}", claim.rule, fmt::join(names, ", "),
                                        nearest_sentence(claim.rule, names)));
    }
    if (rule != nullptr)
        for (const auto& need : split_list(rule->needs))
            if (!fields.given(need)) fields.fail("", "the rule '" + claim.rule + "' needs '" + need + "'.");
    for (const auto& [field, names] : {std::pair{"columns", &claim.columns}, {"than", &claim.than}})
        for (const auto& name : *names)
            if (figure.kind != Kind::timeline && figure.column(name) == nullptr)
                fields.fail(field, "the figure has no column '" + name + "'.");
    if ((claim.rule == "within" || claim.rule == "steps") && claim.least.empty() && claim.most.empty())
        fields.fail("", "the rule '" + claim.rule + "' needs 'least' or 'most'.");
    check_rows(fields, "rows", claim.rows, figure);
    return claim;
}

Figure read_figure(JsonFields& fields, const std::shared_ptr<const Document>& document,
                   const std::string& folder) {
    Figure figure;
    figure.document = document;
    figure.source = document->source;
    figure.folder = folder;
    figure.id = fields.required("id");
    if (figure.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos)
        fields.fail("id", "'" + figure.id + "' names files: use small letters, digits and '-' only.");
    figure.title = fields.required("title");
    figure.note = fields.text("note");
    figure.insight = fields.text("insight");
    figure.items = fields.list<std::string>("items");
    figure.kind = fields.get("kind", Kind::curve);
    figure.table_first = fields.get<bool>("table");
    figure.log_y = fields.get("log_y", true);
    figure.unit = fields.text("unit");
    figure.y_title = fields.text("y_title");
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
        for (const auto& column : figure.columns)  // reads tables now, so that parsing reports all mistakes
            if (column.published.given())
                fields.checked("columns", [&] { published_values(column, figure); });
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
    if (over.entropy) both.entropy = over.entropy;
    if (over.block) {
        both.block = over.block;
        both.source_block = false;
    }
    if (over.source_block) both.source_block = true;
    if (over.keys_a_thread) both.keys_a_thread = over.keys_a_thread;
    both.counting = both.counting || over.counting;
    return both;
}

uint32_t Query::block_for(uint64_t n_keys) const {
    if (!source_block) return block.value_or(0);
    const auto threads = n_keys / keys_a_thread.value_or(2);
    return threads < 256 ? std::max(uint32_t(threads / 8), 1U) : 256;
}

std::vector<const Metric*> sizes_of(std::string_view id) {
    const auto number = id.find_first_of("0123456789"), end = std::min(id.find('b', number), id.size());
    std::vector<const Metric*> sizes;
    bool found = false;
    for (const int bytes : {32, 64, 96, 128})
        if (const auto* size =
                find_metric(fmt::format("{}{}{}", id.substr(0, number), bytes, id.substr(end)))) {
            sizes.push_back(size);
            found = found || size->id == id;
        }
    return found ? sizes : std::vector<const Metric*>();
}

const Column* Figure::column(std::string_view name) const {
    const auto found = std::ranges::find(columns, name, &Column::name);
    return found == columns.end() ? nullptr : &*found;
}

std::vector<Figure> parse_figures(std::string_view text, const std::string& file, const std::string& folder) {
    const JsonDocument document(text, file);
    auto fields = document.fields();
    auto made = std::make_shared<Document>();
    made->source = fields.required("source");
    made->citation = fields.text("citation");
    made->setup = fields.list<std::string>("setup");
    fields.each("absent", [&](JsonFields& one) {
        made->absent.push_back({one.required("id"), one.required("text"), one.required("why")});
    });
    std::vector<Figure> all;
    fields.each("figures", [&](JsonFields& one) {
        auto figure = read_figure(one, made, folder);
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
    // A source's name is valid too: it selects all figures of the source.
    std::vector<std::string_view> names;
    std::set<std::string_view> sources;
    for (const auto& figure : all) {
        names.push_back(figure.id);
        if (const auto end = figure.id.find('-'); end != std::string::npos)
            sources.insert(names.back().substr(0, end));
    }
    names.insert(names.end(), sources.begin(), sources.end());
    throw Error(
        ErrorKind::usage,
        fmt::format("There is no figure '{}'.{}{} 'sortscope reproduce --list' has all figures.", id,
                    nearest_sentence(id, names),
                    sources.empty() ? "" : fmt::format(" The sources are {};", fmt::join(sources, ", "))));
}
}
}
