#include "collector/rank.hpp"

#include <fstream>

#include "collector/estimate.hpp"
#include "tests/collector/fake_backend.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::collector {
namespace {
using sortscope::test::expect_error;

std::optional<Rank> launched_with(const std::map<std::string, std::string>& variables) {
    return launched_rank([&](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second.c_str();
    });
}

TEST(Ranks, AreReadFromTextAndRefusedIfTheyDoNotExist) {
    EXPECT_EQ(parse_rank("0/1"), (Rank{0, 1}));
    EXPECT_EQ(parse_rank("7/8"), (Rank{7, 8}));
    for (const char* wrong : {"", "3", "/8", "3/", "8/8", "0/0", "-1/8", "1/8/2", " 1/8", "1/4294967296"})
        expect_error(ErrorKind::usage, "rank", [&] { parse_rank(wrong); });
}

TEST(Ranks, AreThoseOfTheLauncher) {
    using Variables = std::map<std::string, std::string>;
    for (const auto& [variables, rank] : std::initializer_list<std::pair<Variables, std::optional<Rank>>>{
             {{}, std::nullopt},
             {{{"OMPI_COMM_WORLD_RANK", "3"}, {"OMPI_COMM_WORLD_SIZE", "8"}}, Rank{3, 8}},
             {{{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "1"}}, Rank{0, 1}},
             {{{"PMI_RANK", "1"}, {"PMI_SIZE", "2"}}, Rank{1, 2}},
             {{{"SLURM_PROCID", "5"}, {"SLURM_STEP_NUM_TASKS", "64"}, {"PMIX_RANK", "5"}}, Rank{5, 64}},
             // Slurm runs Open MPI: Open MPI's variables decide.
             {{{"OMPI_COMM_WORLD_RANK", "9"},
               {"OMPI_COMM_WORLD_SIZE", "16"},
               {"PMIX_RANK", "9"},
               {"SLURM_PROCID", "1"},
               {"SLURM_STEP_NUM_TASKS", "2"}},
              Rank{9, 16}},
             // A batch script has SLURM_NTASKS. An interactive shell is a step of one task.
             {{{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "8"}}, std::nullopt},
             {{{"SLURM_PROCID", "0"}, {"SLURM_STEP_NUM_TASKS", "1"}}, std::nullopt}})
        EXPECT_EQ(launched_with(variables), rank) << (variables.empty() ? "" : variables.begin()->first);
}

TEST(Ranks, VariablesThatLeaveThemOpenAreRefused) {
    for (const auto& variables : std::initializer_list<std::map<std::string, std::string>>{
             {{"PMIX_RANK", "3"}},
             {{"PMIX_RANK", "9"}, {"SLURM_PROCID", "1"}, {"SLURM_STEP_NUM_TASKS", "2"}},
             {{"PMI_RANK", "x"}, {"PMI_SIZE", "2"}}})
        expect_error(ErrorKind::usage, "rank", [&] { launched_with(variables); });
}

TEST(Ranks, EachHasAFileOfItsOwn) {
    EXPECT_EQ(file_of_rank("a/sorts.db", {3, 8}), "a/sorts.0003.db");
    EXPECT_EQ(file_of_rank("sorts", {12345, 20000}), "sorts.12345");
    EXPECT_EQ(file_of_rank("my.sorts.db", {0, 1}), "my.sorts.0000.db");
}

TEST(Ranks, FilesAreFoundByTheirNumbers) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("sortscope-ranks-" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder);
    for (const char* name : {"s.0010.db", "s.0002.db", "s.db", "s.0002.db-wal", "s.02.db", "s.x002.db",
                             "s.0003.dbx", "t.0004.db", "s.12345.db", "s.0004.0005.db", "s..db"})
        std::ofstream(folder / name) << "x";
    const auto files = files_of_ranks(folder / "s.db");
    std::filesystem::remove_all(folder);
    EXPECT_EQ(files, (std::vector{folder / "s.0002.db", folder / "s.0010.db", folder / "s.12345.db"}));
    EXPECT_TRUE(files_of_ranks(folder / "s.db").empty()) << "no folder";
}

TEST(Ranks, EachCaseIsDealtToOneShareOfEqualTime) {
    const auto variants = test::three_variants();
    auto sweep = test::uniform_sweep({"library", "cpu-std-sort"}, {});
    for (uint64_t n = 1; n <= 1 << 24; n *= 2) sweep.sizes.push_back(n);
    const auto cases = plan_cases({sweep}, variants);
    for (const uint32_t shares : {1U, 2U, 3U, 8U}) {
        const auto owners = deal(cases, shares);
        ASSERT_EQ(owners.size(), cases.size());
        EXPECT_EQ(owners, deal(cases, shares)) << "as every rank sees it";
        std::vector<double> seconds(shares);
        double longest = 0;
        for (size_t i = 0; i < cases.size(); ++i) {
            ASSERT_LT(owners[i], shares);
            const double cost = 1e-3 + graph_seconds(work_of(*cases[i].variant, cases[i].spec));
            seconds[owners[i]] += cost;
            longest = std::max(longest, cost);
        }
        const auto [least, most] = std::ranges::minmax(seconds);
        EXPECT_LE(most - least, longest) << shares;
    }
}

TEST(Ranks, MoreOfThemThanCasesLeaveSomeWithoutAny) {
    const auto variants = test::three_variants();
    EXPECT_EQ(deal(plan_cases({test::uniform_sweep({"library"}, {16, 32})}, variants), 8),
              (std::vector<uint32_t>{1, 0}))
        << "the longest first";
}
}  // namespace
}
