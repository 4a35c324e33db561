// Makes cases of other tools' results: comma-separated values with named columns.
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
    bool others = false;                           ///< leave out unknown columns
    Provenance provenance = Provenance::measured;  ///< of the counters; times are always measured
    std::string tool = "another tool";             ///< for the notes
};

struct Imported {
    std::string name;                   ///< of the file
    std::vector<CaseRecord> cases;      ///< with launches, trials and notes
    std::vector<size_t> lines;          ///< the first of each case
    uint64_t rows = 0;                  ///< also skipped ones
    uint64_t skipped = 0;               ///< rows marked as skipped
    std::vector<std::string> left_out;  ///< columns
    std::string digest;                 ///< UUID of version 5 of the text and the options
    /// Values of vendor metrics that were left out, by column: text, negative or above 1e18
    std::map<std::string, uint64_t> values_left_out;
};

struct ImportColumn {
    std::string name;  ///< "time": "time_us" is a time in microseconds
    std::string sentence;
};
/// The columns that import takes, besides the counters of the catalogue.
std::vector<ImportColumn> import_columns();

/// Makes cases of `text`; `name` is for errors. The first record names the columns: import_columns(),
/// parameters ("param:radix_bits"), counters of the catalogue, hardware counters by their vendor's names, or
/// columns of NVBench and ncu. With a column of launches (launch_index, a counter, ...) each row is a launch,
/// else a time trial. Throws Error(data) with line and column for malformed CSV, unknown, repeated or missing
/// columns, values out of range, unknown units of ncu, and rows of a case that contradict each other;
/// Error(usage) for wrong `options`.
Imported parse_import(const std::string& name, std::string_view text, const ImportOptions& options);

/// The UUID of the run to store: the digest, or with `again` another one derived from it. Throws as a Reader,
/// and Error(usage) if `into` has the values already, without `again`.
std::string import_uuid(const std::filesystem::path& into, const Imported& imported, bool again);

/// Stores the cases as one run of `into`, which is created if absent; on failure, nothing. Throws
/// Error(data), for impossible values with the first line of their case.
void store_import(const std::filesystem::path& into, const RunRecord& run, const Imported& imported,
                  const std::function<bool()>& stopped = {});
}
