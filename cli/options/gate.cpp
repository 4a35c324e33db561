#include "cli/options/gate.hpp"

#include "cli/options/values.hpp"
#include "cli/output/output.hpp"

namespace sortscope::cli {
using analyzer::FailOn, analyzer::Verdict;

constexpr int exit_regression = 4;

void add_fail_on(Command& command, std::string& fail_on) {
    command.option("--fail-on", fail_on, "WHAT", "Exit with 4 on a difference: slower:2%, faster:5%",
                   {.choices = words({"slower:2%", "faster:2%", "unclear"})});
}

std::vector<FailOn> parse_fail_on(const std::string& text, double min_effect) {
    const std::map<std::string, Verdict> verdicts{
        {"slower", Verdict::slower}, {"faster", Verdict::faster}, {"unclear", Verdict::unclear}};
    std::vector<FailOn> all;
    if (text.empty()) return all;
    value_of("--fail-on", [&] {
        for (const auto& part : split_list(text)) {
            const auto colon = part.find(':');
            const auto verdict = verdicts.find(part.substr(0, colon));
            if (verdict == verdicts.end())
                wrong_request("'{}' is not slower, faster or unclear, with the least effect: slower:2%.",
                              part);
            all.push_back({verdict->second,
                           colon == std::string::npos ? min_effect : parse_part(part.substr(colon + 1))});
        }
    });
    return all;
}

void fail_on_any(size_t count, const char* of, const std::string& host_warning, std::string_view per) {
    if (!host_warning.empty()) print_error(host_warning);
    if (count == 0) return;
    print_error(
        fmt::format("{} {}{} as --fail-on says.", plural(count, of), count == 1 ? "differs" : "differ", per));
    throw ExitWith{exit_regression};
}
}
