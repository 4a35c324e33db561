#include "analyzer/timing/axis.hpp"

#include <algorithm>
#include <set>

#include "core/error.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer {

std::string Axis::name() const {
    switch (kind) {
        case Kind::part:
            return std::string(name_of(part));
        case Kind::parameter:
            return parameter;
        case Kind::run:
            return "run";
        case Kind::version:
            return "version";
    }
    return {};
}

Axis parse_axis(std::string_view name, std::span<const CaseRecord> cases) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < condition_parts; ++i) {
        names.emplace_back(name_of(static_cast<ConditionPart>(i)));
        if (names.back() == name) return {Axis::Kind::part, static_cast<ConditionPart>(i), {}};
    }
    if (name == "run") return {Axis::Kind::run, {}, {}};
    if (name == "version") return {Axis::Kind::version, {}, {}};
    names.insert(names.end(), {"run", "version"});
    std::set<std::string> parameters;
    for (const auto& record : cases)
        for (const auto& [parameter, value] : record.config.params) parameters.insert(parameter);
    if (parameters.contains(std::string(name))) return {Axis::Kind::parameter, {}, std::string(name)};
    names.insert(names.end(), parameters.begin(), parameters.end());
    std::string all;
    for (const auto& one : names) all += (all.empty() ? "" : ", ") + one;
    const std::vector<std::string_view> views(names.begin(), names.end());
    throw Error(ErrorKind::usage, "Cases have no '" + std::string(name) + "' that could differ." +
                                      nearest_sentence(name, views) + " They have: " + all + ".");
}

std::string axis_text(const Axis& axis, const CaseRecord& record, const Condition& condition,
                      const RunRecord& run) {
    switch (axis.kind) {
        case Axis::Kind::part:
            return condition.text(axis.part);
        case Axis::Kind::parameter: {
            const auto found = condition.parameters.find(axis.parameter);
            return found == condition.parameters.end() ? std::string() : std::to_string(found->second);
        }
        case Axis::Kind::run:
            return std::to_string(static_cast<std::int64_t>(record.run));
        case Axis::Kind::version:
            return run.program_version;
    }
    return {};
}

Condition leaving_free(Condition condition, std::span<const Axis> axes) {
    ConditionParts free = condition.free_parts();
    for (const auto& axis : axes) {
        if (axis.kind == Axis::Kind::parameter) condition.parameters.erase(axis.parameter);
        if (axis.kind != Axis::Kind::part) continue;
        free.insert(axis.part);
        if (axis.part == ConditionPart::variant) free.insert(ConditionPart::parameters);
        // A device is of one backend: who leaves one free means whatever it is that ran the case.
        if (axis.part == ConditionPart::backend) free.insert(ConditionPart::device);
    }
    return condition.leaving_free(free);
}

}  // namespace sortscope::analyzer
