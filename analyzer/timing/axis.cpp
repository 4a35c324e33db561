#include "analyzer/timing/axis.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace sortscope::analyzer {
std::string parse_axis(std::string_view name, std::span<const CaseRecord> cases) {
    std::vector<std::string_view> names(condition_parts.begin(), condition_parts.end());
    std::erase(names, "output");  // different work has no verdict
    names.insert(names.end(), {"run", "version"});
    PartNames parameters;
    for (const auto& record : cases)
        for (const auto& [axis, value] : record.axes)
            if (is_parameter(axis)) parameters.insert(axis);
    names.insert(names.end(), parameters.begin(), parameters.end());
    if (std::ranges::find(names, name) != names.end()) return std::string(name);
    throw Error(ErrorKind::usage, fmt::format("Cases have no '{}' that could differ.{} They have: {}.", name,
                                              nearest_sentence(name, names), fmt::join(names, ", ")));
}

std::string axis_text(std::string_view axis, const CaseRecord& record, const Condition& condition,
                      const RunRecord& run) {
    if (axis == "run") return std::to_string(int64_t(record.run));
    if (axis == "version") return run.program_version;
    return condition.text(axis);
}

bool is_numeric(std::string_view axis, std::span<const CaseRecord> cases) {
    bool known = false;
    for (const auto& record : cases)
        if (const auto* value = record.axes.find(axis)) {
            if (!value->number()) return false;
            known = true;
        }
    return known || axis == "n" || axis == "block";
}

Condition leaving_free(const Condition& condition, std::span<const std::string> axes) {
    PartNames free = condition.free_parts();
    for (const auto& axis : axes) {
        if (axis == "run" || axis == "version") continue;
        free.insert(axis);
        if (axis == "variant") free.insert("parameters");
        if (axis == "backend") free.insert("device");
    }
    return condition.leaving_free(free);
}
}
