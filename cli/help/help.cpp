#include "cli/help/help.hpp"

#include <sstream>

#include "cli/commands/commands.hpp"

namespace sortscope::cli {
namespace {
constexpr Screen help_screen{80, true};
constexpr size_t most_head = 24;
/// Longer lists of choices have a command of their own.
constexpr size_t most_choices = 24;

/// Wraps each line on its own. All lines but the first begin at `column`.
std::string wrap_lines(const std::string& text, int column, int first) {
    std::istringstream lines(text);
    std::string out;
    for (std::string line; std::getline(lines, line); first = column) {
        if (!out.empty()) out += '\n' + std::string(line.empty() ? 0 : size_t(column), ' ');
        out += wrap(line, help_screen, line.starts_with(' ') ? column + 4 : column, first);
    }
    return out;
}

/// A column of heads and a column of texts.
std::string entries(const std::vector<std::pair<std::string, std::string>>& rows, size_t column) {
    std::string out;
    for (const auto& [head, text] : rows) {
        out += "  " + head;
        out += head.size() + 4 > column ? '\n' + std::string(column, ' ')
                                        : std::string(column - head.size() - 2, ' ');
        out += wrap_lines(text, int(column), int(column)) + '\n';
    }
    return out;
}

void write_option(json::Writer& out, const OptionHelp& option) {
    out.put("name", option.names.front());
    if (option.names.size() > 1) out.put("short", option.names[1]);
    out.put_known("value", option.value);
    out.put("help", option.text);
    out.put_known("default", option.default_value, "group", option.group);
    out.put("argument", option.argument, "required", option.traits.required, "rare", option.traits.rare);
    if (!option.traits.choices) return;
    out.objects("choices", option.traits.choices(), [&](const auto& choice) {
        out.put("word", choice.word);
        out.put_known("help", choice.text);
    });
}

std::string option_head(const OptionHelp& option) {
    std::string text;
    for (const auto& name : option.names) text += (text.empty() ? "" : ", ") + name;
    return option.argument || option.value.empty() ? text : text + ' ' + option.value;
}

std::string option_text(const OptionHelp& option, bool all) {
    auto text = option.text;
    if (!option.default_value.empty()) text += " [" + option.default_value + "]";
    if (!all || !option.traits.choices) return text;
    const auto choices = option.traits.choices();
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

struct HelpRequest {
    std::string name;
    bool json = false;
};

void run_help(const HelpRequest& request, const Program& program) {
    const auto& help = command_named(program, request.name);
    if (!request.json || request.name.empty()) return print(help_text(program, help, true));
    print_json(in_object([&](auto& out) {
        out.put("command", help.name, "summary", help.summary);
        out.objects("options", help.options, [&](const auto& option) { write_option(out, option); });
    }));
}
}  // namespace

const CommandHelp& command_named(const Program& program, const std::string& name) {
    if (name.empty()) return program.help;
    if (const auto* command = program.find(name)) return *command;
    wrong_request("There is no command '{}'.{} 'sortscope help' lists them.", name,
                  nearest_sentence(name, program.names()));
}

std::string full_name(const CommandHelp& command) {
    return command.name == "sortscope" ? command.name : "sortscope " + command.name;
}

std::vector<std::string> usage(const Program& program, const CommandHelp& command) {
    if (&command == &program.help) return {"COMMAND [options]", "FILE"};
    std::string text;
    for (const auto& option : command.options) {
        if (!option.argument) continue;
        auto word = option.names.front();
        if (!option.traits.usage.empty()) return {option.traits.usage};
        if (option.traits.most_values == 2) text += "[FILE] ";
        if (option.traits.most_values > 2) word += "...";
        text += (option.traits.required ? word : "[" + word + "]") + ' ';
    }
    return {text + "[options]"};
}

std::vector<HelpSection> help_sections(const Program& program, const CommandHelp& command, bool all) {
    std::vector<HelpSection> sections;
    const auto add = [&](const std::string& heading, std::string head, std::string text) {
        auto found = std::ranges::find(sections, heading, &HelpSection::heading);
        if (found == sections.end()) found = sections.insert(found, {heading, {}});
        found->rows.emplace_back(std::move(head), std::move(text));
    };
    if (&command == &program.help)
        for (const auto& each : program.commands)
            if (!each.hidden) add("Commands", each.name, each.summary);
    for (const bool arguments : {true, false})
        for (const auto& option : command.options)
            if (option.argument == arguments && (all || !option.traits.rare))
                add(arguments              ? "Arguments"
                    : option.group.empty() ? "Options"
                                           : option.group,
                    option_head(option), option_text(option, all));
    return sections;
}

std::string help_text(const Program& program, const CommandHelp& command, bool all) {
    auto out = wrap(command.summary, help_screen) + "\n\n";
    for (const auto& line : usage(program, command))
        out += (out.ends_with("\n\n") ? "Usage: " : "       ") + full_name(command) + ' ' + line + '\n';
    const auto sections = help_sections(program, command, all);
    size_t column = 0;
    for (const auto& section : sections)
        for (const auto& [head, text] : section.rows)
            if (head.size() <= most_head) column = std::max(column, head.size() + 4);
    for (const auto& section : sections)
        out += '\n' + section.heading + ":\n" + entries(section.rows, column);
    if (!command.notes.empty()) out += '\n' + wrap_lines(command.notes, 0, 0) + '\n';
    if (!command.examples.empty()) out += "\nExamples:\n";
    for (const auto& line : command.examples) out += "  " + wrap_command(line, help_screen, 2) + '\n';
    return out;
}

void add_help(Program& program) {
    Command command(program, "help", "Print what a command does and takes");
    auto& request = command.run(run_help);
    command.option("COMMAND", request.name, "", "Describe this command; without it, list all",
                   {.choices = [&program] { return to_choices(program.names()); }});
    command.flag("--json", request.json, "Print the command's options as JSON");
}
}
