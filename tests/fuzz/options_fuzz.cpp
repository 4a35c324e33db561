// Fuzzes values of options: each is parsed or refused. The first byte chooses the parser.
#include "collector/rank.hpp"
#include "core/condition.hpp"
#include "core/metric/formula.hpp"
#include "core/metric/selection.hpp"
#include "core/printable.hpp"
#include "core/stages.hpp"
#include "core/text.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace sortscope;
    if (size == 0) return 0;
    const std::string text(data + 1, data + size);
    fuzz::require(is_printable(printable(text)));
    fuzz::may_refuse([&] {
        switch (data[0] % 8) {
            case 0:
                return void(parse_count(text));
            case 1:
                return void(parse_count_list(text));
            case 2:
                return void(StageBy::parse(text));
            case 3:
                return void(parse_counters(text));
            case 4:
                return void(metrics_of(text));
            case 5:
                return void(SortInput::parse(text));
            case 6:
                return void(collector::parse_rank(text));
            default:
                return void(AxisValue::parse(text));
        }
    });
    return 0;
}
