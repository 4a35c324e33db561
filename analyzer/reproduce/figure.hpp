// Figures, tables and claims of source documents as data: required cases, display and published values.
// docs/figures.md describes the files.
#pragma once

#include <memory>
#include <ranges>

#include "core/embedded.hpp"
#include "core/records.hpp"

namespace sortscope {
/// Splits "time, rate" into names, and numbers them from 0.
template <class E>
std::vector<EnumName<E>> numbered_names(std::string_view list) {
    std::vector<EnumName<E>> rows;
    for (const auto name : std::views::split(list, std::string_view(", ")))
        rows.push_back({E(rows.size()), std::string_view(name.begin(), name.end()), ""});
    return rows;
}

#define SORTSCOPE_NAMED_ENUM(E, text, ...)                                                   \
    namespace analyzer::reproduce {                                                          \
    enum class E { __VA_ARGS__ };                                                            \
    }                                                                                        \
    template <>                                                                              \
    struct EnumTable<analyzer::reproduce::E> {                                               \
        static constexpr std::string_view what = text;                                       \
        static auto names() { return numbered_names<analyzer::reproduce::E>(#__VA_ARGS__); } \
    }

// docs/figures.md defines each quantity. A network or timeline shows one case.
SORTSCOPE_NAMED_ENUM(Quantity, "quantity", time, mean_time, rate, launches, comparators, metric,
                     metric_a_launch, size_share, bound_rate, published, branch_threads, taken_threads,
                     divergent_warps, ratio, launch_share, stages, butterflies, levels, level_butterflies);
SORTSCOPE_NAMED_ENUM(RowAxis, "axis of rows", n, block, parameter, input, key, stage, named);
SORTSCOPE_NAMED_ENUM(Kind, "kind of figure", curve, bars, network, timeline);
#undef SORTSCOPE_NAMED_ENUM
}

namespace sortscope::analyzer::reproduce {
/// The case of a cell; absent axes are free. Recorded::find_case() chooses among cases that fit.
struct Query {
    static constexpr std::string_view entropy = "input.entropy";  ///< axis: bits of Distribution::few

    std::string variant = {};
    /// Axes as cases have them. Block "source" is the rule of Jan et al. 2013: threads / 8 if below 256
    /// threads, else 256.
    Axes axes = {};
    std::optional<uint64_t> keys_a_thread = {};  ///< for block "source"; 2 if empty
    bool counting = false;                       ///< needs counters of the counting build or the interpreter

    uint64_t n() const { return keys_of(axes); }  ///< 0: free
    /// Returns a copy with the fields that `over` sets.
    Query with(const Query& over) const;
    /// The block for `n_keys`; empty: free.
    std::optional<int64_t> block_for(uint64_t n_keys) const;
};

inline bool is_time(Quantity quantity) {
    return quantity == Quantity::time || quantity == Quantity::mean_time;
}
/// True if the column must name a metric.
inline bool is_metric(Quantity quantity) {
    using enum Quantity;
    return quantity == metric || quantity == metric_a_launch || quantity == size_share;
}

/// Data that a case must have. Collecting times collects launches, too.
enum class Needs { launches, time, counted };

struct Value {
    std::optional<double> number;  ///< in the column's unit
    Provenance provenance = Provenance::measured;
    CaseId case_id{};
    std::string printed{};  ///< text in the document, for published values
};

/// Published values of a column.
struct Overlay {
    std::string csv = {};         ///< "mu2016_table1.csv": embedded, or in the description's folder
    std::string column = {};      ///< column of the value; empty: the column named like the row
    std::string row_column = {};  ///< column of the row names
    std::map<std::string, std::string> where = {};  ///< required texts in other columns of the row
    std::string device = {};                        ///< "AMD HD6970"
    std::vector<Value> values = {};                 ///< one for each row of the figure
    bool given() const { return !csv.empty(); }
};

struct Row {
    std::string name = {};       ///< "2^20", "sorted", "C4+B*"
    double position = 0;         ///< place on the x axis: log2 of n or of a block; else 0, 1, ..
    std::string published = {};  ///< name in the published table
    Query query = {};
    int stage = 0;  ///< for RowAxis::stage
};

struct Column {
    std::string name = {};
    Query query = {};
    Quantity quantity = Quantity::time;
    std::string metric = {};         ///< for metric, metric_a_launch and size_share
    std::string of = {}, over = {};  ///< for Quantity::ratio: names of both columns
    int stage = 0;                   ///< for branch quantities; 0: the last stage
    Overlay published = {};
    std::vector<std::string> rows = {};  ///< rows that must be recorded; empty: all
    bool exact = false;                  ///< rows not in `rows` stay empty
    int64_t colour = 0;                  ///< index in the palette; the column's index by default
    bool limit = false;                  ///< drawn dashed and without marks
    bool hidden = false;                 ///< not drawn: for claims and tables
};

/// A claim. docs/figures.md defines the fields of each rule.
struct Claim {
    std::string id = {};  ///< "mu2016/order"
    std::string text;
    std::string rule;
    std::vector<std::string> columns, than;
    std::optional<double> value;
    std::vector<double> least, most;     ///< one for all columns or steps, or one for each
    double tolerance = 0;                ///< relative; for rule `crosses` in powers of two
    std::optional<double> from, to;      ///< judged rows, by position (powers of two)
    std::vector<std::string> rows = {};  ///< names of rows
    std::string why = {};  ///< why measured values cannot judge the claim; permits an empty `rule`
    bool later = false;    ///< numbers set after values were seen: holds in shape at most
};

/// A figure, table or claim that is not reproduced.
struct Absent {
    std::string id, text, why;
};

struct Document {
    std::string source = {};         ///< "Jan et al. 2013"
    std::string citation;            ///< full citation
    std::vector<std::string> setup;  ///< devices, sizes and keys, times
    std::vector<Absent> absent;
};

struct Figure {
    std::string id = {};      ///< "jan2013-fig7"
    std::string source = {};  ///< "Jan et al. 2013"
    std::string title = {};
    std::string note = {};                ///< description, and method of reading the source
    std::string insight = {};             ///< conclusion from the values
    std::vector<std::string> items = {};  ///< figures and tables of the document: "jan2013/Fig. 7a"
    std::shared_ptr<const Document> document = {};
    Kind kind = Kind::curve;
    bool table_first = false;  ///< the source shows a table
    bool log_y = true;
    std::string unit = {};  ///< unit of the y axis: "ms", "Mkey/s", "%", "x"
    std::string y_title = {};
    RowAxis axis = RowAxis::n;
    std::string x_title = {};
    std::string parameter = {};  ///< for RowAxis::parameter
    Query query = {};            ///< common to all cells
    std::vector<Row> rows = {};
    std::vector<Column> columns = {};
    std::vector<std::string> predicted = {};  ///< devices to predict times for
    bool relative = false;                    ///< pictures of predictions show predicted / published values
    std::vector<std::string> together = {};   ///< columns to draw for all devices in one picture
    std::vector<Claim> claims = {};

    const Column* column(std::string_view name) const;
    /// False for networks and timelines, which show one case.
    bool is_grid() const { return kind == Kind::curve || kind == Kind::bars; }
};

/// Facts transcribed from a document, as CSV.
struct PublishedTable {
    std::string name;  ///< name of the file
    std::vector<std::string> columns;
    std::vector<std::map<std::string, std::string>> rows;  ///< fields by column

    /// The value has no number if the field is empty or the row is missing. Throws Error(data).
    Value value(const Overlay& overlay, const Row& row) const;
};

/// Lines that begin with # are comments. Throws Error(data) "FILE, line N: ..." if a row has more or fewer
/// fields than the header, or if there is no header.
PublishedTable parse_published(std::string_view text, const std::string& name);

/// Metrics of all transaction sizes (gld_32b, gld_64b, ..) if `id` is one of them; else empty.
std::vector<const Metric*> sizes_of(std::string_view id);

/// Errors name `file`; CSV files are in `folder`. Throws Error(data) "FILE, line N,
/// figures[0].columns[1].quantity: ..." for the first mistake.
std::vector<Figure> parse_figures(std::string_view text, const std::string& file,
                                  const std::string& folder = {});
/// Throws Error(data).
std::vector<Figure> load_figures(const std::string& file);

/// Embedded descriptions and tables. The build generates this function.
std::span<const EmbeddedFile> embedded_files();
/// Embedded figures, by publication, in its order.
const std::vector<Figure>& figures();
/// Finds figures by a list of ids and sources, "mu2016,jan2013-fig2"; "all" finds all figures. Throws
/// Error(usage) for an unknown name, with the nearest names.
std::vector<const Figure*> find_figures(const std::string& names, const std::vector<Figure>& all);
}
