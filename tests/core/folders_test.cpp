#include "core/folders.hpp"

#include <gmock/gmock.h>

namespace sortscope {
namespace {
TEST(Folders, AreLeftOutOfPathsInTexts) {
    const auto all = [](const char* text) { return without_folders(text, Folders::all_paths); };
    EXPECT_EQ(all("sortscope collect -o 'out/a.db' --plugin=/home/me/x.so --n 2^10"),
              "sortscope collect -o 'a.db' --plugin=x.so --n 2^10");
    EXPECT_EQ(all("/a/b"), "b");
    EXPECT_EQ(all(""), "");
    const auto absolute = [](const char* text) { return without_folders(text, Folders::absolute_paths); };
    EXPECT_EQ(absolute("Plug-in /home/me/x.so (fnv1a:0123): 5 keys/s, a / b"),
              "Plug-in x.so (fnv1a:0123): 5 keys/s, a / b");
}

TEST(Folders, OfSourcesAreLeftOutAndSourcesStayApart) {
    CaseRecord record;
    record.input = SortInput{Distribution::file, 1, 0, "/data/keys.bin", "fnv1a:1"};
    record.message = "Cannot read '/data/keys.bin'.";
    record.notes = {{Severity::info, "Built from /home/me/sort.cu."}};
    for (const char* file : {"/home/me/sort.cu", "/opt/lib/sort.cu", "sass/k.sass", "/home/me/sort.cu"}) {
        StallRecord stall;
        stall.file = file;
        record.stalls.push_back(stall);
    }
    record.sources = {{"/home/me/sort.cu", "mine"}, {"/opt/lib/sort.cu", "theirs"}, {"sass/k.sass", "MOV"}};
    auto& launch = record.launches.emplace_back();
    launch.sites.emplace_back().site.file = "/opt/lib/sort.cu";
    leave_out_folders(record);
    EXPECT_EQ(record.input->file, "keys.bin");
    EXPECT_EQ(record.message, "Cannot read 'keys.bin'.");
    EXPECT_EQ(record.notes[0].text, "Built from sort.cu.");
    std::vector<std::string> files;
    for (const auto& stall : record.stalls) files.push_back(stall.file);
    EXPECT_THAT(files, testing::ElementsAre("sort.cu", "2/sort.cu", "sass/k.sass", "sort.cu"));
    EXPECT_EQ(launch.sites[0].site.file, "2/sort.cu");
    EXPECT_THAT(record.sources,
                testing::ElementsAre(SourceText{"2/sort.cu", "theirs"}, SourceText{"sass/k.sass", "MOV"},
                                     SourceText{"sort.cu", "mine"}));
}

TEST(Folders, OfARunAreLeftOutWithTheHost) {
    RunRecord run;
    run.host.name = "build7";
    run.command = "sortscope collect -o out/a.db";
    run.notes = {{Severity::info, "Plug-in /home/me/x.so."}};
    leave_out_folders(run);
    EXPECT_EQ(std::tuple(run.host.name, run.command, run.notes[0].text),
              std::tuple("", "sortscope collect -o a.db", "Plug-in x.so."));
}
}  // namespace
}
