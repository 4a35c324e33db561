// `sortscope`: registers the subcommands and turns what goes wrong into a sentence and an exit code.
#include <csignal>
#include <exception>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/version.hpp"

namespace {

using namespace sortscope;

constexpr const char* footer =
    "Commands that read take --json. A FILE that is not named is sortscope.db in the current folder.\n"
    "Provenance: unmarked values are measured, + counted on the GPU, * modelled by the host interpreter.\n\n"
    "Exit codes: 0 done, 2 wrong request, 3 not supported by the variant or device, or a case of a sweep was\n"
    "lost, 4 the machine lacks something, 5 a file cannot be used, 6 a wrong output, 70 a defect of sortscope.\n"
    "compare: 4 a difference that --fail-on names, 5 nothing is comparable.";

/// Writes "[FILE] CASE" for the one positional that takes an optional file before its value.
class Formatter : public CLI::Formatter {
 public:
    Formatter() { column_width(28); }
    std::string make_option_usage(const CLI::Option* option) const override {
        if (option->get_expected_min() == 1 && option->get_expected_max() == 2) return "[FILE] " + option->get_name();
        return CLI::Formatter::make_option_usage(option);
    }
};

/// The command line as typed, for the record; arguments with blanks are quoted.
std::string command_line(int argc, char** argv) {
    std::string line = "sortscope";
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        line += argument.find(' ') == std::string::npos && !argument.empty() ? " " + argument : " '" + argument + "'";
    }
    return line;
}

void add_commands(CLI::App& app, const std::string& line) {
    cli::add_collect(app, line);
    cli::add_list(app);
    cli::add_show(app);
    cli::add_report(app);
    cli::add_compare(app);
    cli::add_sweep(app);
    cli::add_metrics(app);
    cli::add_gui(app);
    cli::add_variants(app);
    cli::add_devices(app);
    cli::add_doctor(app);
    cli::add_worker(app);
}

/// What was typed that nothing is called by, with the names nearest to it; nothing where all words were understood.
std::string unknown_word(const CLI::App& app) {
    const auto words = app.remaining(true);
    if (words.empty()) return {};
    const auto word = words.front().substr(0, words.front().find('='));
    const auto chosen = app.get_subcommands();
    const CLI::App& command = chosen.empty() ? app : *chosen.front();
    std::vector<std::string> names;
    if (word.starts_with('-')) {
        for (const auto* option : command.get_options())
            for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    } else {
        for (const auto* one : command.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); })) names.push_back(one->get_name());
    }
    const std::vector<std::string_view> known(names.begin(), names.end());
    const auto kind = word.starts_with('-') ? "option" : names.empty() ? "argument" : "command";
    return "There is no " + std::string(kind) + " '" + word + "' here." + nearest_sentence(word, known);
}

/// Help and version go to standard output; a wrong command line is an error of usage.
int finish_parse(const CLI::App& app, const CLI::ParseError& stop) {
    std::ostringstream out, err;
    const int code = app.exit(stop, out, err);
    if (code == 0) {
        cli::print(out.str());
        return 0;
    }
    const auto chosen = app.get_subcommands();
    const auto command = chosen.empty() ? std::string("sortscope") : "sortscope " + chosen.front()->get_name();
    const auto unknown = unknown_word(app);
    cli::print_error((unknown.empty() ? std::string(stop.what()) : unknown) + "\nRun '" + command + " --help' for the commands and options there are.");
    return exit_code(ErrorKind::usage);
}

int run(int argc, char** argv) {
    CLI::App app{"SortScope: profiles sorting kernels, stage by stage.", "sortscope"};
    app.set_version_flag("--version", std::string("sortscope ") + program_version);
    app.require_subcommand(1);
    app.formatter(std::make_shared<Formatter>());
    app.footer(footer);
    add_commands(app, command_line(argc, argv));
    try {
        app.parse(argc, argv);
        return 0;
    } catch (const CLI::ParseError& stop) {
        return finish_parse(app, stop);
    }
}

}  // namespace

int main(int argc, char** argv) {
    // A reader of the output that goes away must not kill a collection that is under way: print() notices it instead.
    std::signal(SIGPIPE, SIG_IGN);
    try {
        return run(argc, argv);
    } catch (const cli::BrokenPipe&) {
        return 0;
    } catch (const cli::ExitWith& end) {
        return end.code;
    } catch (const Error& error) {
        cli::print_error(error.what());
        return exit_code(error.kind());
    } catch (const std::exception& error) {
        cli::print_error(std::string("An unexpected error ended the command: ") + error.what());
        return exit_code(ErrorKind::internal);
    }
}
