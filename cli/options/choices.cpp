#include "cli/options/choices.hpp"

#include "collector/catalogue/catalogue.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/selection.hpp"

namespace sortscope::cli {

Choices variant_choices() {
    Choices all;
    const auto catalogue = collector::make_catalogue();
    for (const auto& variant : catalogue.variants.all())
        all.push_back({variant.info.name, variant.info.summary});
    return all;
}

Choices metric_choices() {
    Choices all;
    for (const auto* metric : metric_catalogue())
        all.push_back({std::string(metric->id), std::string(metric->title)});
    return all;
}

Choices selection_choices() {
    Choices all;
    for (const auto& selection : selections())
        all.push_back({std::string(selection.name), std::string(selection.sentence)});
    return all;
}

}  // namespace sortscope::cli
