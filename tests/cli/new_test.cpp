// `sortscope new` refuses bad names. Folders that it writes build and sort.
#include "tests/cli/program.hpp"

namespace sortscope::test {
namespace {
class New : public testing::Test {
 protected:
    Folder folder;
};

TEST_F(New, WritesAFolderOfItsName) {
    folder.text("new my-sort --from odd-even");
    has(folder.read("my-sort/my_sort.hpp"),
        {"struct MySort {", "struct MySortStep", "\"my_sort_step\"", ".name = \"my-sort\""},
        {"OddEven", "AllKeys"});
    has(folder.read("my-sort/CMakeLists.txt"), {"sortscope_add_plugin(my_sort VARIANTS my_sort.hpp:MySort)"});
    has(folder.read("my-sort/README.md"), {"--build my-sort", "odd-even"});

    folder.text("new s2 --from cuda");
    has(folder.read("s2/s2.cu"),
        {"struct S2 {", "__global__ void s2_step(", ".name = \"s2\"", "void S2::sort("},
        {"PlainBitonic", "plain_bitonic", "plain-bitonic"});
    has(folder.read("s2/CMakeLists.txt"), {"sortscope_add_plugin(s2 VARIANTS s2.cu:S2)", "--backend cupti"});
    has(folder.read("s2/README.md"), {"--build s2", "variant=bitonic-b2,s2"});
}

TEST_F(New, RefusesNamesAndFolders) {
    for (const std::string name : {"My_Sort", "../up", "a/b", "-a", "a-", "a--b", "1a", "a.b", "''", "all!",
                                   "abcdefghijabcdefghijabcdefghijabcdefghija"})
        EXPECT_EQ(folder.sortscope("new " + name).code, 2) << name;
    folder.refuses("new bitonic-b2", 2, "already");
    folder.refuses("new other --from cub-radix", 2, "bitonic-b2");
    folder.refuses("new other --from plain-bitonic", 2, "cuda");
    for (const auto& each : std::filesystem::directory_iterator(folder.path()))
        EXPECT_FALSE(each.is_directory()) << each.path();

    folder.write("file", "kept");
    folder.refuses("new file", 5, "file");
    EXPECT_EQ(folder.read("file"), "kept");
    folder.text("new my-sort");
    const auto header = folder.read("my-sort/my_sort.hpp");
    folder.refuses("new my-sort --from cuda", 5, "already");
    EXPECT_EQ(folder.read("my-sort/my_sort.hpp"), header);
    EXPECT_FALSE(folder.has("my-sort/my_sort.cu"));
}

TEST_F(New, BuildsAndSortsAsItIs) {
    folder.text("new my-sort --from bitonic-xor");
    folder.text("new my-cuda --from cuda");
    const auto collect = [&](const std::string& name) {
        return folder.sortscope("collect --build " + name + " --variant " + name +
                                    ",bitonic-b2 --n 2,100,2^8 --key u32 --backend simt --quiet -o n.db",
                                "SORTSCOPE_CUDA=OFF");
    };
    EXPECT_EQ(collect("my-sort").code, 0);
    const auto cases = folder.json("list n.db")["cases"];
    EXPECT_EQ(cases.size(), 6U);
    for (const auto& one : cases) EXPECT_EQ(one["status"], "ok") << one;
    // Without CUDA, the plug-in builds without its kernels.
    const auto ran = collect("my-cuda");
    EXPECT_EQ(ran.code, 0) << ran.err;
    has(ran.err, {"'my-cuda' runs on a GPU"});
    folder.refuses("collect --build . -o b.db", 5, "CMakeLists.txt");
    EXPECT_FALSE(folder.has("b.db"));
}
}  // namespace
}
