// Fuzzes files with changed bytes: every call of Reader and verify() gives a result or an error. An input is
// a list of changes: place (3 bytes), number of bytes (1 byte), and the new bytes.
#include "db/check/verify.hpp"
#include "db/read/reader.hpp"
#include "tests/fuzz/healthy_file.hpp"

namespace {
using namespace sortscope;

const std::string& healthy_bytes() {
    static const std::string bytes = [] {
        const fuzz::OwnFile file("healthy.db");
        fuzz::write_healthy_file(file.path());
        return file.read();
    }();
    return bytes;
}

std::string changed_bytes(const uint8_t* data, size_t size) {
    auto bytes = healthy_bytes();
    while (size > 4) {
        const size_t place = (size_t{data[0]} << 16U | size_t{data[1]} << 8U | data[2]) % bytes.size();
        const size_t count = std::min({size_t{data[3]}, size - 4, bytes.size() - place});
        std::copy_n(data + 4, count, bytes.begin() + ptrdiff_t(place));
        data += 4 + count;
        size -= 4 + count;
    }
    return bytes;
}

void read_all(const db::Reader& reader) {
    db::Damage damage;
    for (const auto& run : reader.runs()) fuzz::may_refuse([&] { reader.limits(run.id); });
    for (const auto& record : reader.cases(&damage)) {
        const auto id = record.id;
        fuzz::may_refuse([&] { reader.read_case(id, Detail::sites); });
        fuzz::may_refuse([&] { reader.stages(id); });
        fuzz::may_refuse([&] { reader.substages(id); });
        fuzz::may_refuse([&] { reader.series(id); });
        fuzz::may_refuse([&] { reader.stalls(id); });
        fuzz::may_refuse([&] { reader.sources(id); });
        fuzz::may_refuse([&] { reader.launch_times(id, [](const auto&) { return true; }); });
        fuzz::may_refuse([&] { reader.launch_groups(id); });
    }
    for (const auto& sentence : damage.sentences()) fuzz::require(!sentence.empty());
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const fuzz::OwnFile file("changed.db");
    file.write(changed_bytes(data, size));
    fuzz::may_refuse([] { read_all(db::Reader(file.path())); });
    fuzz::may_refuse([] { db::verify(file.path()); });
    return 0;
}
