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
    /// Begins a case. Its launches follow: at least record.launch_count.
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

/// Begins a case in `sink`. Adds its record, without trials and transfers, to `imported`.
void begin_case(ImportSink& sink, Imported& imported, CaseRecord record);

/// Adds a trial of `ns` in the case's time mode; without `ns`, an activity trial.
TrialRecord& add_trial(CaseRecord& record, std::optional<int64_t> ns);

/// Throws Error(data) once `stopped` returns true.
void check_stopped(const std::function<bool()>& stopped);

struct ImportColumn {
    std::string name;  ///< times without unit: "time" for "time_us"
    std::string sentence;
};
/// The columns that import takes, besides the counters of the catalogue.
std::vector<ImportColumn> import_columns();

/// Imports CSV; `name` is for errors. The first record names the columns: import_columns(), parameters
/// ("param:radix_bits"), counters of the catalogue or the vendor, and columns of NVBench or ncu. With a
/// column of launches (launch_index, a counter, ...) each row is a launch, else a time trial. Memory: 24
/// bytes for each trial, and 1 KiB for each waiting launch, at most 131,072 launches.
///
/// Throws Error(usage) for wrong `options`, Error(data) with line and column for wrong CSV, columns, units
/// and values, for numbers that can be read in two ways, and for rows of a case that contradict each other or
/// follow after the case was ended to save memory.
Imported import_csv(const std::string& name, std::istream& in, const ImportOptions& options, ImportSink& sink,
                    const std::function<bool()>& stopped = {});

/// Imports NVBench's JSON output, version 1. A benchmark is a program; each of its states becomes a case with
/// the state's axes. Trials are the samples in the files that `--jsonbin` writes, else the state's median or
/// mean. They are a GPU's cold times (mode stream, L2 flushed), else host times. Work items are the state's
/// elements. Required bytes are its global memory traffic; work bytes are half of that traffic. Notes name
/// skipped and untimed states.
///
/// Throws Error(data) with benchmark and state for wrong JSON, values out of range, and sample files of a
/// wrong length. Memory: the JSON file, 256 MiB at most, and the samples of one state.
Imported import_nvbench(const std::filesystem::path& file, ImportSink& sink,
                        const std::function<bool()>& stopped = {});

/// Imports the output of `nsys export --type sqlite`. Each GPU that ran a kernel becomes a case. Its program
/// is named after the process that launched first. Each kernel, also a node of a graph, is a launch. The only
/// trial is the time in which kernels ran. Stages are the calling thread's pushed NVTX ranges, else kernels.
///
/// Throws Error(data) with table, column and row for another file, a view in place of a table or a wrong
/// value. Memory: kernel names, and at most 1,000,000 transfers (32 bytes each) and 100,000 range paths.
Imported import_nsys(const std::filesystem::path& file, ImportSink& sink,
                     const std::function<bool()>& stopped = {});

/// Digest of a sequence of texts, with bounded memory. Equal sequences give equal digests.
class TextsDigest {
 public:
    void add(std::string_view text);
    /// A UUID of version 5.
    std::string text();

 private:
    std::string state_, part_;
};

/// The UUID of the run to store: the import's digest. If `into` already has the values, `again` derives a new
/// UUID; without `again`, throws Error(usage). Throws as Reader.
std::string import_uuid(const std::filesystem::path& into, const Imported& imported, bool again);

/// A temporary file that holds the cases until store() moves them to the user's file in one transaction. The
/// destructor removes the file.
class ImportDraft : public ImportSink {
 public:
    /// Throws as Writer.
    explicit ImportDraft(const std::filesystem::path& into);
    ~ImportDraft() override;
    void begin(CaseRecord record) override;
    void add(LaunchRecord launch) override;
    void end() override;

    /// Stores the cases as one run of `into`, or nothing. Creates `into` if absent. Throws Error(data). For
    /// an impossible value, the error gives the first line of its case.
    void store(const RunRecord& run, const Imported& imported, const std::function<bool()>& stopped = {});

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};
}
