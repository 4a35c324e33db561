// Files that no SortScope wrote: every reading call either works or reports that the file is damaged.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <fstream>
#include <random>
#include <set>

#include "core/condition.hpp"
#include "db/check/verify.hpp"
#include "db/merge/merge.hpp"
#include "db/read/reader.hpp"
#include "db/schema/schema.hpp"
#include "db/write/remove.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/files.hpp"
#include "tests/sample/rows.hpp"

namespace sortscope::db {
namespace {
using namespace test;
using testing::HasSubstr;
namespace fs = std::filesystem;

/// The errors of all reading calls, each Error(data). Lists all cases, then reads at most `most_cases`.
std::vector<std::string> complaints(const fs::path& path, size_t most_cases = 2) {
    std::vector<std::string> said;
    const auto attempt = [&](auto&& call, bool may_lack_case = false) {
        try {
            call();
        } catch (const Error& error) {
            if (may_lack_case && error.kind() == ErrorKind::usage) return;
            EXPECT_EQ(error.kind(), ErrorKind::data) << error.what();
            EXPECT_THAT(error.what(), HasSubstr(path.string()));
            said.emplace_back(error.what());
        } catch (const std::exception& error) {
            ADD_FAILURE() << error.what();
        }
    };
    attempt([&] {
        const Reader reader(path);
        attempt([&] {
            for (const auto& run : reader.runs()) attempt([&] { reader.limits(run.id); });
        });
        std::vector<CaseId> ids{CaseId{1}, CaseId{2}};
        attempt([&] {
            ids.clear();
            Damage damage;
            for (const auto& listed : reader.cases(&damage)) ids.push_back(listed.id);
            for (const auto& sentence : damage.sentences())
                said.push_back("'" + path.string() + "' is damaged: " + sentence);
        });
        if (ids.size() > most_cases) ids.resize(most_cases);
        for (const auto id : ids) {
            const auto there = [&](auto&& call) { attempt(call, true); };
            const auto go_on = [](const auto&) { return true; };
            there([&] { reader.read_case(id, Detail::sites); });
            there([&] { reader.stalls(id); });
            there([&] { reader.stages(id); });
            there([&] { reader.substages(id); });
            there([&] { reader.sites(id); });
            there([&] { reader.launches(id, {.only = {0, 2, 5}}, go_on); });
            there([&] { reader.launch_times(id, go_on); });
            there([&] { reader.launches(id, {.first = 1, .count = 1, .sets = {"sass"}}, go_on); });
        }
    });
    return said;
}

class Hostile : public testing::Test {
 protected:
    Hostile() {
        record(whole, {with_stream_trial(full_case()), with_stream_trial(foreign_case())});
        Writer(whole).write_limits(RunId{1}, sample::full_device(), sample::full_limits());
        // Small pages and no views speed up thousands of copies.
        for (std::string name;
             name = query(whole, "SELECT coalesce(min(name), '') FROM sqlite_master WHERE type = 'view'"),
             !name.empty();)
            change(whole, "DROP VIEW " + name);
        change(whole, "PRAGMA page_size = " + std::to_string(page_bytes) + "; VACUUM");
        fs::copy_file(whole, copy);
        changer.emplace(copy.string(), SQLite::OPEN_READWRITE);
        changer->exec("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY");
    }
    /// A copy of the file, changed by `sql`. All changes share one connection.
    const fs::path& changed(const std::string& sql) {
        fs::copy_file(whole, copy, fs::copy_options::overwrite_existing);
        changer->execAndGet("SELECT count(*) FROM sqlite_master");  // forgets the earlier schema
        changer->exec(sql);
        return copy;
    }
    static std::vector<std::string> tables() {
        std::vector<std::string> all;
        for (const auto& [name, sql] : fixed_tables()) all.push_back(name);
        for (const auto& set : metric_sets()) all.insert(all.end(), {counter_table(set), sum_table(set)});
        return all;
    }

    /// Expects a merge of the copy to report `sentence`. Then merges its undamaged parts.
    MergedRun merged_healthy(const std::string& sentence) {
        fs::remove(into);
        EXPECT_THAT(data_error([&] { merge(into, std::vector{copy}); }), HasSubstr(sentence));
        EXPECT_FALSE(fs::exists(into));
        const auto merged = merge(into, std::vector{copy}, {}, Damaged::skip).at(0);
        EXPECT_THAT(complaints(into), testing::IsEmpty());
        return merged;
    }

    TempFolder folder;
    fs::path whole = folder / "whole.db";
    fs::path copy = folder / "copy.db";
    fs::path into = folder / "into.db";
    std::optional<SQLite::Database> changer;  ///< of `copy`
    static constexpr size_t page_bytes = 1024;
};

TEST_F(Hostile, EmptiedTablesAreDamage) {
    // No row refers to these tables, or readers do not need their rows.
    const std::set<std::string> may_be_empty{
        "promise",     "provenance",     "key_type",       "distribution",    "backend",      "trial_kind",
        "time_mode",   "case_status",    "site_kind",      "transfer_kind",   "severity",     "run_note",
        "launch_site", "run_annotation", "run_tag",        "case_annotation", "case_tag",     "case_source",
        "launch_run",  "substage_sum",   "substage_value", "other_counter",   "vendor_value", "counter"};
    for (const auto& table : tables()) {
        if (may_be_empty.contains(table) || query(whole, "SELECT count(*) FROM " + table) == "0") continue;
        const auto said = complaints(changed("DELETE FROM " + table));
        ASSERT_FALSE(said.empty()) << table << " is empty, and nobody minds";
        EXPECT_THAT(said, testing::Each(HasSubstr("is damaged"))) << table;
    }
    for (const auto& table : may_be_empty) complaints(changed("DELETE FROM " + table));
}

TEST_F(Hostile, ReferencesThatLeadNowhereAreDamage) {
    SQLite::Database database(whole.string(), SQLite::OPEN_READONLY);
    int references = 0;
    for (const auto& table : tables()) {
        SQLite::Statement keys(database, "SELECT \"from\" FROM pragma_foreign_key_list(?)");
        keys.bind(1, table);
        while (keys.executeStep()) {
            const auto column = keys.getColumn(0).getString();
            if (table == "condition" || query(whole, "SELECT count(*) FROM " + table) == "0") continue;
            // Readers never look at rows that belong to no case or launch.
            const bool of_parent = column == "launch_id" || column == "stage_sum_id" || column == "run_id" ||
                                   column == "case_id" || column == "condition_id";
            const auto said =
                complaints(changed("UPDATE OR IGNORE " + table + " SET " + column + " = 1234567"));
            ++references;
            if (of_parent && table != "profiled_case" && table != "launch" && table != "stage_sum") continue;
            EXPECT_FALSE(said.empty()) << table << "." << column << " refers to nothing, and nobody minds";
        }
    }
    EXPECT_GT(references, 30);
}

std::vector<std::pair<std::string, std::string>> numeric_columns(const fs::path& path,
                                                                 const std::vector<std::string>& tables) {
    SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
    std::vector<std::pair<std::string, std::string>> all;
    for (const auto& table : tables) {
        if (database.execAndGet("SELECT count(*) FROM " + table).getInt() == 0) continue;
        SQLite::Statement columns(database, "SELECT name, type FROM pragma_table_info(?)");
        columns.bind(1, table);
        while (columns.executeStep()) {
            const auto type = columns.getColumn(1).getString();
            if (type != "TEXT" && type != "BLOB") all.emplace_back(table, columns.getColumn(0).getString());
        }
    }
    return all;
}

TEST_F(Hostile, NegativeNumbersAreDamageInEveryColumn) {
    const std::set<std::string> may_be_negative{"profiled_case.seed", "condition_axis.value"};
    int checked = 0;
    for (const auto& [table, column] : numeric_columns(whole, tables())) {
        const bool names_row = column == "id" || column == "case_id" || column == "launch_id" ||
                               column == "stage_sum_id" || column == "condition_id" || column == "axis_id";
        const auto said = complaints(changed("UPDATE OR IGNORE " + table + " SET " + column + " = -7"));
        if (names_row || table == "condition" || table == "run_note" ||
            may_be_negative.contains(table + "." + column))
            continue;
        // The statement may have changed no row.
        if (query(copy, "SELECT count(*) FROM " + table + " WHERE " + column + " = -7") == "0") continue;
        ++checked;
        EXPECT_FALSE(said.empty()) << table << "." << column << " is -7, and nobody minds";
    }
    EXPECT_GT(checked, 90);
}

TEST_F(Hostile, OtherValuesOutOfRangeBreakNothing) {
    for (const auto& [table, column] : numeric_columns(whole, tables()))
        for (const std::string value :
             {"9223372036854775807", "-9e999", "0.5", "'words'", "zeroblob(100000)", "NULL"}) {
            try {
                changed("UPDATE OR IGNORE " + table + " SET " + column + " = " + value);
            } catch (const SQLite::Exception&) {
                continue;  // SQLite refuses the value
            }
            complaints(copy, 1);  // one case suffices: both have the change
        }
}

TEST_F(Hostile, NoColumnHoldsAnotherTypeUnnoticed) {
    // Try one in eleven pairs of column and value. SORTSCOPE_WHOLE_FUZZ=1 tries all, for minutes.
    const bool all_of_them = std::getenv("SORTSCOPE_WHOLE_FUZZ") != nullptr;
    const auto target = folder / "target.db";
    record(target, {foreign_case()});
    size_t turn = 0, wrong = 0;
    for (const auto& table : tables()) {
        SQLite::Database database(whole.string(), SQLite::OPEN_READONLY);
        SQLite::Statement columns(database, "SELECT name, type FROM pragma_table_info(?) WHERE type <> ''");
        columns.bind(1, table);
        while (columns.executeStep()) {
            const auto column = columns.getColumn(0).getString(), type = columns.getColumn(1).getString();
            for (const std::string value :
                 {"-1", "-7", "9223372036854775807", "-9223372036854775807 - 1", "4294967296", "0.5", "9e999",
                  "-1e308", "'words'", "x'fffeff'", "zeroblob(100000)", "CAST(x'ff62' AS TEXT)", "NULL"}) {
                if (turn++ % 11 != 0 && !all_of_them) continue;
                try {
                    changed("UPDATE OR IGNORE " + table + " SET " + column + " = " + value);
                } catch (const SQLite::Exception&) {
                    continue;  // SQLite refuses the value
                }
                const auto change = table + "." + column + " = " + value;
                const auto said = complaints(copy);
                const auto is = [&](const std::string& condition) {
                    return query(copy, "SELECT count(*) FROM " + table + " WHERE " + condition) != "0";
                };
                const auto stored = "typeof(" + column + ")";
                if (type == "TEXT"   ? is(stored + " = 'blob' OR " + column + " = CAST(x'ff62' AS TEXT)")
                    : type == "REAL" ? is(stored + " IN ('text', 'blob') OR abs(" + column + ") = 9e999")
                                     : is(stored + " IN ('text', 'blob', 'real')")) {
                    ++wrong;
                    EXPECT_FALSE(verify(copy).defects.empty()) << change;
                }
                fs::copy_file(target, into, fs::copy_options::overwrite_existing);
                try {
                    merge(into, std::vector{copy});
                } catch (const Error& error) {
                    EXPECT_EQ(error.kind(), ErrorKind::data) << change << ": " << error.what();
                }
                EXPECT_THAT(complaints(into), testing::IsEmpty()) << change << ", and was merged";
            }
        }
    }
    EXPECT_GT(wrong, 50U);
}

TEST_F(Hostile, WhatNoDeviceHasIsFound) {
    for (const char* harm :
         {"device SET clock_khz = 9223372036854775807", "device SET memory_clock_khz = 1 << 40",
          "device_limit SET value = 0", "device_limit SET value = 1e300",
          "stall SET samples = 9223372036854775807", "trial SET memory_clock_mhz = 1000000000",
          "case_note SET text = CAST(x'ff62' AS TEXT)"}) {
        const auto defects = verify(changed("UPDATE " + std::string(harm))).defects;
        EXPECT_FALSE(defects.empty()) << harm;
    }
}

TEST_F(Hostile, SaysTableColumnAndRow) {
    for (const auto& [place, words, sql] : sample::rows_of("db/damaged.txt"))
        EXPECT_THAT(complaints(changed(sql)).at(0), HasSubstr(words)) << place;
}

TEST_F(Hostile, DamageOfACaseLosesThatCaseAlone) {
    for (const char* harm :
         {"profiled_case SET time_min_ns = time_max_ns + 1 WHERE id = 1",
          "profiled_case SET run_id = 77 WHERE id = 1", "profiled_case SET condition_id = 77 WHERE id = 1",
          "profiled_case SET launch_count = -1 WHERE id = 1",
          "time_round SET median_ns = -1 WHERE case_id = 1",
          "condition SET axes = 'x' WHERE id = (SELECT condition_id FROM profiled_case WHERE id = 1)",
          "device SET clock_khz = -1 WHERE id = (SELECT device_id FROM profiled_case WHERE id = 1) AND id "
          "NOT "
          "IN (SELECT device_id FROM profiled_case WHERE id = 2)"}) {
        changed("UPDATE " + std::string(harm));
        Damage damage;
        const auto& damaged = damage.cases;
        const auto cases = Reader(copy).cases(&damage);
        if (std::string_view(harm).starts_with("device") && damaged.empty()) continue;  // a shared device
        ASSERT_EQ(damaged.size(), 1U) << harm;
        EXPECT_EQ(damaged[0].id, CaseId{1});
        ASSERT_EQ(cases.size(), 1U) << harm;
        EXPECT_EQ(condition_of(cases[0]), condition_of(Reader(whole).read_case(CaseId{2}, Detail::summary)));
        merged_healthy(damaged[0].sentence);
        fs::copy_file(whole, into, fs::copy_options::overwrite_existing);
        const auto merged = merge(into, std::vector{copy}, {}, Damaged::skip);
        EXPECT_EQ(merged.at(0).left_out.size(), 1U) << harm;
        EXPECT_EQ(Reader(into).cases().size(), 2U) << "the healthy case was there";
        EXPECT_THAT(
            data_error([&] { merge(copy, std::vector{whole}); }),
            testing::AllOf(HasSubstr(damaged[0].sentence), HasSubstr("delete"), HasSubstr("--case 1")))
            << harm;
        const auto launches = query(copy, "SELECT count(*) FROM launch WHERE case_id = 1");
        const auto removed = remove(copy, {.cases = {CaseId{1}}});
        EXPECT_EQ(removed.cases, std::vector{CaseId{1}});
        EXPECT_EQ(std::to_string(removed.launches), launches) << harm;
        Reader(copy).cases(&damage);
        EXPECT_THAT(damage.sentences(), testing::IsEmpty()) << harm;
        EXPECT_EQ(query(copy, "SELECT count(*) FROM launch WHERE case_id = 1"), "0");
    }
}

TEST_F(Hostile, DamageOfARunLosesThatRunAlone) {
    auto second = full_run();
    second.uuid = "00000000-0000-0000-0000-000000000002";
    sortscope::sample::write_cases(whole, second, {with_stream_trial(foreign_case())});
    for (const char* harm : {"run SET planned_cases = -1 WHERE id = 1", "run SET host_id = 77 WHERE id = 1",
                             "run_annotation SET name = x'00' WHERE run_id = 1"}) {
        changed("INSERT OR IGNORE INTO run_annotation VALUES (1, '', ''); UPDATE " + std::string(harm));
        Damage damage;
        const auto cases = Reader(copy).cases(&damage);
        ASSERT_EQ(damage.runs.size(), 1U) << harm;
        EXPECT_EQ(damage.runs[0].id, RunId{1});
        EXPECT_THAT(damage.cases, testing::IsEmpty());
        ASSERT_EQ(cases.size(), 1U) << harm;
        EXPECT_EQ(cases[0].run, RunId{2});
        EXPECT_EQ(Reader(copy).runs().size(), 1U);
        EXPECT_EQ(merged_healthy(damage.runs[0].sentence).left_out.size(), 1U) << harm;
        EXPECT_THAT(data_error([&] { merge(copy, std::vector{into}); }), HasSubstr("--run 1"));
        EXPECT_EQ(remove(copy, {.runs = {RunId{1}}}).cases.size(), 2U) << harm;
        EXPECT_THAT(complaints(copy), testing::IsEmpty()) << harm;
    }
}

TEST_F(Hostile, DamageOfALimitLosesTheLimitsOfItsRunAlone) {
    for (const char* harm : {"device_limit SET value = 0 WHERE unit_id = (SELECT id FROM string WHERE text = "
                             "'bytes/s')",
                             "device_limit SET spread = -1", "device_limit SET device_id = 77",
                             "run SET limit_count = limit_count + 1"}) {
        const Reader reader(changed("UPDATE " + std::string(harm)));
        Damage damage;
        EXPECT_EQ(reader.cases(&damage).size(), 2U) << harm;
        ASSERT_EQ(damage.limits.size(), 1U) << harm;
        EXPECT_EQ(damage.sentences().size(), 1U) << harm;
        EXPECT_THAT(reader.limits(RunId{1}), testing::IsEmpty()) << harm;
        EXPECT_FALSE(verify(copy).defects.empty()) << harm;
        EXPECT_EQ(merged_healthy(damage.sentences()[0]).cases, 2U) << harm;
    }
}

TEST_F(Hostile, MergeSkipsACaseOfDamagedLaunches) {
    changed("UPDATE launch SET stage = -1 WHERE id = 2");
    const auto merged = merged_healthy("column 'stage' of table 'launch'");
    EXPECT_EQ(std::tuple(merged.cases, merged.left_out.size()), std::tuple(1U, 1U));
    EXPECT_EQ(Reader(into).cases().size(), 1U);
}

TEST_F(Hostile, FilesThatRunSqlOfTheirOwnAreRefused) {
    const auto refused = [&](const std::string& sql, const std::string& words) {
        changed(sql);
        EXPECT_THAT(data_error([&] { Reader{copy}; }), HasSubstr(words)) << sql;
        EXPECT_THAT(data_error([&] { Writer{copy}; }), HasSubstr(words)) << sql;
    };
    refused("CREATE TRIGGER run_away AFTER INSERT ON run BEGIN DELETE FROM profiled_case; END",
            "it has a trigger, 'run_away'");
    for (const std::string table : {"subject", "launch", "profiled_case", "counter_sass"}) {
        std::string sql = "PRAGMA legacy_alter_table = ON; ALTER TABLE " + table +
                          " RENAME TO hidden; CREATE VIEW " + table + " AS SELECT * FROM hidden";
        refused(sql, "'" + table + "' is not a table in it");
    }
    refused("DROP TABLE string; CREATE VIRTUAL TABLE string USING fts5(text)",
            "'string' is not a table in it");
}

TEST_F(Hostile, GiantTextsAndBlobsAreRefused) {
    EXPECT_THAT(
        complaints(changed("UPDATE profiled_case SET message = hex(zeroblob(3000000)) WHERE id = 1")).at(0),
        HasSubstr("column 'message' of table 'profiled_case', row 1, holds a text of 6000000 bytes"));
    for (const char* giant :
         {"profiled_case SET message = hex(zeroblob(30000000)) WHERE id = 1",
          "string SET text = hex(zeroblob(3000000)) WHERE id = 1", "series SET samples = zeroblob(36000000)",
          "series SET samples = zeroblob(100000000)"})
        EXPECT_FALSE(complaints(changed("UPDATE " + std::string(giant))).empty()) << giant;
}

TEST_F(Hostile, SixHundredMutatedCopiesBreakNothing) {
    const auto good = text_of(whole);
    std::mt19937 random(20261121);
    int refused = 0;
    for (int i = 0; i < 600; ++i) {
        auto bad = good;
        const auto flips = 1 + random() % 24;
        for (unsigned flip = 0; flip < flips; ++flip) {
            // Make half of the changes at the beginning of a page, in SQLite's own numbers.
            auto at = random() % bad.size();
            if (random() % 2 == 0) at = at / page_bytes * page_bytes + random() % 100;
            bad[at] = char(uint8_t(bad[at]) ^ (1U << random() % 8));
        }
        std::ofstream(copy, std::ios::binary | std::ios::trunc) << bad;
        if (!complaints(copy).empty()) ++refused;
    }
    EXPECT_GT(refused, 100);
}
}  // namespace
}
