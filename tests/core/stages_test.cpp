#include "core/stages.hpp"

#include <gmock/gmock.h>

#include "core/error.hpp"
#include "core/printable.hpp"

namespace sortscope {
namespace {
using Rule = StageBy::Rule;
using Numbers = std::vector<std::pair<int, int>>;

std::vector<LaunchRecord> launches(const std::vector<std::string>& symbols) {
    std::vector<LaunchRecord> all(symbols.size());
    for (size_t i = 0; i < all.size(); ++i) all[i].symbol = all[i].kernel = symbols[i];
    return all;
}

/// Sets the stages of `launches`.
void assign_stages(const StageBy& by, const std::vector<RangeTree::Path>& paths,
                   std::vector<LaunchRecord>& launches) {
    Stager stager(by, std::ranges::any_of(paths, [](const auto& path) { return !path.stage.empty(); }));
    for (size_t i = 0; i < launches.size(); ++i)
        launches[i].stage = stager.next(paths[i], launches[i].kernel, launches[i].symbol);
}

Numbers numbers_of(const std::vector<LaunchRecord>& launches) {
    Numbers numbers;
    for (const auto& launch : launches) numbers.emplace_back(launch.stage.stage, launch.stage.substage);
    return numbers;
}

RangeTree sort_ranges() {
    RangeTree tree;
    tree.add(1, 0, "sort");
    tree.add(2, 1, "local");
    tree.add(3, 1, "merge");
    tree.add(4, 3, "deep");
    tree.add(5, 0, "check");
    return tree;
}

TEST(Stages, RangesBecomeStageAndSubstage) {
    const auto tree = sort_ranges();
    auto all = launches({"a", "a", "b", "b", "c", "d", "a"});
    std::vector<RangeTree::Path> paths;
    for (const uint32_t id : {0U, 3U, 2U, 4U, 1U, 5U, 3U}) paths.push_back(tree.path(id));
    assign_stages({}, paths, all);
    EXPECT_EQ(numbers_of(all), (Numbers{{0, 0}, {1, 1}, {1, 2}, {1, 1}, {1, 0}, {2, 0}, {1, 1}}));
    EXPECT_EQ(all[3].stage.label, "sort / merge / deep");
    EXPECT_EQ(all[5].stage.label, "check");
}

TEST(Stages, WithoutRangesEachKernelIsAStage) {
    auto all = launches({"a", "b", "a"});
    const std::vector<RangeTree::Path> outside(3);
    assign_stages({}, outside, all);
    EXPECT_EQ(numbers_of(all), (Numbers{{1, 1}, {2, 1}, {1, 1}}));
    EXPECT_EQ(all[1].stage.label, "b");
    assign_stages({Rule::position, 0, {}}, outside, all);
    EXPECT_EQ(numbers_of(all), (Numbers{{1, 1}, {2, 1}, {3, 1}}));
    assign_stages({Rule::every, 2, {}}, outside, all);
    EXPECT_EQ(numbers_of(all), (Numbers{{1, 1}, {1, 2}, {2, 1}}));
    assign_stages({Rule::ranges, 0, {}}, outside, all);
    EXPECT_EQ(numbers_of(all), (Numbers{{0, 0}, {0, 0}, {0, 0}}));
}

TEST(Stages, ARegularExpressionNamesStages) {
    auto all = launches({"sort_local", "merge_a", "merge_b", "copy", "sort_global", "merge_a"});
    assign_stages(StageBy::parse("regex=^(sort|merge)_"), std::vector<RangeTree::Path>(6), all);
    EXPECT_EQ(numbers_of(all), (Numbers{{1, 1}, {2, 1}, {2, 2}, {0, 0}, {1, 2}, {2, 1}}));
    EXPECT_EQ(all[2].stage.label, "merge");
    auto long_name = launches({std::string(1 << 20, 'a') + "b"});
    assign_stages(StageBy::parse("regex=^.*b$"), std::vector<RangeTree::Path>(1), long_name);
    EXPECT_EQ(long_name[0].stage.stage, 0) << "its first 1,000 bytes do not match";
}

TEST(Stages, ARuleThatIsNamedIgnoresRanges) {
    auto all = launches({"a", "b"});
    assign_stages({Rule::kernel, 0, {}}, {sort_ranges().path(1), sort_ranges().path(2)}, all);
    EXPECT_EQ(numbers_of(all), (Numbers{{1, 1}, {2, 1}}));
}

TEST(Stages, NestingAndNamesHaveNoLimitButLabelsDo) {
    RangeTree tree;
    for (uint32_t id = 1; id <= 100'000; ++id) tree.add(id, id - 1, "level " + std::to_string(id));
    const auto& path = tree.path(100'000);
    EXPECT_EQ(path.stage, "level 1");
    EXPECT_EQ(path.substage, "level 2");
    EXPECT_LT(path.label.size(), 200U);
    EXPECT_TRUE(path.label.ends_with("level 100000"));
    std::string accents = "x";
    for (int i = 0; i < 200; ++i) accents += "\u00e9";
    tree.add(100'002, 0, accents);
    EXPECT_TRUE(is_printable(tree.path(100'002).label)) << "a cut parts no character";
    tree.add(100'001, 7'000'000, "");  // unknown parent, no name
    EXPECT_FALSE(tree.path(100'001).stage.empty());
}

TEST(Stages, RulesAreParsed) {
    EXPECT_EQ(StageBy::parse("").rule, Rule::automatic);
    EXPECT_EQ(StageBy::parse("kernel").rule, Rule::kernel);
    EXPECT_EQ(StageBy::parse("every=2^3").every, 8U);
    for (const char* wrong : {"every=0", "every=", "every=2^40", "kernels", "regex=(", "regex="})
        EXPECT_THROW(StageBy::parse(wrong), Error) << wrong;
}
}  // namespace
}
