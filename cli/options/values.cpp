#include "cli/options/values.hpp"

#include <cstdlib>

#include "cli/output/output.hpp"
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

void add_comparing_options(Command& command, std::string& min_effect, std::string& time_mode) {
    command.option("--min-effect", min_effect, "PART", "Treat a smaller effect as no difference");
    command.option("--time-mode", time_mode, "MODE", "Compare times of this mode; default: the most common")
        .choices({"graph", "stream", "host"});
}

double parse_part(const std::string& text, const std::string& option) {
    char* end = nullptr;
    double value = std::strtod(text.c_str(), &end);
    std::string rest(end);
    std::erase(rest, ' ');
    if (rest == "%") value /= 100;
    const bool number = end != text.c_str() && (rest.empty() || rest == "%");
    if (!number || !(value >= 0 && value <= 10))
        wrong_request("'{}' is not an effect that {} could take: write 2% or 0.02 (0 to 1000 %).", text,
                      option);
    return value;
}

std::optional<TimeMode> parse_time_mode(const std::string& text) {
    if (text.empty()) return std::nullopt;
    const auto mode = parse_enum<TimeMode>(text);
    if (mode == TimeMode::none)
        wrong_request("Times of mode 'none' cannot be compared: choose graph, stream or host.");
    return mode;
}

}  // namespace sortscope::cli
