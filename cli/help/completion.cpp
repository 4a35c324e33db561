#include "cli/help/help.hpp"

#include <array>

#include "cli/commands/commands.hpp"
#include "cli/texts/texts.hpp"

namespace sortscope::cli {
namespace {
/// Candidates for the last word.
struct Offer {
    Choices choices;
    bool files = false;
    bool in_list = false;  ///< choices also follow "a," and "--name="
};

Offer values_of(const OptionHelp& option) {
    constexpr auto files = std::to_array<std::string_view>(
        {"FILE", "FILES", "CSV", "SQLFILE", "JSON", "MD", "PNG", "CASE", "SQL", "DIR"});
    return {option.traits.choices ? option.traits.choices() : Choices{}, contains(files, option.value), true};
}

Offer names_of(const CommandHelp& command) {
    Offer offer;
    for (const auto& option : command.options)
        if (!option.argument)
            for (const auto& name : option.names) offer.choices.push_back({name, option.text});
    return offer;
}

/// Finds the option `name` that takes a value; null if absent.
const OptionHelp* option_with_value(const CommandHelp& command, const std::string& name) {
    const auto option = std::ranges::find_if(command.options, [&](const OptionHelp& each) {
        return !each.argument && !each.value.empty() && contains(each.names, name);
    });
    return option == command.options.end() ? nullptr : &*option;
}

Offer offered(const Program& program, const std::vector<std::string>& words) {
    const auto& typed = words.back();
    Offer offer{.choices = {}, .files = true};
    if (words.size() == 1) {
        if (typed.starts_with('-')) return names_of(program.help);
        for (const auto& command : program.commands)
            if (!command.hidden) offer.choices.push_back({command.name, command.summary});
        return offer;
    }
    const auto* command = program.find(words.front());
    if (command == nullptr) return offer;
    if (const auto* option = option_with_value(*command, words[words.size() - 2])) return values_of(*option);
    if (const auto equals = typed.find('='); equals != std::string::npos)
        if (const auto* option = option_with_value(*command, typed.substr(0, equals)))
            return values_of(*option);
    if (typed.starts_with('-')) return names_of(*command);
    // A command that declares no arguments offers file names.
    for (const auto& option : command->options) {
        if (!option.argument) continue;
        auto values = values_of(option);
        offer.files = values.files || (offer.files && !option.traits.choices);
        offer.in_list = true;
        std::ranges::move(values.choices, std::back_inserter(offer.choices));
    }
    return offer;
}
}  // namespace

std::string complete_words(const Program& program, std::vector<std::string> words) {
    // bash splits "--key=u32" into three words.
    const bool behind_equals = !words.empty() && words.back() == "=";
    std::erase(words, "=");
    if (behind_equals || words.empty()) words.emplace_back();
    const auto& typed = words.back();
    const auto [choices, files, in_list] = offered(program, words);
    const auto before = in_list ? typed.substr(0, typed.find_last_of(",=") + 1) : "";
    std::string out;
    for (const auto& [word, text] : choices)
        if ((before + word).starts_with(typed)) out += before + word + '\t' + text + '\n';
    return files ? out + ":files\n" : out;
}

std::string completion_script(const std::string& shell) { return embedded_text("completion." + shell); }

static void run_completion(const std::string& shell) { print(completion_script(shell)); }

void add_completion(Program& program) {
    Command command(program, "completion", "Print the completion script of a shell");
    command.option("SHELL", command.run(run_completion), "", "Print the script of this shell",
                   {.choices = words({"bash", "zsh", "fish"}), .only = true, .required = true});
}
}
