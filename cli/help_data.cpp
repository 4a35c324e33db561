#include "cli/help_data.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>

namespace sortscope::cli {
namespace {

std::string with_breaks_as_blanks(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

/// "SECONDS:FLOAT in [0 - 1]" is a type and what the library checks of it.
std::string without_checks(const std::string& type) { return type.substr(0, type.find(':')); }

OptionHelp option_help(const CLI::Option& option) {
    OptionHelp help;
    help.by_place = !option.nonpositional();
    if (help.by_place) help.names.push_back(option.get_name(true));
    for (const auto& name : option.get_lnames()) help.names.push_back("--" + name);
    for (const auto& name : option.get_snames()) help.names.push_back("-" + name);
    if (option.get_expected_max() != 0)
        help.value = help.by_place ? option.get_name(true) : without_checks(option.get_type_name());
    help.text = with_breaks_as_blanks(option.get_description());
    help.group = option.get_group() == "Options" ? std::string() : option.get_group();
    help.default_value = option.get_default_str();
    help.required = option.get_required();
    help.several = option.get_expected_max() > 1;
    return help;
}

CommandHelp help_of(const CLI::App& app, const std::string& name) {
    CommandHelp help{name, with_breaks_as_blanks(app.get_description()), app.get_footer(), {}};
    for (const auto* option :
         app.get_options([](const CLI::Option* each) { return !each->get_group().empty(); }))
        help.options.push_back(option_help(*option));
    // Those by their place first, then as the help has them.
    std::ranges::stable_partition(help.options, &OptionHelp::by_place);
    std::ranges::stable_sort(
        help.options, {}, [](const OptionHelp& option) { return !option.by_place && !option.group.empty(); });
    return help;
}

}  // namespace

std::vector<CommandHelp> command_help(const CLI::App& program) {
    std::vector<CommandHelp> all{help_of(program, program.get_name())};
    for (const auto* command :
         program.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); }))
        all.push_back(help_of(*command, command->get_name()));
    return all;
}

}  // namespace sortscope::cli
