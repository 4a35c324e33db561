// Cases for curves: variant, size, block and time vary.
#pragma once

#include "tests/sample/edit.hpp"
#include "tests/sample/staged.hpp"

namespace sortscope::present::test {
/// The sample's case `id` with the median `median_ns` for `n` keys.
inline CaseRecord timed(int64_t id, const std::string& variant, uint64_t n, int64_t median_ns,
                        uint32_t block = 256) {
    auto record = sample::case_of(id);
    record.subject.name = variant;
    edit(record).workload.n = n;
    edit(record).config.block = block;
    record.time->median_ns = median_ns;
    return record;
}
}
