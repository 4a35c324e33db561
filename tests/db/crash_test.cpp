// A program that is killed while it writes.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <random>
#include <thread>

#include "db/read/reader.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {

using namespace test;
using CrashFile = OneFile;

/// In a child process: stores cases for ever, telling the number of each through `out` once it is stored.
[[noreturn]] void write_for_ever(const std::filesystem::path& path, int out) {
    try {
        for (;;) {
            Writer writer(path);
            const auto run = writer.begin_run(full_run());
            for (int i = 0; i < 20; ++i) {  // then closes and opens again, which has to be safe as well
                const auto id = static_cast<std::int64_t>(writer.write_case(run, large_case(20, 25, 3)));
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
    // Killed some time after so many cases, not after so much time: a busy machine must not make the test an
    // empty one.
    std::uniform_int_distribution<int> cases_before(0, 25);
    std::uniform_int_distribution<int> microseconds(0, 8'000);
    int killed_with_cases = 0;
    for (int round = 0; round < 30; ++round) {
        // Three rounds a file: two of them go on with what a kill has left.
        path = folder / ("round" + std::to_string(round / 3) + ".db");
        std::array<int, 2> ends{};
        ASSERT_EQ(::pipe(ends.data()), 0);
        const pid_t child = ::fork();
        if (child == 0) write_for_ever(path, ends[1]);
        ::close(ends[1]);
        std::int64_t last = 0;
        std::int64_t id = 0;
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
        ASSERT_GE(cases.size(), static_cast<std::size_t>(last)) << "a finished case is missing";
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
}  // namespace sortscope::db
