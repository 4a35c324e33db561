// `sortscope collect --watch`: each edit of a source is collected and compared.
#include <fmt/format.h>

#include "tests/cli/program.hpp"

namespace sortscope::test {
namespace {
TEST(Watch, CollectsEachEditAndComparesItWithTheLast) {
    const Folder folder;
    folder.text("new my-sort");
    const auto waits = [](int times) {
        return fmt::format(
            "for i in $(seq 3000); do [ \"$(grep -c Watching out.txt)\" -ge {} ] && break; sleep 0.1; done; ",
            times);
    };
    const std::string header = "my-sort/my_sort.hpp";
    const auto ran = folder.sortscope(
        "collect --backend simt --quiet -o p.db --build my-sort --watch --variant my-sort --n 64 --key "
        "u32 > out.txt 2> err.txt & pid=$!; " +
            waits(1) + "cp " + header + " good; echo 'int broken = wrong_name;' >> " + header + "; " +
            waits(2) + "sed 's/const Key a = c.load(keys, i);/& c.load(keys, 0);/' good > " + header + "; " +
            waits(3) + "touch my-sort/notes my-sort/.a.hpp; sleep 1.2; kill -INT $pid; wait $pid",
        "SORTSCOPE_CUDA=OFF");
    EXPECT_EQ(ran.code, 130) << folder.read("err.txt");
    has(folder.read("err.txt"), {"wrong_name", "does not build"});
    has(folder.read("out.txt"), {"run 2 against run 1: 1 pair", "sectors"}, {"run 3"});
    EXPECT_EQ(folder.json("list p.db")["cases"].size(), 2U);
    folder.refuses("collect --watch --variant bitonic-b2", 2, "--build");
    folder.refuses("collect --watch --build my-sort --resume", 2, "--resume");
    folder.refuses("collect --watch --build my-sort --variant mysort -o x.db", 2, "mysort");
}
}  // namespace
}
