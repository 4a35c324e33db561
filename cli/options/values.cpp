#include "cli/options/values.hpp"

#include <cstdlib>

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

std::pair<std::string, std::string> split_pair(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) return {text, ""};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

void add_params(Command& command, Params& params, const std::string& text) {
    command.repeatable("--param", "NAME=LIST", text, [&params](const std::string& typed) {
        const auto [name, list] = split_pair(typed);
        if (name.empty() || list.empty())
            wrong_request("'{}' is not NAME=VALUES, such as max_keys=8,16.", typed);
        const auto values = parse_count_list(list);
        params[name].insert(params[name].end(), values.begin(), values.end());
    });
}

void add_store(Command& command, std::string& file, const std::string& text) {
    command.option("--output,-o", file, "FILE", text);
    command.check([&file] {
        if (file == "-")
            wrong_request("--output: profiles need a file, not standard output. Name one: -o FILE.");
    });
}

const std::string default_effect = fmt::format("{:g}%", 100 * analyzer::default_min_effect);

double parse_part(const std::string& text, double most) {
    char* end = nullptr;
    double value = std::strtod(text.c_str(), &end);
    std::string rest(end);
    std::erase(rest, ' ');
    if (rest == "%") value /= 100;
    if (end == text.c_str() || !(rest.empty() || rest == "%") || !(value >= 0 && value <= most))
        wrong_request("'{}' is no effect. Write 2% or 0.02 (0 to {:g} %).", text, 100 * most);
    return value;
}

void add_comparing_options(Command& command, Comparing& comparing, const char* modes) {
    command.parsed("--min-effect", comparing.min_effect, "PART", "Treat a smaller effect as no difference",
                   [](const std::string& text) { return parse_part(text); }, {.initial = default_effect});
    command.parsed("--time-mode", comparing.time_mode, "MODE",
                   fmt::format("Compare times of this mode; default: {}", modes), parse_enum<TimeMode>,
                   {.choices = words({"graph", "stream", "host"}), .only = true});
}
}
