// Readers and writers on one file at a time.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "db/read/reader.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {

using namespace test;
using ConcurrencyFile = OneFile;

TEST_F(ConcurrencyFile, AReaderSeesEachCaseAsItIsStored) {
    Writer writer(path);
    const auto run = writer.begin_run(full_run());
    const Reader reader(path);
    for (int i = 0; i < 5; ++i) {
        const auto id = writer.write_case(run, full_case(i));
        EXPECT_EQ(reader.cases().size(), static_cast<std::size_t>(i) + 1);
        expect_same(full_case(i), reader.read_case(id, Detail::sites));
    }
}

TEST_F(ConcurrencyFile, AnOpenReadTransactionDoesNotStopTheWriter) {
    record(path, 1);
    Writer writer(path, std::chrono::milliseconds(50));
    const auto run = writer.begin_run(full_run());
    SQLite::Database other(path.string(), SQLite::OPEN_READONLY);
    SQLite::Statement open_read(other, "SELECT id FROM profiled_case");
    ASSERT_TRUE(open_read.executeStep());
    writer.write_case(run, full_case());
    EXPECT_EQ(Reader(path).cases().size(), 2u);
    EXPECT_FALSE(open_read.executeStep()) << "the open read sees the state in which it began";
}

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
    const auto write_all = [&](const std::string& variant) {
        Writer writer(path);  // both may create the file
        const auto run = writer.begin_run(full_run());
        for (int i = 0; i < each; ++i) {
            auto record = full_case(i);
            record.subject.name = variant;
            record.launches[0].kernel =
                "kernel " + std::to_string(i);  // both give numbers to the same new names
            writer.write_case(run, record);
        }
    };
    std::thread first(write_all, "first");
    std::thread second(write_all, "second");
    first.join();
    second.join();
    const Reader reader(path);
    EXPECT_EQ(reader.runs().size(), 2u);
    for (const std::string variant : {"first", "second"}) {
        const auto cases = reader.cases({.variants = {variant}});
        ASSERT_EQ(cases.size(), static_cast<std::size_t>(each));
        for (int i = 0; i < each; ++i) {
            auto expected = full_case(i);
            expected.subject.name = variant;
            expected.launches[0].kernel = "kernel " + std::to_string(i);
            expect_same(expected, reader.read_case(cases[static_cast<std::size_t>(i)].id, Detail::sites));
        }
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
        EXPECT_EQ(failed, 0);
        EXPECT_EQ(Reader(path).runs().size(), 4u);
    }
}

TEST_F(ConcurrencyFile, ReadersReadWhileAWriterWrites) {
    record(path, 1);
    std::atomic<bool> done{false};
    std::thread writing([&] {
        for (int round = 0; round < 10; ++round) record(path, 3);  // opens, merges and closes again and again
        done = true;
    });
    std::size_t last = 0;
    do {
        const Reader reader(path);
        const auto cases = reader.cases();
        EXPECT_GE(cases.size(), last);
        last = cases.size();
        const auto newest = reader.read_case(cases.back().id, Detail::sites);
        EXPECT_EQ(newest.launches.size(), 3u) << "a case is there as a whole or not at all";
    } while (!done);
    writing.join();
    EXPECT_EQ(Reader(path).cases().size(), 31u);
}

}  // namespace
}  // namespace sortscope::db
