// Records of `sortscope export`: CSV and JSON.
#include <algorithm>

#include "cli/export.hpp"
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
    CsvRows(present::Table head, const std::function<void(std::string_view)>& out)
        : table_(std::move(head)), out_(out) {
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

/// A number that is not measured is marked by its column's name: no column of marks may come up in the middle
/// of a file.
void unmark(present::Table& table) {
    for (auto& row : table.rows)
        for (auto& cell : row.cells) cell.provenance.reset();
}

void write_launches(const db::Reader& reader, const std::vector<CaseRecord>& cases,
                    const std::function<void(std::string_view)>& out) {
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
    each(
        [&](const CaseRecord& record, const LaunchRecord& launch) { rows.add(records.row(record, launch)); });
    rows.flush();
}

template <class TableOf>
void write_tables(const std::vector<CaseRecord>& cases, const std::function<void(std::string_view)>& out,
                  const TableOf& table_of) {
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

void write_csv(const db::Reader& reader, const std::vector<CaseRecord>& cases, ExportRecords what,
               const std::function<void(std::string_view)>& out) {
    switch (what) {
        case ExportRecords::cases: {
            auto table = present::case_records(cases);
            unmark(table);
            return out(present::csv::write(table));
        }
        case ExportRecords::launches:
            return write_launches(reader, cases, out);
        case ExportRecords::trials:
            return write_tables(cases, out, [&](const CaseRecord& record) {
                return present::trial_records(record, reader.trials(record.id));
            });
        case ExportRecords::series:
            return write_tables(cases, out, [&](const CaseRecord& record) {
                return present::series_records(record, reader.series(record.id));
            });
    }
}

void write_json(present::json::Writer& out, const db::Reader& reader, const std::string& file,
                const std::vector<CaseRecord>& cases, const std::vector<ExportRecords>& what) {
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
