// Hand-made records for the builders' tests, and ways to look into what they build.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/records.hpp"
#include "present/table.hpp"

namespace sortscope::present::test {

/// A launch of `stage`.`substage`; without duration where that is negative.
LaunchRecord make_launch(int stage, int substage, const std::string& kernel, std::int64_t start_ns, std::int64_t duration_ns,
                         std::vector<CounterValue> counters = {}, const std::string& label = {});

/// A case on an H200 of 2^20 u32 keys in blocks of 256, sorted in 500 us and verified.
CaseRecord make_case(std::int64_t id = 1, std::vector<LaunchRecord> launches = {});

/// Stage 1 in one launch, stage 2 in two of two kernels, with measured counters: 10, 60 and 30 us.
CaseRecord staged_case();

/// The same without times, its counters modelled.
CaseRecord modelled_case();

/// Position of the column `id`. Throws std::out_of_range where there is none.
std::size_t at(const Table& table, std::string_view id);
bool has_column(const Table& table, std::string_view id);
const Column& column(const Table& table, std::string_view id);
/// The cell of a row (rules counted) in the column `id`; an absent one where the row is shorter.
Cell cell(const Table& table, std::size_t row, std::string_view id);
std::string text(const Table& table, std::size_t row, std::string_view id);
std::vector<std::string> ids(const Table& table);

}  // namespace sortscope::present::test
