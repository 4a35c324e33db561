// A comparison for spreadsheets: a row each pair, always of the same columns.
#include <algorithm>
#include <array>

#include "present/cells.hpp"
#include "present/compare.hpp"
#include "present/compare_parts.hpp"

namespace sortscope::present {

using namespace analyzer;
using namespace compare_parts;

namespace {

/// The condition's parts as comparison_rows() has them, in order.
constexpr std::array<std::pair<ConditionPart, const char*>, 9> row_parts{
    {{ConditionPart::variant, "variant"},
     {ConditionPart::parameters, "parameters"},
     {ConditionPart::key, "key"},
     {ConditionPart::n, "n"},
     {ConditionPart::input, "input"},
     {ConditionPart::block, "block_threads"},
     {ConditionPart::device, "device"},
     {ConditionPart::backend, "backend"},
     {ConditionPart::cache, "cache_state"}}};

void add_case(std::vector<Cell>& cells, const Compared& one, const std::optional<TimeEstimate>& time) {
    const auto condition = condition_of(*one.record);
    for (const auto& [part, id] : row_parts) {
        const auto text = condition.text(part);
        cells.push_back(text.empty() ? Cell{} : text_cell(text));
        if (part == ConditionPart::n && condition.n != 0) cells.back().number = Number(condition.n);
    }
    cells.push_back(text_cell(one.record->device.uuid));
    cells.push_back(id_cell(one.record->id));
    cells.push_back(time ? text_cell(sortscope::name_of(time->mode)) : Cell{});
    cells.push_back(time ? time_cell(time->ns) : Cell{});
}

}  // namespace

Table comparison_rows(const Comparison& comparison, const std::string& base, const std::string& other,
                      std::span<const PairDifference> counters) {
    Table table;
    const auto add = [&](const std::string& id, const char* unit = "") {
        auto column = number_column(id, id, id, {}, {}, 100);
        column.unit = unit;
        table.columns.push_back(std::move(column));
    };
    add("base");
    add("other");
    for (const std::string side : {"base_", "other_"}) {
        for (const auto& [part, id] : row_parts) add(side + id);
        for (const char* id : {"uuid", "case_id", "time_mode"}) add(side + id);
        add(side + "time_ns", "ns");
    }
    for (const char* id : {"ratio", "ratio_low", "ratio_high", "interval_level", "verdict", "rounds",
                           "counters_that_differ", "counters", "ratio_of"})
        add(id);
    for (const auto& pair : comparison.pairs) {
        std::vector<Cell> cells{text_cell(base), text_cell(other)};
        add_case(cells, pair.base, pair.base_time);
        add_case(cells, pair.other, pair.other_time);
        const auto number = [&](double value, int decimals) {
            cells.push_back(pair.ratio ? fixed_cell(value, decimals, Provenance::measured) : Cell{});
        };
        const auto ratio = pair.ratio.value_or(RatioEstimate{});
        number(ratio.ratio, 3);
        number(ratio.interval.low, 3);
        number(ratio.interval.high, 3);
        cells.push_back(pair.ratio ? fixed_cell(ratio.interval.level, 4) : Cell{});
        cells.push_back(pair.verdict ? text_cell(analyzer::name_of(*pair.verdict)) : Cell{});
        cells.push_back(pair.ratio ? count_cell(std::min(pair.base_time->rounds, pair.other_time->rounds))
                                   : Cell{});
        if (const auto found = std::ranges::find(counters, &pair, &PairDifference::pair);
            found != counters.end()) {
            const auto& metrics = found->difference.total.metrics;
            cells.push_back(count_cell(static_cast<std::int64_t>(metrics.size())));
            cells.push_back(text_cell(metrics.empty() ? "all are equal" : differing_counters(metrics)));
        } else {
            cells.resize(cells.size() + 2);
        }
        cells.push_back(pair.ratio ? text_cell(pair.per_key() ? "time_per_key" : "time") : Cell{});
        table.row(std::move(cells));
    }
    return table;
}

}  // namespace sortscope::present
