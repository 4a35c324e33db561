#include "present/metric_texts.hpp"

namespace sortscope::present {

std::string adding_text(Adding adding) {
    switch (adding) {
        case Adding::sum: return "the sum";
        case Adding::time_weighted: return "the mean, weighted by the launches' times";
        case Adding::maximum: return "the largest";
        case Adding::formula: return "the formula over the sums";
    }
    return {};
}

std::string provenances_text(const Metric& metric) {
    std::string text;
    for (const auto& row : EnumTable<Provenance>::names())
        if (metric.provenances[row.value]) text += (text.empty() ? "" : ", ") + std::string(row.name);
    return text;
}

}  // namespace sortscope::present
