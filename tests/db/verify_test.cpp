#include "db/check/verify.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <fstream>

#include "core/metric/metric.hpp"
#include "core/times.hpp"
#include "db/read/reader.hpp"
#include "db/schema/schema.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"
#include "tests/sample/files.hpp"
#include "tests/sample/rows.hpp"

namespace sortscope::db {
namespace {
using namespace test;
using testing::HasSubstr, testing::Not;
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
        // In the sample, one line has two loads, and one line four branches. Multiply their counts, to equal
        // the launches' counters.
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
    /// Makes each change of a file in tests/data. Expects its defect, or none for "not ...".
    void expect_planted(const std::string& file) {
        for (const auto& [place, defect, sql] : sample::rows_of(file)) {
            const bool wanted = !defect.starts_with("not ");
            const auto text = found(sql);
            EXPECT_EQ(text.find(wanted ? defect : defect.substr(4)) != std::string::npos, wanted)
                << place << ": " << text;
        }
    }
    TempFolder folder;
    fs::path whole = folder / "whole.db";
    fs::path copy = folder / "copy.db";
};

TEST_F(Verify, FindsWhatIsPlanted) { expect_planted("db/planted.txt"); }

TEST_F(Verify, FindsWhatIsPlantedInARecordedCase) {
    whole = folder / "full.db";
    record(whole, 1);
    expect_planted("db/planted_in_full_case.txt");
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
    // Update before deleting: `one` finds the launch by its sites.
    EXPECT_THAT(found("UPDATE counter_modelled SET " + columns + " WHERE launch_id = " + one +
                      "; DELETE FROM launch_site WHERE launch_id = " + one),
                Not(HasSubstr("missing launch_site ")))
        << "what did nothing has no sites";
}

TEST_F(Verify, NamesTwentyOfMany) {
    const auto zeros = verify(changed_copy(whole, "UPDATE launch SET duration_ns = 0")).defects;
    EXPECT_EQ(std::ranges::count(zeros, "zero", &Defect::check), 21);
    // checks.sql finds the first 30 defects. Reading the cases finds the others.
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
