#include "db/check/verify.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include <fmt/format.h>

#include <fstream>

#include "core/metric/metric.hpp"
#include "core/times.hpp"
#include "db/read/reader.hpp"
#include "db/schema/schema.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"
#include "tests/sample/files.hpp"

namespace sortscope::db {
namespace {
using namespace test;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

std::string sentences(const std::vector<Defect>& defects) {
    std::string text;
    for (const auto& defect : defects)
        text += defect.check + " " + defect.table + " " + (defect.row ? std::to_string(*defect.row) : "-") +
                " " + (defect.in_case ? std::to_string(*defect.in_case) : "-") + ": " + defect.sentence +
                "\n";
    return text;
}

class Verify : public testing::Test {
 protected:
    Verify() {
        sample::write_sample(whole);
        // The sample's sites are invented: two loads and four branches share one line each.
        change(whole,
               "UPDATE launch_site SET requests = 2 * requests, threads = 2 * threads, bytes = 2 * bytes, "
               "sectors = 2 * sectors WHERE site_id IN (SELECT id FROM site WHERE kind_id = 1);UPDATE "
               "launch_site SET requests = 4 * requests, threads = 4 * threads, divergent_warps = 4 * "
               "divergent_warps WHERE site_id IN (SELECT id FROM site WHERE kind_id = 5);");
    }
    std::string found(const std::string& sql) {
        const auto result = verify(changed_copy(whole, sql));
        for (const auto& defect : result.defects) EXPECT_FALSE(defect.remedy.empty()) << defect.sentence;
        return sentences(result.defects);
    }
    TempFolder folder;
    fs::path whole = folder / "whole.db";
    fs::path copy = folder / "copy.db";
};

/// SQL, and the beginning of its defect or of one that must not be.
struct Plant {
    std::string sql;
    const char* defect;
    bool found = true;
};

Plant in_case(const std::string& set, const char* defect, bool found = true) {
    return {"UPDATE profiled_case SET " + set + " WHERE id = 1", defect, found};
}

TEST_F(Verify, FindsWhatIsPlanted) {
    const std::string older = "UPDATE device SET cc_major = 1, cc_minor = 3; UPDATE ",
                      of_loads = " WHERE site_id IN (SELECT id FROM site WHERE kind_id = 1)",
                      of_branches = " WHERE site_id IN (SELECT id FROM site WHERE kind_id = 5)",
                      more_bytes = "required_bytes = 2 * required_bytes, message = 'x', status_id = ";
    const Plant plants[] = {
        {"UPDATE launch SET duration_ns = -5 WHERE id = 3", "reading  - 1: "},
        {"UPDATE launch SET duration_ns = 0 WHERE id = 3", "zero launch 3 1: "},
        {"UPDATE trial SET duration_ns = 0 WHERE case_id = 2 AND position = 0", "zero trial - 2: "},
        {"UPDATE counter_sass SET gld_sectors = gld_sectors / 8 WHERE launch_id = 2",
         "efficiency counter_sass - 1: "},
        {"UPDATE counter_sass SET gld_sectors = 33 * gld_requests WHERE launch_id = 2",
         "sectors counter_sass - 1: "},
        {"UPDATE counter_modelled SET gld_sectors = 33 * gld_requests", "sectors counter_modelled "},
        {"UPDATE launch_site SET sectors = 33 * requests", "sectors launch_site "},
        {"UPDATE launch_site SET taken_threads = threads + 1", "efficiency launch_site "},
        {"UPDATE launch SET start_ns = 0 WHERE id = 5", "order launch 5 1: "},
        in_case("time_median_ns = 0", "zero profiled_case - 1: "),
        in_case("time_median_ns = 1", "time profiled_case - 1: "),
        in_case("time_max_ns = 1", "reading  - 1: "),
        in_case("time_count = 99", "time profiled_case - 1: "),
        in_case("distribution_id = 77", "reference profiled_case 1 -: "),
        in_case("time_median_ns = time_median_ns + 1, time_max_ns = time_max_ns", "time profiled_case - 1: "),
        in_case("time_spread = 0.5", "time profiled_case - 1: "),
        in_case("required_bytes = 1", "sums profiled_case 1 1: "),
        in_case("busy_ns = 1, span_ns = 2", "launches profiled_case - 1: "),
        {"DELETE FROM trial WHERE case_id = 1", "rows trial - 1: "},
        {"DELETE FROM trial WHERE case_id = 1; UPDATE profiled_case SET trial_count = 0, time_median_ns = "
         "NULL, round_count = 0 WHERE id = 1; DELETE FROM time_round WHERE case_id = 1",
         "trials trial - 1: "},
        {"DELETE FROM launch WHERE id = 4", "launches launch - 1: "},
        {"UPDATE launch SET case_id = 2 WHERE id = 4", "launches launch 4 2: "},
        {"DELETE FROM subject", "reference profiled_case 1 -: "},
        {"DELETE FROM launch_site", "missing launch_site - 4: "},
        {"DELETE FROM counter_sass WHERE launch_id = 1", "reading  - 1: "},
        {"DELETE FROM counter_sass", "reading  - 1: "},
        {"UPDATE stage_sum SET time_ns = time_ns + 7 WHERE id = 1", "sums stage_sum - 1: "},
        {"UPDATE stage_sum SET launches = launches + 1 WHERE id = 1", "reading  - 1: "},
        {"UPDATE sum_sass SET gld_sectors = gld_sectors + 1 WHERE stage_sum_id = 1", "sums stage_sum - 1: "},
        {"DELETE FROM profiled_case WHERE id = 2", "reference "},
        {"UPDATE profiled_case SET condition_id = (SELECT condition_id FROM profiled_case WHERE id = 2) "
         "WHERE id = 1",
         "condition profiled_case 1 1: "},
        {"UPDATE condition SET axes = axes || '1'", "reading  - 1: "},
        {"UPDATE condition SET device_key = 'another GPU'", "condition profiled_case "},
        {"UPDATE launch SET stage = 3 WHERE id = (SELECT min(id) FROM launch WHERE case_id = 1 AND stage = "
         "2)",
         "sums stage_sum - 1: "},
        {"UPDATE stage_sum SET stage = stage + 1 WHERE id = 3", "sums stage_sum - 1: "},
        {"UPDATE launch SET substage = 99 WHERE id = (SELECT max(id) FROM launch WHERE case_id = 1)",
         "stages launch - 1: "},
        {"UPDATE launch SET stage = stage + 1 WHERE case_id = 1; UPDATE stage_sum SET stage = stage + 1 "
         "WHERE case_id = 1",
         "stages launch - 1: "},
        {"UPDATE sum_sass SET gld_sectors = gld_sectors + 5 WHERE stage_sum_id = 1; UPDATE sum_sass SET "
         "gld_sectors = gld_sectors - 5 WHERE stage_sum_id = 2",
         "sums stage_sum - 1: "},
        {"UPDATE trial SET verified = 0 WHERE case_id = 1", "verified trial - 1: "},
        {"UPDATE trial SET verified = 0 WHERE case_id = 1 AND position = (SELECT max(position) FROM trial "
         "WHERE case_id = 1 AND accepted)",
         "verified trial - 1: "},
        {"UPDATE trial SET verified = 0; UPDATE run SET command = 'sortscope collect -o \"an import of "
         "today.db\"'",
         "verified trial - 1: "},
        {"UPDATE launch_site SET sectors = sectors + 1 WHERE launch_id = (SELECT min(launch_id) FROM "
         "launch_site) AND site_id IN (SELECT id FROM site WHERE kind_id = 1)",
         "sites launch_site "},
        {"UPDATE launch_site SET extra_wavefronts = 1" + of_loads, "sites launch_site "},
        {"UPDATE counter_modelled SET branches = branches + 1", "sites launch_site "},
        {"UPDATE counter_sass SET gld_sectors = NULL WHERE launch_id IN (SELECT id FROM launch WHERE case_id "
         "= 1)",
         "sums stage_sum - 1: "},
        {"UPDATE counter_sass SET gld_sectors = NULL WHERE launch_id = 1", "sums stage_sum - 1: "},
        {"UPDATE sum_sass SET gld_sectors = NULL WHERE stage_sum_id = 1", "sums stage_sum - 1: "},
        {"UPDATE trial SET trial_index = trial_index + 1 WHERE case_id = 1 AND position = 1",
         "trials trial - 1: "},
        {"UPDATE case_pass SET provenance_id = 2 WHERE case_id = 1 AND set_name = 'sass'",
         "passes case_pass - 1: "},
        {"UPDATE launch_site SET provenance_id = 1", "sites launch_site "},
        in_case("distribution_id = NULL", "missing profiled_case 1 1: "),
        in_case("entropy_bits = 3", "input profiled_case 1 1: "),
        in_case("input_file = 'a.bin'", "input profiled_case 1 1: "),
        in_case("padded = 1", "input profiled_case 1 1: "),
        {"UPDATE trial SET accepted = 1 , duration_ns = NULL WHERE case_id = 1 AND kind_id = 1 AND position "
         "= 1",
         "time trial - 1: "},
        {"UPDATE launch SET duration_count = 99 WHERE id = 1", "time launch 1 1: "},
        {"UPDATE launch SET duration_ns = 5, duration_count = 0 WHERE id = 1", "time launch 1 1: "},
        {"UPDATE launch_shape SET grid_x = 0 WHERE id = 1", "zero launch_shape 1 -: "},
        {"UPDATE launch_shape SET registers = 256 WHERE id = 1", "registers launch_shape 1 -: "},
        {"UPDATE device SET clock_khz = 1980000; UPDATE trial SET sm_clock_mhz = 3961 WHERE case_id = 1 AND "
         "position = 1",
         "clock trial - 1: "},
        {"UPDATE device SET warp_size = 0", "zero device 1 -: "},
        in_case("message = 'it did not fit'", "message profiled_case 1 1: "),
        {"INSERT OR REPLACE INTO case_note VALUES (1, 0, 1, '')", "message case_note - 1: "},
        {"UPDATE run SET started_utc = '2026-11-22T12:54:02Z', ended_utc = '1999-01-01T00:00:00Z'",
         "time run 1 -: "},
        {"UPDATE run SET started_utc = 'yesterday'", "time run 1 -: "},
        {"UPDATE run SET ended_utc = 'soon'", "time run 1 -: "},
        {"UPDATE provenance SET name = 'measured twice' WHERE id = 1", "words provenance 1 -: "},
        {"UPDATE counter SET unit = 'mm' WHERE name = 'gld_bytes'", "words counter "},
        {"UPDATE stage_sum SET label_id = (SELECT max(id) FROM string) WHERE id = 1", "sums stage_sum - 1: "},
        {"DROP VIEW trials; CREATE VIEW trials AS SELECT case_id, 2 * duration_ns AS duration_ns FROM trial",
         "view trials - -: "},
        {"DROP VIEW trials", "view trials - -: "},
        {"DROP VIEW trials; CREATE VIEW trials AS SELECT case_id, '--' AS kind, 2 * duration_ns AS "
         "duration_ns FROM trial",
         "view trials - -: "},
        // Older devices move whole segments and lines of 128 bytes.
        {older + "launch_site SET sectors = 33 * requests", "sectors launch_site ", false},
        {older + "launch_site SET sectors = 129 * requests", "sectors launch_site "},
        {older + "counter_modelled SET gld_sectors = 128 * gld_requests", "sectors counter_modelled ", false},
        {older + "counter_modelled SET gld_sectors = 129 * gld_requests", "sectors counter_modelled "},
        {"UPDATE launch_site SET cc13_transactions_32b = 1" + of_branches, "sites launch_site "},
        {"UPDATE launch_site SET cc13_transactions_64b = 1" + of_branches, "sites launch_site "},
        {"UPDATE launch_site SET cc13_transactions_128b = 1" + of_branches, "sites launch_site "},
        {"UPDATE launch_site SET cc13_transactions_32b = 1" + of_loads, "that sites of its kind do not have",
         false},
        // A case that was interrupted or failed has its first launches alone.
        in_case(more_bytes + "5", "sums profiled_case ", false),
        in_case(more_bytes + "2", "sums profiled_case ", false),
        in_case(more_bytes + "3", "sums profiled_case 1 1: "),
        {"UPDATE case_pass SET set_name = 'foo' WHERE set_name = 'sass' AND case_id = 1",
         "passes case_pass - 1: "},
        {"UPDATE case_pass SET set_name = 'foo' WHERE set_name = 'sass' AND case_id = 1",
         "passes counter_sass - 1: "},
        {"DELETE FROM launch_site", "which other launches of the case have", false},
        {"CREATE VIEW mine AS SELECT 1 AS one", "view ", false}};
    for (const auto& plant : plants)
        EXPECT_EQ(found(plant.sql).find(plant.defect) != std::string::npos, plant.found) << plant.sql;
}

TEST_F(Verify, FindsWhatIsPlantedInARecordedCase) {
    record(folder / "full.db", 1);
    whole = folder / "full.db";
    const Plant plants[] = {
        {"UPDATE condition_axis SET value = 77 WHERE value = 512", "reading  - 1: "},
        {"DELETE FROM condition_axis WHERE axis_id = 1", "reading  - 1: "},
        {"UPDATE subject SET name = 'another'", "condition profiled_case 1 1: "},
        {"UPDATE condition SET cache_state = 'lukewarm'", "condition profiled_case 1 1: "},
        {"UPDATE series SET interval_ns = 0", "zero series 1 1: "},
        {"UPDATE series SET time_mode_id = 2", "clock series 1 1: "},
        {"UPDATE sampled_launch SET launch = 3 WHERE position = 0", "launches sampled_launch - 1: "},
        {"DELETE FROM sampled_launch WHERE position = 0", "rows sampled_launch - 1: "},
        {"UPDATE stall SET samples = 0", "zero stall "},
        {"INSERT INTO counter_l1 (launch_id, l1_sectors, l1_hit_sectors) VALUES (1, 1, 2)",
         "passes counter_l1 - 1: "},
        {"INSERT INTO other_counter SELECT 1, c.id, 1, c.name = 'divergent_branches', 1 FROM counter c WHERE "
         "c.name IN ('branches', 'divergent_branches')",
         "efficiency other_counter - 1: "},
        {"DELETE FROM vendor_value", "missing vendor_value - 1: "},
        {"DELETE FROM other_counter", "sums stage_sum - 1: "},
        {"DELETE FROM sum_other", "reading  - 1: "}};
    for (const auto& plant : plants)
        EXPECT_EQ(found(plant.sql).find(plant.defect) != std::string::npos, plant.found) << plant.sql;
}

TEST_F(Verify, FindsNothingInWholeFiles) {
    const auto result = verify(whole);
    EXPECT_EQ(std::tuple(sentences(result.defects), result.runs, result.cases), std::tuple("", 1u, 6u));
    EXPECT_GT(result.launches, 100u);
    EXPECT_EQ(result.schema, schema_version);
    EXPECT_EQ(sentences(verify(SORTSCOPE_SOURCE_DIR "/examples/h200.db").defects), "");
}

TEST_F(Verify, KnowsACpuByItsThreads) {
    const auto path = folder / "cpu.db";
    auto on_cpu = full_case();
    on_cpu.launches.clear();
    on_cpu.device = Device{};
    on_cpu.device.name = "A processor";
    on_cpu.device.multiprocessors = 16;
    on_cpu.device.backend = on_cpu.backend = BackendKind::cpu;
    record(path, {on_cpu});
    const auto defects = [&](const std::string& device_key) {
        SQLite::Database(path.string(), SQLite::OPEN_READWRITE)
            .exec("UPDATE condition SET device_key = '" + device_key + "'");
        return sentences(verify(path).defects);
    };
    EXPECT_THAT(defects("#16 threads"), Not(HasSubstr("condition")));
    EXPECT_THAT(defects("#0"), Not(HasSubstr("condition")));
    EXPECT_THAT(defects("#2 threads"), HasSubstr("condition profiled_case "));
}

TEST_F(Verify, FindsTimesThatTheirTrialsDoNotMake) {
    for (const auto* set : {"median_ns = 2 * median_ns", "round = 7", "trial_count = trial_count + 1"})
        EXPECT_THAT(found(fmt::format("UPDATE time_round SET {} WHERE case_id = 1", set)),
                    HasSubstr("time time_round - 1: "))
            << set;
}

TEST_F(Verify, FindsLimitsThatNoDeviceHas) {
    Writer(whole).write_limits(RunId{1}, sample::full_device(), sample::full_limits());
    const auto finds = [&](const char* value, const char* unit) {
        return !found(
                    fmt::format("UPDATE device_limit SET value = {}, unit_id = (SELECT id FROM string WHERE "
                                "text = '{}')",
                                value, unit))
                    .empty();
    };
    EXPECT_FALSE(finds("4e12", "bytes/s"));
    EXPECT_FALSE(finds("0", "ns"));
    EXPECT_TRUE(finds("0", "bytes/s"));
    EXPECT_TRUE(finds("1e-300", "bytes/s"));
    const std::vector<DeviceLimit> none{{"read_bandwidth", 0, "bytes/s", 0}};
    error_of(ErrorKind::internal, [&] { Writer(whole).write_limits(RunId{1}, sample::full_device(), none); });
}

TEST_F(Verify, FindsCasesThatNobodyVerified) {
    const std::string command =
        "UPDATE trial SET verified = 0; UPDATE run SET command = 'sortscope import times.csv -o a.db'";
    EXPECT_THAT(found(command), HasSubstr("verified trial - 1: ")) << "nothing but the words of a command";
    EXPECT_EQ(
        found(command + "; INSERT INTO run_note (run_id, position, severity_id, text) SELECT id, 99, 1, "
                        "'Imported from times.csv: nothing of it was measured by sortscope.' FROM run"),
        "")
        << "whoever imports answers for it";
}

TEST_F(Verify, FindsLaunchesThatLostTheirSites) {
    const std::string one = "(SELECT min(launch_id) FROM launch_site)";
    const auto text = found("DELETE FROM launch_site WHERE launch_id = " + one);
    EXPECT_THAT(text, HasSubstr("missing launch_site "));
    EXPECT_THAT(text, HasSubstr(" 4: The launch has modelled counters"));
    const auto launch = Reader(whole).read_case(CaseId{4}, Detail::launches).launches.at(0);
    std::string columns;
    for (const auto& value : launch.counters)
        if (value.provenance == Provenance::modelled && set_of(value.id, Provenance::modelled) != nullptr)
            columns += fmt::format("{}{} = 0", columns.empty() ? "" : ", ", metric_of(value.id).id);
    ASSERT_FALSE(columns.empty());
    // Before the sites go, by which the launch is found.
    EXPECT_THAT(found("UPDATE counter_modelled SET " + columns + " WHERE launch_id = " + one +
                      "; DELETE FROM launch_site WHERE launch_id = " + one),
                Not(HasSubstr("missing launch_site ")))
        << "what did nothing has no sites";
}

TEST_F(Verify, NamesTwentyOfMany) {
    const auto zeros = verify(changed_copy(whole, "UPDATE launch SET duration_ns = 0")).defects;
    EXPECT_EQ(std::ranges::count(zeros, "zero", &Defect::check), 21);
    // By rows and by reading.
    CaseRecord bare;
    bare.subject.name = "a";
    bare.backend = BackendKind::cpu;
    record(copy, std::vector(60, bare));
    change(copy,
           "UPDATE profiled_case SET message = 'x' WHERE id <= 30; UPDATE profiled_case SET status_id = 2 "
           "WHERE id > 30");
    EXPECT_EQ(std::ranges::count(verify(copy).defects, "message", &Defect::check), 21);
}

TEST_F(Verify, ADamagedPageIsFound) {
    fs::copy_file(whole, copy);
    {
        std::fstream file(copy, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(static_cast<std::streamoff>(fs::file_size(copy)) - 3000);
        file << std::string(1500, '\xff');
    }
    std::string said;
    try {
        said = sentences(verify(copy).defects);
    } catch (const Error& error) {
        said = error.what();
    }
    EXPECT_FALSE(said.empty());
    EXPECT_THAT(data_error([&] { verify(folder / "none.db"); }), HasSubstr("There is no file"));
}
}  // namespace
}
