// Writes a SortScope file: one transaction a case, so that a killed program loses at most the case it was in.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "core/records.hpp"

namespace sortscope::db {

class Writer {
 public:
    /// Opens `path` for appending, creating it or migrating an older schema first. Throws Error(data) with a sentence
    /// where the file is not SortScope's, newer, read-only, locked by another writer, or its folder cannot be written.
    explicit Writer(const std::filesystem::path& path);
    ~Writer();
    Writer(Writer&&) noexcept;
    Writer& operator=(Writer&&) noexcept;

    /// Starts a run (its id field is ignored) and commits it.
    RunId begin_run(const RunRecord& run);
    /// Stores one finished case with everything below it, in one transaction (its id and run fields are ignored).
    CaseId write_case(RunId run, const CaseRecord& record);
    /// Marks the run as ended and adds `run.notes` beyond those given at begin_run.
    void finish_run(RunId run, const RunRecord& ended);

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace sortscope::db
