// What tells curves apart, in words: for the columns of their tables and the names of their lines.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "analyzer/curve.hpp"

namespace sortscope::present {

/// The words of curves' conditions, devices of one name told apart.
class CurveParts {
 public:
    explicit CurveParts(std::span<const std::reference_wrapper<const analyzer::Curve>> curves);

    /// A part as a column has it: "2^20 keys", "256", "flushed", "NVIDIA H200".
    std::string text(const analyzer::Curve& curve, ConditionPart part) const;
    /// The same as words within a line: "block 256", "L2 flushed".
    std::string words(const analyzer::Curve& curve, ConditionPart part) const;
    /// Whether not all curves have the same text.
    bool differs(ConditionPart part) const;
    /// Whether curves of several runs are kept apart.
    bool several_runs() const { return several_runs_; }

 private:
    std::vector<std::reference_wrapper<const analyzer::Curve>> curves_;
    std::map<DeviceKey, std::string> devices_;
    bool several_runs_ = false;
};

}  // namespace sortscope::present
