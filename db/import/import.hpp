// Makes cases of other tools' results: comma-separated values with named columns.
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
/// Meaning of a comma or point within a number.
enum class DecimalMark { unknown, point, comma };

struct ImportOptions {
    std::map<std::string, std::string> columns{};  ///< their name, or "#3" -> our column; empty: leave it out
    std::map<std::string, std::string> values{};   ///< of missing columns: "variant" -> "cub-radix"
    bool others = false;                           ///< leave out unknown columns
    Provenance provenance = Provenance::measured;  ///< of the counters; times are always measured
    std::string tool = "another tool";             ///< for the notes
    std::optional<char> separator{};               ///< of fields; absent: found in the first line
    DecimalMark decimal{};                         ///< of numbers
};

/// Receives the cases of an import one after another, so that only the current case is in memory.
class ImportSink {
 public:
    virtual ~ImportSink() = default;
    /// A case with all but its launches; `launch_count` is the least number that follows.
    virtual void begin(CaseRecord record) = 0;
    virtual void add(LaunchRecord launch) = 0;
    virtual void end() = 0;
};

struct Imported {
    std::string name;                   ///< of the file
    std::vector<CaseRecord> cases;      ///< in order of ImportSink::begin(), without launches and trials
    std::vector<size_t> lines;          ///< the first of each case; empty for other formats than CSV
    uint64_t rows = 0;                  ///< of CSV, states of NVBench, or launches of nsys; also skipped ones
    uint64_t skipped = 0;               ///< marked as skipped
    uint64_t launches = 0;              ///< of all cases
    std::vector<std::string> left_out;  ///< columns
    std::string digest;                 ///< UUID of version 5 of the values and the options
    /// Values of vendor metrics that were left out, by column: text, negative or above 1e18
    std::map<std::string, uint64_t> values_left_out;
    std::vector<Note> notes;  ///< for the run
};

struct ImportColumn {
    std::string name;  ///< "time": "time_us" is a time in microseconds
    std::string sentence;
};
/// The columns that import takes, besides the counters of the catalogue.
std::vector<ImportColumn> import_columns();

/// Makes cases of `in`, for `sink`; `name` is for errors. The first record names the columns:
/// import_columns(), parameters ("param:radix_bits"), counters of the catalogue, hardware counters by their
/// vendor's names, or columns of NVBench and ncu. With a column of launches (launch_index, a counter, ...)
/// each row is a launch, else a time trial. Memory: 24 bytes a trial, and 1 KiB each for at most
/// 131,072 launches that wait for their case's end. Throws Error(data) with line and column for malformed
/// CSV, unknown, repeated or missing columns, values out of range, numbers that can be read in two ways,
/// unknown units of ncu, and rows of a case that contradict each other, or that come after it was ended to
/// save memory; Error(usage) for wrong `options`.
Imported import_csv(const std::string& name, std::istream& in, const ImportOptions& options, ImportSink& sink,
                    const std::function<bool()>& stopped = {});
}
