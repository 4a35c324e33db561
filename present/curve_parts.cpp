#include "present/curve_parts.hpp"

#include <algorithm>

namespace sortscope::present {
namespace {

std::vector<Condition> conditions_of(std::span<const std::reference_wrapper<const analyzer::Curve>> curves) {
    std::vector<Condition> conditions;
    for (const analyzer::Curve& curve : curves) conditions.push_back(curve.condition);
    return conditions;
}

}  // namespace

CurveParts::CurveParts(std::span<const std::reference_wrapper<const analyzer::Curve>> curves)
    : words_(conditions_of(curves)),
      several_runs_(std::ranges::any_of(curves, [&](const analyzer::Curve& curve) {
          return curve.run_id != curves.front().get().run_id;
      })) {}

std::string CurveParts::words(const analyzer::Curve& curve, ConditionPart part) const {
    return words_.words(curve.condition, part);
}

}  // namespace sortscope::present
