// `sortscope completion SHELL` and `sortscope man [COMMAND]`: the help, for shells and for man.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "analyzer/reproduce/figure.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/export.hpp"
#include "cli/help/completion.hpp"
#include "cli/help/help.hpp"
#include "cli/options/command.hpp"
#include "cli/output/output.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "collector/sweep.hpp"
#include "core/error.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/selection.hpp"
#include "core/text.hpp"
#include "core/version.hpp"

namespace sortscope::cli {
namespace {

/// A text within a line: what troff would take for its own is escaped.
std::string roff(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else if (c == '\'' && out.empty())
            out += "\\(aq";
        else if (c == '\'')
            out += "\\(aq";
        else if (c == '^')
            out += "\\(ha";
        else if (c == '~')
            out += "\\(ti";
        else if (c == '`')
            out += "\\(ga";
        else
            out += c;
    }
    return out;
}

/// A line that begins with neither a point nor an apostrophe, which would be requests.
std::string line(std::string_view text) {
    const auto escaped = roff(text);
    return escaped.starts_with('.') ? "\\&" + escaped : escaped;
}

std::string upper(std::string text) {
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

std::string full_name(const CommandHelp& command) {
    return command.name == "sortscope" ? command.name : "sortscope " + command.name;
}

std::string synopsis(const CommandHelp& command) {
    std::string text = "\\fB" + roff(full_name(command)) + "\\fR";
    if (command.name == "sortscope")
        return text + " \\fICOMMAND\\fR [\\fIoptions\\fR]\n.br\n\\fBsortscope\\fR \\fIFILE\\fR\n";
    for (const auto& option : command.options) {
        if (!option.by_place) continue;
        const auto word = "\\fI" + roff(option.names.front()) + "\\fR" + (option.several ? " ..." : "");
        text += option.required ? " " + word : " [" + word + "]";
    }
    return text + " [\\fIoptions\\fR]\n";
}

std::string entry(const OptionHelp& option) {
    std::string names;
    for (const auto& name : option.names)
        names += (names.empty() ? "" : ", ") +
                 (option.by_place ? "\\fI" + roff(name) + "\\fR" : "\\fB" + roff(name) + "\\fR");
    if (!option.by_place && !option.value.empty()) names += " \\fI" + roff(option.value) + "\\fR";
    auto text = option.text.empty() ? std::string("\\&") : line(option.text);
    if (!option.default_value.empty() && !option.value.empty())
        text += roff(" (" + option.default_value + " where it is not given)");
    return ".TP\n" + names + "\n" + text + "\n";
}

/// Lines that are indented stand as they are; others are filled.
std::string footer_text(const std::string& footer) {
    std::istringstream lines(footer);
    std::string out;
    bool as_is = false;
    for (std::string each; std::getline(lines, each);) {
        const bool indented = each.starts_with(' ');
        if (indented != as_is) out += indented ? ".nf\n" : ".fi\n";
        as_is = indented;
        if (each.empty())
            out += ".PP\n";
        else if (!indented && each.ends_with(':') && each.find(' ') == std::string::npos)
            out += "\\fB" + line(each) + "\\fR\n";
        else
            out += line(each) + "\n";
    }
    if (as_is) out += ".fi\n";
    // A paragraph that nothing follows, or that a block begins with, is none.
    std::string clean;
    std::istringstream again(out);
    std::string before;
    for (std::string each; std::getline(again, each); before = each) {
        if (each == ".PP" && (before.empty() || before == ".PP" || before == ".SH")) continue;
        clean += each + "\n";
    }
    while (clean.ends_with(".PP\n")) clean.resize(clean.size() - 4);
    return clean;
}

std::string man_file(const CommandHelp& command) {
    return command.name == "sortscope" ? "sortscope.1" : "sortscope-" + command.name + ".1";
}

std::string man_page(const std::vector<CommandHelp>& commands, const CommandHelp& command) {
    auto title = full_name(command);
    std::ranges::replace(title, ' ', '-');
    auto text = fmt::format(
        ".TH {} 1 \"\" \"sortscope {}\" \"SortScope\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}",
        roff(upper(title)), program_version, roff(title), roff(command.summary), synopsis(command));
    if (command.name == "sortscope") {
        text += ".SH COMMANDS\n";
        for (const auto& each : commands)
            if (each.name != "sortscope")
                text += ".TP\n\\fB" + roff(each.name) + "\\fR\n" + line(each.summary) + "\n";
    }
    std::string group = "\n";
    for (const auto& option : command.options) {
        const auto heading = option.by_place        ? "ARGUMENTS"
                             : option.group.empty() ? "OPTIONS"
                                                    : upper(option.group);
        if (heading != group)
            text += ".SH " +
                    (heading.find(' ') == std::string::npos ? heading : "\"" + roff(heading) + "\"") + "\n";
        group = heading;
        text += entry(option);
    }
    if (!command.footer.empty()) text += ".SH NOTES\n" + footer_text(command.footer);
    if (command.name != "sortscope") return text + ".SH SEE ALSO\n.BR sortscope (1)\n";
    text += ".SH SEE ALSO\n";
    for (std::size_t i = 1; i < commands.size(); ++i)
        text += ".BR " + roff("sortscope-" + commands[i].name) + " (1)" +
                (i + 1 < commands.size() ? ",\n" : "\n");
    return text;
}

template <class E>
std::vector<std::string> words_of() {
    std::vector<std::string> words;
    for (const auto& row : EnumTable<E>::names()) words.emplace_back(row.name);
    return words;
}

/// By the names of options and of arguments by their place.
CompletionWords completion_words(const std::vector<CommandHelp>& commands) {
    CompletionWords words{{"--key", words_of<KeyType>()},
                          {"--dist", words_of<Distribution>()},
                          {"--backend", words_of<BackendKind>()},
                          {"--status", words_of<CaseStatus>()},
                          {"--time-mode", words_of<TimeMode>()},
                          {"--provenance", words_of<Provenance>()},
                          {"--by", {"stage", "substage", "launch", "kernel", "line"}},
                          {"SHELL", {"bash", "zsh", "fish"}}};
    const auto catalogue = collector::make_catalogue();
    for (const auto& variant : catalogue.variants.all()) words["--variant"].push_back(variant.info.name);
    words["NAME"] = words["--variant"];
    for (const auto& command : commands)
        if (command.name != "sortscope") words["COMMAND"].push_back(command.name);
    for (const auto* metric : metric_catalogue()) words["--metric"].emplace_back(metric->id);
    words["--matrix"] = words["metrics ID"] = words["--metric"];
    words["--sort"] = words["--metric"];
    words["--sort"].insert(words["--sort"].begin(), {"share", "time"});
    for (const auto& chart : chart_names()) words["export --chart"].emplace_back(chart.name);
    words["--format"] = {"csv", "json", "trace", "svg", "png", "pdf", "html"};
    words["--records"] = {"cases", "launches", "trials", "series"};
    words["--theme"] = {"light", "dark"};
    words["--style"] = {"screen", "print"};
    for (const auto& preset : collector::presets()) words["--preset"].emplace_back(preset.name);
    for (const auto& selection : selections()) words["--counters"].emplace_back(selection.name);
    words["metrics --set"] = words["--counters"];
    words["reproduce ID"] = {"all"};
    for (const auto& figure : analyzer::reproduce::figures()) {
        auto& ids = words["reproduce ID"];
        const auto source = figure.id.substr(0, figure.id.find('-'));
        if (std::ranges::find(ids, source) == ids.end()) ids.push_back(source);
        ids.push_back(figure.id);
    }
    return words;
}

void write_all(const std::vector<CommandHelp>& commands, const std::string& folder) {
    namespace fs = std::filesystem;
    const auto words = completion_words(commands);
    const auto write = [&](const fs::path& path, const std::string& text) {
        std::error_code failed;
        fs::create_directories(path.parent_path(), failed);
        Destination(path.string()).print(text);
    };
    const fs::path base(folder);
    write(base / "bash-completion/completions/sortscope", completion_script("bash", commands, words));
    write(base / "zsh/site-functions/_sortscope", completion_script("zsh", commands, words));
    write(base / "fish/vendor_completions.d/sortscope.fish", completion_script("fish", commands, words));
    for (const auto& command : commands)
        write(base / "man/man1" / man_file(command), man_page(commands, command));
}

}  // namespace

void add_completion(CLI::App& program) {
    Command command(program, "completion", "Completion of command lines for a shell");
    const auto shell = std::make_shared<std::string>();
    command.option("SHELL", *shell, "", "bash, zsh or fish").required();
    command.footer(
        "Packages install these scripts. Without one:\n"
        "  source <(sortscope completion bash)\n"
        "  sortscope completion zsh > ~/.zfunc/_sortscope\n"
        "  sortscope completion fish > ~/.config/fish/completions/sortscope.fish\n");
    command.run([&program, shell] {
        const auto commands = command_help(program);
        print(completion_script(*shell, commands, completion_words(commands)));
    });
}

void add_man(CLI::App& program) {
    Command command(program, "man", "Man page of a command");
    const auto name = std::make_shared<std::string>();
    const auto folder = std::make_shared<std::string>();
    command.option("COMMAND", *name, "", "one of them; without it, the page of sortscope itself");
    command.option("--share", *folder, "DIR",
                   "write all pages and completion scripts below a folder 'share'");
    command.footer("Packages install these pages. Without one:\n  sortscope man list | man -l -\n");
    command.run([&program, name, folder] {
        const auto commands = command_help(program);
        if (!folder->empty()) return write_all(commands, *folder);
        const auto wanted = name->empty() ? std::string("sortscope") : *name;
        const auto found = std::ranges::find(commands, wanted, &CommandHelp::name);
        if (found != commands.end()) return print(man_page(commands, *found));
        std::vector<std::string_view> names;
        for (const auto& each : commands) names.push_back(each.name);
        throw Error(ErrorKind::usage, fmt::format("There is no command '{}'.{} 'sortscope help' lists them.",
                                                  wanted, nearest_sentence(wanted, names)));
    });
}

}  // namespace sortscope::cli
