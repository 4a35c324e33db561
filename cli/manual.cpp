// `sortscope completion SHELL` and `sortscope man [COMMAND]`: the help, for shells and for man.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "analyzer/reproduce/figure.hpp"
#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/completion.hpp"
#include "cli/export.hpp"
#include "cli/help_data.hpp"
#include "cli/man.hpp"
#include "cli/output.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "collector/sweep.hpp"
#include "core/error.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/selection.hpp"
#include "core/text.hpp"

namespace sortscope::cli {
namespace {

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
