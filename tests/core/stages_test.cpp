#include "core/stages.hpp"

#include <gmock/gmock.h>

#include "core/error.hpp"
#include "core/printable.hpp"

namespace sortscope {
namespace {
using Rule = StageBy::Rule;
using Numbers = std::vector<std::pair<int, int>>;

/// Launch i of `symbols` is in range `paths[i]`; outside all ranges if that path is empty.
std::vector<Stage> stages_of(const StageBy& by, const std::vector<std::string>& symbols,
                             std::vector<RangeTree::Path> paths = {}) {
    paths.resize(symbols.size());
    Stager stager(by, std::ranges::any_of(paths, [](const auto& path) { return !path.stage.empty(); }));
    std::vector<Stage> stages;
    for (size_t i = 0; i < symbols.size(); ++i)
        stages.push_back(stager.next(paths[i], symbols[i], symbols[i]));
    return stages;
}

Numbers numbers_of(const std::vector<Stage>& stages) {
    Numbers numbers;
    for (const auto& stage : stages) numbers.emplace_back(stage.stage, stage.substage);
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
    std::vector<RangeTree::Path> paths;
    for (const uint32_t id : {0U, 3U, 2U, 4U, 1U, 5U, 3U}) paths.push_back(tree.path(id));
    const auto stages = stages_of({}, {"a", "a", "b", "b", "c", "d", "a"}, paths);
    EXPECT_EQ(numbers_of(stages), (Numbers{{0, 0}, {1, 1}, {1, 2}, {1, 1}, {1, 0}, {2, 0}, {1, 1}}));
    EXPECT_EQ(std::tuple(stages[3].label, stages[5].label), std::tuple("sort / merge / deep", "check"));
    EXPECT_EQ(numbers_of(stages_of({Rule::kernel, 0, {}}, {"a", "b"}, {tree.path(1), tree.path(2)})),
              (Numbers{{1, 1}, {2, 1}}))
        << "a rule that is named ignores ranges";
}

TEST(Stages, WithoutRangesEachKernelIsAStage) {
    for (const auto& [by, numbers] :
         std::vector<std::pair<StageBy, Numbers>>{{{}, {{1, 1}, {2, 1}, {1, 1}}},
                                                  {{Rule::position, 0, {}}, {{1, 1}, {2, 1}, {3, 1}}},
                                                  {{Rule::every, 2, {}}, {{1, 1}, {1, 2}, {2, 1}}},
                                                  {{Rule::ranges, 0, {}}, {{0, 0}, {0, 0}, {0, 0}}}})
        EXPECT_EQ(numbers_of(stages_of(by, {"a", "b", "a"})), numbers) << int(by.rule);
    EXPECT_EQ(stages_of({}, {"a", "b"})[1].label, "b");
}

TEST(Stages, ARegularExpressionNamesStages) {
    const auto stages = stages_of(StageBy::parse("regex=^(sort|merge)_"),
                                  {"sort_local", "merge_a", "merge_b", "copy", "sort_global", "merge_a"});
    EXPECT_EQ(numbers_of(stages), (Numbers{{1, 1}, {2, 1}, {2, 2}, {0, 0}, {1, 2}, {2, 1}}));
    EXPECT_EQ(stages[2].label, "merge");
    EXPECT_EQ(stages_of(StageBy::parse("regex=^.*b$"), {std::string(1 << 20, 'a') + "b"})[0].stage, 0)
        << "its first 1,000 bytes do not match";
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
