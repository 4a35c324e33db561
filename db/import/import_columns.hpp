// The columns that import takes: what each sets, and how other tools call them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/csv_text.hpp"
#include "core/records.hpp"

namespace sortscope::db {

/// One row of values, taken apart.
struct ImportRow {
    CaseRecord who;  ///< the row's case
    Workload workload;
    LaunchConfig config{.block = 0, .params = {}};
    std::string group;  ///< column "case": rows of different ones are different cases
    std::optional<std::int64_t> time_ns;
    std::optional<std::uint64_t> launch_index;
    LaunchRecord launch;
    bool skipped = false;
    std::optional<bool> verified;       ///< whether the tool found the output sorted, where it says
    std::vector<std::string> left_out;  ///< columns of a vendor's metrics with no number from 0 to 1e18 here
};

/// A value with where it stands, for errors.
class ImportValue {
 public:
    ImportValue(const CsvReader& reader, const CsvField& field, std::string column)
        : reader_(reader), field_(field), column_(std::move(column)) {}

    const std::string& text() const { return field_.text; }
    bool empty() const { return field_.text.empty(); }
    /// A name of at most `longest` bytes, in one line.
    std::string word(std::size_t longest = 1000) const;
    /// A whole number, also "1,234" and "2^20". Refuses what is none, or not within the range.
    std::int64_t whole(std::int64_t least, std::int64_t most) const;
    /// One that is not plain digits; nothing where 64 bits do not hold it. Refuses what is none.
    std::optional<std::int64_t> written_otherwise() const;
    /// A finite number, not negative; nothing where the text is none.
    std::optional<double> number_if_any() const;
    double number() const;
    /// `factor` nanoseconds each, from 1 ns to a year.
    std::int64_t nanoseconds(double factor, bool may_be_zero) const;
    /// Throws Error(data) with line and column; Error(usage) for a value that was given for all rows (--set).
    [[noreturn]] void refuse(const std::string& what) const;

 private:
    const CsvReader& reader_;
    const CsvField& field_;
    std::string column_;
};

/// What a column of a file is.
struct ImportTarget {
    std::string name;        ///< ours; empty: left out
    bool of_launch = false;  ///< rows are launches
    double factor = 1;       ///< of its numbers: nanoseconds, bytes
    std::function<void(ImportRow&, const ImportValue&, double factor)> set{};
};

/// The tools that have names of columns of their own here.
enum class ImportTool { none, nvbench, ncu };
ImportTool tool_of(const std::vector<CsvField>& header);

/// By what ncu's numbers in `unit` are multiplied: 1e3 of "Kbyte/block", 1e9 of "cycle/nsecond", 1e6 of
/// "Mhz", 1 of "inst" and "". Times come to ns, rates are by the second. Nothing where the unit is not
/// understood.
std::optional<double> unit_factor(std::string_view unit);

/// What a column called `name` is; nothing where it means nothing here. `provenance` is that of counters.
std::optional<ImportTarget> find_target(const std::string& name, ImportTool tool, Provenance provenance);

/// Names of all columns that there are, for the nearest one.
std::vector<std::string> target_names();

}  // namespace sortscope::db
