#include "core/metric/together.hpp"

namespace sortscope {
namespace {

std::optional<TogetherTaken> taken_of(std::span<const CounterValue> values,
                                      std::initializer_list<CounterId> ids, Provenance provenance) {
    TogetherTaken result;
    result.provenance = provenance;
    result.values.reserve(ids.size());
    for (const auto id : ids) {
        const auto value = find_value(values, id, provenance);
        if (!value) return std::nullopt;
        if (result.values.empty())
            result.pass = value->pass;
        else if (value->pass != result.pass || value->pass == several_passes)
            return std::nullopt;
        result.values.push_back(value->value.as_double());
    }
    return result;
}

}  // namespace

std::optional<TogetherTaken> taken_together(std::span<const CounterValue> values,
                                            std::initializer_list<CounterId> ids,
                                            std::optional<Provenance> provenance) {
    if (provenance) return taken_of(values, ids, *provenance);
    for (const auto one : provenance_order())
        if (auto found = taken_of(values, ids, one)) return found;
    return std::nullopt;
}

}  // namespace sortscope
