// `sortscope man [COMMAND]`: the help as man pages.
#include <cctype>

#include "cli/commands/commands.hpp"
#include "cli/help/help.hpp"
#include "core/version.hpp"

namespace sortscope::cli {
namespace {
/// Escapes text for troff.
std::string roff(std::string_view text) {
    std::string out;
    bool begins = true;
    for (const char c : text) {
        constexpr std::string_view special = "\\-'^~`";
        constexpr std::string_view names[] = {"\\e", "\\-", "\\(aq", "\\(ha", "\\(ti", "\\(ga"};
        if (begins && c == '.') out += "\\&";
        if (const auto at = special.find(c); at != std::string_view::npos)
            out += names[at];
        else
            out += c;
        begins = c == '\n';
    }
    return out;
}

/// Escapes text, and breaks before each line without indent.
std::string paragraphs(const std::string& text) {
    auto out = roff(text);
    for (auto at = out.find('\n'); at != std::string::npos; at = out.find('\n', at + 1))
        if (at + 1 < out.size() && out[at + 1] != ' ' && out[at + 1] != '\n')
            out.insert(at + 1, ".br\n"), at += 4;
    return out + '\n';
}

std::string upper(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return char(std::toupper(c)); });
    return text;
}

std::string page_name(const CommandHelp& command) {
    auto name = full_name(command);
    std::ranges::replace(name, ' ', '-');
    return name;
}

std::string man_page(const Program& program, const CommandHelp& command) {
    const auto name = page_name(command);
    auto text =
        fmt::format(".TH {} 1 \"\" \"sortscope {}\" \"SortScope\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n",
                    roff(upper(name)), program_version, roff(name), roff(command.summary));
    for (const auto& line : usage(program, command))
        text += fmt::format("{}\\fB{}\\fR {}\n", text.ends_with("SYNOPSIS\n") ? "" : ".br\n",
                            roff(full_name(command)), roff(line));
    for (const auto& section : help_sections(program, command, true)) {
        text += fmt::format(".SH \"{}\"\n", roff(upper(section.heading)));
        for (const auto& [head, meaning] : section.rows)
            text += fmt::format(".TP\n\\fB{}\\fR\n{}", roff(head), paragraphs(meaning));
    }
    if (!command.notes.empty()) text += ".SH NOTES\n" + paragraphs(command.notes);
    if (!command.examples.empty()) text += ".SH EXAMPLES\n.nf\n";
    for (const auto& line : command.examples) text += roff(line) + '\n';
    if (!command.examples.empty()) text += ".fi\n";
    return &command == &program.help ? text : text + ".SH SEE ALSO\n.BR sortscope (1)\n";
}

/// Writes man pages and completion scripts below a folder "share".
void write_all(const Program& program, const std::filesystem::path& folder) {
    const auto write = [](const std::filesystem::path& path, const std::string& text) {
        std::error_code failed;
        std::filesystem::create_directories(path.parent_path(), failed);
        print(text, path.string());
    };
    write(folder / "bash-completion/completions/sortscope", completion_script("bash"));
    write(folder / "zsh/site-functions/_sortscope", completion_script("zsh"));
    write(folder / "fish/vendor_completions.d/sortscope.fish", completion_script("fish"));
    write(folder / "man/man1/sortscope.1", man_page(program, program.help));
    for (const auto& command : program.commands)
        if (!command.hidden)
            write(folder / "man/man1" / (page_name(command) + ".1"), man_page(program, command));
}

struct ManRequest {
    std::string name, folder;
};

void run_man(const ManRequest& request, const Program& program) {
    if (!request.folder.empty()) return write_all(program, request.folder);
    print(man_page(program, command_named(program, request.name)));
}
}  // namespace

void add_man(Program& program) {
    Command command(program, "man", "Print the man page of a command");
    auto& request = command.run(run_man);
    command.option("COMMAND", request.name, "",
                   "Print the page of this command; without it, that of sortscope",
                   {.choices = [&program] { return to_choices(program.names()); }});
    command.option("--share", request.folder, "DIR",
                   "Write all pages and completion scripts below a folder 'share'");
}
}
