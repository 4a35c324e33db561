// Every text that reading commands print keeps to 80 columns.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/program.hpp"

namespace sortscope::test {
namespace {

/// Characters of UTF-8; none of the example's is wide.
std::size_t columns_of(const std::string& line) {
    return static_cast<std::size_t>(std::ranges::count_if(
        line, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

/// Lines wider than `columns`.
std::vector<std::string> too_wide(const std::string& text, std::size_t columns) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        if (columns_of(line) > columns) lines.push_back(line);
    return lines;
}

/// A copy of `file` in `folder`, by its bare name: how long a path the project is built in must not decide
/// how wide a command is.
std::string bring(const Folder& folder, const std::filesystem::path& file) {
    std::filesystem::copy_file(file, folder.path() / file.filename());
    return file.filename().string();
}

TEST(Width, EveryReadingCommandKeepsTo80Columns) {
    const Folder folder;
    const auto example = bring(folder, SORTSCOPE_EXAMPLE),
               two_gpus = bring(folder, SORTSCOPE_EXAMPLES "/h200x2.db"),
               faults = bring(folder, SORTSCOPE_FAULTS);
    std::vector<std::string> commands{
        "doctor",
        "devices",
        "metrics",
        "metrics global_sectors",
        "variants",
        "variants bitonic-c4",
        "import --columns",
        "predict --devices",
        "reproduce --list",
        "reproduce mu2016-table1 " + example,
        "compare " + example + " --across variant=bitonic-b2,bitonic-c4 --stages",
        "compare " + example + " --across block",
        "compare " + example + " --across max_keys",
        "compare " + example + " --across time-mode --variant bitonic-b2",
        "compare " + two_gpus + " --across device",
        "verify " + two_gpus,
        "sweep " + example,
        "sweep " + example + " --variant bitonic-c4 --over block,max_keys",
        "show " + example + " 114 --source",
        "tune bitonic-c4 --size 2^20 --key u32 --from " + example};
    for (const auto& file : {example, two_gpus, faults}) {
        for (const auto* command : {"", "list ", "report ", "predict "}) commands.push_back(command + file);
        commands.push_back("query " + file + " 'SELECT * FROM cases LIMIT 3'");
        commands.push_back("advise " + file + " 9");
        commands.push_back("predict " + file + " --device A100 --key u32");
        for (const auto* of : {"--by stage", "--by substage", "--by launch --top 20", "--by kernel",
                               "--by line", "--matrix time", "--sites", "--all"})
            commands.push_back("show " + file + " 9 " + of);
    }
    for (const auto& command : commands) {
        const auto result = folder.sortscope(command);
        EXPECT_FALSE(result.out.empty()) << command << ": " << result.err;
        for (const auto& line : too_wide(result.out, 80)) ADD_FAILURE() << command << ":\n" << line;
    }
}

TEST(Width, NarrowerScreensGet80Columns) {
    const Folder folder;
    const auto example = bring(folder, SORTSCOPE_EXAMPLE);
    EXPECT_EQ(folder.sortscope("list " + example, "COLUMNS=40").out,
              folder.sortscope("list " + example, "COLUMNS=80").out);
}

}  // namespace
}  // namespace sortscope::test
