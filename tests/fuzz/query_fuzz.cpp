// Fuzzes foreign SQL: it gives rows or an error, and does not change the file.
#include "db/query/query.hpp"
#include "tests/fuzz/healthy_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace sortscope;
    static const fuzz::OwnFile file("query.db");
    static const std::string before = [] {
        fuzz::write_healthy_file(file.path());
        return file.read();
    }();
    static db::Query query(file.path());
    static size_t runs = 0;
    const db::QuerySink sink{[](const auto&) {}, [](const auto&) {}};
    try {
        fuzz::may_refuse([&] {
            query.run(std::string(data, data + size), sink, {.time = std::chrono::milliseconds(100)});
        });
    } catch (const db::QueryEnded&) {
    }
    if (++runs % 256 == 0) fuzz::require(file.read() == before);
    return 0;
}
