#include "cli/help/help.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "present/text/terminal.hpp"

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

namespace {

constexpr present::text::Screen help_screen{80, true};
constexpr int text_column = 28;

std::size_t leading_blanks(std::string_view line) {
    return std::min(line.find_first_not_of(' '), line.size());
}

/// `text` line by line; what continues a line stands `indent` columns in, and as far as the line itself is,
/// or `hang` further where that stands in by itself. The first begins at `first`.
std::string wrap_lines(const std::string& text, std::size_t indent, std::size_t first, std::size_t hang = 0) {
    std::istringstream lines(text);
    std::string out;
    for (std::string line; std::getline(lines, line);) {
        const bool begins = out.empty();
        const auto own = leading_blanks(line);
        if (!begins) out += '\n' + std::string(line.empty() ? 0 : indent, ' ');
        out +=
            std::string(own, ' ') + present::text::wrap(std::string_view(line).substr(own), help_screen,
                                                        static_cast<int>(indent + own + (own > 0 ? hang : 0)),
                                                        static_cast<int>((begins ? first : indent) + own));
    }
    return out;
}

/// "  name", and the text beside it, or below where the name is long.
std::string entry(const std::string& name, const std::string& text) {
    auto out = "  " + present::text::wrap(name, help_screen, 6, 2);
    if (text.empty()) return out + '\n';
    const auto last_line = out.size() - (out.rfind('\n') + 1);
    if (last_line >= text_column || out.find('\n') != std::string::npos)
        out += '\n' + std::string(text_column, ' ');
    else
        out.resize(out.size() + text_column - last_line, ' ');
    return out + wrap_lines(text, text_column, text_column) + '\n';
}

class Formatter : public CLI::Formatter {
 public:
    Formatter() { column_width(text_column); }
    /// "[FILE] [CASE]" for the one argument by place that takes an optional file before its value, "FILES..."
    /// and "[FILE...]" for those that take several.
    std::string make_option_usage(const CLI::Option* option) const override {
        if (option->get_expected_max() == 2) return "[FILE] [" + option->get_name() + "]";
        if (option->get_expected_max() > 2)
            return option->get_expected_min() > 0 ? option->get_name() + "..."
                                                  : "[" + option->get_name() + "...]";
        return CLI::Formatter::make_option_usage(option);
    }
    std::string make_option(const CLI::Option* option, bool is_positional) const override {
        return entry(make_option_name(option, is_positional) + make_option_opts(option),
                     make_option_desc(option));
    }
    std::string make_subcommand(const CLI::App* command) const override {
        return entry(command->get_display_name(true), command->get_description());
    }
    std::string make_description(const CLI::App* command) const override {
        return wrap_lines(CLI::Formatter::make_description(command), 0, 0) + '\n';
    }
    /// A blank line between groups, where the library has two: it ends all but the last with one, and begins
    /// each with one.
    std::string make_group(std::string group, bool is_positional,
                           std::vector<const CLI::Option*> options) const override {
        const bool first = is_positional || group == "Options";
        auto text = CLI::Formatter::make_group(std::move(group), is_positional, std::move(options));
        return first ? text : text.substr(1);
    }
    /// Examples are commands: what continues one is not taken for the next.
    std::string make_footer(const CLI::App* command) const override {
        return wrap_lines(command->get_footer(), 0, 0, 4) + '\n';
    }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<Formatter>(); }

}  // namespace sortscope::cli
