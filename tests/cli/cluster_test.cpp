// `collect` on several ranks: by --rank, by a launcher's variables, by Open MPI and Slurm themselves.
#include <SQLiteCpp/SQLiteCpp.h>

#include <map>
#include <set>

#include "tests/cli/program.hpp"

namespace sortscope::test {
namespace {
class Cluster : public testing::Test {
 protected:
    /// Numbers of ok cases in `files`, by label.
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
        "collect --backend simt --in-process --variant bitonic-b2,bitonic-xor --n 2^4..2^7 --key u32 -o "
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
        "collect --backend simt --in-process --variant bitonic-b2 --n 16,32 -o s.db --split";
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

TEST_F(Cluster, TheLastRankMerges) {
    const auto collect = [&](int index, int size, const std::string& more = "") {
        folder.text(sweep + " --split --merge" + rank(index, size) + more);
    };
    collect(0, 2);
    EXPECT_FALSE(folder.has("s.db")) << "rank 1 is missing";
    collect(1, 2);
    EXPECT_EQ(finished({"s.db"}).size(), 8U);
    // Ranks without a case have files, too.
    for (int index = 0; index < 9; ++index) collect(index, 9, " --resume");
    EXPECT_EQ(finished({"s.db"}), finished(rank_files()));
    EXPECT_EQ(finished({"s.db"}).size(), 8U);
    // A killed run has no end.
    {
        SQLite::Database file((folder.path() / "s.0001.db").string(), SQLite::OPEN_READWRITE);
        file.exec("UPDATE run SET ended_utc = ''");
    }
    std::filesystem::remove(folder.path() / "s.db");
    collect(0, 2, " --resume");
    EXPECT_FALSE(folder.has("s.db"));
    folder.refuses(sweep + " --merge", 2, "--merge");
}

TEST_F(Cluster, AStagedFileEndsInItsTargetEvenAfterAKill) {
    std::filesystem::create_directory(folder.path() / "disk");
    const auto staged = sweep + " --stage-dir disk --resume";
    folder.text(staged + rank(0, 1));
    EXPECT_EQ(finished({"s.0000.db"}).size(), 8U);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path() / "disk"));
    // As after a kill: the cases are in the staged file only.
    auto name = std::filesystem::absolute(folder.path() / "s.0000.db").string();
    std::ranges::replace(name, '/', '%');
    std::filesystem::rename(folder.path() / "s.0000.db", folder.path() / "disk" / name);
    has(folder.text(staged + rank(0, 1)), {"0 cases finished, 8 already stored"});
    EXPECT_EQ(finished({"s.0000.db"}).size(), 8U);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path() / "disk"));
    folder.refuses(sweep + " --stage-dir absent" + rank(1, 2), 4);
}

/// Eight processes of Open MPI, even on fewer than eight cores.
class OpenMpi : public Cluster {
 protected:
    void SetUp() override {
        if (std::system("command -v mpirun >/dev/null") != 0)
            GTEST_SKIP() << "there is no mpirun: tools/install-dependencies tests";
    }
    /// Runs `arguments` on eight ranks, and meanwhile the shell commands `meanwhile`. $mpi is mpirun's
    /// process id. Ranks go on if one fails.
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
        "collect --backend simt --threads 1 --quiet --variant bitonic-b2,bitonic-xor --key u32 --n "
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

/// Four nodes of Slurm on this machine.
class Slurm : public Cluster {
 protected:
    void SetUp() override {
        if (std::system("PATH=$PATH:/usr/sbin; command -v slurmctld slurmd munged >/dev/null") != 0)
            GTEST_SKIP() << "there is no Slurm: tools/install-dependencies cluster";
        std::filesystem::create_directory(folder.path() / "slurm");
        shell(slurm("start"));
    }
    void TearDown() override {
        if (std::filesystem::exists(folder.path() / "slurm")) shell(slurm("stop"));
    }
    std::string slurm(const std::string& command, const std::string& node = "") const {
        return SORTSCOPE_SLURM " " + command + " slurm " + node + "; ";
    }
    void shell(const std::string& commands) const {
        folder.write("run.sh", "set -e\nexport SLURM_CONF=$PWD/slurm/slurm.conf\n" + commands + "\n");
        const auto ran = folder.sortscope("--version; sh run.sh");
        EXPECT_EQ(ran.code, 0) << commands << ran.out << ran.err << folder.read("job.log");
    }
    /// Writes a batch script of docs/cluster.md for the interpreter, with sorts long enough to be killed.
    void job(const std::string& directives, const std::string& launcher, const std::string& more) const {
        folder.write(
            "job.sh",
            "#!/bin/sh\n#SBATCH --output=job.log --open-mode=append " + directives + "\n" + launcher +
                " '" SORTSCOPE_PROGRAM
                "' collect --backend simt --threads 1 --quiet --variant bitonic-b2,bitonic-xor --key u32 "
                "--n 2^4..2^15 --split --resume -o s.db " +
                more + "\n");
    }
    void expect_all_once(const std::vector<std::string>& files) const {
        const auto labels = finished(files);
        EXPECT_EQ(labels.size(), 24U);
        for (const auto& [label, count] : labels) EXPECT_EQ(count, 1) << label;
    }
    const std::string until_done = "timeout 240 sh -c 'while squeue -h | grep -q .; do sleep 0.2; done'; ";
    static std::string until(const std::string& condition) {
        return "timeout 60 sh -c \"until " + condition + "; do sleep 0.1; done\"; ";
    }
};

TEST_F(Slurm, AJobGoesOnAfterItsNodeWasKilled) {
    job("--nodes=4 --ntasks-per-node=1 --requeue", "srun --kill-on-bad-exit=0", "--merge");
    shell("sbatch job.sh; " + until("test -e s.0002.db") + slurm("kill", "n3") +
          until("squeue -h -t pending | grep -q .") + slurm("restart", "n3") + until_done);
    expect_all_once(rank_files());
    expect_all_once({"s.db"});
}

TEST_F(Slurm, ARequeuedTaskOfAJobArrayGoesOn) {
    job("--array=0-3 --requeue", "", "--rank \"$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT\"");
    shell("sbatch job.sh; " + until("test -e s.0002.db") + "scontrol requeue 1_2; " + until_done);
    EXPECT_EQ(rank_files().size(), 4U);
    expect_all_once(rank_files());
}
}  // namespace
}
