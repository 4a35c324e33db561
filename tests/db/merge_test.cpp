#include "db/merge/merge.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include "core/condition.hpp"
#include "core/error.hpp"
#include "db/check/verify.hpp"
#include "db/read/reader.hpp"
#include "db/rows/annotations.hpp"
#include "db/schema/schema.hpp"
#include "db/write/remove.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"
#include "tests/db/collected_import.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::db {
namespace {
using namespace test;
using sample::full_device, sample::full_limits, testing::HasSubstr, testing::IsEmpty;
namespace fs = std::filesystem;
using Outcome = MergedRun::Outcome;

std::vector<CaseRecord> whole_cases(const fs::path& path) {
    const Reader reader(path);
    std::vector<CaseRecord> all;
    for (const auto& listed : reader.cases()) all.push_back(reader.read_case(listed.id, Detail::sites));
    return all;
}

void expect_same_cases(const std::vector<CaseRecord>& expected, const std::vector<CaseRecord>& found) {
    ASSERT_EQ(expected.size(), found.size());
    for (size_t i = 0; i < expected.size(); ++i) {
        expect_same(expected[i], found[i]);
        EXPECT_EQ(std::tuple(expected[i].annotation, expected[i].launch_count, condition_of(expected[i])),
                  std::tuple(found[i].annotation, found[i].launch_count, condition_of(found[i])));
    }
}

fs::path copied(const fs::path& from, const fs::path& to) {
    fs::copy_file(from, to, fs::copy_options::overwrite_existing);
    return to;
}

class Merge : public testing::Test {
 protected:
    /// A file of one run with limits and cases. No other machine has its names.
    fs::path machine(const std::string& name, int cases, int first_salt) {
        const auto path = folder / (name + ".db");
        Writer writer(path);
        auto run = full_run();
        run.host.name = name;
        const auto id = writer.begin_run(run);
        auto device = full_device();
        device.uuid = "GPU-" + name;
        writer.write_limits(id, device, full_limits());
        for (int i = 0; i < cases; ++i) writer.write_case(id, case_of(name, first_salt + i));
        return path;
    }
    static CaseRecord case_of(const std::string& machine_name, int salt) {
        auto record = full_case(salt);
        record.subject.name = "sort-of-" + machine_name;
        record.device.uuid = "GPU-" + machine_name;
        record.collect_ns = 1000 + salt;
        record.launches.at(0).kernel = "kernel_of_" + machine_name;
        return with_stream_trial(std::move(record));
    }
    TempFolder folder;
};

TEST_F(Merge, ADeviceThatWasRenamedIsTheSame) {
    const auto a = machine("a", 1, 0);
    const auto b = copied(a, folder / "b.db");
    change(b,
           "UPDATE device SET name = 'renamed'; UPDATE condition SET device = 'renamed'; DELETE FROM "
           "device_limit; UPDATE run SET limit_count = 0");
    const auto into = folder / "all.db";
    EXPECT_EQ(merge(into, std::vector{a, b})[1].outcome, Outcome::known);
    EXPECT_EQ(query(into, "SELECT count(*) FROM profiled_case"), "1") << "the same run, met twice";
    // The device of `c` has both names, as if its writer distinguished devices by name, too.
    const auto c = machine("c", 1, 0);
    change(c,
           "INSERT INTO condition (id, subject, axes, axis_count, device, device_key, backend_id, "
           "cache_state, time_mode_id) SELECT id + 1, subject, axes, axis_count, 'renamed', device_key, "
           "backend_id, cache_state, time_mode_id FROM condition; INSERT INTO condition_axis SELECT "
           "condition_id + 1, axis_id, value FROM condition_axis; UPDATE run SET uuid = 'of c'");
    merge(into, std::vector{c});
    EXPECT_EQ(query(into,
                    "SELECT count(*) || (SELECT count(*) FROM condition) FROM profiled_case c JOIN condition "
                    "d ON d.id = c.condition_id"),
              "22");
}

TEST_F(Merge, MakesOneFileOfTwo) {
    const auto a = machine("a", 2, 0);
    const auto b = machine("b", 3, 10);
    Writer(b).write_case(RunId{1}, with_stream_trial(foreign_case()));
    annotate(b, {RunId{1}, CaseId{2}}, {.name = "of b", .tags = {"t"}});
    const auto before_a = text_of(a);
    const auto before_b = text_of(b);
    const auto into = folder / "all.db";
    const auto merged = merge(into, std::vector{a, b});
    ASSERT_EQ(merged.size(), 2u);
    EXPECT_EQ(std::tuple(merged[1].file, merged[1].into, merged[1].outcome, merged[1].cases),
              std::tuple(1u, RunId{2}, Outcome::taken, 4u));
    EXPECT_EQ(merged[1].launches, 12u);
    auto expected = whole_cases(a);
    for (auto& record : whole_cases(b)) expected.push_back(std::move(record));
    expect_same_cases(expected, whole_cases(into));
    const Reader reader(into);
    const auto runs = reader.runs();
    ASSERT_EQ(runs.size(), 2u);
    expect_same(Reader(b).runs().at(0), runs[1]);
    EXPECT_EQ(runs[1].uuid, Reader(b).runs().at(0).uuid);
    EXPECT_EQ(runs[1].annotation.name, "of b");
    ASSERT_EQ(reader.limits(RunId{2}).size(), 1u);
    EXPECT_EQ(reader.limits(RunId{2})[0].device.uuid, "GPU-b");
    EXPECT_EQ(reader.limits(RunId{2})[0].limits, full_limits());
    for (const auto& record : reader.cases()) EXPECT_EQ(reader.stages(record.id).size(), 3u);
    EXPECT_EQ(query(into, "SELECT group_concat(integrity_check) FROM pragma_integrity_check"), "ok");
    EXPECT_EQ(query(into, "SELECT count(*) FROM pragma_foreign_key_check"), "0");
    EXPECT_EQ(std::tuple(text_of(a), text_of(b)), std::tuple(before_a, before_b));
    EXPECT_FALSE(has_companions(into));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 3);
}

TEST_F(Merge, ARunThatIsMetTwiceIsTakenOnce) {
    const auto a = machine("a", 2, 0), copy = copied(a, folder / "copy.db"), into = folder / "all.db";
    const auto merged = merge(into, std::vector{a, copy});
    EXPECT_EQ(std::tuple(merged.at(1).outcome, merged.at(1).into), std::tuple(Outcome::known, RunId{1}));
    EXPECT_EQ(merge(into, std::vector{copy}).at(0).outcome, Outcome::known);
    expect_same_cases(whole_cases(a), whole_cases(into));
}

TEST_F(Merge, ARunThatWentOnIsTakenUpToItsNewestState) {
    const auto a = machine("a", 2, 0);
    const auto other = machine("other", 1, 50);
    const auto into = folder / "all.db";
    merge(into, std::vector{a, other});
    annotate(into, {CaseId{1}}, {.name = "kept"});
    {
        Writer writer(a);
        auto round = full_case().trials;
        for (auto& trial : round) trial.round = 7;
        round[0].duration_ns = 777;
        auto trials = case_of("a", 1).trials;
        trials.insert(trials.end(), round.begin(), round.end());
        writer.add_round(
            CaseId{2}, round,
            {*summarize_times(trials, TimeMode::graph), *summarize_times(trials, TimeMode::stream)},
            std::vector<Note>{{Severity::warning, "later"}}, "Round 8 of this case sorted wrongly.");
        writer.write_case(RunId{1}, case_of("a", 2));
        auto ended = full_run();
        ended.ended_utc = "2026-11-20T22:00:00Z";
        ended.notes.push_back({Severity::info, "at the end"});
        writer.finish_run(RunId{1}, ended);
    }
    for (const auto& files : {std::vector{a}, std::vector{a, other}}) {
        const auto copy = copied(into, folder / "into.db");
        const auto merged = merge(copy, files);
        EXPECT_EQ(std::tuple(merged.at(0).outcome, merged[0].cases, merged[0].renewed, merged[0].launches),
                  std::tuple(Outcome::continued, 1u, 1u, 3u));
        EXPECT_EQ(merged.back().outcome, files.size() > 1 ? Outcome::known : Outcome::continued);
        const auto found = whole_cases(copy);
        ASSERT_EQ(found.size(), 4u);
        const auto newest = whole_cases(a);
        for (size_t i = 0; i < 3; ++i) expect_same(newest.at(i), found[i]);  // in order of runs
        EXPECT_EQ(std::tuple(found[1].time->median_ns, found[1].status, found[1].message),
                  std::tuple(617'672, CaseStatus::unverified, "Round 8 of this case sorted wrongly."));
        EXPECT_EQ(found[0].annotation.name, "kept");
        expect_same(Reader(a).runs().at(0), Reader(copy).runs().at(0));
    }
    // Merging the older file changes nothing.
    const auto old = copied(into, folder / "old.db"), newer = folder / "newer.db";
    merge(newer, std::vector{a});
    EXPECT_EQ(merge(newer, std::vector{old}).at(0).outcome, Outcome::known);
    auto all = whole_cases(newer);
    all.pop_back();  // the case of the other machine
    for (auto& record : all) record.annotation = {};
    expect_same_cases(whole_cases(a), all);
}

TEST_F(Merge, AFaultLeavesTheFileAsItWas) {
    const auto a = machine("a", 2, 0);
    const auto into = machine("into", 1, 20);
    const auto counts = [&] {
        return query(into, "SELECT count(*) || ' ' || (SELECT count(*) FROM subject) FROM profiled_case");
    };
    const auto before = counts();
    for (const std::string& sql : std::vector<std::string>{
             "DELETE FROM launch WHERE id = 2", "DELETE FROM trial", "DELETE FROM string",
             "UPDATE profiled_case SET device_id = 99", "UPDATE profiled_case SET run_id = 99",
             "DELETE FROM host", "UPDATE launch SET origin_id = 99", "UPDATE launch SET case_id = 2",
             "DELETE FROM device_limit", "DELETE FROM kernel", "DELETE FROM source_text",
             "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM profiled_case; END",
             "DROP TABLE launch_site"}) {
        const auto bad = changed_copy(a, sql);
        EXPECT_THAT(data_error([&] { merge(into, std::vector{bad}); }),
                    HasSubstr("'" + bad.string() + "' is damaged: "))
            << sql;
        EXPECT_EQ(counts(), before) << sql;
        const auto fresh = folder / "fresh.db";
        data_error([&] { merge(fresh, std::vector{into, bad}); });
        EXPECT_FALSE(fs::exists(fresh)) << sql;
    }
    EXPECT_THAT(data_error([&] { merge(into, std::vector<fs::path>{folder / "none.db"}); }),
                HasSubstr("There is no file"));
    error_of(ErrorKind::usage, [&] { merge(into, std::vector{a, into}); });
    EXPECT_EQ(counts(), before);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 3);
}

TEST_F(Merge, ACaseWhoseFiguresContradictEachOtherIsRefusedOrLeftOut) {
    const auto a = machine("a", 2, 0);
    for (const std::string& sql : std::vector<std::string>{
             "UPDATE profiled_case SET time_median_ns = 1, time_min_ns = 1 WHERE id = 2",
             "UPDATE time_round SET median_ns = 1 WHERE case_id = 2",
             "UPDATE launch SET duration_ns = 1 WHERE case_id = 2",
             "UPDATE counter_sass SET gld_sectors = 33 * gld_requests WHERE launch_id > 3",
             "UPDATE sum_sass SET gld_requests = gld_requests + 1 WHERE stage_sum_id > 3"}) {
        const auto bad = changed_copy(a, sql);
        const auto into = folder / "into.db";
        EXPECT_THAT(data_error([&] { merge(into, std::vector{bad}); }), HasSubstr("case 2: table '")) << sql;
        EXPECT_FALSE(fs::exists(into)) << sql;
        const auto merged = merge(into, std::vector{bad}, {}, Damaged::skip).at(0);
        EXPECT_EQ(std::pair(merged.cases, merged.left_out.size()), std::pair(uint64_t(1), size_t(1))) << sql;
        EXPECT_THAT(merged.left_out, testing::ElementsAre(HasSubstr("case 2: table '"))) << sql;
        expect_same_cases({whole_cases(a)[0]}, whole_cases(into));
        fs::remove(into);
    }
}

TEST_F(Merge, ALaterRoundWhoseFiguresContradictEachOtherIsRefused) {
    const auto a = machine("a", 1, 0), into = folder / "into.db";
    merge(into, std::vector{a});
    {
        auto later = full_case().trials;
        for (auto& trial : later) trial.round = 7;
        Writer(a).add_round(CaseId{1}, later, {*full_case().time}, {}, "");
    }
    const auto before = whole_cases(into);
    EXPECT_THAT(data_error([&] { merge(into, std::vector{a}); }), HasSubstr("case 1: table '"));
    expect_same_cases(before, whole_cases(into));
}

TEST_F(Merge, CountersThatOnlyANewerProgramKnowsAreRefused) {
    const auto into = machine("into", 1, 5);
    for (const auto* sql : {"ALTER TABLE counter_sass ADD COLUMN later INTEGER",
                            "CREATE TABLE counter_later (launch_id INTEGER PRIMARY KEY, x)"}) {
        const auto a = machine("a", 1, 0);
        change(a, sql);
        EXPECT_THAT(data_error([&] { merge(into, std::vector{a}); }), HasSubstr("later"));
        fs::remove(a);
    }
    EXPECT_EQ(Reader(into).cases().size(), 1u);
}

TEST_F(Merge, ThatIsStoppedLeavesNothingBehind) {
    const auto big = copied(SORTSCOPE_SOURCE_DIR "/examples/h200.db", folder / "big.db");
    const auto into = machine("into", 1, 5);
    const auto before = whole_cases(into);
    const auto stopped = [] { return true; };
    for (const auto& target : {into, folder / "new.db"})
        EXPECT_THROW(merge(target, std::vector{big}, stopped), Error);
    expect_same_cases(before, whole_cases(into));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 2);
}

/// Without a collecting time, contents distinguish imports of equal condition.
class MergeOfImports : public testing::Test {
 protected:
    fs::path import_of(const std::string& name, const std::string& text) {
        const auto path = folder / name;
        const auto imported = parse_import("x.csv", text, {});
        auto run = full_run();
        run.uuid = imported.digest;
        store_import(path, run, imported);
        return path;
    }
    fs::path copy_of(const fs::path& path, const std::string& name) { return copied(path, folder / name); }
    static MergedRun merge_one(const fs::path& into, const fs::path& from) {
        return merge(into, std::vector{from}).at(0);
    }
    /// Median times in ascending order, and whether verify() finds defects.
    static std::string times_of(const fs::path& path) {
        return query(path,
                     "SELECT group_concat(time_median_ns, ' ') FROM (SELECT time_median_ns FROM "
                     "profiled_case ORDER BY time_median_ns)") +
               (verify(path).defects.empty() ? "" : " and findings");
    }
    TempFolder folder;
    const std::string three =
        "variant,n,device,case,time_ns\nx,1024,H,a,10\nx,1024,H,b,20\nx,1024,H,b,20\nx,1024,H,c,30\n";
};

TEST_F(MergeOfImports, OfOneConditionTheCaseThatWasDeletedComesBack) {
    const auto a = import_of("a.db", three), b = copy_of(a, "b.db");
    for (const int64_t gone : {1, 2, 3}) {
        const auto into = copy_of(a, "into" + std::to_string(gone) + ".db");
        remove(into, {.cases = {CaseId{gone}}});
        const auto merged = merge_one(into, b);
        EXPECT_EQ(std::tuple(merged.outcome, merged.cases), std::tuple(Outcome::continued, 1u));
        EXPECT_EQ(merged.renewed, 0u) << "no case takes the trials of another";
        EXPECT_EQ(times_of(into), "10 20 30");
    }
}

TEST_F(MergeOfImports, WhatEachFileLacksTheOtherGives) {
    const auto a = import_of("a.db", three), b = copy_of(a, "b.db");
    remove(a, {.cases = {CaseId{1}}});
    remove(b, {.cases = {CaseId{3}}});
    EXPECT_EQ(merge_one(a, b).cases, 1u);
    EXPECT_EQ(merge_one(b, a).cases, 1u);
    EXPECT_EQ(times_of(a), "10 20 30");
    EXPECT_EQ(times_of(b), "10 20 30");
    // Each file keeps another case of the two.
    const auto c = copy_of(a, "c.db"), d = copy_of(a, "d.db");
    const auto of = [](const fs::path& path, int ns) {
        return CaseId{std::stoll(
            query(path, "SELECT id FROM profiled_case WHERE time_median_ns = " + std::to_string(ns)))};
    };
    remove(c, {.cases = {of(c, 10), of(c, 20)}});
    remove(d, {.cases = {of(d, 20), of(d, 30)}});
    EXPECT_EQ(merge_one(c, d).cases, 1u);
    EXPECT_EQ(times_of(c), "10 30");
}

TEST_F(MergeOfImports, CasesThatDifferInOneValueAreTwo) {
    const std::string one_launch = "variant,n,device,case,kernel,";
    for (const auto& [name, text] : std::map<std::string, std::string>{
             {"counter", one_launch + "gld_requests\nx,1024,H,a,k,5\nx,1024,H,b,k,6\n"},
             {"vendor", one_launch + "a__b\nx,1024,H,a,k,5\nx,1024,H,b,k,6\n"},
             {"duration", one_launch + "duration_us\nx,1024,H,a,k,5\nx,1024,H,b,k,6\n"},
             {"status", one_launch + "verified\nx,1024,H,a,k,no\nx,1024,H,b,k,\n"},
             {"verified", one_launch + "verified\nx,1024,H,a,k,yes\nx,1024,H,b,k,\n"},
             {"trials",  // equal median, minimum and maximum
              "variant,n,device,case,time_ns\nx,1024,H,a,10\nx,1024,H,a,20\nx,1024,H,a,30\nx,1024,H,a,40\n"
              "x,1024,H,b,10\nx,1024,H,b,22\nx,1024,H,b,28\nx,1024,H,b,40\n"}}) {
        const auto a = import_of(name + ".db", text), into = copy_of(a, name + " into.db");
        remove(into, {.cases = {CaseId{1}}});
        EXPECT_EQ(merge_one(into, a).cases, 1u) << name;
        const auto found = whole_cases(into);
        ASSERT_EQ(found.size(), 2u) << name;
        expect_same(whole_cases(a)[0], found[1]);
        EXPECT_TRUE(verify(into).defects.empty()) << name;
    }
}

TEST_F(MergeOfImports, OfCasesThatNothingTellsApartThereAreAsManyAsOneFileHas) {
    const auto a = import_of("a.db", "variant,n,device,case,time_ns\nx,1024,H,a,10\nx,1024,H,b,10\n"),
               into = copy_of(a, "into.db");
    EXPECT_EQ(merge_one(into, a).cases, 0u);
    remove(into, {.cases = {CaseId{2}}});
    EXPECT_EQ(merge_one(into, a).cases, 1u);
    EXPECT_EQ(times_of(into), "10 10");
}

TEST_F(MergeOfImports, OtherValuesAtTheSamePlaceAreAnotherRun) {
    const auto into = import_of("a.db", three);
    const auto merged =
        merge_one(into, import_of("b.db", "variant,n,device,case,time_ns\nx,1024,H,a,11\nx,1024,H,b,20\n"));
    EXPECT_EQ(std::tuple(merged.outcome, merged.cases), std::tuple(Outcome::taken, 2u));
    EXPECT_EQ(times_of(into), "10 11 20 20 30");
}
}  // namespace
}
