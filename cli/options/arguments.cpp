#include "cli/options/arguments.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string_view>

#include <CLI/CLI.hpp>

#include "cli/options/command.hpp"
#include "cli/output/output.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace sortscope::cli {
namespace {

/// Names of the commands that the help lists.
std::vector<std::string> command_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const auto* command :
         app.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); }))
        names.push_back(command->get_name());
    return names;
}

std::string nearest(const std::string& word, const std::vector<std::string>& names) {
    return nearest_sentence(word, {names.begin(), names.end()});
}

/// All commands, the hidden ones too.
bool is_command(const CLI::App& app, const std::string& word) {
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    return std::ranges::any_of(commands,
                               [&](const CLI::App* command) { return command->get_name() == word; });
}

}  // namespace

void add_help(CLI::App& program) {
    Command command(program, "help", "What a command does and takes");
    const auto name = std::make_shared<std::string>();
    command.option("COMMAND", *name, "", "one of them; without it, all are listed");
    command.run([&program, name] {
        // Not help(), which would be that of this command.
        const auto tell = [](const CLI::App& app, const std::string& called) {
            print(app.get_formatter()->make_help(&app, called, CLI::AppFormatMode::Normal));
        };
        if (name->empty()) return tell(program, "sortscope");
        if (!is_command(program, *name))
            throw Error(ErrorKind::usage, "There is no command '" + *name + "'." +
                                              nearest(*name, command_names(program)) +
                                              "\nRun 'sortscope help' for the commands there are.");
        tell(*program.get_subcommand(*name), "sortscope " + *name);
    });
}

std::vector<std::string> with_overview(const CLI::App& program, std::vector<std::string> arguments) {
    if (arguments.empty() || arguments.front().starts_with('-') || is_command(program, arguments.front()))
        return arguments;
    const std::filesystem::path file(arguments.front());
    std::error_code failed;
    if (std::filesystem::exists(file, failed) ||
        std::filesystem::is_symlink(file, failed)) {  // a link that leads nowhere is told of by who reads it
        arguments.insert(arguments.begin(), "overview");
        return arguments;
    }
    if (file.has_parent_path() || file.extension() == ".db")
        throw Error(ErrorKind::data,
                    "There is no file '" + arguments.front() + "', and no command of that name.");
    return arguments;
}

std::vector<std::string> without_dashes(std::vector<std::string> arguments) {
    const auto mark = std::ranges::find(arguments, "--");
    if (mark == arguments.end()) return arguments;
    for (auto word = mark + 1; word != arguments.end(); ++word) {
        if (!word->starts_with('-') || *word == "-") continue;
        std::error_code failed;
        if (!std::filesystem::exists(*word, failed)) return arguments;  // what it is, the library says
        word->insert(0, "./");
    }
    arguments.erase(mark);
    return arguments;
}

std::string plain_words(const std::string& text) {
    // "CASE: At Most 2 required but received 3"
    constexpr std::string_view at_most = ": At Most ", but_received = " required but received ";
    if (const auto from = text.find(at_most), but = text.find(but_received);
        from != std::string::npos && but != std::string::npos && from < but)
        return text.substr(0, from) + " takes at most " +
               plural(std::stoul(text.substr(from + at_most.size())), "word") + ", and " +
               text.substr(but + but_received.size()) + " are given." +
               (text.substr(0, from) == "CASE" ? " They are FILE and the number of one case." : "");
    // "--top: 1 required N missing"
    constexpr std::string_view missing = " missing";
    const auto colon = text.find(": ");
    const auto required = text.find(" required ", colon == std::string::npos ? 0 : colon);
    if (colon == std::string::npos || required == std::string::npos || !text.ends_with(missing)) return text;
    const auto from = required + std::string_view(" required ").size();
    return text.substr(0, colon) +
           " needs a value: " + text.substr(from, text.size() - missing.size() - from) + ".";
}

std::string unknown_word(const CLI::App& program) {
    const auto words = program.remaining(true);
    if (words.empty()) return {};
    const auto word = words.front().substr(0, words.front().find('='));
    const auto chosen = program.get_subcommands();
    const CLI::App& command = chosen.empty() ? program : *chosen.front();
    const bool option = word.starts_with('-');
    std::vector<std::string> names = command_names(command);
    if (option) {
        names.clear();
        for (const auto* each : command.get_options()) {
            for (const auto& name : each->get_lnames()) names.push_back("--" + name);
            for (const auto& name : each->get_snames()) names.push_back("-" + name);
        }
    }
    const auto* kind = option ? "option" : names.empty() ? "argument" : "command";
    return "There is no " + std::string(kind) + " '" + word + "' here." + nearest(word, names);
}

std::string command_line(const std::vector<std::string>& arguments) {
    std::string line = "sortscope";
    for (const auto& argument : arguments) line += ' ' + shell_word(argument);
    return line;
}

}  // namespace sortscope::cli
