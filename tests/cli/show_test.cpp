#include "cli/commands/show.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tests/cli/parsed.hpp"
#include "tests/cli/program.hpp"
#include "tests/sample/files.hpp"
#include "tests/sample/network.hpp"

namespace sortscope::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr present::text::Screen wide{std::nullopt, false};

/// Sites of all launches added up, in the order of their first.
std::vector<SiteCounts> sites_of(const CaseRecord& record) {
    std::vector<SiteCounts> sums;
    for (const auto& launch : record.launches)
        for (const auto& counts : launch.sites) {
            const auto same = std::ranges::find_if(sums, [&](const SiteCounts& sum) {
                return sum.site == counts.site && sum.provenance == counts.provenance;
            });
            if (same == sums.end())
                sums.push_back(counts);
            else
                add(*same, counts);
        }
    return sums;
}

/// What read_show() would read of a stored `record`.
ShowData data_of(const CaseRecord& record, const ShowOptions& options) {
    ShowData data{record,
                  analyzer::breakdown(record, analyzer::Grouping::stage),
                  analyzer::breakdown(record, options.by),
                  {}};
    if (options.sites) data.sites = sites_of(record);
    data.details.launch_count = record.launches.size();
    data.details.launches.clear();
    return data;
}

std::string shown(const CaseRecord& record, const ShowOptions& options = {}) {
    return render_show(data_of(record, options), options, wide);
}

TEST(RenderShow, AGpuCase) {
    const auto text = shown(sample::gpu_case(1024));
    EXPECT_THAT(text, HasSubstr("2^10 u32 uniform keys (4.00 KiB), block 256"));
    EXPECT_THAT(text, HasSubstr("ok; output verified in all 8 trials"));
    EXPECT_THAT(text, HasSubstr("median 1.000 ms, spread 0.4 %"));
    EXPECT_THAT(text, HasSubstr("stopped by noise below 0.5 %"));
    EXPECT_THAT(text, HasSubstr("warning: Another process used the GPU"));
    EXPECT_THAT(text, HasSubstr("time trial 5 left out: clocks were throttled"));
    EXPECT_THAT(text, HasSubstr("55, together 1.540 ms, 54.00 us between them"));
    EXPECT_THAT(text, HasSubstr("All values are measured."));
    EXPECT_THAT(text, Not(HasSubstr("*")));
}

TEST(RenderShow, RowsThatWereAskedForStandBelowAFewLines) {
    const auto lines_before = [](const std::string& text, const std::string& title) {
        const auto end = text.find(title);
        EXPECT_NE(end, std::string::npos) << text;
        return std::count(text.begin(),
                          text.begin() + static_cast<std::ptrdiff_t>(std::min(end, text.size())), '\n');
    };
    ShowOptions by_launch, by_kernel;
    by_launch.by = analyzer::Grouping::launch;
    by_kernel.by = analyzer::Grouping::kernel;
    const auto text = shown(sample::gpu_case(1024), by_launch);
    EXPECT_LE(lines_before(text, "By launch"), 6) << text;
    EXPECT_THAT(text, HasSubstr("; median 1.000 ms, measured; ok\n"));
    EXPECT_THAT(text, HasSubstr("warning: Another process used the GPU"))
        << "what must not be missed is said";
    EXPECT_THAT(text, Not(HasSubstr("time trial 5 left out")));
    EXPECT_THAT(text, HasSubstr("--all shows its facts and notes, too."));
    by_launch.all_facts = true;
    const auto all = shown(sample::gpu_case(1024), by_launch);
    EXPECT_THAT(all, HasSubstr("time trial 5 left out"));
    EXPECT_THAT(all, HasSubstr("stopped by noise below 0.5 %"));
    EXPECT_THAT(shown(sample::modelled_case(1024), by_kernel),
                HasSubstr("the host interpreter models counters, not time; ok\n"));
}

TEST(RenderShow, AModelledCaseIsMarkedAndHasNoTime) {
    const auto text = shown(sample::modelled_case(1024));
    EXPECT_THAT(text, HasSubstr("none: the host interpreter models counters, not time"));
    EXPECT_THAT(text, HasSubstr("shares are of the modelled sectors"));
    EXPECT_THAT(text, HasSubstr("sectors*"));
    EXPECT_THAT(text, HasSubstr("share*"));
    EXPECT_THAT(text, HasSubstr("* modelled by the host interpreter"));
    EXPECT_THAT(text, Not(HasSubstr("measured")));
}

TEST(RenderShow, ACpuCaseSaysWhyItHasNoStages) {
    const auto text = shown(sample::cpu_case(1024, 40000));
    EXPECT_THAT(text, HasSubstr("A sort on the CPU has no kernel launches"));
    EXPECT_THAT(text, HasSubstr("25.60 Mkey/s"));
    EXPECT_THAT(text, Not(HasSubstr("block")));
}

TEST(RenderShow, Groupings) {
    const auto record = sample::gpu_case(16, 8);
    ShowOptions options;
    options.by = analyzer::Grouping::substage;
    EXPECT_THAT(shown(record, options), HasSubstr("4.3"));
    options.by = analyzer::Grouping::launch;
    EXPECT_THAT(shown(record, options), HasSubstr("compare_exchange"));
    options.by = analyzer::Grouping::kernel;
    EXPECT_THAT(shown(record, options), HasSubstr("By kernel"));
}

TEST(RenderShow, RhoIsAMeanOverLaunches) {
    auto record = sample::modelled_case(16);  // 10 launches, 64 bytes of data
    for (auto& launch : record.launches)
        for (const auto id : {CounterId::gld_32b_cc13, CounterId::gld_64b_cc13, CounterId::gld_128b_cc13})
            launch.counters.push_back({id, Provenance::modelled, id == CounterId::gld_32b_cc13 ? 3 : 0});
    EXPECT_THAT(shown(record), HasSubstr("loads 150.0 %* of the data in a mean launch"));
}

TEST(RenderShow, MixedProvenancesMarkWhatIsNotMeasured) {
    auto record = sample::gpu_case(16, 8);
    for (auto& launch : record.launches)
        std::erase_if(launch.counters,
                      [](const CounterValue& value) { return value.id == CounterId::gst_sectors; });
    for (auto& launch : record.launches) {
        launch.counters.push_back({CounterId::gld_sectors, Provenance::counted, 7});
        launch.counters.push_back({CounterId::gst_sectors, Provenance::counted, 5});
    }
    const auto text = shown(record);
    EXPECT_THAT(text, HasSubstr("sectors+"));
    EXPECT_THAT(text, HasSubstr("Unmarked values are measured; + counted by software on the GPU."));
}

TEST(RenderShow, SitesBelowTheBreakdown) {
    ShowOptions options;
    options.sites = true;
    const auto all = shown(sample::modelled_case(1024), options);
    EXPECT_THAT(all, HasSubstr("lines of bitonic/bitonic_b2.hpp"));
    EXPECT_THAT(all, HasSubstr("880"));  // 16 warps in each of 55 launches
    EXPECT_THAT(shown(sample::gpu_case(1024), options), HasSubstr("No access sites were recorded"));
}

/// A file with the sample.
class StoredShow : public ::testing::Test {
 protected:
    StoredShow() { sample::write_sample(folder_.path() / "sample.db"); }
    db::Reader reader() const { return db::Reader(folder_.path() / "sample.db"); }

 private:
    test::Folder folder_;
};

TEST_F(StoredShow, IsWhatTheRecordSays) {
    for (const auto by : analyzer::groupings) {
        const ShowOptions options{by, true, std::nullopt};
        auto record = sample::modelled_case(1024);
        record.id = CaseId{4};
        record.run = RunId{1};
        EXPECT_EQ(render_show(read_show(reader(), CaseId{4}, options), options, wide), shown(record, options))
            << analyzer::name_of(by);
    }
}

TEST_F(StoredShow, SitesOfOneLaunch) {
    const ShowOptions options{analyzer::Grouping::stage, true, 3};
    const auto one = render_show(read_show(reader(), CaseId{4}, options), options, wide);
    const auto sites = one.substr(one.find("Access sites of launch 3"));
    EXPECT_THAT(sites, HasSubstr("16"));
    EXPECT_THAT(sites, Not(HasSubstr("880")));
}

TEST_F(StoredShow, NoSuchLaunch) {
    try {
        read_show(reader(), CaseId{4}, {analyzer::Grouping::stage, true, 55});
        FAIL() << "launch 55 of 55 was shown";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        EXPECT_THAT(error.what(), HasSubstr("has no launch 55"));
    }
}

TEST_F(StoredShow, JsonHasEveryLaunchTheBreakdownAndTheLegend) {
    const auto json = test::parsed([&](auto& out) { write_show(out, reader(), CaseId{4}, {}); });
    ASSERT_EQ(json["launches"].size(), 55U);
    EXPECT_EQ(json["launches"][54]["launch_index"], 54);
    EXPECT_EQ(json["launches"][54]["sites"].size(), 3U);
    EXPECT_EQ(json["breakdown"]["by"], "stage");
    EXPECT_EQ(json["breakdown"]["rows"].size(), 10U);
    EXPECT_EQ(json["legend"]["metrics"]["gld_sectors"]["unit"], "sectors");
    EXPECT_FALSE(
        test::parsed([&](auto& out) { write_show(out, reader(), CaseId{5}, {}); }).contains("breakdown"));
}

TEST_F(StoredShow, SourceIsWhatTheFileKeeps) {
    const auto shown_of = [&](const std::string& place, const std::string& heat = {}) {
        ShowOptions options;
        options.source = place;
        options.sort = heat;
        const auto text = render_show(read_show(reader(), CaseId{4}, options), options, {80, true});
        return text.substr(text.find("bitonic/bitonic_b2.hpp"));
    };
    const auto around = shown_of("");
    EXPECT_THAT(around, HasSubstr("12"));
    EXPECT_THAT(around, HasSubstr("const Key low = c.load(data, "));
    EXPECT_THAT(around, HasSubstr("void operator()(C& c) const {"));
    EXPECT_THAT(around, Not(HasSubstr("struct CompareExchange")));
    EXPECT_THAT(around, HasSubstr("Heat: sectors of global memory"));
    EXPECT_THAT(around, HasSubstr("modelled"));
    EXPECT_THAT(shown_of("bitonic_b2.hpp"), HasSubstr("struct CompareExchange"));
    EXPECT_THAT(shown_of("1"), HasSubstr("#pragma once"));
    EXPECT_THAT(shown_of("b2.hpp:20"), Not(HasSubstr("#pragma once")));
    EXPECT_THAT(shown_of("", "divergence"), HasSubstr("Heat: warps that parted"));
}

TEST(ShowSource, ByTheProgram) {
    const test::Folder folder;
    sample::write_sample(folder.path() / "sortscope.db");
    const auto text = folder.sortscope("show 4 --source");
    EXPECT_EQ(text.code, 0) << text.err;
    EXPECT_THAT(text.out, HasSubstr("if (c.branch(before(high, low) == up)"));
    EXPECT_THAT(folder.sortscope("show 4 --source bitonic_b2.hpp").out,
                HasSubstr("struct CompareExchange {"));
    const auto json = nlohmann::json::parse(folder.sortscope("show 4 --json --source").out);
    ASSERT_EQ(json["source"].size(), 1U);
    EXPECT_EQ(json["source"][0]["heat_of"], "sectors");
    EXPECT_EQ(json["source"][0]["lines"][0]["line"], 10);
    EXPECT_EQ(json["source"][0]["lines"][2]["counts"][0]["global_loads"], 880);
    EXPECT_EQ(json["source"][0]["lines"][2]["text"],
              "        const Key low = c.load(data, i), high = c.load(data, i + distance);");
    EXPECT_FALSE(nlohmann::json::parse(folder.sortscope("show 4 --json").out).contains("source"));
    EXPECT_THAT(folder.sortscope("show 4 --csv --source").out, HasSubstr("bitonic/bitonic_b2.hpp,12,"));
    EXPECT_THAT(folder.sortscope("show 1 --source").out, HasSubstr("No access sites were recorded"));
    const auto refused = [&](const std::string& arguments) {
        const auto outcome = folder.sortscope(arguments);
        EXPECT_EQ(outcome.code, 2) << arguments;
        return outcome.err;
    };
    EXPECT_THAT(
        refused("show 4 --source none.hpp"),
        HasSubstr(
            "No line of the case is of a source file 'none.hpp'. Its lines are of bitonic/bitonic_b2.hpp."));
    EXPECT_THAT(refused("show 4 --source 99"),
                testing::EndsWith("bitonic/bitonic_b2.hpp has no line 99: it has 20.\n"));
    EXPECT_THAT(refused("show 4 --by line --source"),
                HasSubstr("--source lists lines in the order of the file"));
    EXPECT_THAT(refused("show 4 --sort colour --source"), HasSubstr("not by 'colour'"));
}

/// Blanks and rules without their lengths, which follow from the rows that a table is fitted to.
std::string without_widths(const std::string& text) {
    std::string out;
    for (const char c : text)
        if ((c != ' ' && c != '-') || out.empty() || out.back() != c) out += c;
    return out;
}

TEST_F(StoredShow, ByLaunchIsTheSameTextRowByRow) {
    for (const auto id : {CaseId{1}, CaseId{4}}) {
        ShowOptions options;
        options.by = analyzer::Grouping::launch;
        const auto whole = render_show(read_show(reader(), id, options), options, wide);
        options.most_launches = 3;
        const auto part = read_show(reader(), id, options);
        EXPECT_LT(part.shown.rows.size(), 10U) << "few are held";
        std::string text;
        print_show(reader(), id, part, options, wide, [&](std::string_view piece) { text += piece; });
        EXPECT_EQ(without_widths(text), without_widths(whole));
    }
}

TEST_F(StoredShow, AMetricThatIsAddedIsShown) {
    const auto& added = add_metric({.id = "gst_gld_ratio",
                                    .title = "Stores a load",
                                    .head = "st/ld",
                                    .subhead = "ratio",
                                    .unit = "x",
                                    .decimals = 2,
                                    .sentence = "Store requests for each load request.",
                                    .adding = Adding::formula,
                                    .formula = "gst_requests / gld_requests",
                                    .provenances = {.measured = true, .counted = true, .modelled = true},
                                    .importance = 99});
    const auto text = render_show(read_show(reader(), CaseId{4}, {}), {}, wide);
    const auto json = test::parsed([&](auto& out) { write_show(out, reader(), CaseId{4}, {}); });
    EXPECT_THAT(text, HasSubstr(std::string(added.head) + "*")) << "marked as modelled";
    EXPECT_THAT(text, HasSubstr("0.50"));
    EXPECT_EQ(json["launches"][0]["ratios"]["modelled"]["gst_gld_ratio"], 0.5);
    EXPECT_EQ(json["breakdown"]["total"]["ratios"]["modelled"]["gst_gld_ratio"], 0.5);
    EXPECT_EQ(json["legend"]["metrics"]["gst_gld_ratio"]["formula"], "gst_requests / gld_requests");
    remove_last_metric();
    EXPECT_THAT(render_show(read_show(reader(), CaseId{4}, {}), {}, wide), Not(HasSubstr("st/ld")));
}

}  // namespace
}  // namespace sortscope::cli
