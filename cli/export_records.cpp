// Records of `sortscope export`: CSV, JSON, and where they go.
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <fmt/core.h>

#include "cli/export.hpp"
#include "cli/output.hpp"
#include "core/error.hpp"
#include "present/csv/csv.hpp"
#include "present/json/case.hpp"
#include "present/json/metrics.hpp"
#include "present/records.hpp"

namespace sortscope::cli {
namespace {

constexpr std::size_t rows_at_once = 512;

/// Rows as CSV, the header before the first alone.
class CsvRows {
 public:
    CsvRows(present::Table head, const std::function<void(std::string_view)>& out) : table_(std::move(head)), out_(out) {
        table_.rows.clear();
        out_(present::csv::write(table_));
    }
    void add(present::Row row) {
        table_.rows.push_back(std::move(row));
        if (table_.rows.size() >= rows_at_once) flush();
    }
    void flush() {
        if (table_.rows.empty()) return;
        const auto text = present::csv::write(table_);
        out_(std::string_view(text).substr(text.find('\n') + 1));
        table_.rows.clear();
    }

 private:
    present::Table table_;
    const std::function<void(std::string_view)>& out_;
};

/// A number that is not measured is marked by its column's name: no column of marks may come up in the middle of a file.
void unmark(present::Table& table) {
    for (auto& row : table.rows)
        for (auto& cell : row.cells) cell.provenance.reset();
}

void write_launches(const db::Reader& reader, const std::vector<CaseRecord>& cases, const std::function<void(std::string_view)>& out) {
    present::LaunchRecords records;
    const auto each = [&](const auto& take) {
        for (const auto& record : cases)
            reader.launches(record.id, {}, [&](const LaunchRecord& launch) {
                take(record, launch);
                return true;
            });
    };
    each([&](const CaseRecord& record, const LaunchRecord& launch) { records.look_at(record, launch); });
    CsvRows rows(records.table(), out);
    each([&](const CaseRecord& record, const LaunchRecord& launch) { rows.add(records.row(record, launch)); });
    rows.flush();
}

template <class TableOf>
void write_tables(const std::vector<CaseRecord>& cases, const std::function<void(std::string_view)>& out, const TableOf& table_of) {
    bool first = true;
    for (const auto& record : cases) {
        auto table = table_of(record);
        unmark(table);
        const auto text = present::csv::write(table);
        out(first ? std::string_view(text) : std::string_view(text).substr(text.find('\n') + 1));
        first = false;
    }
}

}  // namespace

ExportSink::ExportSink(std::string file, bool binary) : file_(std::move(file)), binary_(binary) {
    if (!file_.empty()) {
        // Beside it first, so that a full disk does not cost what stood there.
        out_ = std::fopen((file_ + ".part").c_str(), "wb");
        if (out_ == nullptr) fail();
    } else if (binary_ && ::isatty(STDOUT_FILENO) == 1) {
        throw Error(ErrorKind::usage, "This format is not text, and standard output is a terminal. Name a file: -o FILE.");
    }
}

ExportSink::~ExportSink() {
    if (out_ == nullptr) return;
    std::fclose(out_);
    std::error_code ignored;
    std::filesystem::remove(file_ + ".part", ignored);
}

void ExportSink::write(std::string_view piece) {
    if (!binary_ && !is_printable(piece, LineEnds::kept)) {
        const auto clean = printable(piece, LineEnds::kept);
        return write(clean);
    }
    if (out_ != nullptr) {
        if (std::fwrite(piece.data(), 1, piece.size(), out_) != piece.size()) fail();
        return;
    }
    if (!binary_) return print(piece);
    if (std::fwrite(piece.data(), 1, piece.size(), stdout) == piece.size() && std::fflush(stdout) == 0) return;
    if (errno == EPIPE) throw BrokenPipe{};
    throw Error(ErrorKind::environment, fmt::format("The output could not be written: {}. Free some space or choose another place for it, then run the command again.", std::strerror(errno)));
}

void ExportSink::finish() {
    if (out_ == nullptr) return;
    auto* out = std::exchange(out_, nullptr);
    const bool closed = std::fclose(out) == 0;
    std::error_code failed;
    if (closed) std::filesystem::rename(file_ + ".part", file_, failed);
    if (closed && !failed) return;
    std::error_code ignored;
    std::filesystem::remove(file_ + ".part", ignored);
    fail();
}

void ExportSink::fail() const {
    throw Error(ErrorKind::environment, fmt::format("'{}' could not be written. Choose a folder that exists, may be written to and has room.", file_));
}

void write_csv(const db::Reader& reader, const std::vector<CaseRecord>& cases, ExportRecords what, const std::function<void(std::string_view)>& out) {
    switch (what) {
        case ExportRecords::cases: {
            auto table = present::case_records(cases);
            unmark(table);
            return out(present::csv::write(table));
        }
        case ExportRecords::launches: return write_launches(reader, cases, out);
        case ExportRecords::trials: return write_tables(cases, out, [&](const CaseRecord& record) { return present::trial_records(record, reader.trials(record.id)); });
        case ExportRecords::series: return write_tables(cases, out, [&](const CaseRecord& record) { return present::series_records(record, reader.series(record.id)); });
    }
}

void write_json(present::json::Writer& out, const db::Reader& reader, const std::string& file, const std::vector<CaseRecord>& cases, const std::vector<ExportRecords>& what) {
    const auto wanted = [&](ExportRecords one) { return std::ranges::find(what, one) != what.end(); };
    out.object([&] {
        out.put("file", file);
        out.array("runs", [&] {
            for (const auto& run : reader.runs()) present::json::write_run(out, run);
        });
        out.array("cases", [&] {
            for (const auto& record : cases)
                out.object([&] {
                    present::json::members_of_summary(out, record);
                    if (wanted(ExportRecords::trials) || wanted(ExportRecords::series)) {
                        auto details = reader.read_case(record.id, db::Detail::details);
                        if (!wanted(ExportRecords::trials)) details.trials.clear();
                        if (wanted(ExportRecords::series)) details.series = reader.series(record.id);
                        present::json::members_of_details(out, details);
                    }
                    if (!wanted(ExportRecords::launches)) return;
                    out.array("launches", [&] {
                        reader.launches(record.id, {}, [&](const LaunchRecord& launch) {
                            present::json::write_launch(out, launch, record.device, record.workload.bytes());
                            return true;
                        });
                    });
                });
        });
        present::json::member_legend(out);
    });
}

}  // namespace sortscope::cli
