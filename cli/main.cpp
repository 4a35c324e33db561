// `sortscope`: registers the subcommands and turns what goes wrong into a sentence and an exit code.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <sstream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/help/help.hpp"
#include "cli/options/arguments.hpp"
#include "cli/output/interruption.hpp"
#include "cli/output/output.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "core/error.hpp"
#include "core/version.hpp"

namespace {

using namespace sortscope;

constexpr const char* footer =
    "'sortscope FILE' alone says what is in it and what to ask next. Commands that read take --json. A FILE "
    "that is not named is "
    "sortscope.db in the current folder.\n"
    "Provenance: unmarked values are measured, + counted on the GPU, * modelled by the host interpreter.\n\n"
    "Exit codes: 0 done; 2 wrong request; 3 not supported by the variant or device, or a case of a sweep was "
    "lost; 4 the machine lacks "
    "something; 5 a file cannot be used; 6 a wrong output; 70 a defect of sortscope; 130 interrupted.\n"
    "compare: 4 a difference that --fail-on names, 5 nothing is comparable.";

void add_commands(CLI::App& app, const std::string& line) {
    cli::add_collect(app, line);
    cli::add_list(app);
    cli::add_show(app);
    cli::add_report(app);
    cli::add_compare(app);
    cli::add_sweep(app);
    cli::add_advise(app);
    cli::add_predict(app);
    cli::add_query(app);
    cli::add_merge(app);
    cli::add_annotate(app);
    cli::add_delete(app);
    cli::add_verify(app);
    cli::add_import(app, line);
    cli::add_reproduce(app);
    cli::add_tune(app, line);
    cli::add_export(app);
    cli::add_metrics(app);
    cli::add_gui(app);
    cli::add_variants(app);
    cli::add_devices(app);
    cli::add_doctor(app);
    cli::add_help(app);
    cli::add_completion(app);
    cli::add_man(app);
    cli::add_overview(app);
    cli::add_worker(app);
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
    const auto command =
        chosen.empty() ? std::string("sortscope") : "sortscope " + chosen.front()->get_name();
    const auto unknown = cli::unknown_word(app);
    cli::print_error((unknown.empty() ? cli::plain_words(stop.what()) : unknown) + "\nRun '" + command +
                     " --help' for the commands and options there are.");
    return exit_code(ErrorKind::usage);
}

int run(const std::vector<std::string>& arguments) {
    CLI::App app{"SortScope: profiles sorting kernels, stage by stage.", "sortscope"};
    app.set_version_flag("-V,--version", std::string("sortscope ") + program_version +
                                             "\nGPU code: " + collector::gpu_code().text);
    app.require_subcommand(1);
    app.formatter(cli::help_formatter());
    app.footer(footer);
    add_commands(app, cli::command_line(arguments));
    try {
        auto words = cli::with_overview(app, cli::without_dashes(arguments));
        std::ranges::reverse(words);  // as the library wants them
        app.parse(words);
        return 0;
    } catch (const CLI::ParseError& stop) {
        return finish_parse(app, stop);
    }
}

/// A stream that the caller closed is opened on nothing, so that no file of ours gets its number. Writing to
/// it fails still.
void keep_closed_streams_closed() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) == -1) [[maybe_unused]]
            const int opened = ::open("/dev/null", O_RDONLY);
}

}  // namespace

int main(int argc, char** argv) {
    // A reader of the output that goes away must not kill a collection that is under way: print() notices it
    // instead.
    std::signal(SIGPIPE, SIG_IGN);
    // Nor must a limit on the size of files: to write fails then, as on a full disk, and is said.
    std::signal(SIGXFSZ, SIG_IGN);
    cli::end_when_interrupted();
    keep_closed_streams_closed();
    try {
        return run({argv + std::min(argc, 1), argv + argc});
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
