// Fuzzes readers of foreign JSON: descriptions of figures (reproduce --figures), and results of NVBench.
#include "analyzer/reproduce/figure.hpp"
#include "db/import/import.hpp"
#include "tests/db/collected_import.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace sortscope;
    const std::string text(data, data + size);
    fuzz::may_refuse([&] { analyzer::reproduce::parse_figures(text, "f.json"); });
    static const fuzz::OwnFile file("nvbench.json");
    file.write(text);
    fuzz::may_refuse([] {
        db::test::CollectedCases collected;
        db::import_nvbench(file.path(), collected);
    });
    return 0;
}
