#include "cli/commands/program.hpp"

#include <algorithm>
#include <exception>

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/help/completion.hpp"
#include "cli/help/help.hpp"
#include "cli/options/arguments.hpp"
#include "cli/output/output.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "core/error.hpp"
#include "core/version.hpp"

namespace sortscope::cli {
namespace {

constexpr const char* program_notes =
    "'sortscope FILE' describes a file and suggests what to ask next. FILE is sortscope.db by default.\n"
    "Marks: values are measured; + counted on the GPU, * modelled by the host interpreter.\n\n"
    "Exit codes: 0 done; 2 wrong request; 3 unsupported by the variant or device, or a case of a sweep was "
    "lost; 4 the machine lacks something; 5 unusable file; 6 wrong output; 70 defect of sortscope; 130 "
    "interrupted. compare: 4 a difference that --fail-on names, 5 nothing is comparable.";

void add_commands(Program& program, const std::string& line) {
    add_collect(program, line);
    add_list(program);
    add_show(program);
    add_report(program);
    add_compare(program);
    add_sweep(program);
    add_advise(program);
    add_predict(program);
    add_query(program);
    add_merge(program);
    add_annotate(program);
    add_delete(program);
    add_verify(program);
    add_import(program, line);
    add_reproduce(program);
    add_tune(program, line);
    add_export(program);
    add_metrics(program);
    add_gui(program);
    add_variants(program);
    add_devices(program);
    add_doctor(program);
    add_help(program);
    add_completion(program);
    add_man(program);
    add_overview(program);
    add_worker(program);
}

/// Prints the help that a command line asks for.
void print_help(const Program& program, bool all) {
    const auto chosen = program.parser().get_subcommands();
    const auto* command = chosen.empty() ? nullptr : program.find(chosen.front()->get_name());
    print(command == nullptr ? help_text(program) : help_text(*command, all));
}

int refuse(const Program& program, const CLI::ParseError& error) {
    const auto chosen = program.parser().get_subcommands();
    const auto command = "sortscope" + (chosen.empty() ? "" : " " + chosen.front()->get_name());
    const auto unknown = unknown_word(program);
    print_error((unknown.empty() ? plain_words(error.what()) : unknown) + "\nRun '" + command +
                " --help' for its commands and options.");
    return exit_code(ErrorKind::usage);
}

int parse_and_run(const std::vector<std::string>& arguments) {
    Program program(
        "SortScope: profiles sorting kernels, stage by stage.", program_notes,
        std::string("sortscope ") + program_version + "\nGPU code: " + collector::gpu_code().text);
    add_commands(program, command_line(arguments));
    if (!arguments.empty() && arguments.front() == complete_command) {
        write_to_stdout(complete_words(program, {arguments.begin() + 1, arguments.end()}));
        return 0;
    }
    try {
        auto words = with_overview(program, without_dashes(arguments));
        std::ranges::reverse(words);  // CLI11's order
        program.parser().parse(words);
    } catch (const CLI::CallForAllHelp&) {
        print_help(program, true);
    } catch (const CLI::CallForHelp&) {
        print_help(program, false);
    } catch (const CLI::CallForVersion& version) {
        print(version.what() + std::string("\n"));
    } catch (const CLI::ParseError& error) {
        return refuse(program, error);
    }
    return 0;
}

}  // namespace

int run_program(const std::vector<std::string>& arguments) {
    try {
        return parse_and_run(arguments);
    } catch (const BrokenPipe&) {
        return 0;
    } catch (const ExitWith& end) {
        return end.code;
    } catch (const Error& error) {
        print_error(error.what());
        return exit_code(error.kind());
    } catch (const std::exception& error) {
        print_error(std::string("An unexpected error ended the command: ") + error.what());
        return exit_code(ErrorKind::internal);
    }
}

}  // namespace sortscope::cli
