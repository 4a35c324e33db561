// Results of other tools, as comma-separated values with named columns, made into cases.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/records.hpp"

namespace sortscope::db {

struct ImportOptions {
    std::map<std::string, std::string> columns{};  ///< their name -> our column; empty: leave it out
    std::map<std::string, std::string> values{};   ///< of missing columns: "variant" -> "cub-radix"
    bool others = false;                           ///< leave unknown columns out instead of refusing them
    Provenance provenance = Provenance::measured;  ///< of the counters; times are always measured
    std::string tool = "another tool";             ///< who measured, for the notes
};

struct Imported {
    std::string name;                   ///< of the file, in errors
    std::vector<CaseRecord> cases;      ///< with launches, trials and notes
    std::vector<std::size_t> lines;     ///< the first line of each case
    std::uint64_t rows = 0;             ///< records of values
    std::uint64_t skipped = 0;          ///< of those that are marked as skipped
    std::vector<std::string> left_out;  ///< columns
    std::string digest;                 ///< UUID of version 5 of the text and the options
    /// Values of vendor metrics that are words, negative or above 1e18, by column
    std::map<std::string, std::uint64_t> values_left_out;
};

/// A column that import takes.
struct ImportColumn {
    std::string name;  ///< "time": "time_us" is a time in microseconds
    std::string sentence;
};
/// All but the counters, which have their names in the catalogue of metrics.
std::vector<ImportColumn> import_columns();

/// Makes cases of `text`; errors call it `name`. The first record names the columns: those of
/// import_columns(), parameters ("param:radix_bits"), counters of the catalogue or hardware counters by their
/// vendor's names, or the columns of NVBench and ncu. With a column of launches (launch_index, a counter,
/// ...) a row is a launch, and rows that agree on their case form one; else a row is a time trial of a case.
/// Throws Error(data) with line and column for malformed CSV, an unknown (with the nearest name), repeated or
/// missing column, a value out of its range, an unknown unit of ncu, and rows of a case that contradict each
/// other; Error(usage) for wrong `options`.
Imported parse_import(const std::string& name, std::string_view text, const ImportOptions& options);

/// The UUID of the run to store: the digest of the values, or another one derived from it for a further run
/// of the same values (`again`). Throws Error(usage) if `into` has the values and no further run is wanted,
/// and as a Reader.
std::string import_uuid(const std::filesystem::path& into, const Imported& imported, bool again);

/// Stores the cases as one run of `into`, which is created if absent: all or, on failure, nothing. Throws
/// Error(data), for impossible values with the first line of their case.
void store_import(const std::filesystem::path& into, const RunRecord& run, const Imported& imported,
                  const std::function<bool()>& stopped = {});

}  // namespace sortscope::db
