// `collect` on several ranks: by --rank, by a launcher's variables, and by Open MPI itself.
#include <map>
#include <set>

#include "tests/cli/program.hpp"

namespace sortscope::test {
namespace {
class Cluster : public testing::Test {
 protected:
    /// Labels of the ok cases of all `files`, with their number.
    std::map<std::string, int> finished(const std::vector<std::string>& files) const {
        std::map<std::string, int> labels;
        for (const auto& file : files) {
            const auto listed = folder.json("list " + file);
            for (const auto& each : listed["cases"])
                if (each["status"] == "ok") ++labels[each["variant"].get<std::string>() + each["n"].dump()];
        }
        return labels;
    }
    std::vector<std::string> rank_files() const {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
            if (const auto name = entry.path().filename().string();
                name.starts_with("s.0") && name.ends_with(".db"))
                names.insert(name);
        return {names.begin(), names.end()};
    }
    static std::string rank(int index, int size) {
        return " --rank " + std::to_string(index) + "/" + std::to_string(size);
    }
    const std::string sweep =
        "collect --backend simt --in-process --variant bitonic-b2,bitonic-xor --size 2^4..2^7 --key u32 -o "
        "s.db";
    Folder folder;
};

TEST_F(Cluster, RanksShareTheCasesAndAnyNumberOfThemGoesOn) {
    for (const int each : {0, 2}) folder.text(sweep + " --split" + rank(each, 3));
    const auto before = finished(rank_files());
    EXPECT_EQ(rank_files(), (std::vector<std::string>{"s.0000.db", "s.0002.db"}));
    EXPECT_LT(before.size(), 8U) << "rank 1 is missing";
    for (const auto& [label, count] : before) EXPECT_EQ(count, 1) << label;
    for (const int each : {0, 1}) folder.sortscope(sweep + " --split --resume" + rank(each, 2));
    const auto after = finished(rank_files());
    EXPECT_EQ(after.size(), 8U);
    for (const auto& [label, count] : after) EXPECT_EQ(count, 1) << label;
    for (int each = 0; each < 5; ++each) {
        const auto again = folder.ends(sweep + " --split --resume" + rank(each, 5));
        has(again.out, {"0 cases finished"});
    }
    folder.text("merge all.db s.0000.db s.0001.db s.0002.db");
    EXPECT_EQ(finished({"all.db"}), after);
    has(folder.json("list all.db")["runs"].dump(), {"Rank 2 of 3, which share the cases."});
}

TEST_F(Cluster, WithoutSplitEachRankTakesAll) {
    for (const int each : {0, 1}) folder.text(sweep + rank(each, 2));
    const auto both = finished(rank_files());
    EXPECT_EQ(both.size(), 8U);
    for (const auto& [label, count] : both) EXPECT_EQ(count, 2) << label;
    has(folder.text(sweep + " --resume" + rank(1, 2)), {"0 cases finished, 8 already stored"});
    has(folder.text(sweep + " --resume" + rank(2, 3)), {"8 cases finished."});
}

TEST_F(Cluster, ARankWithoutCasesIsNoFailure) {
    const std::string two =
        "collect --backend simt --in-process --variant bitonic-b2 --size 16,32 -o s.db --split";
    has(folder.text(two + rank(2, 3)), {"Rank 2 of 3 has no case"});
    EXPECT_TRUE(rank_files().empty());
}

TEST_F(Cluster, LaunchersSetRankAndSize) {
    for (const std::string variables : {"OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=4",
                                        "SLURM_PROCID=2 SLURM_STEP_NUM_TASKS=4 PMIX_RANK=2"})
        EXPECT_EQ(folder.sortscope(sweep + " --split", variables).code, 0);
    EXPECT_EQ(rank_files(), (std::vector<std::string>{"s.0001.db", "s.0002.db"}));
    for (const auto& [label, count] : finished(rank_files())) EXPECT_EQ(count, 1) << label;
    EXPECT_EQ(folder.sortscope(sweep, "SLURM_PROCID=0 SLURM_NTASKS=4").code, 0);
    EXPECT_TRUE(folder.has("s.db")) << "a batch script is no rank";
    EXPECT_EQ(folder.sortscope(sweep, "PMIX_RANK=2").code, 2);
    folder.refuses(sweep + " --split", 2, "--rank");
    folder.refuses(sweep + " --rank 4/4", 2, "--rank");
}

/// Eight processes by Open MPI, on however few cores.
class OpenMpi : public Cluster {
 protected:
    void SetUp() override {
        if (std::system("command -v mpirun >/dev/null") != 0)
            GTEST_SKIP() << "there is no mpirun: tools/install-dependencies tests";
    }
    /// Runs `arguments` on eight ranks; $mpi is mpirun for the shell commands `meanwhile`. A rank that fails
    /// does not end the others.
    Outcome mpirun(const std::string& arguments, const std::string& meanwhile = "") const {
        folder.write("mpi.sh",
                     "exec mpirun --oversubscribe -n 8 --mca plm isolated --enable-recovery "
                     "--mca orte_abort_on_non_zero_status 0 '" +
                         std::string(SORTSCOPE_PROGRAM) + "' " + arguments + "\n");
        return folder.sortscope(
            "--version; export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; sh mpi.sh & "
            "mpi=$!; " +
            meanwhile + "wait $mpi");
    }
};

TEST_F(OpenMpi, AKilledRankLosesItsRunningCaseAndResumeFillsItIn) {
    constexpr size_t all = 24;
    const std::string shared =
        "collect --backend simt --threads 1 --quiet --variant bitonic-b2,bitonic-xor --key u32 --size "
        "2^4..2^15 --split -o s.db";
    // Rank 3 is killed once it has a file, long before its last case.
    const auto ran = mpirun(
        shared,
        "for i in $(seq 3000); do [ -e s.0003.db ] && break; sleep 0.01; done; for process in $(cat "
        "/proc/$mpi/task/*/children); do grep -qzx OMPI_COMM_WORLD_RANK=3 /proc/$process/environ && kill -9 "
        "$process; done; ");
    ASSERT_EQ(rank_files().size(), 8U) << ran.err;
    const auto before = finished(rank_files());
    EXPECT_LT(before.size(), all);
    EXPECT_GE(before.size(), all - 4) << "the other ranks went on: " << ran.err;
    for (const auto& [label, count] : before) EXPECT_EQ(count, 1) << label;

    const auto resumed = mpirun(shared + " --resume");
    EXPECT_EQ(resumed.code, 0) << resumed.err;
    const auto after = finished(rank_files());
    EXPECT_EQ(after.size(), all) << resumed.err;
    for (const auto& [label, count] : after) EXPECT_EQ(count, 1) << label;
    std::string files;
    for (const auto& file : rank_files()) files += " " + file;
    folder.text("merge all.db" + files);
    EXPECT_EQ(finished({"all.db"}), after);
    EXPECT_TRUE(folder.json("verify all.db")["findings"].empty());
}
}  // namespace
}
