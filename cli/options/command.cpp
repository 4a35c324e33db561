#include "cli/options/command.hpp"

#include <cmath>
#include <limits>
#include <sstream>
#include <type_traits>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/options/values.hpp"
#include "cli/texts/texts.hpp"

namespace sortscope::cli {
namespace {
using Check = std::function<std::string(const std::string&)>;

/// CLI11 would accept -1 and wrap large numbers.
template <class T>
Check check_number(const OptionTraits& how) {
    const auto [least, most] = how.within.value_or(std::pair(0.0, HUGE_VAL));
    const T from = T(least),
            to = most < double(std::numeric_limits<T>::max()) ? T(most) : std::numeric_limits<T>::max();
    return [=](const std::string& text) -> std::string {
        const auto value = parse_number<T>(text);
        if (value && *value >= from && *value <= to) return {};
        return fmt::format("'{}' is not a {}number from {} to {}", text,
                           std::is_integral_v<T> ? "whole " : "", from, to);
    };
}

template <class T>
requires std::is_arithmetic_v<T> Check check_of(T*, const OptionTraits& how) { return check_number<T>(how); }
template <class T>
Check check_of(std::optional<T>*, const OptionTraits& how) {
    return check_number<T>(how);
}
/// Refuses an empty text: often an unset variable of a script.
Check check_of(const auto&, const OptionTraits&) {
    return [](const std::string& text) { return text.empty() ? "a value must not be empty" : ""; };
}

auto check_words(const std::function<Choices()>& choices) {
    return [choices](const std::string& text) -> std::string {
        std::vector<std::string> words;
        for (const auto& choice : choices()) words.push_back(choice.word);
        for (const auto& part : split_list(text))
            if (!contains(words, part))
                return fmt::format("'{}' is none of {}.{}", part, fmt::join(words, ", "),
                                   nearest_sentence(part, words));
        return {};
    };
}

/// Adds notes and examples from the command's section of help.txt.
void add_text(CommandHelp& help) {
    const auto all = embedded_text("help.txt");
    const auto title = "\n= " + help.name + '\n';
    const auto begin = all.find(title);
    if (begin == std::string::npos) return;
    std::istringstream lines(all.substr(begin + title.size()));
    for (std::string line; std::getline(lines, line) && !line.starts_with("= ");)
        if (line.starts_with("$ "))
            help.examples.push_back(line.substr(2));
        else
            help.notes += line + '\n';
    while (help.notes.ends_with('\n')) help.notes.pop_back();
}

const OptionHelp help_option{.names = {"--help", "-h"}, .text = "Print this help"};
const OptionHelp help_all_option{.names = {"--help-all"},
                                 .text = "Print all options and the words that they take"};
}  // namespace

Choices to_choices(const std::vector<std::string>& words) {
    Choices choices;
    for (const auto& word : words) choices.push_back({word, {}});
    return choices;
}

Program::Program(const std::string& summary, const std::string& version, std::string line)
    : help{.name = "sortscope",
           .summary = summary,
           .options = {help_option,
                       {.names = {"--version", "-V"},
                        .text = "Print version, commit, compiler and GPU code"}}},
      command_line(std::move(line)),
      parser(std::make_unique<CLI::App>(summary, "sortscope")) {
    add_text(help);
    parser->require_subcommand(1);
    parser->set_help_all_flag("--help-all");
    parser->set_version_flag("-V,--version", version);
}

Program::~Program() = default;

void Program::parse(std::vector<std::string> words) {
    std::ranges::reverse(words);  // CLI11 parses from the end
    parser->parse(std::move(words));
}

const CommandHelp* Program::find(const std::string& name) const {
    return find_or_null(commands, name, &CommandHelp::name);
}

std::vector<std::string> Program::names() const {
    std::vector<std::string> names;
    for (const auto& command : commands)
        if (!command.hidden) names.push_back(command.name);
    return names;
}

std::function<Choices()> words(std::vector<std::string> all) {
    return [all = std::move(all)] { return to_choices(all); };
}

Command::Command(Program& program, const std::string& name, const std::string& summary)
    : program_(program),
      app_(program.parser->add_subcommand(name, summary)),
      help_(&program.commands.emplace_back(
          CommandHelp{.name = name, .summary = summary, .options = {help_option, help_all_option}})) {
    add_text(*help_);
}

void Command::run(std::function<void()> action) {
    app_->callback([help = help_, action = std::move(action)] {
        for (const auto& check : help->checks) check();
        action();
    });
}

OptionHelp& Command::describe(const std::string& name, const std::string& value, const std::string& text,
                              OptionTraits traits) {
    const bool argument = !name.starts_with('-');
    return help_->options.emplace_back(OptionHelp{.names = split_list(name),
                                                  .value = argument ? name : value,
                                                  .text = text,
                                                  .group = group_,
                                                  .traits = std::move(traits),
                                                  .argument = argument});
}

void Command::add(const std::string& name, const Target& target, const std::string& value,
                  const std::string& text, OptionTraits traits) {
    auto& help = describe(name, value, text, std::move(traits));
    const auto& how = help.traits;
    auto* option = std::visit(
        [&](const auto& to) {
            using To = std::remove_cvref_t<decltype(to)>;
            CLI::Option* added = nullptr;
            if constexpr (!std::is_same_v<To, Take>) {
                added = app_->add_option(name, *to, text);
            } else {
                const auto take = [to, first = help.names.front()](const std::string& typed) {
                    value_of(first, [&] { to(typed); });
                };
                added = how.each ? app_->add_option_function<std::vector<std::string>>(
                                       name, [=](const auto& all) { std::ranges::for_each(all, take); }, text)
                                 : app_->add_option_function<std::string>(name, take, text);
                help.default_value = how.initial;
            }
            added->type_name(value);
            if (!how.may_be_empty) added->check(check_of(to, how), "");
            if constexpr (std::is_same_v<To, std::string*> || std::is_arithmetic_v<std::remove_pointer_t<To>>)
                if (text.find("default:") == std::string::npos)
                    help.default_value = added->capture_default_str()->get_default_str();
            return added;
        },
        target);
    if (how.most_values != 1 || how.least_values != 1) option->expected(how.least_values, how.most_values);
    if (how.each) option->allow_extra_args(false);
    option->required(how.required);

    if (how.only) option->check(check_words(how.choices), "");
}

void Command::flag(const std::string& name, bool& target, const std::string& text, OptionTraits traits) {
    app_->add_flag(name, target, text);
    describe(name, {}, text, std::move(traits));
}
}
