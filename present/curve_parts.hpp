// What tells curves apart, in words: for the names of their lines.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "analyzer/curves/curve.hpp"
#include "present/condition_columns.hpp"

namespace sortscope::present {

/// The words of curves' conditions, devices of one name told apart.
class CurveParts {
 public:
    explicit CurveParts(std::span<const std::reference_wrapper<const analyzer::Curve>> curves);

    /// A part as words within a line: "2^20 keys", "block 256", "L2 flushed".
    std::string words(const analyzer::Curve& curve, ConditionPart part) const;
    /// Whether curves of several runs are kept apart.
    bool several_runs() const { return several_runs_; }

 private:
    ConditionWords words_;
    bool several_runs_ = false;
};

}  // namespace sortscope::present
