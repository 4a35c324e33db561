#include "cli/help/completion.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/core.h>

#include "core/error.hpp"

namespace sortscope::cli {
namespace {

using std::string_view;

/// What an option's value is.
enum class Values { none, any, files, words };

/// The words that `option` of `command` takes; null where it takes others. "export --chart" goes before
/// "--chart".
const std::vector<std::string>* offered(const CommandHelp& command, const OptionHelp& option,
                                        const CompletionWords& words) {
    for (const auto& key : {command.name + " " + option.names.front(), option.names.front()})
        if (const auto found = words.find(key); found != words.end()) return &found->second;
    return nullptr;
}

Values values_of(const CommandHelp& command, const OptionHelp& option, const CompletionWords& words) {
    if (option.value.empty()) return Values::none;
    if (offered(command, option, words) != nullptr) return Values::words;
    constexpr auto files = std::to_array<string_view>(
        {"FILE", "FILES", "CSV", "SQLFILE", "PNG", "CASE", "SQL", "DIR", "FOLDER"});
    return std::ranges::find(files, option.value) != files.end() ? Values::files : Values::any;
}

std::string joined(const std::vector<std::string>& words, string_view between = " ") {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : std::string(between)) + word;
    return text;
}

/// One line, its first sentence or clause: lists of choices are long.
std::string brief(const std::string& text) {
    const auto end = std::min(text.find_first_of(":;("), text.size());
    auto words = text.substr(0, end);
    while (!words.empty() && words.back() == ' ') words.pop_back();
    return words.empty() ? text : words;
}

/// Within '...' of a shell.
std::string single_quoted(const std::string& text) {
    std::string quoted;
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return "'" + quoted + "'";
}

std::vector<OptionHelp> by_place(const CommandHelp& command) {
    std::vector<OptionHelp> found;
    std::ranges::copy_if(command.options, std::back_inserter(found), &OptionHelp::by_place);
    return found;
}

/// Whether one of its arguments by their place is a file.
bool takes_files(const CommandHelp& command, const CompletionWords& words) {
    const auto places = by_place(command);
    return std::ranges::any_of(
        places, [&](const OptionHelp& option) { return values_of(command, option, words) == Values::files; });
}

// bash

/// "--run|-r)" lines: what follows an option.
std::string bash_values(const CommandHelp& command, const CompletionWords& words) {
    std::string text;
    for (const auto& option : command.options) {
        if (option.by_place || option.value.empty()) continue;
        text += fmt::format("                {}) ", joined(option.names, "|"));
        switch (values_of(command, option, words)) {
            case Values::words:
                text += fmt::format("_sortscope_list {}",
                                    single_quoted(joined(*offered(command, option, words))));
                break;
            case Values::files:
                text += "_sortscope_files";
                break;
            default:
                text += "COMPREPLY=()";
                break;
        }
        text += "; return ;;\n";
    }
    return text;
}

std::string bash_script(const std::vector<CommandHelp>& commands, const CompletionWords& words) {
    std::vector<std::string> names;
    for (const auto& command : commands)
        if (command.name != "sortscope") names.push_back(command.name);
    std::string text =
        "# bash completion of sortscope: written by 'sortscope completion bash'.\n"
        "# The last word of a list \"a,b\" out of $1.\n"
        "_sortscope_list() {\n"
        "    local cur=\"$_sortscope_cur\" before=\"\"\n"
        "    case \"$cur\" in *,*) before=\"${cur%,*},\"; cur=\"${cur##*,}\" ;; esac\n"
        "    mapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$1\" -- \"$cur\")\n"
        "    compopt -o nosort 2>/dev/null\n"
        "}\n"
        "_sortscope_files() {\n"
        "    compopt -o filenames 2>/dev/null\n"
        "    mapfile -t COMPREPLY < <(compgen -f -- \"$_sortscope_cur\")\n"
        "}\n"
        "_sortscope_add_files() {\n"
        "    compopt -o filenames 2>/dev/null\n"
        "    mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -- \"$_sortscope_cur\")\n"
        "}\n"
        "_sortscope() {\n"
        "    local _sortscope_cur=\"${COMP_WORDS[COMP_CWORD]}\" prev=\"${COMP_WORDS[COMP_CWORD-1]}\" "
        "options=\"\"\n"
        "    # \"--key=u32\" is three words to bash.\n"
        "    [ \"$_sortscope_cur\" = \"=\" ] && _sortscope_cur=\"\"\n"
        "    [ \"$prev\" = \"=\" ] && [ \"$COMP_CWORD\" -gt 2 ] && prev=\"${COMP_WORDS[COMP_CWORD-2]}\"\n"
        "    COMPREPLY=()\n"
        "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
        "        case \"$_sortscope_cur\" in\n";
    text += fmt::format("            -*) mapfile -t COMPREPLY < <(compgen -W {} -- \"$_sortscope_cur\") ;;\n",
                        single_quoted([&] {
                            std::vector<std::string> all;
                            for (const auto& option : commands.front().options)
                                all.insert(all.end(), option.names.begin(), option.names.end());
                            return joined(all);
                        }()));
    text += fmt::format(
        "            *) _sortscope_files; mapfile -t -O \"${{#COMPREPLY[@]}}\" COMPREPLY < <(compgen -W {} "
        "-- \"$_sortscope_cur\") ;;\n",
        single_quoted(joined(names)));
    text +=
        "        esac\n"
        "        return\n"
        "    fi\n"
        "    case \"${COMP_WORDS[1]}\" in\n";
    for (const auto& command : commands) {
        if (command.name == "sortscope") continue;
        text += fmt::format("        {})\n            case \"$prev\" in\n{}            esac\n", command.name,
                            bash_values(command, words));
        std::vector<std::string> options;
        for (const auto& option : command.options)
            if (!option.by_place) options.insert(options.end(), option.names.begin(), option.names.end());
        text += fmt::format("            options={} ;;\n", single_quoted(joined(options)));
    }
    text +=
        "    esac\n"
        "    case \"$_sortscope_cur\" in\n"
        "        -*) mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$_sortscope_cur\") ;;\n"
        "        *) case \"${COMP_WORDS[1]}\" in\n";
    for (const auto& command : commands)
        for (const auto& option : by_place(command))
            if (command.name != "sortscope" && values_of(command, option, words) == Values::words)
                text += fmt::format("               {}) _sortscope_list {}{} ;;\n", command.name,
                                    single_quoted(joined(*offered(command, option, words))),
                                    takes_files(command, words) ? "; _sortscope_add_files" : "");
    text +=
        "               *) _sortscope_files ;;\n"
        "           esac ;;\n"
        "    esac\n"
        "}\n"
        "complete -F _sortscope sortscope\n";
    return text;
}

// zsh

/// Within "[...]" of an _arguments specification.
std::string zsh_text(const std::string& text) {
    std::string escaped;
    for (const char c : text)
        escaped +=
            (c == '[' || c == ']' || c == ':' || c == '\\') ? std::string("\\") + c : std::string(1, c);
    return escaped;
}

std::string zsh_action(const CommandHelp& command, const OptionHelp& option, const CompletionWords& words) {
    switch (values_of(command, option, words)) {
        case Values::none:
            return {};
        case Values::files:
            return fmt::format(":{}:_files", option.value);
        case Values::words:
            return fmt::format(":{}:_sequence compadd - {}", option.value,
                               joined(*offered(command, option, words)));
        case Values::any:
            return fmt::format(":{}: ", zsh_text(option.value));
    }
    return {};
}

std::string zsh_script(const std::vector<CommandHelp>& commands, const CompletionWords& words) {
    std::string text =
        "#compdef sortscope\n# zsh completion of sortscope: written by 'sortscope completion "
        "zsh'.\n_sortscope() {\n    local -a commands\n    commands=(\n";
    for (const auto& command : commands)
        if (command.name != "sortscope")
            text += "        " + single_quoted(command.name + ":" + zsh_text(command.summary)) + "\n";
    text +=
        "    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        _files\n        "
        "return\n    fi\n    local command=$words[2]\n"
        "    shift words\n    (( CURRENT-- ))\n    case $command in\n";
    for (const auto& command : commands) {
        if (command.name == "sortscope") continue;
        text += fmt::format("        {})\n            _arguments", command.name);
        for (const auto& option : command.options) {
            if (option.by_place) continue;
            for (const auto& name : option.names)
                text += " \\\n                " +
                        single_quoted(fmt::format("*{}[{}]{}", name, zsh_text(brief(option.text)),
                                                  zsh_action(command, option, words)));
        }
        const auto places = by_place(command);
        if (places.empty()) text += " \\\n                '*: :'";
        for (std::size_t i = 0; i < places.size(); ++i)
            text +=
                " \\\n                " + single_quoted((places[i].several ? "*" : std::to_string(i + 1)) +
                                                        zsh_action(command, places[i], words));
        text += "\n            ;;\n";
    }
    return text +
           "    esac\n}\nif [ \"$funcstack[1]\" = \"_sortscope\" ]; then\n    _sortscope \"$@\"\nelse\n    "
           "compdef _sortscope sortscope\nfi\n";
}

// fish

std::string fish_quoted(const std::string& text) {
    std::string quoted;
    for (const char c : text) quoted += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return "'" + quoted + "'";
}

std::string fish_script(const std::vector<CommandHelp>& commands, const CompletionWords& words) {
    std::string text =
        "# fish completion of sortscope: written by 'sortscope completion fish'.\n"
        "# The last word of a list a,b out of the arguments.\n"
        "function __sortscope_list\n"
        "    set -l before (string replace -r '[^,]*$' '' -- (commandline -ct))\n"
        "    for word in $argv\n"
        "        echo $before$word\n"
        "    end\n"
        "end\n";
    std::string before_command = "not __fish_seen_subcommand_from";
    for (const auto& command : commands)
        if (command.name != "sortscope") before_command += " " + command.name;
    for (const auto& command : commands) {
        if (command.name == "sortscope") {
            for (const auto& option : command.options)
                for (const auto& name : option.names)
                    text += fmt::format("complete -c sortscope -n {} {} {} -d {}\n",
                                        fish_quoted(before_command), name.starts_with("--") ? "-l" : "-s",
                                        name.substr(name.starts_with("--") ? 2 : 1),
                                        fish_quoted(brief(option.text)));
            continue;
        }
        text += fmt::format("complete -c sortscope -n {} -a {} -d {}\n", fish_quoted(before_command),
                            command.name, fish_quoted(command.summary));
        const auto seen = fish_quoted("__fish_seen_subcommand_from " + command.name);
        for (const auto& option : command.options) {
            const auto values = values_of(command, option, words);
            std::string line = fmt::format("complete -c sortscope -n {}", seen);
            if (option.by_place) {
                if (values != Values::words) continue;  // fish offers files by itself
                text += line + fmt::format("{} -a {}\n", takes_files(command, words) ? "" : " -f",
                                           fish_quoted("(__sortscope_list " +
                                                       joined(*offered(command, option, words)) + ")"));
                continue;
            }
            for (const auto& name : option.names)
                line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            line += " -d " + fish_quoted(brief(option.text));
            if (values == Values::files) line += " -r -F";
            if (values == Values::any) line += " -x";
            if (values == Values::words)
                line += " -x -a " +
                        fish_quoted("(__sortscope_list " + joined(*offered(command, option, words)) + ")");
            text += line + "\n";
        }
    }
    return text;
}

}  // namespace

std::string completion_script(const std::string& shell, const std::vector<CommandHelp>& commands,
                              const CompletionWords& words) {
    if (shell == "bash") return bash_script(commands, words);
    if (shell == "zsh") return zsh_script(commands, words);
    if (shell == "fish") return fish_script(commands, words);
    throw Error(ErrorKind::usage,
                "There is no completion for '" + shell + "'. There is one for bash, zsh and fish.");
}

}  // namespace sortscope::cli
