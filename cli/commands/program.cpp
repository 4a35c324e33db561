// Parses a command line, runs its subcommand, and turns what goes wrong into a sentence and an exit code.
#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <string_view>

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/help/help.hpp"
#include "cli/output/output.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "core/version.hpp"

namespace sortscope::cli {
namespace {

constexpr const char* program_notes =
    "'sortscope FILE' describes a file and suggests what to ask next. FILE is sortscope.db by default.\n"
    "Marks: values are measured; + counted on the GPU, * modelled by the host interpreter.\n\n"
    "Exit codes: 0 done; 2 wrong request; 3 unsupported by the variant or device, or a case of a sweep was "
    "lost; 4 the machine lacks something; 5 unusable file; 6 wrong output; 70 defect of sortscope; 130 "
    "interrupted. compare: 4 a difference that --fail-on names, 5 no comparable pair.";

/// In the order of the help.
constexpr std::array commands{
    add_collect,   add_list,  add_show,       add_report,   add_compare,  add_sweep,    add_advise,
    add_predict,   add_query, add_merge,      add_annotate, add_delete,   add_verify,   add_import,
    add_reproduce, add_tune,  add_export,     add_metrics,  add_gui,      add_variants, add_devices,
    add_doctor,    add_help,  add_completion, add_man,      add_overview, add_worker};

std::string nearest(const std::string& word, const std::vector<std::string>& names) {
    return nearest_sentence(word, {names.begin(), names.end()});
}

/// "sortscope FILE" is "sortscope overview FILE". Throws Error(data) for a file that does not exist.
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

/// Drops a "--" before words that are no options, where CLI11 would leave the subcommand. A file "-x.db"
/// behind it becomes "./-x.db".
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

/// CLI11's sentence on missing or surplus values in this program's words; other texts as they are.
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

/// A sentence on the first word that was not understood, with the nearest name; empty if there is none.
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

/// The command line as typed, for the record.
std::string command_line(const std::vector<std::string>& arguments) {
    std::string line = "sortscope";
    for (const auto& argument : arguments) line += ' ' + shell_word(argument);
    return line;
}

/// Prints the help that a command line asks for.
void print_help(const Program& program, bool all) {
    const auto chosen = program.parser().get_subcommands();
    const auto* command = chosen.empty() ? nullptr : program.find(chosen.front()->get_name());
    print(help_text(program, command == nullptr ? program.help() : *command, all));
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
    Program program("SortScope: profiles sorting kernels, stage by stage.", program_notes,
                    std::string("sortscope ") + program_version + "\nGPU code: " + collector::gpu_code().text,
                    command_line(arguments));
    for (const auto& add : commands) add(program);
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
