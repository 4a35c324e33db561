// `sortscope man [COMMAND]`: the help as man pages.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include "cli/commands/commands.hpp"
#include "cli/help/completion.hpp"
#include "cli/help/help.hpp"
#include "cli/output/output.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/version.hpp"

namespace sortscope::cli {
namespace {

/// Text in which troff finds no request of its own; lines stay lines.
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

/// Each line of `text` as a paragraph of its own; indented lines stay as they are.
std::string paragraphs(const std::string& text) {
    auto out = roff(text);
    for (auto at = out.find('\n'); at != std::string::npos; at = out.find('\n', at + 1))
        if (at + 1 < out.size() && out[at + 1] != ' ' && out[at + 1] != '\n')
            out.insert(at + 1, ".br\n"), at += 4;
    return out + '\n';
}

std::string upper(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

std::string page_name(const CommandHelp& command) {
    auto name = full_name(command);
    std::ranges::replace(name, ' ', '-');
    return name;
}

std::string man_page(const Program& program, const CommandHelp& command) {
    const bool whole = &command == &program.help();
    auto text = fmt::format(
        ".TH {} 1 \"\" \"sortscope {}\" \"SortScope\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n\\fB{}\\fR {}\n",
        roff(upper(page_name(command))), program_version, roff(page_name(command)), roff(command.summary),
        roff(full_name(command)),
        whole ? "COMMAND [options]\n.br\n\\fBsortscope\\fR FILE" : roff(usage(command)));
    if (whole) {
        text += ".SH COMMANDS\n";
        for (const auto& each : program.commands())
            if (!each.hidden)
                text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(each.name), roff(each.summary));
    }
    std::string last;
    for (const bool arguments : {true, false})
        for (const auto& option : command.options) {
            if (option.argument != arguments) continue;
            const auto heading = arguments ? "Arguments" : option.group.empty() ? "Options" : option.group;
            if (heading != last) text += fmt::format(".SH \"{}\"\n", roff(upper(heading)));
            last = heading;
            text += fmt::format(".TP\n\\fB{}\\fR\n{}", roff(option_head(option)),
                                paragraphs(option_text(option, true)));
        }
    if (!command.notes.empty()) text += ".SH NOTES\n" + paragraphs(command.notes);
    if (!command.examples.empty()) text += ".SH EXAMPLES\n.nf\n";
    for (const auto& line : command.examples) text += roff(line) + '\n';
    if (!command.examples.empty()) text += ".fi\n";
    return whole ? text : text + ".SH SEE ALSO\n.BR sortscope (1)\n";
}

/// Everything that belongs below a folder "share".
void write_all(const Program& program, const std::filesystem::path& folder) {
    const auto write = [](const std::filesystem::path& path, const std::string& text) {
        std::error_code failed;
        std::filesystem::create_directories(path.parent_path(), failed);
        Destination(path.string()).print(text);
    };
    write(folder / "bash-completion/completions/sortscope", completion_script("bash"));
    write(folder / "zsh/site-functions/_sortscope", completion_script("zsh"));
    write(folder / "fish/vendor_completions.d/sortscope.fish", completion_script("fish"));
    write(folder / "man/man1/sortscope.1", man_page(program, program.help()));
    for (const auto& command : program.commands())
        if (!command.hidden)
            write(folder / "man/man1" / (page_name(command) + ".1"), man_page(program, command));
}

}  // namespace

void add_man(Program& program) {
    Command command(program, "man", "Print the man page of a command");
    const auto name = std::make_shared<std::string>();
    const auto folder = std::make_shared<std::string>();
    command.option("COMMAND", *name, "", "Print the page of this command; without it, that of sortscope")
        .choices([&program] { return to_choices(program.names()); });
    command.option("--share", *folder, "DIR",
                   "Write all pages and completion scripts below a folder 'share'");
    command.notes("Packages install these pages. Without a package, use:");
    command.examples({"sortscope man list | man -l -"});
    command.run([&program, name, folder] {
        if (!folder->empty()) return write_all(program, *folder);
        if (name->empty()) return print(man_page(program, program.help()));
        print(man_page(program, command_named(program, *name)));
    });
}

}  // namespace sortscope::cli
