#include "tests/db/collected_import.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <fstream>

#include "core/condition.hpp"
#include "core/csv_text.hpp"
#include "db/check/verify.hpp"
#include "db/import/import_columns.hpp"
#include "db/read/reader.hpp"
#include "db/write/remove.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/sample/rows.hpp"

namespace sortscope::db {
namespace {
using namespace test;
using ImportFile = OneFile;
using testing::ElementsAre, testing::HasSubstr;
namespace fs = std::filesystem;

const fs::path seeds = fs::path(SORTSCOPE_SOURCE_DIR) / "tests/data/import";

std::string import_error(const std::string& text, const ImportOptions& options = {},
                         ErrorKind kind = ErrorKind::data) {
    return error_of(kind, [&] { parse_import("x.csv", text, options); });
}

Imported imported(const std::string& seed, const ImportOptions& options = {}) {
    return parse_import(seed, text_of(seeds / seed), options);
}

TEST(CsvReader, ReadsRfc4180) {
    const std::string text = "a,\"b \"\"c\"\"\",\r\n\"d\r\ne\",,\"\"\n\nf";
    CsvReader reader("x.csv", text);
    std::vector<CsvField> fields;
    std::string read;
    while (reader.next(fields))
        for (const auto& field : fields)
            read += fmt::format("{}:{} {}|", field.line, field.column, field.text);
    EXPECT_EQ(read, "1:1 a|1:3 b \"c\"|1:13 |2:1 d\r\ne|3:4 |3:5 |5:1 f|");
}

TEST(CsvReader, DropsTheApostropheOfAFormulaAlone) {
    CsvReader reader("x.csv", "'=a,'-1,\"'-b,c\",'quoted'");
    std::vector<CsvField> fields;
    ASSERT_TRUE(reader.next(fields));
    std::string read;
    for (const auto& field : fields) read += field.text + "|";
    EXPECT_EQ(read, "=a|'-1|-b,c|'quoted'|");
}

TEST(Import, MakesCasesOfTimes) {
    const auto result = imported("times.csv");
    ASSERT_EQ(result.cases.size(), 2u);
    EXPECT_EQ(result.rows, 3u);
    const auto& first = result.cases[0];
    EXPECT_EQ(std::tuple(first.subject.name, first.keys(), first.block(), first.device.name, first.backend),
              std::tuple("their-sort", 1u << 20, 256u, "NVIDIA H200", BackendKind::cupti));
    EXPECT_EQ(std::tuple(first.time_mode, first.time.value().median_ns), std::tuple(TimeMode::stream, 77750));
    EXPECT_EQ(first.time->count, 2u);
    ASSERT_EQ(first.trials.size(), 2u);
    EXPECT_FALSE(first.trials[0].verified) << "nobody here saw its output";
    EXPECT_THAT(first.notes.at(0).text, HasSubstr("measured by another tool, and not verified here"));
    EXPECT_EQ(result.cases[1].subject.name, "sort, with a \"name\"");
    EXPECT_EQ(result.cases[1].key(), KeyType::u64);
    const auto bom = imported("crlf_bom.csv").cases;
    ASSERT_EQ(bom.size(), 3u) << "\"two\\r\\nlines\" and \"two lines\" are different cases";
    EXPECT_EQ(bom[1].subject.name, "second");
}

TEST(Import, AnEmptyCellSaysNothingOfTheOutput) {
    const std::string head = "variant,n,time_us,kernel,duration_us,verified\nfoo,1024,10,k,3,";
    const auto result = parse_import("x.csv", head + "\nfoo,1024,10,k,4,yes\nfoo,1024,10,k,5,\n", {});
    ASSERT_EQ(result.cases.size(), 1u);
    EXPECT_TRUE(result.cases[0].trials.at(0).verified);
    EXPECT_EQ(result.cases[0].launches.size(), 3u);
    EXPECT_THAT(result.cases[0].notes.at(0).text,
                HasSubstr("which says that outputs were verified; here none was"));
    EXPECT_THAT(import_error(head + "no\nfoo,1024,10,k,4,yes\n"), HasSubstr("line 3"));
}

TEST(Import, MakesCasesOfLaunches) {
    const auto result = imported("launches.csv");
    ASSERT_EQ(result.cases.size(), 2u);
    const auto& launches = result.cases[0].launches;
    ASSERT_EQ(launches.size(), 2u);
    EXPECT_EQ(std::tuple(launches[1].kernel, launches[1].stage.stage), std::tuple("second", 2));
    EXPECT_EQ(std::tuple(launches[1].duration_ns, launches[0].grid), std::tuple(3500, (Dim3{16, 1, 1})));
    EXPECT_EQ(launches[0].block, (Dim3{256, 1, 1}));
    EXPECT_THAT(launches[0].counters,
                ElementsAre(CounterValue{CounterId::gld_requests, Provenance::measured, 1000, 1},
                            CounterValue{CounterId::gld_sectors, Provenance::measured, 4000, 1}));
    EXPECT_TRUE(launches[1].counters.empty()) << "absent is not zero";
    EXPECT_EQ(result.cases[0].axes.integer("ways"), 4);
    const auto published =
        parse_import("x", "variant,n,kernel,gld_requests\na,1,k,5\n", {.provenance = Provenance::published});
    EXPECT_EQ(published.cases[0].launches[0].counters[0].provenance, Provenance::published);
}

TEST(Import, KnowsNvbenchAndNcu) {
    const auto nvbench = imported("nvbench.csv", {.others = true});
    ASSERT_EQ(nvbench.cases.size(), 1u);
    EXPECT_EQ(std::tuple(nvbench.skipped, nvbench.cases[0].subject.name), std::tuple(1u, "radix_sort"));
    EXPECT_EQ(nvbench.cases[0].time->median_ns, 153000);
    EXPECT_THAT(nvbench.left_out, testing::Contains("T{ct}"));
    const auto ncu = imported("ncu.csv", {.values = {{"variant", "v"}, {"n", "2^20"}}});
    ASSERT_EQ(ncu.cases.size(), 1u);
    const auto& launch = ncu.cases[0].launches.at(0);
    EXPECT_EQ(std::tuple(launch.kernel, launch.duration_ns, launch.registers, launch.grid.x),
              std::tuple("merge(unsigned int *, int)", 12580, 32u, 4096u));
    EXPECT_EQ(launch.counters.size() + launch.vendor_values.size(), 1u) << "of words there is no value";
}

TEST(Import, TakesNcusUnitsOrRefusesThem) {
    const std::map<std::optional<double>, std::vector<const char*>> units{
        {1, {"", "inst/cycle", "%", "register/thread"}},
        {1e3, {"Kbyte/block", "usecond"}},
        {1e6, {"cycle/usecond", "Mhz"}},
        {1e9, {"Gbyte/second", "byte/nsecond", "cycle/nsecond", "s"}},
        {std::nullopt, {"KB", "MiB", "Gbyte/s/s", "inst/K", "T"}}};
    for (const auto& [factor, names] : units)
        for (const auto* name : names) EXPECT_EQ(unit_factor(name), factor) << name;
    const ImportOptions options{.values = {{"variant", "v"}, {"n", "2^20"}}};
    const auto text = [](const std::string& unit, const std::string& value,
                         const std::string& name = "sm__cycles_elapsed.avg.per_second") {
        return "ID,Kernel Name," + name + "\n,," + unit + "\n0,k," + value + "\n";
    };
    const auto clock = parse_import("x.csv", text("cycle/nsecond", "1.98"), options);
    EXPECT_EQ(clock.cases.at(0).launches.at(0).vendor_values.at(0).value.as_double(), 1.98e9);
    EXPECT_TRUE(clock.values_left_out.empty());
    EXPECT_THAT(
        import_error(text("MiB", "5"), options),
        HasSubstr("'x.csv', line 2, column 3: column 'sm__cycles_elapsed.avg.per_second': the unit 'MiB' is "
                  "not understood. Have all printed in their own units (ncu --print-units base)"));
    for (const auto& [unit, name] :
         {std::pair("Kinst", "warp_instructions"), {"Kbyte/block", "shared_bytes"}})
        EXPECT_THAT(import_error(text(unit, "5", name), options), HasSubstr("--print-units base"));
    const auto odd =
        parse_import("x.csv", "ID,Kernel Name,a__b\n,,\n0,k,-1\n1,k,2e18\n2,k,word\n3,k,7\n", options);
    EXPECT_EQ(odd.values_left_out, (std::map<std::string, uint64_t>{{"a__b", 3}}));
    EXPECT_EQ(odd.cases.at(0).launches.at(3).vendor_values.at(0).value.as_double(), 7);
}

TEST(Import, NamesLineAndColumnOfWhatIsWrong) {
    const std::pair<ImportOptions, const char*> bad_options[] = {
        {{.values = {{"block_threads", "-4"}}}, "--set block_threads: -4 is not within 0 to"},
        {{.values = {{"nothing", "1"}}}, "'nothing' is no column of a case"},
        {{.columns = {{"n", "nn"}}}, "there is no column 'nn'"},
        {{.columns = {{"tim", "time_us"}}}, "has no column 'tim'."}};
    const std::string head = "variant,n,time_ns\n";
    for (const auto& [options, words] : bad_options)
        EXPECT_THAT(import_error(head + "a,1,3\n", options, ErrorKind::usage), HasSubstr(words));
    for (const auto& [place, words, text] : sample::rows_of("db/import_refused.txt"))
        EXPECT_THAT(import_error(text), HasSubstr(words)) << place;
    EXPECT_THAT(import_error(""), HasSubstr("'x.csv' is empty"));
    EXPECT_THAT(import_error(head + std::string(70000, 'a') + ",1,1\n"), HasSubstr("more than 65536 bytes"));
}

TEST(Import, TakesTheDecimalMarkThatIsNamed) {
    const ImportOptions point{.decimal = DecimalMark::point}, comma{.decimal = DecimalMark::comma};
    EXPECT_THAT(import_error("variant;n;time_us\na;1;1.5\n", comma), HasSubstr("'1.5' has a point"));
    const auto time_of = [](const std::string& text, const ImportOptions& options) {
        return parse_import("x.csv", "variant;n;time_us\na;2^10;" + text + "\n", options)
            .cases.at(0)
            .time.value()
            .median_ns;
    };
    EXPECT_EQ(time_of("1.000", point), 1000);
    EXPECT_EQ(time_of("1,5", comma), 1500);
    EXPECT_EQ(time_of("1.5e1", {}), 15000);
    EXPECT_EQ(parse_import("x.csv", "variant,n,time_us\na,1e3,12.345\n", {}).cases.at(0).time->median_ns,
              12345)
        << "between commas a point marks decimals";
}

TEST(Import, FindsTheSeparatorInTheHeader) {
    for (const char separator : {',', ';', '\t'}) {
        std::string text = "variant,n,time_us\n\"a,;\",1024,5\n";
        for (const size_t at : {7U, 9U, 23U, 28U}) text.at(at) = separator;
        const auto result = parse_import("x.csv", text, {});
        EXPECT_EQ(result.cases.at(0).subject.name, "a,;") << separator;
        EXPECT_EQ(result.cases.at(0).keys(), 1024u);
    }
    const std::string mixed = "variant;n;time,us\na;1;5\n";
    EXPECT_THAT(import_error(mixed), HasSubstr("--separator"));
    EXPECT_EQ(
        parse_import("x.csv", mixed, {.columns = {{"time,us", "time_us"}}, .separator = ';'}).cases.size(),
        1u);
}

TEST(Import, DropsOneOfTwoColumnsByItsNumber) {
    const std::string text = "variant,n,variant,time_us\na,1,b,5\n";
    EXPECT_THAT(import_error(text), HasSubstr("--map '#3='"));
    EXPECT_EQ(parse_import("x.csv", text, {.columns = {{"#3", ""}}}).cases.at(0).subject.name, "a");
    EXPECT_EQ(parse_import("x.csv", text, {.columns = {{"#1", ""}}}).cases.at(0).subject.name, "b");
}

TEST(Import, GivesManyLaunchesAwayAsTheyCome) {
    std::string text = "variant,n,kernel,duration_ns\nb,1,k,5\n";
    constexpr size_t launches = (1U << 17U) + 100;
    for (size_t i = 0; i < launches; ++i) text += "a,1,k,7\n";
    text += "c,1,k,5\nb,1,k,5\n";
    CollectedCases collected;
    std::istringstream in(text);
    const auto refusal = data_error([&] { import_csv("x.csv", in, {}, collected); });
    EXPECT_THAT(refusal,
                HasSubstr(fmt::format("'x.csv', line {}, column 1: the case of line 2", launches + 4)));
    ASSERT_EQ(collected.cases.size(), 2u);
    EXPECT_EQ(collected.cases[1].launches.size(), launches);
    EXPECT_EQ(collected.cases[1].launches.back().index, launches - 1);
}

TEST_F(ImportFile, RefusesWhatVerifyWouldFind) {
    const std::string launch = "variant,n,kernel,";
    // Accepted: half-warps that move whole segments, streams in any order, and sectors without requests.
    for (const char* text :
         {"compute_capability,gld_requests,gld_sectors\na,1,k,1.3,1,64\n",
          "stream,start_us\na,1,k,1,10\na,1,k,2,3\na,1,k,1,20\na,1,k,2,4\n", "gld_sectors\na,1,k,100\n"})
        EXPECT_EQ(parse_import("x.csv", launch + text, {}).cases.size(), 1u) << text;
    // store() checks the draft before it creates the file. Add impossible counters.
    auto values = imported("launches.csv");
    ASSERT_EQ(values.cases.size(), 2u);
    auto& counters = values.cases[1].launches.front().counters;
    counters.push_back({CounterId::l2_lookups, Provenance::measured, Number(1), 1});
    counters.push_back({CounterId::l2_hits, Provenance::measured, Number(2), 1});
    const auto refusal = data_error([&] { store_import(folder / "a.db", full_run(), values); });
    EXPECT_THAT(refusal, HasSubstr("hits L2 more often than it asks"));
    EXPECT_THAT(refusal, HasSubstr("', line " + std::to_string(values.lines[1]) +
                                   ": the case that begins there, " + condition_of(values.cases[1]).label()))
        << "the values' own line and case, not those of the draft";
    EXPECT_FALSE(fs::exists(folder / "a.db"));
}

TEST_F(ImportFile, StoresAllOrNothing) {
    const auto result = imported("launches.csv");
    store_import(path, full_run(), result);
    EXPECT_EQ(Reader(path).cases().size(), 2u);
    EXPECT_EQ(Reader(path).read_case(CaseId{1}).launches.size(), 2u);
    store_import(path, full_run(), imported("times.csv"));
    EXPECT_EQ(std::tuple(Reader(path).runs().size(), Reader(path).cases().size()), std::tuple(2u, 4u));
    EXPECT_TRUE(verify(path).defects.empty());
    EXPECT_THAT(
        error_of(ErrorKind::environment, [&] { store_import(folder / "none" / "b.db", full_run(), result); }),
        HasSubstr("There is no folder"));
    std::ofstream(folder / "other.db") << "something else";
    EXPECT_THAT(data_error([&] { store_import(folder / "other.db", full_run(), result); }),
                HasSubstr("is not a SQLite file"));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 2);
}

TEST_F(ImportFile, RefusesTheSameValuesUnlessAskedToTakeThemAgain) {
    const auto result = imported("launches.csv");
    const auto take = [&](bool again) {
        auto run = full_run();
        run.uuid = import_uuid(path, result, again);
        store_import(path, run, result);
    };
    EXPECT_EQ(import_uuid(path, result, false), result.digest) << "there is no file";
    store_import(path, full_run(), imported("times.csv"));
    take(false);
    EXPECT_THAT(error_of(ErrorKind::usage, [&] { import_uuid(path, result, false); }), HasSubstr("run 2"));
    const auto second = import_uuid(path, result, true);
    take(true);
    ASSERT_EQ(Reader(path).runs().size(), 3u);
    EXPECT_EQ((std::set{result.digest, second, import_uuid(path, result, true)}).size(), 3u);
    const auto other = folder / "other.db";
    auto run = full_run();
    run.uuid = result.digest;
    store_import(other, run, result);
    EXPECT_EQ(import_uuid(other, result, true), second) << "so that a merge knows it again";
    remove(path, {.runs = {RunId{2}}});
    EXPECT_EQ(import_uuid(path, result, false), result.digest);
    EXPECT_TRUE(verify(path).defects.empty());
}

TEST(Import, EverySeedOfTheFuzzerIsRefusedOrStored) {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(seeds)) {
        const auto text = text_of(entry.path());
        for (unsigned choice = 0; choice < 16; ++choice) {
            auto input = std::string(1, char(choice)) + text;
            EXPECT_EQ(LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size()), 0)
                << entry.path();
            // Truncated input must not crash the import.
            for (size_t size = 0; size < input.size(); size += 1 + input.size() / 40)
                LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), size);
        }
        ++count;
    }
    EXPECT_GE(count, 10);
}
}  // namespace
}
