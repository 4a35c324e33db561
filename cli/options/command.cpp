#include "cli/options/command.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <system_error>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "core/text.hpp"

namespace sortscope::cli {
namespace {

/// CLI11 would take -1 as a whole number, and wrap what is too great.
template <class T>
std::string whole_number(const std::string& text) {
    T value{};
    const auto* end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc{} && last == end) return {};
    return fmt::format("'{}' is not a whole number from 0 to {}", text, std::numeric_limits<T>::max());
}

/// An empty text is a script's variable that was not set.
std::string not_empty(const std::string& text) { return text.empty() ? "a value must not be empty" : ""; }

std::string finite_number(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return !text.empty() && *end == '\0' && std::isfinite(value) ? "" : "'" + text + "' is not a number";
}

/// Checks one value of a target.
template <class T>
auto check_of(const T*) {
    if constexpr (std::is_same_v<T, double>)
        return finite_number;
    else if constexpr (std::is_integral_v<T>)
        return whole_number<T>;
    else
        return not_empty;
}
template <class T>
auto check_of(const std::optional<T>*) {
    return whole_number<T>;
}

OptionHelp plain_flag(std::vector<std::string> names, const std::string& text) {
    OptionHelp help;
    help.names = std::move(names);
    help.text = text;
    return help;
}

const OptionHelp help_option = plain_flag({"--help", "-h"}, "Print this help");
const OptionHelp help_all_option =
    plain_flag({"--help-all"}, "Print all options and the words that they take");

}  // namespace

Choices to_choices(const std::vector<std::string>& words) {
    Choices choices;
    for (const auto& word : words) choices.push_back({word, {}});
    return choices;
}

Program::Program(const std::string& summary, const std::string& notes, const std::string& version,
                 std::string command_line)
    : help_{"sortscope", summary, notes, {}, {}},
      command_line_(std::move(command_line)),
      parser_(std::make_unique<CLI::App>(summary, "sortscope")) {
    parser_->require_subcommand(1);
    parser_->set_help_all_flag("--help-all");
    parser_->set_version_flag("-V,--version", version);
    help_.options = {help_option, plain_flag({"--version", "-V"}, "Print the version and the GPU code")};
}

Program::~Program() = default;

const CommandHelp* Program::find(const std::string& name) const {
    const auto command = std::ranges::find(commands_, name, &CommandHelp::name);
    return command == commands_.end() ? nullptr : &*command;
}

std::vector<std::string> Program::names() const {
    std::vector<std::string> names;
    for (const auto& command : commands_)
        if (!command.hidden) names.push_back(command.name);
    return names;
}

Option& Option::required() {
    option_->required();
    help_->required = true;
    return *this;
}

Option& Option::values(int least, int most) {
    option_->expected(least, most);
    help_->most_values = most;
    return *this;
}

Option& Option::each() {
    option_->allow_extra_args(false);
    return *this;
}

Option& Option::may_be_empty() {
    option_->get_validator()->active(false);
    return *this;
}

Option& Option::within(double least, double most) {
    option_->check(
        [least, most](const std::string& text) {
            const double value = std::strtod(text.c_str(), nullptr);  // a number: checked before
            return value >= least && value <= most
                       ? std::string()
                       : fmt::format("'{}' is not within {} to {}", text, least, most);
        },
        "");
    return *this;
}

Option& Option::choices(std::function<Choices()> choices) {
    help_->choices = std::move(choices);
    return *this;
}

Option& Option::choices(const std::vector<std::string>& words) {
    return choices([words] { return to_choices(words); });
}

Option& Option::only(const std::vector<std::string>& words) {
    option_->check(
        [words](const std::string& text) -> std::string {
            for (const auto& part : split_list(text)) {
                if (std::ranges::find(words, part) != words.end()) continue;
                return fmt::format("'{}' is none of {}.{}", part, fmt::join(words, ", "),
                                   nearest_sentence(part, {words.begin(), words.end()}));
            }
            return {};
        },
        "");
    return choices(words);
}

Option& Option::rare() {
    help_->rare = true;
    return *this;
}

Command::Command(Program& program, const std::string& name, const std::string& summary)
    : app_(program.parser().add_subcommand(name, summary)),
      help_(&program.commands_.emplace_back(
          CommandHelp{name, summary, {}, {}, {help_option, help_all_option}})) {}

OptionHelp& Command::describe(const std::string& name, const std::string& value, const std::string& text) {
    auto& help = help_->options.emplace_back();
    help.names = split_list(name);
    help.argument = !name.starts_with('-');
    help.value = help.argument ? name : value;
    help.text = text;
    help.group = group_;
    return help;
}

Option Command::add(const std::string& name, const Target& target, const std::string& value,
                    const std::string& text) {
    auto& help = describe(name, value, text);
    const auto add_to = [&](auto* to) -> Option {
        auto& option = *app_->add_option(name, *to, text)->type_name(value)->check(check_of(to), "");
        if constexpr (std::is_same_v<decltype(to), std::vector<std::string>*>)
            help.most_values = std::numeric_limits<int>::max();
        else if constexpr (!std::is_same_v<decltype(to), std::optional<std::uint32_t>*>)
            help.default_value = option.capture_default_str()->get_default_str();
        return {option, help};
    };
    return std::visit(add_to, target);
}

Option Command::flag(const std::string& name, bool& target, const std::string& text) {
    return {*app_->add_flag(name, target, text), describe(name, {}, text)};
}

void Command::hide() { help_->hidden = true; }

void Command::run(std::function<void()> action) {
    app_->callback([help = help_, action = std::move(action)] {
        for (const auto& check : help->checks) check();
        action();
    });
}

}  // namespace sortscope::cli
