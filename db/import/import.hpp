// Imports other tools' results: comma-separated values, NVBench's JSON, profiles of nsys.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>

#include "core/records.hpp"

namespace sortscope::db {
enum class DecimalMark { unknown, point, comma };

struct ImportOptions {
    std::map<std::string, std::string> columns{};  ///< file's column or "#3" -> our column; "" ignores it
    std::map<std::string, std::string> values{};   ///< for missing columns: "variant" -> "cub-radix"
    bool others = false;                           ///< ignore unknown columns
    Provenance provenance = Provenance::measured;  ///< of counters; times are always measured
    std::string tool = "another tool";             ///< named in notes
    std::optional<char> separator{};               ///< of fields; absent: detected in the first line
    DecimalMark decimal{};
};

/// Receives the cases of an import one by one, to hold only the current case in memory.
class ImportSink {
 public:
    virtual ~ImportSink() = default;
    /// Begins a case. At least record.launch_count launches follow.
    virtual void begin(CaseRecord record) = 0;
    virtual void add(LaunchRecord launch) = 0;
    virtual void end() = 0;
};

struct Imported {
    std::string name;                   ///< of the file
    std::vector<CaseRecord> cases;      ///< without launches and trials, in order of begin()
    std::vector<size_t> lines;          ///< CSV: first line of each case
    uint64_t rows = 0;                  ///< CSV rows, NVBench states or nsys launches
    uint64_t skipped = 0;               ///< rows that the tool marked as skipped
    uint64_t launches = 0;              ///< of all cases
    std::vector<std::string> left_out;  ///< names of columns
    std::string digest;                 ///< UUID (version 5) of values and options
    /// Unusable vendor values by column: how many are texts, below 0 or above 1e18
    std::map<std::string, uint64_t> values_left_out;
    std::vector<Note> notes;  ///< for the run
};

/// Begins a case in `sink`. Adds its record, without trials and transfers, to `imported`.
void begin_case(ImportSink& sink, Imported& imported, CaseRecord record);

/// Adds a trial of `ns` in the case's time mode; without `ns`, an activity trial.
TrialRecord& add_trial(CaseRecord& record, std::optional<int64_t> ns);

/// Throws Error(data) once `stopped` returns true.
void check_stopped(const std::function<bool()>& stopped);

struct ImportColumn {
    std::string name;  ///< a time lacks its unit: "time" for "time_us"
    std::string sentence;
};
/// Columns that imports accept, besides the counters of the catalogue.
std::vector<ImportColumn> import_columns();

/// Imports CSV; errors give `name`. Columns: import_columns(), parameters ("param:radix_bits"), counters of
/// the catalogue or the vendor, and columns of NVBench or ncu. If a column describes launches (launch_index,
/// a counter, ...), each row is a launch, else a time trial. Memory: 24 bytes for each trial, and 1 KiB for
/// each of at most 131,072 waiting launches.
///
/// Throws Error(usage) for wrong `options`. Throws Error(data) with line and column for wrong CSV, columns,
/// units and values, ambiguous numbers ("1.000"), contradictory rows of a case, and rows of a case that ended
/// early to save memory.
Imported import_csv(const std::string& name, std::istream& in, const ImportOptions& options, ImportSink& sink,
                    const std::function<bool()>& stopped = {});

/// Imports NVBench's JSON output, version 1. Each benchmark becomes a program, each of its states a case.
/// Trials come from files of `--jsonbin`, else from the state's median or mean. They are cold GPU times (mode
/// stream, L2 flushed), else host times. Work items are the state's elements. Required bytes are its global
/// memory traffic, work bytes half of it. Notes name skipped and untimed states.
///
/// Throws Error(data) with benchmark and state for wrong JSON, values out of range, and sample files of a
/// wrong length. Memory: the JSON file (at most 256 MiB) and the samples of one state.
Imported import_nvbench(const std::filesystem::path& file, ImportSink& sink,
                        const std::function<bool()>& stopped = {});

/// Imports the output of `nsys export --type sqlite`. Each GPU that ran a kernel becomes a case. Its program
/// is named after the process that launched first. Each kernel is a launch, in graphs too. The only trial is
/// the time in which kernels ran. Stages are the calling thread's pushed NVTX ranges, else kernels.
///
/// Throws Error(data) with table, column and row for a file not from nsys, a view in place of a table or a
/// wrong value. Memory: kernel names, and at most 1,000,000 transfers (32 bytes each) and 100,000 range
/// paths.
Imported import_nsys(const std::filesystem::path& file, ImportSink& sink,
                     const std::function<bool()>& stopped = {});

/// Digest of a sequence of texts, in bounded memory.
class TextsDigest {
 public:
    void add(std::string_view text);
    /// A UUID of version 5.
    std::string text();

 private:
    std::string state_, part_;
};

/// The UUID of an imported run: its digest. If `into` has the values already, `again` derives a new UUID,
/// else this throws Error(usage). Also throws as Reader.
std::string import_uuid(const std::filesystem::path& into, const Imported& imported, bool again);

/// Holds cases in a temporary file until store() moves them to the user's file in one transaction.
class ImportDraft : public ImportSink {
 public:
    /// Throws as Writer.
    explicit ImportDraft(const std::filesystem::path& into);
    ~ImportDraft() override;
    void begin(CaseRecord record) override;
    void add(LaunchRecord launch) override;
    void end() override;

    /// Stores all cases as one run of `into`, or none. Creates `into` if absent. Throws Error(data); for an
    /// impossible value, the error gives its case's first line.
    void store(const RunRecord& run, const Imported& imported, const std::function<bool()>& stopped = {});

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};
}
