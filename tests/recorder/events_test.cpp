#include "recorder/events.hpp"

#include <gmock/gmock.h>

#include "core/error.hpp"

namespace sortscope::recorder {
namespace {
std::vector<Event> read(std::string_view bytes, size_t piece) {
    std::vector<Event> events;
    EventReader reader;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size())))
        reader.add(bytes.substr(0, piece), [&](Event&& event) { events.push_back(std::move(event)); });
    return events;
}

std::string sample() {
    std::string bytes;
    encode(Hello{.process = 7}, bytes);
    encode(SymbolText{3, "_Z4sortPj"}, bytes);
    encode(RangePath{2, 1, "merge"}, bytes);
    encode(GpuFound{1, "GPU-1", "NVIDIA H200"}, bytes);
    encode(LaunchCall{11, 2}, bytes);
    encode(KernelRun{.symbol = 3, .gpu = 1, .correlation = 11, .grid = {4, 1, 1}, .start_ns = 5, .end_ns = 9},
           bytes);
    encode(TransferRun{1, 2, 4096, 1, 3}, bytes);
    encode(Loss{""}, bytes);
    encode(CounterList{"sass", "gld_requests"}, bytes);
    encode(CountedLaunch{.symbol = 3, .block = {1, 2, 5}, .values = std::string(8, '\0')}, bytes);
    encode(CudaStarted{77}, bytes);
    encode(StallSamples{.symbol = 3,
                        .line = 12,
                        .module = 1ULL << 40,
                        .pc_offset = 0x20,
                        .samples = 9,
                        .file = "/a/sort.cu",
                        .reason = "wait"},
           bytes);
    encode(CubinPart{5, 4, std::string("\0ELF", 4)}, bytes);
    return bytes;
}

TEST(Events, ArriveInPiecesOfAnySize) {
    for (const size_t piece : {1U, 3U, 100U, 100000U}) {
        const auto events = read(sample(), piece);
        ASSERT_EQ(events.size(), 13U) << piece;
        EXPECT_EQ(std::get<Hello>(events[0]).process, 7U);
        EXPECT_EQ(std::get<SymbolText>(events[1]).text, "_Z4sortPj");
        EXPECT_EQ(std::get<RangePath>(events[2]).parent, 1U);
        EXPECT_EQ(std::get<RangePath>(events[2]).name, "merge");
        EXPECT_EQ(std::get<GpuFound>(events[3]).name, "NVIDIA H200");
        EXPECT_EQ(std::get<LaunchCall>(events[4]).path, 2U);
        EXPECT_EQ(std::get<KernelRun>(events[5]).grid.x, 4U);
        EXPECT_EQ(std::get<KernelRun>(events[5]).end_ns, 9U);
        EXPECT_EQ(std::get<TransferRun>(events[6]).bytes, 4096U);
        EXPECT_EQ(std::get<Loss>(events[7]).sentence, "");
        EXPECT_EQ(std::get<CounterList>(events[8]).counters, "gld_requests");
        EXPECT_EQ(std::get<CountedLaunch>(events[9]).block.z, 5U);
        EXPECT_EQ(std::get<CountedLaunch>(events[9]).values.size(), 8U);
        EXPECT_EQ(std::get<CudaStarted>(events[10]).ns, 77U);
        EXPECT_EQ(std::get<StallSamples>(events[11]).module, 1ULL << 40);
        EXPECT_EQ(std::get<StallSamples>(events[11]).samples, 9U);
        EXPECT_EQ(std::get<StallSamples>(events[11]).reason, "wait");
        EXPECT_EQ(std::get<CubinPart>(events[12]).part.size(), 4U);
    }
}

TEST(Events, ATornEventIsLeftOut) {
    const auto bytes = sample();
    for (size_t cut = 0; cut < bytes.size(); ++cut)
        EXPECT_LT(read(bytes.substr(0, cut), 64).size(), 13U) << cut;
}

TEST(Events, ForeignBytesAreRefused) {
    EXPECT_THROW(read("GET / HTTP/1.1\r\n\r\n", 64), Error);
    auto bytes = sample();
    bytes[2] = 99;  // no such kind
    EXPECT_THROW(read(bytes, 64), Error);
}
}  // namespace
}
