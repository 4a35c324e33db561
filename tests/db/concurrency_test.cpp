// Several readers and writers of one file, and killed writers.
#include <SQLiteCpp/SQLiteCpp.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <atomic>
#include <random>
#include <thread>

#include "db/read/reader.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {
using namespace test;
using ConcurrencyFile = OneFile;
using CrashFile = OneFile;

TEST_F(ConcurrencyFile, ALogThatAReaderKeptAliveIsMergedByTheNextWriter) {
    {
        std::optional<Reader> reader;
        {
            Writer writer(path);
            writer.write_case(writer.begin_run(full_run()), full_case());
            reader.emplace(path);
            EXPECT_EQ(reader->cases().size(), 1u);
        }
        EXPECT_TRUE(has_companions(path));
    }
    record(path, 1);
    EXPECT_FALSE(has_companions(path));
    EXPECT_EQ(Reader(path).cases().size(), 2u);
}

TEST_F(ConcurrencyFile, TwoWritersTakeTurns) {
    constexpr int each = 25;
    const auto case_of = [](const std::string& variant, int i) {
        auto record = full_case(i);
        record.subject.name = variant;
        record.launches[0].kernel = "kernel " + std::to_string(i);  // both writers store the same new names
        return record;
    };
    const auto write_all = [&](const std::string& variant) {
        Writer writer(path);  // both may create the file
        const auto run = writer.begin_run(full_run());
        for (int i = 0; i < each; ++i) writer.write_case(run, case_of(variant, i));
    };
    std::thread first(write_all, "first");
    std::thread second(write_all, "second");
    first.join();
    second.join();
    const Reader reader(path);
    EXPECT_EQ(reader.runs().size(), 2u);
    for (const std::string variant : {"first", "second"}) {
        auto cases = reader.cases();
        std::erase_if(cases, [&](const CaseRecord& record) { return record.subject.name != variant; });
        ASSERT_EQ(cases.size(), size_t(each));
        for (int i = 0; i < each; ++i)
            expect_same(case_of(variant, i), reader.read_case(cases[size_t(i)].id, Detail::sites));
    }
    EXPECT_EQ(query(path, "PRAGMA integrity_check"), "ok");
    EXPECT_FALSE(has_companions(path));
}

TEST_F(ConcurrencyFile, ManyWritersOpenANewFileAtOnce) {
    for (int round = 0; round < 10; ++round) {
        path = folder / (std::to_string(round) + ".db");
        std::vector<std::thread> threads;
        std::atomic<int> failed{0};
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&] {
                try {
                    Writer(path, std::chrono::seconds(60)).begin_run(full_run());
                } catch (const std::exception&) {
                    ++failed;
                }
            });
        for (auto& thread : threads) thread.join();
        EXPECT_EQ(std::tuple(failed.load(), Reader(path).runs().size()), std::tuple(0, 4u));
    }
}

/// Stores cases forever, in a child process. Writes the id of each stored case to `out`.
[[noreturn]] void write_for_ever(const std::filesystem::path& path, int out) {
    try {
        for (;;) {
            Writer writer(path);
            const auto run = writer.begin_run(full_run());
            for (int i = 0; i < 20; ++i) {  // then reopen the file: this must be safe, too
                const auto id = int64_t(writer.write_case(run, large_case(20, 25, 3)));
                if (::write(out, &id, sizeof id) != sizeof id) ::_exit(2);
            }
        }
    } catch (const std::exception& error) {
        ::write(STDERR_FILENO, error.what(), std::string_view(error.what()).size());
        ::_exit(3);
    }
}

TEST_F(CrashFile, AKilledWriterLosesNoFinishedCase) {
    std::mt19937 random(20261120);
    // Kill the writer shortly after some stored cases: in a fixed time, a busy machine may store none.
    std::uniform_int_distribution<int> cases_before(0, 25);
    std::uniform_int_distribution<int> microseconds(0, 8'000);
    int killed_with_cases = 0;
    for (int round = 0; round < 30; ++round) {
        // Three rounds share a file: the later two continue the file of a killed writer.
        path = folder / ("round" + std::to_string(round / 3) + ".db");
        std::array<int, 2> ends{};
        ASSERT_EQ(::pipe(ends.data()), 0);
        const pid_t child = ::fork();
        if (child == 0) write_for_ever(path, ends[1]);
        ::close(ends[1]);
        int64_t last = 0;
        int64_t id = 0;
        const int wanted = round % 3 == 0 ? cases_before(random) / 9 : cases_before(random);
        for (int i = 0; i < wanted && ::read(ends[0], &id, sizeof id) == sizeof id; ++i) last = id;
        std::this_thread::sleep_for(std::chrono::microseconds(microseconds(random)));
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        ASSERT_TRUE(WIFSIGNALED(status)) << "the child ended by itself, with " << WEXITSTATUS(status);

        while (::read(ends[0], &id, sizeof id) == sizeof id) last = id;
        ::close(ends[0]);
        if (!std::filesystem::exists(path)) {
            EXPECT_EQ(last, 0);
            continue;
        }
        const Reader reader(path);
        const auto cases = reader.cases();
        ASSERT_GE(cases.size(), size_t(last)) << "a finished case is missing";
        if (last > 0) {
            ++killed_with_cases;
            expect_same(large_case(20, 25, 3), reader.read_case(CaseId{last}, Detail::sites));
            EXPECT_EQ(reader.read_case(cases.back().id, Detail::sites).launches.size(), 20u);
        }
        EXPECT_EQ(query(path, "PRAGMA integrity_check"), "ok");
        EXPECT_EQ(query(path, "SELECT count(*) FROM pragma_foreign_key_check"), "0");
    }
    EXPECT_GE(killed_with_cases, 18);
}
}  // namespace
}
