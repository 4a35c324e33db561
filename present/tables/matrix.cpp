#include "present/tables/matrix.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <fmt/core.h>

#include "core/text.hpp"
#include "present/cells.hpp"

namespace sortscope::present {
namespace {

using analyzer::StageMatrix;

/// Times in one unit, other metrics in their own digits.
class MatrixCells {
 public:
    explicit MatrixCells(const StageMatrix& matrix)
        : metric_(*matrix.metric), time_(matrix.metric == &time_metric()) {
        if (!time_) return;
        double least = 0, most = 0;
        for (const auto& [place, value] : matrix.cells) {
            const double ns = value.value.as_double();
            if (ns > 0) least = least == 0 ? ns : std::min(least, ns);
            most = std::max(most, ns);
        }
        scale_ = time_scale(least, most);
    }
    Cell cell(const MetricValue* value) const {
        if (value == nullptr) return blank_cell();
        return time_ ? scaled_time_cell(value->value.as_double(), scale_, value->provenance)
                     : metric_cell(metric_, *value);
    }
    Column column(std::string id, const std::string& head, int importance) const {
        auto column = make_column(std::move(id), head, head, importance).in(unit());
        column.unit_ns = time_ ? scale_.ns : 0;
        return column;
    }
    std::string unit() const { return time_ ? scale_.unit : std::string(metric_.unit); }

 private:
    const Metric& metric_;
    bool time_;
    TimeScale scale_;
};

template <class Map, class Key>
const MetricValue* at(const Map& map, const Key& key) {
    const auto found = map.find(key);
    return found == map.end() ? nullptr : &found->second;
}

}  // namespace

std::vector<Table> matrix_tables(const StageMatrix& matrix, std::optional<int> width) {
    std::vector<Table> tables;
    if (matrix.cells.empty()) return tables;
    const MatrixCells cells(matrix);
    std::size_t widest = 2;
    for (const auto& [place, value] : matrix.cells)
        widest = std::max(widest, cells.cell(&value).text.size() + 1);  // a mark may follow
    for (const auto& [stage, value] : matrix.stages)
        widest = std::max(widest, cells.cell(&value).text.size() + 1);
    std::set<int> substages;
    for (const auto& [place, value] : matrix.cells) substages.insert(place.second);
    // Two blanks before each column.
    const std::size_t room =
        width ? static_cast<std::size_t>(std::max(0, *width - 9)) / (widest + 2) : substages.size() + 1;
    const std::size_t at_once = std::max<std::size_t>(1, room > 1 ? room - 1 : 1);
    for (auto from = substages.begin(); from != substages.end();) {
        auto to = from;
        for (std::size_t i = 0; i < at_once && to != substages.end(); ++i) ++to;
        const bool all = from == substages.begin() && to == substages.end();
        auto& table = tables.emplace_back();
        table.title = fmt::format("{}{}: rows are stages, columns substages", matrix.metric->title,
                                  cells.unit().empty() ? "" : " (" + cells.unit() + ")");
        if (!all) table.title += fmt::format(" {} to {}", *from, *std::prev(to));
        table.columns.push_back(make_column("stage", "stage", "stage", 1000).names());
        table.columns.push_back(cells.column("whole", "whole", 900));
        for (auto one = from; one != to; ++one)
            table.columns.push_back(
                cells.column(fmt::format("substage_{}", *one), std::to_string(*one), 100));
        std::set<int> stages;
        for (const auto& [place, value] : matrix.cells)
            if (place.second >= *from && place.second <= *std::prev(to)) stages.insert(place.first);
        for (const int number : stages) {
            std::vector<Cell> row{count_cell(number), cells.cell(at(matrix.stages, number))};
            for (auto one = from; one != to; ++one)
                row.push_back(cells.cell(at(matrix.cells, std::pair(number, *one))));
            table.row(std::move(row));
        }
        from = to;
    }
    return tables;
}

std::string no_matrix_sentence(const Metric& metric) {
    return fmt::format(
        "No launch of the case has a value of '{}'. 'sortscope metrics {}' says what gives one.", metric.id,
        metric.id);
}

}  // namespace sortscope::present
