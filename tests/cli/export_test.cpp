// `sortscope export` through the program: parsers of other projects read its output.
#include <sys/wait.h>

#include <cstdlib>
#include <set>

#include <unistd.h>
#include "db/read/reader.hpp"

#include "tests/cli/program.hpp"
#include "tests/present/svg/picture.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/files.hpp"
#include "tests/sample/network.hpp"

namespace sortscope::test {
namespace {
using Export = SampleTest;

const std::string example = SORTSCOPE_EXAMPLE;

/// A case of the example, with times of its launches.
int64_t traced_case() {
    const db::Reader reader(example);
    for (const auto& record : reader.cases())
        if (record.subject.name == "bitonic-semi" && record.backend == BackendKind::cupti && record.time &&
            record.launch_count > 20)
            return int64_t(record.id);
    ADD_FAILURE() << "the example has no such case";
    return 1;
}

/// The first record of a CSV, by the names of its columns.
json first_record(const std::string& csv) {
    std::istringstream lines(csv);
    std::string line, name, value;
    std::getline(lines, line, '\r');
    std::istringstream names(line);
    lines.get();
    std::getline(lines, line, '\r');
    std::istringstream values(line);
    json record;
    while (std::getline(names, name, ',')) {
        std::getline(values, value, ',');
        record[name] = value;
    }
    return record;
}

/// The exit code of a shell command.
int code_of(const std::string& command) {
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(Export, CsvOfCasesIsARowEach) {
    EXPECT_THAT(folder.text("export -o cases.csv"), IsEmpty());
    const auto csv = folder.read("cases.csv");
    EXPECT_EQ(std::ranges::count(csv, '\n'), 7);
    holds(first_record(csv), R"({"/case_id": "1", "/n": "1024", "/status": "ok", "/median_ns": "100000"})");
    EXPECT_EQ(folder.text("export --csv"), csv);
    EXPECT_EQ(std::ranges::count(folder.text("export --csv --n 2^12"), '\n'), 3);
}

TEST_F(Export, CsvOfLaunchesKeepsProvenancesApart) {
    folder.text("export --records launches --backend cupti,simt -o launches.csv");
    const auto csv = folder.read("launches.csv");
    holds(first_record(csv), R"({"/launch_index": "0", "/duration_ns": "1000", "/gld_efficiency_pct": "100",
            "/gld_sectors_modelled": ""})");  // the first case is measured
    EXPECT_TRUE(first_record(csv).contains("gld_sectors"));
    const db::Reader reader(folder.path() / "sortscope.db");
    int64_t launches = 0;
    for (const auto& one : reader.cases()) launches += int64_t(one.launch_count);  // CPU cases have none
    EXPECT_EQ(std::ranges::count(csv, '\n'), launches + 1);
}

TEST_F(Export, CsvOfTrialsAndSeries) {
    EXPECT_THAT(folder.text("export --csv --records trials"),
                StartsWith("case_id,variant,key,n,kind,trial_index"));
    EXPECT_THAT(
        folder.text("export '" + example + "' --csv --records series --variant bitonic-semi"),
        StartsWith("case_id,variant,key,n,metric,unit,provenance,time_mode,start_ns,interval_ns,value\r\n"));
}

TEST_F(Export, JsonHoldsWhatIsAskedFor) {
    folder.text("export 1 --records trials,launches,series -o case.json");
    const auto document = json::parse(folder.read("case.json"));
    ASSERT_EQ(document.at("cases").size(), 1U);
    const auto& record = document["cases"][0];
    holds(record, R"({"/case_id": 1, "/launches#": 55})");
    EXPECT_FALSE(record.at("trials").empty());
    EXPECT_TRUE(document.at("legend").at("metrics").contains("gld_sectors"));
    EXPECT_FALSE(folder.json("export")["cases"][0].contains("launches"));
}

/// Expects that complete events of one track are nested or do not overlap.
void expect_nested(const json& trace) {
    std::map<std::pair<int, int>, std::multiset<std::pair<int64_t, int64_t>>> tracks;  // begin, -end
    for (const auto& event : trace.at("traceEvents"))
        if (event.at("ph") == "X") {
            const auto begin = std::llround(1000 * event.at("ts").get<double>());
            tracks[{event.at("pid").get<int>(), event.at("tid").get<int>()}].emplace(
                begin, -begin - std::llround(1000 * event.at("dur").get<double>()));
        }
    EXPECT_FALSE(tracks.empty());
    for (const auto& [track, slices] : tracks) {
        std::vector<int64_t> ends;
        for (const auto& [begin, end] : slices) {
            while (!ends.empty() && ends.back() <= begin) ends.pop_back();
            EXPECT_LE(-end, ends.empty() ? -end : ends.back())
                << "track " << track.second << " at " << begin << " ns";
            ends.push_back(-end);
        }
    }
}

TEST_F(Export, TraceHasStagesSubstagesAndLaunchesOfTheCase) {
    folder.text("export 1 --format trace -o trace.json --metric gld_efficiency_pct");
    const auto trace = json::parse(folder.read("trace.json"));
    expect_nested(trace);
    std::map<std::string, size_t> slices;
    size_t counters = 0;
    std::vector<json> launches;
    for (const auto& event : trace["traceEvents"]) {
        if (event["ph"] == "X") ++slices[event["cat"].get<std::string>()];
        if (event["ph"] == "C") {
            ++counters;
            EXPECT_EQ(event["name"], "Load efficiency by launch (measured)");
        }
        if (event.contains("cat") && event["cat"] == "launch") launches.push_back(event);
    }
    holds(slices, R"({"/stage": 10, "/substage": 55, "/launch": 55})");
    EXPECT_EQ(counters, 55U);
    // Launch i takes (i + 1) us.
    EXPECT_DOUBLE_EQ(launches.at(4)["dur"].get<double>(), 5);
    EXPECT_EQ(launches[4]["args"]["counters"]["measured"].contains("gld_sectors"), true);
    EXPECT_EQ(trace["otherData"]["case"]["case_id"], 1);
}

TEST_F(Export, StreamsOfSeveralContextsHaveTracksOfTheirOwn) {
    std::ofstream(folder.path() / "two.csv")
        << "variant,n,kernel,context,stream,start_us,duration_us\na,1024,k,1,4294967295,0,10\na,1024,k,2,"
           "4294967295,5,10\na,1024,k,1,4294967295,20,10\n";
    folder.text("import two.csv -o two.db");
    folder.text("export two.db 1 --format trace -o two.json");
    std::set<int> tracks;
    std::set<std::string> names;
    const auto trace = json::parse(folder.read("two.json"));
    for (const auto& event : trace.at("traceEvents")) {
        if (event.at("name") == "thread_name") names.insert(event.at("args").at("name").get<std::string>());
        if (event.value("cat", "") != "launch") continue;
        tracks.insert(event.at("tid").get<int>());
        EXPECT_EQ(event.at("dur"), 10.0) << "none is drawn up to a launch of another context";
    }
    EXPECT_EQ(tracks, (std::set{10, 11}));
    EXPECT_TRUE(names.contains("context 2, stream 4294967295: stages, substages, launches"));
}

TEST_F(Export, TracesFollowTheSchemaOfTheFormat) {
    if (code_of("/usr/bin/python3 -c 'import jsonschema' 2>/dev/null") != 0)
        GTEST_SKIP() << "/usr/bin/python3 has no jsonschema (Debian package python3-jsonschema).";
    folder.text("export 1 --format trace -o sample.json");
    folder.text("export '" + example + "' " + std::to_string(traced_case()) +
                " --format trace -o example.json");
    expect_nested(json::parse(folder.read("example.json")));
    const auto validates = [&](const std::string& file) {
        return code_of("cd '" + folder.path().string() +
                       "' && /usr/bin/python3 -c \"import json, jsonschema; "
                       "jsonschema.Draft7Validator(json.load(open('" +
                       std::string(SORTSCOPE_TRACE_SCHEMA) + "'))).validate(json.load(open('" + file +
                       "')))\" >schema.txt 2>&1");
    };
    EXPECT_EQ(validates("sample.json"), 0) << folder.read("schema.txt");
    EXPECT_EQ(validates("example.json"), 0) << folder.read("schema.txt");
    // The schema refuses a broken trace.
    EXPECT_EQ(code_of("cd '" + folder.path().string() +
                      "' && sed 's/\"dur\"/\"duration\"/' sample.json >broken.json"),
              0);
    EXPECT_NE(validates("broken.json"), 0);
}

TEST_F(Export, TextsOfTheExamplesChartsNeverTouch) {
    const auto id = std::to_string(traced_case());
    std::vector<std::string> charts;
    for (const char* name :
         {"stages", "substages", "launches", "kernels", "matrix", "timeline", "sort", "roofline"})
        charts.push_back("export '" + example + "' " + id + " --chart " + name);
    for (const char* name :
         {"throughput", "throughput --key u32", "blocks", "sweep", "sweep-matrix --over max_keys",
          "comparison --across variant=bitonic-semi,bitonic-basic"})
        charts.push_back("export '" + example + "' --chart " + std::string(name));
    charts.push_back("export 2 --chart matrix --metric gst_efficiency_pct");
    charts.push_back("export 4 --chart stages --metric global_sectors");
    has(parse_picture(folder.text("export 2 --chart stages --format svg")).title,
        {"Case 2", "bitonic", "2^12", "block 256"});
    for (const auto& chart : charts)
        for (const char* style : {"", " --style print", " --theme dark --width 1600 --height 900"}) {
            const auto outcome = folder.sortscope(chart + style + " --format svg");
            if (outcome.code == 3 && chart.find("roofline") != std::string::npos &&
                outcome.err.find("--counters all") != std::string::npos)
                continue;  // the example lacks counters
            EXPECT_EQ(outcome.code, 0) << chart << ": " << outcome.err;
            if (outcome.code == 0) {
                EXPECT_THAT(picture_faults(outcome.out), IsEmpty()) << chart << style;
            }
        }
}

TEST_F(Export, PngAndPdfByTheEndingOfTheFile) {
    const auto png = folder.sortscope("export 1 --chart stages -o a.png");
    if (png.code == 4 && png.err.find("librsvg") != std::string::npos) GTEST_SKIP() << png.err;
    EXPECT_EQ(png.code, 0) << png.err;
    EXPECT_THAT(folder.read("a.png"), StartsWith("\x89PNG"));
    folder.text("export 1 --chart matrix -o a.pdf");
    EXPECT_THAT(folder.read("a.pdf"), StartsWith("%PDF"));
    EXPECT_THAT(folder.text("export 1 --chart stages --format png"), StartsWith("\x89PNG"));
}

TEST_F(Export, ALinkWithTheNameOfAHalfWrittenFileIsNotFollowed) {
    folder.write("theirs", "kept");
    std::filesystem::create_symlink("theirs", folder.path() / ("a.csv.part-" + std::to_string(::getpid())));
    folder.text("export --csv -o a.csv");
    EXPECT_EQ(folder.read("theirs"), "kept");
    EXPECT_NE(folder.read("a.csv"), "");
}

TEST_F(Export, WrongRequestsAreSentencesAndLeaveWhatIsThere) {
    struct Refusal {
        const char* arguments;
        int code;
        const char* word;
    };
    for (const auto& [arguments, code, word] :
         {Refusal{"", 2, "--format"},
          {"--format xml", 2, "'xml'"},
          {"-o a.txt", 2, "a.txt"},
          {"--csv --json", 2, "--csv"},
          {"--csv --format svg", 2, "--format"},
          {"--csv --records cases,trials", 2, "--records"},
          {"--csv --records foo", 2, "'foo'"},
          {"1 --format svg --chart stage", 2, "'stages'"},
          {"--format svg --chart stages", 2, "CASE"},
          {"sortscope.db 1 --format svg --chart throughput", 2, "several cases"},
          {"1 --format svg --chart stages --metric gld_efficiency_pc", 2, "gld_efficiency_pct"},
          {"1 --format svg --style wide", 2, "'wide'"},
          {"1 --format svg --chart stages --width 20", 2, "120"},
          {"--format svg --chart comparison", 2, "--across"},
          {"--format svg --chart history", 2, "no history"},
          {"--csv --chart throughput", 2, "--chart"},
          {"--format html --chart throughput", 2, "--chart"},
          {"--format svg --records trials", 2, "--records"},
          {"4 --format trace", 3, "no times"},
          {"99 --csv", 2, "99"},
          {"--csv --variant bitonic-smi", 2, "bitonic-smi"},
          {"1 --csv -o no/such/folder.csv", 4, "'no/such'"},
          {"1 --csv -o /dev/full", 4, "No space left on device"},
          {"1 --csv -o sortscope.db-wal", 2, "sortscope.db-wal"},
          {"1 --chart loads -o kept.svg", 3, "--counting"}})
        folder.refuses(std::string("export ") + arguments, code, word);
    EXPECT_FALSE(folder.has("sortscope.db-wal"));
    folder.text("export 1 --chart stages -o kept.svg");
    const auto before = folder.read("kept.svg");
    folder.refuses("export 4 --format trace -o kept.svg", 3, "no times");
    EXPECT_EQ(folder.read("kept.svg"), before);
    EXPECT_THAT(folder.half_written(), IsEmpty());
}

/// Writes a file with texts that a browser would run if unescaped.
void write_hostile(const std::filesystem::path& path) {
    auto record = sample::gpu_case(1 << 10);
    record.subject.name = "</script><script>window.pwned=1</script><img src=x onerror=window.pwned=1>";
    record.device.name = "\"><script>window.pwned=2</script>";
    for (auto& launch : record.launches)
        launch.kernel = "<!--<script>window.pwned=3//--><b onclick='window.pwned=4'>" + launch.kernel,
        launch.stage.label = "]]></svg><script>window.pwned=5</script>";
    auto other = record;
    edit(other).workload.n = 1 << 12;
    auto third = record;
    edit(third).workload.n = 1 << 14;
    auto run = sample::sample_run();
    run.command = "sortscope collect '</title><script>window.pwned=6</script>'";
    sample::write_cases(path, run, {record, other, third});
}

TEST_F(Export, APageHoldsAllItNeedsAndNoTextOfTheFileIsMoreThanText) {
    write_hostile(folder.path() / "hostile.db");
    for (const char* what : {"hostile.db", "hostile.db 1"}) {
        folder.text(std::string("export ") + what + " -o page.html");
        const auto page = folder.read("page.html");
        EXPECT_THAT(page, StartsWith("<!DOCTYPE html>"));
        has(page, {"Content-Security-Policy\" content=\"default-src 'none'", "window.pwned=1"});  // escaped
        for (const char* bad : {"<script>window", "<img", "<b onclick", "<link", "@import", "<iframe",
                                " src=\"", "<!--<script"})
            has(page, {}, {bad});
        // Only SVG's name space and the library's notice have addresses.
        for (auto at = page.find("http"); at != std::string::npos; at = page.find("http", at + 4)) {
            const auto word = page.substr(at, 40);
            if (!word.starts_with("http://") && !word.starts_with("https://")) continue;
            EXPECT_TRUE(word.starts_with("http://www.w3.org/2000/svg") ||
                        word.starts_with("https://www.chartjs.org") ||
                        word.starts_with("https://github.com/kurkle/color"))
                << word;
        }
        for (auto at = page.find("href=\""); at != std::string::npos; at = page.find("href=\"", at + 6))
            EXPECT_EQ(page.at(at + 6), '#');
    }
}

TEST_F(Export, APageOfACaseHasItsAdviceWithTheSourceOfTheLinesThatItNames) {
    const db::Reader reader(example);
    std::string id, headline;
    for (const auto& record : reader.cases()) {
        if (record.subject.name != "bitonic-a" || reader.sources(record.id).empty()) continue;
        const auto number = std::to_string(int64_t(record.id));
        const auto advice = folder.json("advise '" + example + "' " + number);
        for (const auto& finding : advice["findings"])
            if (!finding["lines"].empty()) id = number, headline = finding["title"];
    }
    ASSERT_NE(id, "") << "the example has such a case";
    folder.text("export '" + example + "' " + id + " -o page.html");
    const auto page = folder.read("page.html");
    has(page, {"What makes it slower than it could be", headline});
    const auto source = page.find("<summary>Source: ");
    ASSERT_NE(source, std::string::npos) << "the lines, to be opened";
    EXPECT_THAT(page.substr(source, 20'000), HasSubstr("<td class=\"l code\">"));
    EXPECT_THAT(page.substr(source, 20'000), HasSubstr("c.load("));
}

TEST_F(Export, APageOfTheExampleBehavesInABrowser) {
    const auto tried = [&](const std::string& arguments) {
        folder.text("export " + arguments + " -o page.html");
        return code_of("cd '" + folder.path().string() + "' && /usr/bin/python3 '" + SORTSCOPE_BROWSER_TEST +
                       "' page.html >browser.txt 2>&1");
    };
    const int code = tried("'" + example + "' " + std::to_string(traced_case()));
    if (code == 77 || code == 127) GTEST_SKIP() << folder.read("browser.txt");
    EXPECT_EQ(code, 0) << folder.read("browser.txt");
    EXPECT_EQ(tried("'" + example + "'"), 0) << folder.read("browser.txt");
    write_hostile(folder.path() / "hostile.db");
    EXPECT_EQ(tried("hostile.db"), 0) << folder.read("browser.txt");
}

TEST_F(Export, WritesOverNoFileOfProfiles) {
    const auto before = folder.read("sortscope.db");
    std::filesystem::create_symlink("sortscope.db", folder.path() / "link.db");
    for (const char* command : {"export sortscope.db 1 --format csv -o sortscope.db",
                                "export sortscope.db 1 --format json -o ./link.db",
                                "query sortscope.db 'SELECT 1' --csv -o sortscope.db"}) {
        folder.refuses(command, 2, "Choose another name");
        EXPECT_TRUE(folder.read("sortscope.db") == before) << command;
    }
}
TEST_F(Export, OfThroughputSaysWhichCurvesAreDrawn) {
    const auto said = folder.text("export '" + example + "' --chart throughput -o rates.svg");
    has(said, {"choose others", "curves"});
    EXPECT_EQ(
        folder.text("export '" + example + "' --chart throughput --variant bitonic-c4 --key u32 -o c4.svg")
            .find("--key"),
        std::string::npos);
}
}  // namespace
}
