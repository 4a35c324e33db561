// Imports other tools' results: comma-separated values with named columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/records.hpp"

namespace sortscope::db {
enum class DecimalMark { unknown, point, comma };

struct ImportOptions {
    std::map<std::string, std::string> columns{};  ///< their name or "#3" -> our name; empty: left out
    std::map<std::string, std::string> values{};   ///< for missing columns: "variant" -> "cub-radix"
    bool others = false;                           ///< leave out unknown columns
    Provenance provenance = Provenance::measured;  ///< of the counters; times are always measured
    std::string tool = "another tool";             ///< for the notes
    std::optional<char> separator{};               ///< between fields; absent: found in the first line
    DecimalMark decimal{};
};

/// Receives the cases of an import one after another, so that only the current case is in memory.
class ImportSink {
 public:
    virtual ~ImportSink() = default;
    /// Begins a case without launches. At least `launch_count` launches follow.
    virtual void begin(CaseRecord record) = 0;
    virtual void add(LaunchRecord launch) = 0;
    virtual void end() = 0;
};

struct Imported {
    std::string name;                   ///< of the file
    std::vector<CaseRecord> cases;      ///< in order of ImportSink::begin(), without launches and trials
    std::vector<size_t> lines;          ///< first line of each case; only for CSV
    uint64_t rows = 0;                  ///< rows of CSV, states of NVBench or launches of nsys
    uint64_t skipped = 0;               ///< rows that the tool marked as skipped
    uint64_t launches = 0;              ///< of all cases
    std::vector<std::string> left_out;  ///< names of columns
    std::string digest;                 ///< UUID of version 5 of values and options
    /// Number of unusable vendor values by column: texts, numbers below 0 or above 1e18
    std::map<std::string, uint64_t> values_left_out;
    std::vector<Note> notes;  ///< for the run
};

struct ImportColumn {
    std::string name;  ///< times without unit: "time" for "time_us"
    std::string sentence;
};
/// The columns that import takes, besides the counters of the catalogue.
std::vector<ImportColumn> import_columns();

/// Imports cases from `in` to `sink`; `name` is for errors. The first record names the columns. Columns are
/// import_columns(), parameters ("param:radix_bits"), counters of the catalogue or the vendor, and columns of
/// NVBench or ncu. With a column of launches (launch_index, a counter, ...) each row is a launch, else a time
/// trial. Memory: 24 bytes a trial, and 1 KiB a waiting launch, of 131,072 at most.
///
/// Throws Error(usage) for wrong `options`. Throws Error(data) with line and column for:
/// - malformed CSV; unknown, repeated or missing columns; unknown units of ncu;
/// - values out of range, and numbers that can be read in two ways;
/// - rows of a case that contradict each other, or follow after the case was ended to save memory.
Imported import_csv(const std::string& name, std::istream& in, const ImportOptions& options, ImportSink& sink,
                    const std::function<bool()>& stopped = {});
}
