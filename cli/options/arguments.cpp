#include "cli/options/arguments.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include <CLI/CLI.hpp>

#include "cli/output/output.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace sortscope::cli {
namespace {

std::string nearest(const std::string& word, const std::vector<std::string>& names) {
    return nearest_sentence(word, {names.begin(), names.end()});
}

}  // namespace

std::vector<std::string> with_overview(const Program& program, std::vector<std::string> arguments) {
    if (arguments.empty() || arguments.front().starts_with('-') || program.find(arguments.front()) != nullptr)
        return arguments;
    const std::filesystem::path file(arguments.front());
    std::error_code failed;
    if (std::filesystem::exists(file, failed) ||
        std::filesystem::is_symlink(file, failed)) {  // its reader reports a dangling link
        arguments.insert(arguments.begin(), "overview");
        return arguments;
    }
    if (file.has_parent_path() || file.extension() == ".db")
        throw Error(ErrorKind::data, "There is neither a file nor a command '" + arguments.front() + "'.");
    return arguments;
}

std::vector<std::string> without_dashes(std::vector<std::string> arguments) {
    const auto mark = std::ranges::find(arguments, "--");
    if (mark == arguments.end()) return arguments;
    for (auto word = mark + 1; word != arguments.end(); ++word) {
        if (!word->starts_with('-') || *word == "-") continue;
        std::error_code failed;
        if (!std::filesystem::exists(*word, failed)) return arguments;  // the parser reports it
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

std::string unknown_word(const Program& program) {
    const auto words = program.parser().remaining(true);
    if (words.empty()) return {};
    const auto word = words.front().substr(0, words.front().find('='));
    const auto chosen = program.parser().get_subcommands();
    const auto* command = chosen.empty() ? nullptr : program.find(chosen.front()->get_name());
    if (!word.starts_with('-')) {
        if (command != nullptr) return "There is no argument '" + word + "' here.";
        return "There is no command '" + word + "' here." + nearest(word, program.names());
    }
    std::vector<std::string> names;
    for (const auto& option : command != nullptr ? command->options : program.help().options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return "There is no option '" + word + "' here." + nearest(word, names);
}

std::string command_line(const std::vector<std::string>& arguments) {
    std::string line = "sortscope";
    for (const auto& argument : arguments) line += ' ' + shell_word(argument);
    return line;
}

}  // namespace sortscope::cli
