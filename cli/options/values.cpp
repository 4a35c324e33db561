#include "cli/options/values.hpp"

#include <cstdlib>

#include "analyzer/timing/verdict.hpp"
#include "cli/output/output.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/selection.hpp"

namespace sortscope::cli {
Choices variant_choices() {
    const auto catalogue = collector::make_catalogue();
    return choices_from(
        catalogue.variants.all(), [](const auto& variant) { return variant.info.name; },
        [](const auto& variant) { return variant.info.summary; });
}

Choices metric_choices() { return choices_from(metric_catalogue(), &Metric::id, &Metric::title); }

Choices selection_choices() { return choices_from(selections(), &Selection::name, &Selection::sentence); }

std::vector<uint64_t> parse_numbers(const char* option, const std::string& text) {
    if (text.empty()) return {};
    return value_of(option, [&] { return parse_count_list(text); });
}

std::pair<std::string, std::string> split_pair(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) return {text, ""};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

std::map<std::string, std::vector<uint64_t>> parse_params(const std::vector<std::string>& texts) {
    std::map<std::string, std::vector<uint64_t>> params;
    for (const auto& text : texts) {
        const auto [name, list] = split_pair(text);
        if (name.empty() || list.empty())
            wrong_request("--param: '{}' is not NAME=VALUES, such as max_keys=8,16.", text);
        const auto values = parse_numbers("--param", list);
        params[name].insert(params[name].end(), values.begin(), values.end());
    }
    return params;
}

const std::string default_effect = fmt::format("{:g}%", 100 * analyzer::default_min_effect);

void add_comparing_options(Command& command, std::string& min_effect, std::string& time_mode,
                           const char* modes) {
    command.option("--min-effect", min_effect, "PART", "Treat a smaller effect as no difference");
    command.option("--time-mode", time_mode, "MODE",
                   fmt::format("Compare times of this mode; default: {}", modes),
                   {.choices = words({"graph", "stream", "host"})});
}

double parse_part(const std::string& text, const std::string& option, double most) {
    char* end = nullptr;
    double value = std::strtod(text.c_str(), &end);
    std::string rest(end);
    std::erase(rest, ' ');
    if (rest == "%") value /= 100;
    if (end == text.c_str() || !(rest.empty() || rest == "%") || !(value >= 0 && value <= most))
        wrong_request("{}'{}' is no effect. Write 2% or 0.02 (0 to {:g} %).",
                      option.empty() ? "" : option + ": ", text, 100 * most);
    return value;
}

std::optional<TimeMode> parse_time_mode(const std::string& text) {
    if (text.empty()) return std::nullopt;
    const auto mode = parse_enum<TimeMode>(text);
    if (mode == TimeMode::none) wrong_request("--time-mode takes graph, stream or host.");
    return mode;
}
}
