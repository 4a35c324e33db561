#include "present/reproduce/figures.hpp"

#include <set>

#include <gmock/gmock.h>

#include "core/text_file.hpp"
#include "tests/present/look.hpp"

namespace sortscope::present {
namespace {
using namespace analyzer::reproduce;
using testing::ElementsAre;
using testing::HasSubstr;

Value value_of(double number, Provenance provenance = Provenance::measured) {
    return {number, provenance, CaseId{provenance == Provenance::measured ? 7 : 0}};
}

/// A sort of two sizes: measured on an H200, published and predicted for an old GPU.
class FigureViews : public ::testing::Test {
 protected:
    FigureViews() {
        figure =
            parse_figures(
                R"({"source": "Mine", "citation": "Me: Mine.", "setup": ["A GPU."], "absent": [{"id": "mine/y", "text": "Y", "why": "not recorded"}],
                    "figures": [{"id": "mine-1", "title": "Times", "table": true, "items": ["mine/Fig. 1"], "insight": "None.", "unit": "ms", "query": {"key": "f32", "input": "uniform"},
                                   "rows": {"values": ["2^10", "2^12"]}, "columns": [{"name": "Sort", "variant": "a"}, {"name": "bound", "variant": "a", "limit": true}],
                                   "claims": [{"id": "mine/x", "text": "X", "rule": "within", "columns": ["Sort"], "than": ["bound"], "most": 0.98}]}]})",
                "mine.json")
                .front();
        made.figure = &figure;
        made.devices = {"NVIDIA H200"};
        made.gpu = "NVIDIA H200";
        fill(made.measured, "NVIDIA H200", Provenance::measured, {0.5, 30}, {0.1, 1});
        fill(made.published, "Old GPU", Provenance::published, {7, 98.9498}, {});
        made.published.columns[0].values[1].printed = "98.94980";
        made.predicted.emplace_back();
        fill(made.predicted[0], "Old GPU", Provenance::modelled, {6, 90}, {});
        made.predicted[0].device = "Old GPU";
    }

    void fill(Grid& grid, const std::string& device, Provenance provenance, const std::vector<double>& sort,
              const std::vector<double>& bound) {
        grid.rows = figure.rows;
        grid.columns.push_back({"Sort", "ms", device, provenance, false, false, 0, {}});
        for (const double number : sort) grid.columns.back().values.push_back(value_of(number, provenance));
        if (bound.empty()) return;
        grid.columns.push_back({"bound", "ms", device, provenance, true, false, 1, {}});
        for (const double number : bound) grid.columns.back().values.push_back(value_of(number, provenance));
    }

    Figure figure;
    Reproduction made;
};

TEST_F(FigureViews, PublishedCurvesAreDashedAndOfTheirCurvesColour) {
    const auto charts = figure_charts(made);
    ASSERT_EQ(charts.size(), 2U);
    const auto& chart = charts[0].chart;
    EXPECT_EQ(std::tuple(charts[0].name, chart.title), std::tuple("mine-1", "Mine, Times"));
    EXPECT_EQ(chart.conditions, "NVIDIA H200; f32, uniform");
    EXPECT_EQ(chart.y.title, "time (ms)") << "published values share it";
    EXPECT_THAT(chart.note, testing::IsEmpty());
    ASSERT_EQ(chart.series.size(), 5U);
    EXPECT_FALSE(chart.series[0].dashed);
    EXPECT_TRUE(chart.series[1].dashed) << "a bound";
    EXPECT_FALSE(chart.series[1].marked);
    EXPECT_TRUE(chart.series[2].dashed);
    EXPECT_EQ(chart.series[2].colour, chart.series[0].colour);
    EXPECT_EQ(chart.series[2].provenance, Provenance::published);
    EXPECT_THAT(chart.series[2].name, testing::IsEmpty()) << "the legend has each sort once";
    EXPECT_EQ(std::tuple(chart.series[3].name, chart.series[4].name),
              std::tuple("measured", "published: Old GPU"))
        << "the legend explains lines and marks";
    EXPECT_TRUE(chart.series[4].points.empty() && chart.is_named(chart.series[4]));
    EXPECT_EQ(chart.series[4].provenance, Provenance::published);
    EXPECT_TRUE(chart.series[3].marked);
    EXPECT_EQ(chart.hint(0, 1), "Sort, NVIDIA H200, measured\n2^12: 30.00 ms, case 7");
    EXPECT_EQ(chart.hint(2, 0), "Sort, Old GPU, published\n2^10: 7.000 ms");
}

TEST_F(FigureViews, APredictionIsAChartOfItsOwnAndSaysSo) {
    const auto chart = figure_charts(made)[1];
    EXPECT_EQ(std::tuple(chart.name, chart.title), std::tuple("mine-1-old-gpu", "Old GPU (modelled)"));
    EXPECT_THAT(chart.chart.conditions, HasSubstr("Old GPU (modelled from counters)"));
    EXPECT_EQ(chart.chart.y.title, "time (ms)");
    ASSERT_EQ(chart.chart.series.size(), 4U) << "also the source's own curve of that GPU";
    EXPECT_EQ(chart.chart.series[0].provenance, Provenance::modelled);
    EXPECT_EQ(std::tuple(chart.chart.series[2].name, chart.chart.series[3].name),
              std::tuple("modelled", "published: Old GPU"));
    made.one_of_several = true;
    EXPECT_EQ(figure_charts(made)[0].name, "mine-1-nvidia-h200");
}

TEST_F(FigureViews, APredictionMayBeDrawnOverThePublishedValues) {
    figure.relative = true;
    const auto chart = figure_charts(made)[1].chart;
    EXPECT_EQ(chart.y.title, "predicted / published (x, modelled)");
    ASSERT_EQ(chart.series.size(), 1U);
    EXPECT_DOUBLE_EQ(*chart.series[0].points[0].y, 6.0 / 7);
}

TEST_F(FigureViews, PredictionsMayBeCurvesOfOnePicture) {
    figure.together = {"Sort"};
    auto charts = figure_charts(made);
    ASSERT_EQ(charts.size(), 1U);
    const auto& one = charts[0].chart.series.at(2);
    EXPECT_EQ(std::tuple(one.name, one.provenance, one.colour),
              std::tuple("Sort, Old GPU", Provenance::modelled, charts[0].chart.series[0].colour));
    made.predicted.push_back(made.predicted[0]);
    made.predicted[1].device = "Older GPU";
    charts = figure_charts(made);
    const auto& series = charts[0].chart.series;
    EXPECT_EQ(std::tuple(series.at(2).name, series.at(3).name), std::tuple("Old GPU", "Older GPU"));
    EXPECT_NE(series[2].colour, series[3].colour);
}

TEST_F(FigureViews, ACurveUnderAnotherIsNamed) {
    made.published.columns.clear();
    for (auto& [name, factor] : std::map<std::string, double>{{"Twin", 1.001}, {"Other", 2}}) {
        auto column = made.measured.columns[0];
        column.name = name;
        for (auto& value : column.values) *value.number *= factor;
        made.measured.columns.push_back(column);
    }
    const auto chart = figure_charts(made)[0].chart;
    EXPECT_EQ(chart.note, "Sort is hidden behind Twin.");
    EXPECT_EQ(chart.y.title, "time (ms, measured)") << "all share it";
    ASSERT_EQ(chart.series.size(), 4U) << "one provenance needs no entry";
}

TEST_F(FigureViews, ACurveUnderAPublishedOneIsNamed) {
    made.published.columns[0].values = made.measured.columns[0].values;
    EXPECT_EQ(figure_charts(made)[0].chart.note, "Sort is hidden behind Sort (published).");
}

TEST_F(FigureViews, APairIsNamedOnceIfBothAreMeasuredAndPublished) {
    for (auto* grid : {&made.measured, &made.published}) {
        auto twin = grid->columns[0];
        twin.name = "Twin";
        grid->columns.push_back(twin);
    }
    EXPECT_EQ(figure_charts(made)[0].chart.note, "Sort is hidden behind Twin.");
    for (auto& value : made.measured.columns[2].values) *value.number *= 2;
    EXPECT_EQ(figure_charts(made)[0].chart.note, "Sort (published) is hidden behind Twin (published).");
}

TEST_F(FigureViews, ABoundUnderAnotherOrUnderMarksIsNamed) {
    made.published.columns.clear();
    made.measured.columns[0].values = made.measured.columns[1].values;
    EXPECT_EQ(figure_charts(made)[0].chart.note, "bound is hidden behind Sort.");
    made.measured.columns[0] = made.measured.columns[1];
    made.measured.columns[0].name = "same bound";
    EXPECT_EQ(figure_charts(made)[0].chart.note, "same bound is hidden behind bound.");
}

TEST_F(FigureViews, APartOfACurveUnderAnotherIsNamedByItsRows) {
    made.published.columns.clear();
    figure.rows.clear();
    for (int i = 1; i <= 8; ++i) figure.rows.push_back({std::to_string(i), double(i - 1), {}, {}});
    const auto note_of = [&](int first, int last) {
        made.measured.rows = figure.rows;
        made.measured.columns.clear();
        for (const auto* name : {"A", "B"}) {
            made.measured.columns.push_back({name, "ms", "GPU", Provenance::measured, false, false, 0, {}});
            for (int i = 1; i <= 8; ++i)
                made.measured.columns.back().values.push_back(
                    value_of(name[0] == 'B' && (i < first || i > last) ? 100 : i));
        }
        return figure_charts(made)[0].chart.note;
    };
    EXPECT_EQ(note_of(1, 4), "A is hidden behind B up to 2^3.");
    EXPECT_EQ(note_of(4, 8), "A is hidden behind B from 2^3 on.");
    EXPECT_EQ(note_of(2, 7), "A is hidden behind B.") << "three quarters are the curve";
    EXPECT_EQ(note_of(3, 6), "A is hidden behind B from 2^2 to 2^5.");
    EXPECT_EQ(note_of(1, 3), "");
    figure.axis = RowAxis::stage;
    EXPECT_EQ(note_of(4, 8), "A is hidden behind B from stage 4 on.");
    figure.kind = Kind::bars, figure.log_y = false;
    EXPECT_EQ(note_of(1, 8), "") << "bars are side by side";
}

TEST_F(FigureViews, DevicesOfPublishedCurvesShareAnEntryOfTheLegend) {
    auto other = made.published.columns[0];
    other.name = "bound", other.device = "Xeon";
    made.published.columns.push_back(other);
    const auto chart = figure_charts(made)[0].chart;
    EXPECT_EQ(chart.series.back().name, "published: Old GPU, Xeon");
    EXPECT_EQ(chart.mark_shape(chart.series.size() - 1), chart.mark_shape(chart.series.size() - 2));
}

TEST_F(FigureViews, AnEntryOfTheLegendHasAMarkIfItsCurvesDo) {
    made.published.columns[0].limit = true;
    EXPECT_FALSE(figure_charts(made)[0].chart.series.back().marked);
}

TEST_F(FigureViews, AColumnMayNameItsColour) {
    made.measured.columns[0].colour = made.published.columns[0].colour = 4;
    const auto chart = figure_charts(made)[0].chart;
    EXPECT_EQ(std::tuple(chart.series[0].colour, chart.series[2].colour), std::tuple(4U, 4U));
}

TEST_F(FigureViews, NumbersOfKeysAreGrouped) {
    figure.query.axes.set("n", 10'000);
    EXPECT_EQ(figure_conditions(figure), "10,000 keys, f32, uniform");
    figure.query.axes.set("n", 1 << 20);
    EXPECT_EQ(figure_conditions(figure), "2^20 keys, f32, uniform");
}

TEST_F(FigureViews, NamedRowsAreConnectedWhereAllMarksAreHollow) {
    figure.kind = Kind::bars;
    const auto charts = figure_charts(made);
    for (const auto& one : charts[0].chart.series) EXPECT_EQ(one.kind, Series::Kind::points);
    for (const auto& one : charts[1].chart.series) EXPECT_EQ(one.kind, Series::Kind::line);
}

TEST_F(FigureViews, APublishedFailureIsInTheTable) {
    auto& value = made.published.columns[0].values[0];
    value.number.reset();
    value.printed = "FAIL";
    EXPECT_THAT(reproduction_page({&made, 1}, "pictures", "a.db", ""), HasSubstr("|2^10|0.5000|FAIL^|"));
}

TEST_F(FigureViews, ThePageHasClaimsPicturesAndTables) {
    made.judgements.push_back({figure.claims[0],
                               "NVIDIA H200",
                               false,
                               {analyzer::reproduce::ClaimVerdict::does_not_hold, "by 5x", {}},
                               "below (Sort, than bound)",
                               "At 2^10: more sectors.",
                               ClaimVerdict::holds});
    made.judgements.push_back({figure.claims[0],
                               "Old GPU",
                               true,
                               {analyzer::reproduce::ClaimVerdict::does_not_hold, "by 2x", {}},
                               "",
                               "",
                               ClaimVerdict::holds});
    for (const auto published : {std::optional<ClaimVerdict>(), std::optional(ClaimVerdict::does_not_hold)}) {
        made.judgements.push_back(made.judgements.back());
        made.judgements.back().published = published;
    }
    made.notes = {"Noted."};
    const auto page = reproduction_page({&made, 1}, "pictures", "a.db", "The file was recorded yesterday.");
    EXPECT_THAT(
        page,
        testing::AllOf(
            HasSubstr("\nNoted. Figures: mine-1.\n"), HasSubstr("1 claim: 1 does not hold."),
            HasSubstr("|mine/x|[mine-1](#mine-1)|does not hold|"),
            HasSubstr("|mine/y|not shown|Y: not recorded|"),
            HasSubstr("|mine/Fig. 1|[mine-1](#mine-1)|shown|"), HasSubstr("Me: Mine.\n\n- A GPU.\n"),
            HasSubstr("![measured](pictures/mine-1.svg)"),
            HasSubstr("![Old GPU (modelled)](pictures/mine-1-old-gpu.svg)"),
            HasSubstr("Predicted for Old GPU:\n\n|keys|Sort (ms)|Sort, published (ms)|\n"),
            HasSubstr("|2^12|30.00|98.94980^|1.000|"),
            HasSubstr("for Old GPU: median 0.883x, 0.857x to 0.910x over 2 values"),
            HasSubstr("by 5x. Published values: holds."),
            HasSubstr("  - Predicted for Old GPU: does not hold. That contradicts the document's values."),
            HasSubstr("  - Predicted for Old GPU: does not hold. That contradicts the document.\n"),
            HasSubstr("  - Predicted for Old GPU: does not hold.\n")));
}

class FigureNetworks : public ::testing::Test {
 protected:
    FigureNetworks() {
        made.figure = &figure;
        made.network.emplace();
        made.network->n = 4;
    }

    const Figure figure =
        parse_figures(
            R"({"source": "Mine", "figures": [{"id": "mine-2", "title": "Network", "kind": "network", "query": {"variant": "a", "n": "4"}}]})",
            "mine.json")
            .front();
    Reproduction made;
};

TEST_F(FigureNetworks, ComparatorsStandWhereTheLaunchesPutThem) {
    made.network->columns = {{{1, 1, "CMP 0"}, {{0, 1, false}, {2, 3, true}}, {}},
                             {{1, 2, "SHUFFLE 4"}, {}, {0, 2, 1, 3}},
                             {{2, 1, "CMP 1"}, {{0, 1, false}, {2, 3, false}}, {}}};
    const auto chart = figure_charts(made)[0].chart;
    EXPECT_EQ(chart.x.ticks, (std::vector<std::string>{"1", "2", "1"})) << "each column has a name";
    ASSERT_EQ(chart.marks.size(), 2U);
    EXPECT_EQ(std::tuple(chart.marks[1].at, chart.marks[1].text), std::tuple(1.5, "2"))
        << "where stage 2 begins";
    ASSERT_EQ(chart.series.size(), 6U) << "four wires, two directions of comparators";
    EXPECT_EQ(chart.series[1].points.back().y, 2.0) << "the routing takes the second wire to the third place";
    EXPECT_EQ(std::tuple(chart.series[4].points.size(), chart.series[5].points.size()), std::tuple(3U, 1U));
    EXPECT_EQ(figure_tables(made).front().rows.size(), 3U);
}

TEST_F(FigureNetworks, ALaunchOfSeveralColumnsIsNamedAtEach) {
    made.network->columns = {{{1, 1, "P=2 mirror"}, {{0, 1, false}, {2, 3, false}}, {}},
                             {{2, 1, "P=4 mirror"}, {{0, 3, false}, {1, 2, false}}, {}},
                             {{2, 2, "P=2"}, {{0, 1, false}, {2, 3, false}}, {}}};
    const auto drawn = figure_charts(made)[0];
    EXPECT_EQ(drawn.chart.x.ticks, (std::vector<std::string>{"1", "1", "1", "2"}));
    EXPECT_EQ(drawn.chart.marks.size(), 2U);
}

/// tests/data/figures/claims.csv lists what a reader finds in the documents.
TEST(CarriedFigures, ShowOrExcuseEachFigureTableAndClaimOfTheDocuments) {
    std::multiset<std::string> shown, wanted;
    std::shared_ptr<const Document> document;
    for (const auto& figure : figures()) {
        if (figure.document != document) {
            document = figure.document;
            EXPECT_FALSE(document->citation.empty());
            EXPECT_EQ(document->setup.size(), 3U) << document->source;
            for (const auto& one : document->absent) shown.insert(one.id);
        }
        EXPECT_FALSE(figure.insight.empty() && !figure.items.empty() &&
                     figure.items[0] != "mu2016/future work")
            << figure.id;
        EXPECT_EQ(figure.title.find("he same"), std::string::npos) << "a picture is also read alone";
        for (const auto& claim : figure.claims) shown.insert(claim.id);
        for (const auto& item : figure.items)
            if (!shown.contains(item)) shown.insert(item);
    }
    const auto table = parse_published(
        read_text_file(SORTSCOPE_SOURCE_DIR "/tests/data/figures/claims.csv", 1 << 20, ""), "claims.csv");
    for (const auto& row : table.rows) wanted.insert(row.at("source") + "/" + row.at("id"));
    EXPECT_EQ(shown, wanted);
}

TEST(FigureNumbers, HaveFourDigitsIfMeasured) {
    EXPECT_EQ(std::tuple(figure_number(30, true), figure_number(30, false)), std::tuple("30.00", "30"));
    EXPECT_EQ(slug("GTX 260 (old)"), "gtx-260-old");
}
}  // namespace
}
