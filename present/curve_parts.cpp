#include "present/curve_parts.hpp"

#include <algorithm>

#include "analyzer/devices.hpp"

namespace sortscope::present {

using analyzer::Curve;

CurveParts::CurveParts(std::span<const std::reference_wrapper<const Curve>> curves) : curves_(curves.begin(), curves.end()) {
    std::vector<DeviceKey> devices;
    for (const Curve& curve : curves_) {
        devices.push_back(curve.condition.device);
        several_runs_ = several_runs_ || curve.run_id != curves_.front().get().run_id;
    }
    devices_ = analyzer::told_apart(devices);
}

std::string CurveParts::text(const Curve& curve, ConditionPart part) const {
    const auto text = curve.condition.text(part);
    if (text.empty()) return text;
    if (part == ConditionPart::n) return text + " keys";
    if (part == ConditionPart::device) return devices_.at(curve.condition.device);
    return text;
}

std::string CurveParts::words(const Curve& curve, ConditionPart part) const {
    const auto text = this->text(curve, part);
    if (text.empty()) return text;
    if (part == ConditionPart::block) return "block " + text;
    if (part == ConditionPart::cache) return "L2 " + text;
    return text;
}

bool CurveParts::differs(ConditionPart part) const {
    return std::ranges::any_of(curves_, [&](const Curve& curve) { return text(curve, part) != text(curves_.front(), part); });
}

}  // namespace sortscope::present
