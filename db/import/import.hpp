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

/// How a file of values is understood.
struct ImportOptions {
    std::map<std::string, std::string>
        columns{};  ///< "their name" -> the name of a column of ours; empty: leave it out
    std::map<std::string, std::string>
        values{};         ///< of columns that the file does not have: "variant" -> "cub-radix"
    bool others = false;  ///< columns that mean nothing here are left out, not refused
    Provenance provenance = Provenance::measured;  ///< of the counters; times are measured always
    std::string tool = "another tool";             ///< who measured, for the notes
};

/// What a file came to.
struct Imported {
    std::string name;                   ///< of the file, as errors call it
    std::vector<CaseRecord> cases;      ///< with launches, trials and notes
    std::vector<std::size_t> lines;     ///< of each case the first line
    std::uint64_t rows = 0;             ///< records of values
    std::uint64_t skipped = 0;          ///< of those that say that they were skipped
    std::vector<std::string> left_out;  ///< columns that were not taken
    std::string digest;  ///< UUID of version 5 of the text and of how it was understood: by it an import is
                         ///< known again
    std::map<std::string, std::uint64_t> values_left_out;  ///< of columns of a vendor's metrics: how many
                                                           ///< values are words, negative or above 1e18
};

/// A column that import takes.
struct ImportColumn {
    std::string name;  ///< "time": "time_us" is a time in microseconds
    std::string sentence;
};
/// All of them but the counters, which have their names in the catalogue of metrics.
std::vector<ImportColumn> import_columns();

/// Makes cases of `text`; errors call it `name`. The first record names the columns: those of
/// import_columns(), a parameter of a variant ("param:radix_bits"), a counter of the catalogue or a hardware
/// counter by its vendor's name, or what NVBench and ncu call them. With a column that tells of launches
/// (launch_index, kernel, stage, duration, a counter, ...) a row is a launch, and the rows that agree in all
/// that makes a case are one case, in their order; else a row is a time trial of a case. Throws Error(data)
/// that names line and column: malformed CSV, a column that is unknown (with the nearest name) or named
/// twice, a missing one, a value that is none or out of its range, a unit of ncu's that is not understood,
/// rows of one case that contradict each other. Throws Error(usage) for what `options` say.
Imported parse_import(const std::string& name, std::string_view text, const ImportOptions& options);

/// The UUID of the run that stores the values in `into`: their digest; of a further run of the same values
/// (`again`) a new one. Throws Error(usage) if `into` has the values and no further run is wanted, and as a
/// Reader.
std::string import_uuid(const std::filesystem::path& into, const Imported& imported, bool again);

/// Stores the cases as one run of `into`, which is made where it is not there: all of them or, where
/// something fails, nothing. Throws Error(data), of what cannot be by the line that its case begins in.
void store_import(const std::filesystem::path& into, const RunRecord& run, const Imported& imported,
                  const std::function<bool()>& stopped = {});

}  // namespace sortscope::db
