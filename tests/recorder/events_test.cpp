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

std::string encoded(const std::vector<Event>& events) {
    std::string bytes;
    for (const auto& event : events) encode(event, bytes);
    return bytes;
}

/// One event of each kind.
std::string sample() {
    return encoded(
        {Hello{.process = 7}, SymbolText{3, "_Z4sortPj"}, RangePath{2, 1, "merge"},
         GpuFound{1, "GPU-1", "NVIDIA H200"}, LaunchCall{11, 2},
         KernelRun{.symbol = 3, .gpu = 1, .correlation = 11, .grid = {4, 1, 1}, .start_ns = 5, .end_ns = 9},
         TransferRun{1, 2, 4096, 1, 3}, Loss{""}, CounterList{"sass", "gld_requests"},
         CountedLaunch{.symbol = 3, .block = {1, 2, 5}, .values = std::string(8, '\0')}, CudaStarted{77},
         StallSamples{3, 0, 12, 1ULL << 40, 0x20, 9, "/a/sort.cu", "wait"},
         CubinPart{5, 4, std::string("\0ELF", 4)}});
}

TEST(Events, ArriveInPiecesOfAnySize) {
    for (const size_t piece : {1U, 3U, 100U, 100000U}) {
        const auto events = read(sample(), piece);
        EXPECT_EQ(events.size(), 13U) << piece;
        EXPECT_EQ(encoded(events), sample()) << piece;
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
