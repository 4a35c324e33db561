#include "db/merge/merge_cases.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <vector>

#include "db/check/verify.hpp"
#include "db/import/import.hpp"
#include "db/merge/merge.hpp"
#include "db/write/remove.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {

using namespace test;
namespace fs = std::filesystem;
using Outcome = MergedRun::Outcome;

/// Imports, whose cases the collector took no time for, so that several of one condition are told apart by
/// what they hold.
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
    fs::path copy_of(const fs::path& path, const std::string& name) {
        fs::copy_file(path, folder / name);
        return folder / name;
    }
    static MergedRun merge_one(const fs::path& into, const fs::path& from) {
        return merge(into, std::vector{from}).at(0);
    }
    /// Median times in the order of their size, and what verify finds.
    static std::string times_of(const fs::path& path) {
        return query(
                   path,
                   "SELECT group_concat(time_median_ns, ' ') FROM (SELECT time_median_ns FROM profiled_case "
                   "ORDER BY time_median_ns)") +
               (verify(path).findings.empty() ? "" : " and findings");
    }
    TempFolder folder;
    const std::string three =
        "variant,n,device,case,time_ns\nx,1024,H,a,10\nx,1024,H,b,20\nx,1024,H,b,20\nx,1024,H,c,30\n";
};

TEST_F(MergeOfImports, TwiceIsOnce) {
    const auto a = import_of("a.db", three), all = folder / "all.db";
    EXPECT_EQ(merge_one(all, a).cases, 3u);
    EXPECT_EQ(merge_one(all, a).outcome, Outcome::known);
    EXPECT_EQ(merge_one(a, all).outcome, Outcome::known) << "and back";
    EXPECT_EQ(times_of(all), "10 20 30");
    EXPECT_EQ(times_of(a), "10 20 30");
}

TEST_F(MergeOfImports, OfOneConditionTheCaseThatWasDeletedComesBack) {
    const auto a = import_of("a.db", three), b = copy_of(a, "b.db");
    for (const std::int64_t gone : {1, 2, 3}) {
        const auto into = copy_of(a, "into" + std::to_string(gone) + ".db");
        remove(into, {.cases = {CaseId{gone}}});
        const auto merged = merge_one(into, b);
        EXPECT_EQ(merged.outcome, Outcome::continued);
        EXPECT_EQ(merged.cases, 1u);
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
    // One each, and not the same one.
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

TEST_F(MergeOfImports, CasesThatDifferInTheirCountersAloneAreTwo) {
    const std::string launches =
        "variant,n,device,case,kernel,gld_requests\nx,1024,H,a,k,5\nx,1024,H,b,k,6\n";
    const auto a = import_of("a.db", launches), into = copy_of(a, "into.db");
    remove(into, {.cases = {CaseId{1}}});
    EXPECT_EQ(merge_one(into, a).cases, 1u);
    EXPECT_EQ(query(into,
                    "SELECT group_concat(gld_requests, ' ') FROM (SELECT gld_requests FROM stages ORDER BY "
                    "gld_requests)"),
              "5 6");
    EXPECT_TRUE(verify(into).findings.empty());
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
    const auto a = import_of("a.db", three),
               b = import_of("b.db", "variant,n,device,case,time_ns\nx,1024,H,a,11\nx,1024,H,b,20\n");
    const auto into = copy_of(a, "into.db");
    const auto merged = merge_one(into, b);
    EXPECT_EQ(merged.outcome, Outcome::taken);
    EXPECT_EQ(merged.cases, 2u);
    EXPECT_EQ(times_of(into), "10 11 20 20 30");
}

}  // namespace
}  // namespace sortscope::db
