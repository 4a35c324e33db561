// Every table that reading prints keeps to the screen: 80 columns, and what a wider one has.
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

std::size_t widest(const std::string& text) {
    std::size_t most = 0;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) most = std::max(most, columns_of(line));
    return most;
}

/// A copy of `file` in `folder`, by its bare name: how long a path the project is built in must not decide
/// how wide a command is.
std::string bring(const Folder& folder, const std::filesystem::path& file) {
    std::filesystem::copy_file(file, folder.path() / file.filename());
    return file.filename().string();
}

void expect_narrow(const Folder& folder, const std::string& arguments, std::size_t columns = 80) {
    const auto result = folder.sortscope(arguments, "COLUMNS=" + std::to_string(columns));
    EXPECT_FALSE(result.out.empty()) << arguments << ": " << result.err;
    for (const auto& line : too_wide(result.out, columns)) ADD_FAILURE() << arguments << ":\n" << line;
}

TEST(Width, EveryReadingCommandKeepsTo80Columns) {
    const Folder folder;
    const auto example = bring(folder, SORTSCOPE_EXAMPLE),
               two_gpus = bring(folder, SORTSCOPE_EXAMPLES "/h200x2.db");
    for (const auto& file : {example, two_gpus, bring(folder, SORTSCOPE_FAULTS)}) {
        expect_narrow(folder, file);
        for (const auto* command : {"list", "report", "predict"})
            expect_narrow(folder, std::string(command) + ' ' + file);
        expect_narrow(folder, "query " + file + " 'SELECT * FROM cases LIMIT 3'");
        for (const auto* of : {"--by stage", "--by substage", "--by launch --top 20", "--by kernel",
                               "--by line", "--matrix time", "--sites"})
            expect_narrow(folder, "show " + file + " 9 " + of);
        expect_narrow(folder, "advise " + file + " 9");
        expect_narrow(folder, "predict " + file + " 9");
        expect_narrow(folder, "predict " + file + " --device A100 --key u32");
    }
    for (const auto* how :
         {"--across variant=bitonic-b2,bitonic-c4", "--across variant=bitonic-b2,bitonic-c4 --stages",
          "--across block", "--across max_keys", "--across time-mode --variant bitonic-b2"})
        expect_narrow(folder, "compare " + example + ' ' + how);
    expect_narrow(folder, "compare " + two_gpus + " --across device");
    expect_narrow(folder, "verify " + two_gpus);
    expect_narrow(folder, "sweep " + example);
    expect_narrow(folder, "sweep " + example + " --variant bitonic-c4 --over block,max_keys");
    expect_narrow(folder, "predict --devices");
    expect_narrow(folder, "tune bitonic-c4 --size 2^20 --key u32 --from " + example);
}

TEST(Width, AHalfOfTheScreenIsEnough) {
    const Folder folder;
    const auto example = bring(folder, SORTSCOPE_EXAMPLE),
               two_gpus = bring(folder, SORTSCOPE_EXAMPLES "/h200x2.db");
    for (const auto& command :
         {std::string("doctor"), std::string("devices"), example,
          "report " + example + " --variant bitonic-semi,cub-radix", "show " + example + " 114 --source",
          "show " + example + " 114",
          "compare " + example + " --across variant=bitonic-semi,bitonic-basic --stages --size 2^20"})
        expect_narrow(folder, command, 40);
    // What 80 columns hold, 60 and 40 do.
    for (const std::size_t columns : {std::size_t{60}, std::size_t{40}}) {
        for (const auto& command :
             {"list " + example, "verify " + two_gpus, "predict " + two_gpus, "predict " + example + " 9",
              std::string("predict --devices"), "sweep " + example, "advise " + example + " 9",
              "sweep " + example + " --variant bitonic-c4 --over block,max_keys",
              "compare " + example + " --across block",
              "tune bitonic-c4 --size 2^20 --key u32 --from " + example,
              "query " + example + " 'SELECT * FROM cases LIMIT 3'", std::string("metrics"),
              std::string("metrics global_sectors"), std::string("variants"),
              std::string("variants bitonic-c4"), std::string("import --columns"),
              std::string("reproduce --list"), "reproduce mu2016-table1 " + example})
            expect_narrow(folder, command, columns);
        for (const auto* of : {"--by substage", "--by launch --top 20", "--by kernel", "--by line",
                               "--matrix time", "--sites", "--all"})
            expect_narrow(folder, "show " + example + " 9 " + of, columns);
    }
    // Commands go on in further lines as a shell reads them: they can be pasted still.
    auto pasted = folder.sortscope(example, "COLUMNS=40").out;
    for (auto at = pasted.find(" \\\n"); at != std::string::npos; at = pasted.find(" \\\n", at))
        pasted.erase(at, pasted.find_first_not_of(' ', at + 3) - at - 1), pasted[at] = ' ';
    EXPECT_NE(pasted.find(" --across variant=bitonic-semi,bitonic-basic\n"), std::string::npos) << pasted;
}

TEST(Width, WhatTellsRowsApartStaysOnANarrowScreen) {
    const Folder folder;
    const auto example = bring(folder, SORTSCOPE_EXAMPLE),
               two_gpus = bring(folder, SORTSCOPE_EXAMPLES "/h200x2.db");
    EXPECT_NE(
        folder.sortscope("show " + example + " --variant bitonic-semi --size 2^20 --key u32", "COLUMNS=40")
            .out.find("  stage  name"),
        std::string::npos)
        << "names of stages";
    EXPECT_NE(folder.sortscope("variants", "COLUMNS=40").out.find("what it is"), std::string::npos);
    EXPECT_NE(folder.sortscope("variants", "COLUMNS=60").out.find("  bitonic-local-register  "),
              std::string::npos)
        << "names are broken on the narrowest screens alone";
    EXPECT_NE(folder.sortscope("metrics", "COLUMNS=40").out.find("metric"), std::string::npos);
    EXPECT_NE(folder.sortscope("metrics", "COLUMNS=60").out.find("  branch_targets_threads_uniform  "),
              std::string::npos);
    const auto devices = folder.sortscope("compare " + two_gpus + " --across device", "COLUMNS=40").out;
    for (const auto* head : {"variant", "keys", "ratio", "verdict"})
        EXPECT_NE(devices.find(head), std::string::npos) << head << ":\n" << devices;
}

TEST(Width, AWiderScreenIsUsed) {
    const Folder folder;
    const auto example = bring(folder, SORTSCOPE_EXAMPLE);
    for (const auto& command :
         {"list " + example, "report " + example, "sweep " + example, "show " + example + " 9",
          "predict " + example, "compare " + example + " --across variant=bitonic-b2,bitonic-c4"}) {
        const auto narrow = widest(folder.sortscope(command).out),
                   wide = widest(folder.sortscope(command, "COLUMNS=120").out);
        EXPECT_GT(wide, narrow) << command;
        EXPECT_LE(wide, 120U) << command;
    }
}

}  // namespace
}  // namespace sortscope::test
