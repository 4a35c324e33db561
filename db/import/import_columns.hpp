// Columns that imports accept, and their names in other tools.
#pragma once

#include <fmt/format.h>

#include "core/csv_text.hpp"
#include "db/import/import.hpp"

namespace sortscope::db {
struct ImportRow {
    CaseRecord who;
    Workload workload;
    LaunchConfig config{.block = 0, .params = {}};
    std::string group;  ///< column "case"
    std::optional<int64_t> time_ns;
    std::optional<uint64_t> launch_index;
    LaunchRecord launch;
    bool skipped = false;
    std::optional<bool> verified;       ///< by the tool
    std::vector<std::string> left_out;  ///< columns of vendor metrics with an unusable value
};

/// Format of a file's numbers: JSON (RFC 8259) with exceptions.
struct ImportNumbers {
    DecimalMark decimal{};  ///< `unknown` refuses "1.000" if it may be 1000; `point` does not
    bool grouped = false;   ///< "1,234.5", as ncu writes
    char separator = ',';   ///< of fields; if not ',', a point may mark thousands
};

/// A value whose errors give its line and column.
class ImportValue {
 public:
    ImportValue(const CsvReader& reader, const CsvField& field, std::string column,
                const ImportNumbers& numbers)
        : reader_(reader), field_(field), column_(std::move(column)), numbers_(numbers) {}

    const std::string& text() const { return field_.text; }
    /// A text of at most `longest` bytes, in one line.
    std::string word(size_t longest) const;
    /// A whole number, also "2^20" and "1e6".
    int64_t whole(int64_t least, int64_t most) const;
    /// A finite number; std::nullopt for words. Refuses ambiguous numbers ("1.000").
    std::optional<double> number_if_any() const;
    /// The number times `factor`. Accepts results from 1 ns (0 if `may_be_zero`) to a year.
    int64_t nanoseconds(double factor, bool may_be_zero) const;
    /// Throws Error(data) with line and column, or Error(usage) for a value of --set.
    template <class... T>
    [[noreturn]] void refuse(fmt::format_string<T...> what, T&&... values) const {
        fail(fmt::format(what, std::forward<T>(values)...));
    }

 private:
    [[noreturn]] void fail(const std::string& what) const;
    /// A whole number such as "2^20" or "1e6"; std::nullopt if it exceeds 64 bits.
    std::optional<int64_t> written_otherwise() const;
    std::optional<double> read_number(bool is_whole) const;
    double number(bool is_whole) const;

    const CsvReader& reader_;
    const CsvField& field_;
    std::string column_;
    ImportNumbers numbers_;
};

/// The meaning of a column.
struct ImportTarget {
    std::string name;        ///< our column; empty: ignored
    bool of_launch = false;  ///< rows are launches
    double factor = 1;       ///< to nanoseconds or bytes
    std::function<void(ImportRow&, const ImportValue&, double factor)> set{};
};

/// Tools with their own column names.
enum class ImportTool { none, nvbench, ncu };
ImportTool tool_of(const std::vector<CsvField>& header);

/// Factor from an ncu unit to ns, bytes or a rate per second: 1e3 for "Kbyte/block", 1e9 for "cycle/nsecond",
/// 1e6 for "Mhz", 1 for "inst". std::nullopt for an unknown unit.
std::optional<double> unit_factor(std::string_view unit);

/// Returns std::nullopt for an unknown column. Counters get `provenance`.
std::optional<ImportTarget> find_target(const std::string& name, ImportTool tool, Provenance provenance);

/// Names of all columns, for hints.
std::vector<std::string> target_names();
}
