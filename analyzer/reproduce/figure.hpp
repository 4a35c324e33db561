// A figure, table or claim of a source document as data: what to ask of recorded cases, how to show it, and
// what was published. docs/figures.md has the form in which people write it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/vocabulary.hpp"

namespace sortscope::analyzer::reproduce {

/// Which case a cell of a figure is of. What is left out is free: of several cases that fit, `find_case` says
/// which is taken.
struct Query {
    std::string variant;
    std::map<std::string, std::int64_t> parameters;
    std::optional<KeyType> key;
    std::optional<Distribution> input;
    std::optional<std::uint64_t> n;
    std::optional<std::uint32_t> block;
    bool source_block = false;  ///< the block that the launch rule of Jan et al. 2013 gives for n
    bool counting = false;      ///< it takes counters that only the counting build or the interpreter has

    /// This, with what `over` says in place of its own.
    Query with(const Query& over) const;
};

/// What a cell shows of its case.
enum class Quantity {
    time,       ///< median time
    mean_time,  ///< mean of the first ten accepted time trials
    rate,       ///< keys / median time
    launches,
    comparators,      ///< of all launches, by the plan
    metric,           ///< Column::metric, over all launches of the case
    metric_a_launch,  ///< 100 * that / launches, in %
    bound_rate,  ///< measured memory bandwidth / (bytes that the passes move a key): no sort can be faster
                 ///< through memory
    branch_threads,   ///< threads that reach a branch, in the launches that Column::stage says
    taken_threads,    ///< of those, for which it holds
    divergent_warps,  ///< warps that go both ways there
    ratio,            ///< Column::of / Column::over
    formula           ///< Column::formula of n
};

/// A figure's closed forms.
enum class StepFormula {
    stages,       ///< L(L+1)/2, L = log2 n
    butterflies,  ///< n/2 L(L+1)/2
    rho_l_mean    ///< 100 (S + 4L - 6)/S, S = L(L+1)/2: loads of the Full Butterfly by the
                  ///< compute-capability-1.3 rule, n >= 256
};

/// Where published values stand: a CSV file with a header, below lines that begin with #.
struct Overlay {
    std::string csv;  ///< "mu2016_table1.csv": one that the program carries, or a file beside the description
    std::string column;      ///< the column of the value; empty: the column that is named as the row
    std::string row_column;  ///< the column that names the row
    std::map<std::string, std::string> where;  ///< further columns and their texts
    std::string device;                        ///< "AMD HD6970"
    bool given() const { return !csv.empty(); }
};

struct Row {
    std::string name;       ///< "2^20", "sorted", "C4+B*"
    double position = 0;    ///< on the x axis: log2 of n or of a block; else 0, 1, ..
    std::string published;  ///< its name in the published table
    Query query;
};

enum class RowAxis { n, block, parameter, input, key, named };

struct Column {
    std::string name;
    Query query;
    Quantity quantity = Quantity::time;
    std::string metric;    ///< of Quantity::metric
    std::string of, over;  ///< of Quantity::ratio: names of columns
    std::optional<StepFormula> formula;
    std::optional<int> stage;  ///< of branch quantities: the stage; 0: the last
    Overlay published;
    std::vector<std::string>
        rows;  ///< names of the rows that must be recorded; others are shown where they are; empty: all
    bool limit = false;   ///< drawn dashed and without marks
    bool hidden = false;  ///< not drawn: for claims and tables alone
};

/// What is claimed, and the rule that judges it (analyzer/reproduce/rules.hpp lists them).
struct Claim {
    std::string id;  ///< "mu2016/order"
    std::string text;
    std::string rule;
    std::vector<std::string> columns;          ///< of the figure, in the order that the rule asks for
    std::vector<std::string> than;             ///< further columns
    std::optional<double> value, least, most;  ///< as the rule asks for
    double tolerance = 0;                      ///< relative, or in powers of two, as the rule says
    std::optional<double> from, to;            ///< positions of rows (powers of two): only these are judged
    std::vector<std::string> rows;             ///< names of rows
};

enum class Kind {
    curve,    ///< lines over a numeric axis
    bars,     ///< bars over named rows
    network,  ///< comparators of the launches of one case
    timeline  ///< transfers and launches of one case
};

struct Figure {
    std::string id;      ///< "jan2013-fig7"
    std::string source;  ///< "Jan et al. 2013"
    std::string title;
    std::string note;  ///< how the source was read
    Kind kind = Kind::curve;
    bool table_first = false;  ///< the source shows a table
    bool log_y = true;
    std::string unit;  ///< of its y axis: "ms", "Mkey/s", "%", "x"
    std::string y_title;
    RowAxis axis = RowAxis::n;
    std::string x_title;
    std::string parameter;  ///< of RowAxis::parameter
    Query query;            ///< of all cells
    std::vector<Row> rows;
    std::vector<Column> columns;
    std::vector<std::string> predicted;  ///< devices whose times are predicted from recorded counters
    std::vector<Claim> claims;
    std::string folder;  ///< where a user's description stands: its CSV files are beside it

    const Column* column(std::string_view name) const;
};

std::string_view name_of(Kind kind);
std::string_view name_of(Quantity quantity);

/// The figures of a description. `file` names it in errors, `folder` is where its own CSV files stand. Throws
/// Error(data) "FILE, line N, figures[0].columns[1].quantity: ..." where it says what cannot be.
std::vector<Figure> parse_figures(std::string_view text, const std::string& file,
                                  const std::string& folder = {});
/// Those of a file of the user's. Throws Error(data) where it cannot be read.
std::vector<Figure> load_figures(const std::string& file);

/// Those that the program carries, by source and in the order of the documents.
const std::vector<Figure>& figures();
/// Throws Error(usage) that names the nearest.
const Figure& find_figure(std::string_view id, const std::vector<Figure>& all);

/// Work-group size of Jan et al. 2013: threads/8 below 256 threads, else 256; of n/2 threads, for rank sort
/// of n.
std::uint32_t jan_block(std::string_view variant, std::uint64_t n);

}  // namespace sortscope::analyzer::reproduce
