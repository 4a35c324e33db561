// Stores an import: first in a draft, then by one transaction in the user's file.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "db/import/import.hpp"

namespace sortscope::db {
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

/// A temporary file that holds the cases until store(). The destructor removes the file.
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

/// Throws Error(data) once `stopped` returns true.
void check_stopped(const std::function<bool()>& stopped);
}
