#include "cli/help/help.hpp"

#include <algorithm>
#include <memory>
#include <sstream>

#include <fmt/core.h>

#include "cli/commands/commands.hpp"
#include "cli/output/output.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace sortscope::cli {
namespace {

constexpr Screen help_screen{80, true};
constexpr std::size_t most_head = 24;
/// More choices than these are listed by a command of their own.
constexpr std::size_t most_choices = 24;

/// Wraps each line on its own; `column`: where all but the first begin.
std::string wrap_lines(const std::string& text, int column, int first) {
    std::istringstream lines(text);
    std::string out;
    for (std::string line; std::getline(lines, line); first = column) {
        if (!out.empty()) out += '\n' + std::string(line.empty() ? 0 : static_cast<std::size_t>(column), ' ');
        out += wrap(line, help_screen, line.starts_with(' ') ? column + 4 : column, first);
    }
    return out;
}

/// Heads in one column, texts beside them.
std::string entries(const std::vector<std::pair<std::string, std::string>>& rows, std::size_t column) {
    std::string out;
    for (const auto& [head, text] : rows) {
        out += "  " + head;
        out += head.size() + 4 > column ? '\n' + std::string(column, ' ')
                                        : std::string(column - head.size() - 2, ' ');
        out += wrap_lines(text, static_cast<int>(column), static_cast<int>(column)) + '\n';
    }
    return out;
}

std::string example_lines(const CommandHelp& command) {
    if (command.examples.empty()) return {};
    std::string out = "\nExamples:\n";
    for (const auto& line : command.examples) out += "  " + wrap_command(line, help_screen, 2) + '\n';
    return out;
}

void write_option(present::json::Writer& out, const OptionHelp& option) {
    out.object([&] {
        out.put("name", option.names.front());
        if (option.names.size() > 1) out.put("short", option.names[1]);
        out.put_known("value", option.value);
        out.put("help", option.text);
        out.put_known("default", option.default_value);
        out.put_known("group", option.group);
        out.put("argument", option.argument);
        out.put("required", option.required);
        out.put("rare", option.rare);
        if (!option.choices) return;
        out.array("choices", [&] {
            for (const auto& choice : option.choices())
                out.object([&] {
                    out.put("word", choice.word);
                    out.put_known("help", choice.text);
                });
        });
    });
}

void write_help(present::json::Writer& out, const CommandHelp& command) {
    out.object([&] {
        out.put("command", command.name);
        out.put("summary", command.summary);
        out.array("options", [&] {
            for (const auto& option : command.options) write_option(out, option);
        });
    });
}

}  // namespace

const CommandHelp& command_named(const Program& program, const std::string& name) {
    if (const auto* command = program.find(name)) return *command;
    const auto names = program.names();
    wrong_request("There is no command '{}'.{} 'sortscope help' lists them.", name,
                  nearest_sentence(name, {names.begin(), names.end()}));
}

std::string full_name(const CommandHelp& command) {
    return command.name == "sortscope" ? command.name : "sortscope " + command.name;
}

std::string usage(const CommandHelp& command) {
    std::string text;
    for (const auto& option : command.options) {
        if (!option.argument) continue;
        auto word = option.names.front();
        if (option.most_values == 2) text += "[FILE] ";
        if (option.most_values > 2) word += "...";
        text += (option.required ? word : "[" + word + "]") + ' ';
    }
    return text + "[options]";
}

std::string option_head(const OptionHelp& option) {
    std::string text;
    for (const auto& name : option.names) text += (text.empty() ? "" : ", ") + name;
    return option.argument || option.value.empty() ? text : text + ' ' + option.value;
}

std::string option_text(const OptionHelp& option, bool all) {
    auto text = option.text;
    if (!option.default_value.empty()) text += " [" + option.default_value + "]";
    if (!all || !option.choices) return text;
    const auto choices = option.choices();
    if (choices.size() > most_choices) return text;
    std::string words;
    for (const auto& choice : choices) {
        if (!choice.text.empty())
            text += "\n  " + choice.word + ": " + choice.text;
        else
            words += (words.empty() ? "" : ", ") + choice.word;
    }
    return words.empty() ? text : text + "\n  " + words;
}

std::string help_text(const CommandHelp& command, bool all) {
    auto out = fmt::format("{}\n\nUsage: {} {}\n", wrap(command.summary, help_screen), full_name(command),
                           usage(command));
    std::vector<std::string> headings;
    std::size_t column = 0;
    const auto heading_of = [](const OptionHelp& option) {
        return option.argument ? "Arguments" : option.group.empty() ? "Options" : option.group;
    };
    std::vector<const OptionHelp*> shown;
    for (const auto& option : command.options)
        if (!option.rare || all) shown.push_back(&option);
    std::ranges::stable_partition(shown, &OptionHelp::argument);
    for (const auto* option : shown) {
        if (std::ranges::find(headings, heading_of(*option)) == headings.end())
            headings.push_back(heading_of(*option));
        if (const auto width = option_head(*option).size(); width <= most_head)
            column = std::max(column, width + 4);
    }
    for (const auto& heading : headings) {
        std::vector<std::pair<std::string, std::string>> rows;
        for (const auto* option : shown)
            if (heading_of(*option) == heading)
                rows.emplace_back(option_head(*option), option_text(*option, all));
        out += '\n' + heading + ":\n" + entries(rows, column);
    }
    if (!command.notes.empty()) out += '\n' + wrap_lines(command.notes, 0, 0) + '\n';
    out += example_lines(command);
    return out;
}

std::string help_text(const Program& program) {
    const auto& help = program.help();
    auto out = help.summary + "\n\nUsage: sortscope COMMAND [options]\n       sortscope FILE\n\nCommands:\n";
    std::vector<std::pair<std::string, std::string>> rows;
    for (const auto& command : program.commands())
        if (!command.hidden) rows.emplace_back(command.name, command.summary);
    out += entries(rows, 14) + "\nOptions:\n";
    rows.clear();
    for (const auto& option : help.options) rows.emplace_back(option_head(option), option.text);
    return out + entries(rows, 17) + '\n' + wrap_lines(help.notes, 0, 0) + '\n';
}

void add_help(Program& program) {
    Command command(program, "help", "Print what a command does and takes");
    struct Asked {
        std::string name;
        bool json = false;
    };
    const auto asked = std::make_shared<Asked>();
    command.option("COMMAND", asked->name, "", "Describe this command; without it, list all")
        .choices([&program] { return to_choices(program.names()); });
    command.flag("--json", asked->json, "Print the command's options as JSON");
    command.run([&program, asked] {
        if (asked->name.empty()) return print(help_text(program));
        const auto& help = command_named(program, asked->name);
        if (asked->json) return print_json([&](auto& out) { write_help(out, help); });
        print(help_text(help, true));
    });
}

}  // namespace sortscope::cli
