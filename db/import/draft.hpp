// Stores an import: first in a draft, then by one transaction in the user's file.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "db/import/import.hpp"

namespace sortscope::db {
/// Digest of texts in order, one by one, with bounded memory. Equal texts give equal digests.
class TextsDigest {
 public:
    void add(std::string_view text);
    /// A UUID of version 5.
    std::string text();

 private:
    std::string state_, part_;
};

/// The UUID of the run to store: the digest, or with `again` another one derived from it. Throws as a Reader.
/// Throws Error(usage) without `again` if `into` already has the values.
std::string import_uuid(const std::filesystem::path& into, const Imported& imported, bool again);

/// A file beside `into` that holds the cases until store(). Its destructor removes it.
class ImportDraft : public ImportSink {
 public:
    /// Throws as Writer.
    explicit ImportDraft(const std::filesystem::path& into);
    ~ImportDraft() override;
    void begin(CaseRecord record) override;
    void add(LaunchRecord launch) override;
    void end() override;

    /// Stores the cases as one run of `into`, which is created if absent; on failure, nothing. Throws
    /// Error(data), for impossible values with the first line of their case.
    void store(const RunRecord& run, const Imported& imported, const std::function<bool()>& stopped = {});

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Ends an import once `stopped` returns true, by Error(data).
void check_stopped(const std::function<bool()>& stopped);
}
