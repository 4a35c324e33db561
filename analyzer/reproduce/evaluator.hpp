// The values of a figure's cells: which case each is of, and what is asked of it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "analyzer/reproduce/missing.hpp"
#include "analyzer/reproduce/recorded.hpp"
#include "analyzer/reproduce/reproduction.hpp"
#include "analyzer/reproduce/rules.hpp"

namespace sortscope::analyzer::reproduce {

/// The unit of a column's values: a figure's own for times, else what the quantity is counted in; empty for
/// counts.
std::string unit_of(const Column& column, const Figure& figure);

/// Makes the values of one figure. `figure`, `recorded` and `missing` must live as long.
class Evaluator {
 public:
    Evaluator(const Figure& figure, const Recorded& recorded, MissingList& missing)
        : figure_(figure), recorded_(recorded), missing_(missing) {}

    /// On one GPU (an empty name: any), sorts on a CPU beside it. Notes the cases that it lacks.
    Grid grid(const std::string& device);
    /// The same columns with times that `predictor` expects on `device` of the cases of `measured`, which
    /// were recorded on `base`.
    Grid predicted(const Grid& measured, const std::string& base, const std::string& device,
                   const Predictor& predictor);

 private:
    GridColumn make(const Column& column, const Grid& before, const std::string& device);
    Query query_of(const Column& column, std::size_t row) const {
        return figure_.query.with(figure_.rows[row].query).with(column.query);
    }
    Value value_of(const Column& column, std::size_t row, const Grid& before, const std::string& device);
    Value of_case(const Column& column, const CaseRecord& record) const;
    std::optional<double> mean_time(const Column& column, const CaseRecord& record) const;
    void of_metric(const Column& column, const CaseRecord& record, Value& value) const;
    void of_sites(const Column& column, const CaseRecord& record, Value& value) const;
    Value predicted_value(const Column& column, const Value& measured, std::size_t row, const Grid& before,
                          const std::string& base, const std::string& device, const Predictor& predictor);

    const Figure& figure_;
    const Recorded& recorded_;
    MissingList& missing_;
    std::map<std::pair<CaseId, std::string>, std::optional<double>> predictions_;
};

}  // namespace sortscope::analyzer::reproduce
