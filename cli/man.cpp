#include "cli/man.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>

#include <fmt/core.h>

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

}  // namespace

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

}  // namespace sortscope::cli
