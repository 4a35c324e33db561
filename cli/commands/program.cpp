// Parses a command line, runs its subcommand, and turns errors into a sentence and an exit code.
#include <array>
#include <regex>

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/help/built.hpp"
#include "cli/help/help.hpp"
#include "core/version.hpp"

namespace sortscope::cli {
namespace {
/// Commands in the order of the help.
constexpr std::array commands{
    add_collect, add_record,   add_list,     add_show,      add_report, add_compare, add_history,
    add_speedup, add_sweep,    add_advise,   add_predict,   add_query,  add_merge,   add_annotate,
    add_delete,  add_verify,   add_import,   add_reproduce, add_tune,   add_export,  add_metrics,
    add_gui,     add_new,      add_variants, add_devices,   add_doctor, add_help,    add_completion,
    add_man,     add_overview, add_worker};

/// Turns "sortscope FILE" into "sortscope overview FILE". Throws Error(data) for an absent file.
std::vector<std::string> with_overview(const Program& program, std::vector<std::string> arguments) {
    if (arguments.empty() || arguments.front().starts_with('-') || program.find(arguments.front()) != nullptr)
        return arguments;
    const std::filesystem::path file(arguments.front());
    std::error_code failed;
    if (std::filesystem::exists(file, failed) ||
        std::filesystem::is_symlink(file, failed)) {  // the reader reports a dangling link
        arguments.insert(arguments.begin(), "overview");
        return arguments;
    }
    if (file.has_parent_path() || file.extension() == ".db")
        throw Error(ErrorKind::data, "There is neither a file nor a command '" + arguments.front() + "'.");
    return arguments;
}

/// Removes the first "--", because CLI11 would end the subcommand's arguments there. A file "-x.db" after it
/// becomes "./-x.db". Keeps the "--" if another word after it begins with "-" and is not a file.
std::vector<std::string> without_dashes(std::vector<std::string> arguments) {
    const auto mark = std::ranges::find(arguments, "--");
    if (mark == arguments.end()) return arguments;
    for (auto word = mark + 1; word != arguments.end(); ++word) {
        if (!word->starts_with('-') || *word == "-") continue;
        std::error_code failed;
        if (!std::filesystem::exists(*word, failed)) return arguments;  // the parser reports the word
        word->insert(0, "./");
    }
    arguments.erase(mark);
    return arguments;
}

/// Removes the words after record's "--": the recorded program's.
std::vector<std::string> cut_recorded(std::vector<std::string> arguments, Program& program) {
    const auto mark = std::ranges::find(arguments, "--");
    if (mark == arguments.end() || arguments.front() != "record") return arguments;
    program.recorded.assign(mark + 1, arguments.end());
    arguments.erase(mark, arguments.end());
    return arguments;
}

/// Rewords CLI11's sentence on missing or surplus values; keeps other texts.
std::string plain_words(const std::string& text) {
    std::smatch part;
    if (std::regex_match(text, part, std::regex("(.*): At Most (\\d+) required but received (\\d+)")))
        return fmt::format("{} takes at most {}, and {} are given.{}", part.str(1),
                           plural(std::stoul(part.str(2)), "word"), part.str(3),
                           part.str(1) == "CASE" ? " They are FILE and the number of one case." : "");
    if (std::regex_match(text, part, std::regex("(.*): .* required (.*) missing")))
        return fmt::format("{} needs a value: {}.", part.str(1), part.str(2));
    return text;
}

/// Returns the parsed subcommand, or the program itself.
const CommandHelp& parsed_command(const Program& program) {
    const auto chosen = program.parser->get_subcommands();
    return chosen.empty() ? program.help : *program.find(chosen.front()->get_name());
}

/// Sentence about the first unknown word and the nearest name; empty if all words are known.
std::string unknown_word(const Program& program, const CommandHelp& command) {
    const auto words = program.parser->remaining(true);
    if (words.empty()) return {};
    const auto word = words.front().substr(0, words.front().find('='));
    const auto unknown = [&](const char* what, const std::vector<std::string>& names) {
        return fmt::format("There is no {} '{}' here.{}", what, word, nearest_sentence(word, names));
    };
    if (!word.starts_with('-'))
        return &command == &program.help ? unknown("command", program.names()) : unknown("argument", {});
    std::vector<std::string> names;
    for (const auto& option : command.options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return unknown("option", names);
}

int parse_and_run(const std::vector<std::string>& arguments) {
    std::string line = "sortscope";
    for (const auto& argument : arguments) line += ' ' + shell_word(argument);
    Program program("SortScope: profiles sorting kernels, stage by stage.",
                    fmt::format("sortscope {}\n{}\nGPU code: {}", program_version, built_from(),
                                collector::gpu_code().text),
                    line);
    for (const auto& add : commands) add(program);
    if (!arguments.empty() && arguments.front() == complete_command) {
        write_to_stdout(complete_words(program, {arguments.begin() + 1, arguments.end()}));
        return 0;
    }
    try {
        program.parse(with_overview(program, without_dashes(cut_recorded(arguments, program))));
    } catch (const CLI::CallForAllHelp&) {
        print(help_text(program, parsed_command(program), true));
    } catch (const CLI::CallForHelp&) {
        print(help_text(program, parsed_command(program), false));
    } catch (const CLI::CallForVersion& version) {
        print(version.what() + std::string("\n"));
    } catch (const CLI::ParseError& error) {
        const auto& command = parsed_command(program);
        const auto unknown = unknown_word(program, command);
        print_error(unknown.empty() ? plain_words(error.what()) : unknown,
                    fmt::format("Run '{} --help' for its commands and options.", full_name(command)));
        return exit_code(ErrorKind::usage);
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
}
