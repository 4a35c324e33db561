#include "tests/cli/program.hpp"

namespace sortscope::test {
namespace {
const std::string file = std::string("list '") + SORTSCOPE_EXAMPLE + "' ";

std::vector<json> values(const Folder& folder, const std::string& options, const char* pointer) {
    std::vector<json> all;
    const auto document = folder.json(file + options);
    for (const auto& one : document["cases"]) all.push_back(one.value(json::json_pointer(pointer), json()));
    return all;
}

TEST(List, IsInOrderOfVariantAndSize) {
    const Folder folder;
    std::vector<std::pair<json, json>> keys;
    const auto document = folder.json(file + "--columns variant,n");
    for (const auto& one : document["cases"]) keys.emplace_back(one["variant"], one["n"]);
    ASSERT_EQ(keys.size(), 675U);
    EXPECT_TRUE(std::ranges::is_sorted(keys));
}

TEST(List, SortsByAColumnAndKeepsTheFirst) {
    const Folder folder;
    const auto all = values(folder, "", "/time/median_ns");
    for (const auto* word : {"time", "median", "median_ns"}) {
        const auto longest = values(folder, std::string("--top 5 --sort ") + word, "/time/median_ns");
        ASSERT_EQ(longest.size(), 5U) << word;
        EXPECT_TRUE(std::ranges::is_sorted(longest, std::ranges::greater{}));
        EXPECT_EQ(longest.front(), *std::ranges::max_element(all));
    }
    const auto first = values(folder, "--top 3 --sort variant --columns variant", "/variant");
    EXPECT_EQ(first.front(), "banyan-global");
    has(folder.text(file + "--top 3"), {"3 of 675 cases"});
}

TEST(List, PrintsTheColumnsThatWereAskedFor) {
    const Folder folder;
    const auto csv = folder.text(file + "--csv --top 1 --columns device,case,n");
    EXPECT_THAT(csv, StartsWith("device,case_id,n\r\nNVIDIA H200,"));
    has(folder.text(file + "--columns case,uuid --top 1"), {"uuid"}, {"variant  "});
    // Next to rates, a note names cases that do not sort all keys. A column "output" replaces the note.
    has(folder.text(file + "--columns case,rate --sort rate --top 1"), {"not all keys in order"});
    has(folder.text(file + "--columns case,rate,output --sort rate --top 1"), {"tiles of"},
        {"not all keys in order"});
    for (const auto* option : {"--columns", "--sort"}) {
        folder.refuses(file + option + " varian", 2, "'variant'");
        folder.refuses(file + option + " varian --variant cub-radix --n 3", 2, "'variant'");
    }
}

TEST(List, MarkdownHasAllColumns) {
    const Folder folder;
    const auto narrow = folder.text(file + "--format markdown --top 1");
    has(narrow, {"| spread % |", "| trials time |"}, {"Left out"});
}
}  // namespace
}
