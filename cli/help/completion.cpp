#include "cli/help/help.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include "cli/commands/commands.hpp"
#include "cli/output/output.hpp"

namespace sortscope::cli {
namespace {

constexpr std::string_view file_line = ":files\n";

bool takes_files(const OptionHelp& option) {
    constexpr auto values = std::to_array<std::string_view>(
        {"FILE", "FILES", "CSV", "SQLFILE", "JSON", "MD", "PNG", "CASE", "SQL", "DIR"});
    return std::ranges::find(values, option.value) != values.end();
}

/// Lines for those of `choices` that begin as `typed` does.
std::string matching(const Choices& choices, const std::string& typed) {
    std::string out;
    for (const auto& [word, text] : choices)
        if (word.starts_with(typed)) out += word + '\t' + text + '\n';
    return out;
}

/// The same for the last of a list "a,b", and for "--name=value".
std::string matching_last(Choices choices, const std::string& typed) {
    const auto before = typed.substr(0, typed.find_last_of(",=") + 1);
    for (auto& choice : choices) choice.word.insert(0, before);
    return matching(choices, typed);
}

std::string values_for(const OptionHelp& option, const std::string& typed) {
    return (option.choices ? matching_last(option.choices(), typed) : "") +
           std::string(takes_files(option) ? file_line : "");
}

Choices option_names(const CommandHelp& command) {
    Choices names;
    for (const auto& option : command.options)
        if (!option.argument)
            for (const auto& name : option.names) names.push_back({name, option.text});
    return names;
}

/// The option that waits for a value behind `name`; null if there is none.
const OptionHelp* option_with_value(const CommandHelp& command, const std::string& name) {
    const auto option = std::ranges::find_if(command.options, [&](const OptionHelp& each) {
        return !each.argument && !each.value.empty() &&
               std::ranges::find(each.names, name) != each.names.end();
    });
    return option == command.options.end() ? nullptr : &*option;
}

constexpr const char* bash_script = R"(# bash completion of sortscope
_sortscope() {
    local cur="${COMP_WORDS[COMP_CWORD]}" word
    [ "$cur" = "=" ] && cur=""
    COMPREPLY=()
    compopt -o nosort 2>/dev/null
    while IFS=$'\t' read -r word _; do
        if [ "$word" = ":files" ]; then
            compopt -o filenames 2>/dev/null
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur")
        else
            COMPREPLY+=("$word")
        fi
    done < <("${COMP_WORDS[0]}" complete-words "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _sortscope sortscope
)";

constexpr const char* zsh_script = R"(#compdef sortscope
_sortscope() {
    local -a described
    local line word files
    while IFS= read -r line; do
        if [[ $line == ":files" ]]; then
            files=1
        else
            word=${line%%$'\t'*}
            described+=("${word//:/\\:}:${line#*$'\t'}")
        fi
    done < <($words[1] complete-words "${(@)words[2,CURRENT]}" 2>/dev/null)
    (( $#described )) && _describe sortscope described
    [[ -n $files ]] && _files
}
if [ "$funcstack[1]" = "_sortscope" ]; then
    _sortscope "$@"
else
    compdef _sortscope sortscope
fi
)";

constexpr const char* fish_script = R"(# fish completion of sortscope
function __sortscope_words
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] complete-words $words[2..] "$current" 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c sortscope -f -a '(__sortscope_words)'
)";

}  // namespace

std::string complete_words(const Program& program, std::vector<std::string> words) {
    // To bash "--key=u32" is three words.
    const bool behind_equals = !words.empty() && words.back() == "=";
    std::erase(words, "=");
    if (behind_equals || words.empty()) words.emplace_back();
    const auto& typed = words.back();
    if (words.size() == 1) {
        if (typed.starts_with('-')) return matching(option_names(program.help()), typed);
        Choices commands;
        for (const auto& command : program.commands())
            if (!command.hidden) commands.push_back({command.name, command.summary});
        return matching(commands, typed) + std::string(file_line);
    }
    const auto* command = program.find(words.front());
    if (command == nullptr) return std::string(file_line);
    if (const auto* option = option_with_value(*command, words[words.size() - 2]))
        return values_for(*option, typed);
    if (const auto* option = option_with_value(*command, typed.substr(0, typed.find('='))))
        if (typed.find('=') != std::string::npos) return values_for(*option, typed);
    if (typed.starts_with('-')) return matching(option_names(*command), typed);
    std::string out;
    bool files = true;  // also for commands without arguments: nothing else fits
    for (const auto& option : command->options) {
        if (!option.argument) continue;
        out += option.choices ? matching_last(option.choices(), typed) : "";
        files = takes_files(option) || (files && !option.choices);
    }
    return out + std::string(files ? file_line : "");
}

std::string completion_script(const std::string& shell) {
    if (shell == "bash") return bash_script;
    if (shell == "zsh") return zsh_script;
    return fish_script;
}

void add_completion(Program& program) {
    Command command(program, "completion", "Print the completion script of a shell");
    const auto shell = std::make_shared<std::string>();
    command.option("SHELL", *shell, "", "Print the script of this shell")
        .required()
        .only({"bash", "zsh", "fish"});
    command.notes("Packages install these scripts. Without a package, use:");
    command.examples({"source <(sortscope completion bash)", "sortscope completion zsh > ~/.zfunc/_sortscope",
                      "sortscope completion fish > ~/.config/fish/completions/sortscope.fish"});
    command.run([shell] { print(completion_script(*shell)); });
}

}  // namespace sortscope::cli
