// SQL of strangers: it gives rows or a sentence, and changes nothing.
#include "db/query/query.hpp"
#include "db/write/writer.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/sample/full.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace sortscope;
    static const fuzz::OwnFile file("query.db");
    static const std::string healthy = [] {
        db::Writer writer(file.path());
        const auto run = writer.begin_run(sample::full_run());
        writer.write_case(run, sample::full_case());
        return std::string();
    }();
    static const std::string before = file.read();
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
