// A subcommand's options and help, declared once: the parser, --help, man pages, completion and the window's
// Collect form all take them from here.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

// CLI11's header costs seconds in each source that includes it.
namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace sortscope::cli {

/// A word that an option takes; `text` explains it where the word alone does not.
struct Choice {
    std::string word, text;
};
using Choices = std::vector<Choice>;
Choices to_choices(const std::vector<std::string>& words);

struct OptionHelp {
    std::vector<std::string> names;  ///< "--output", "-o"; an argument has one: "FILE"
    std::string value;               ///< "LIST"; empty for a flag
    std::string text;                ///< one line that starts with a verb
    std::string group;               ///< its heading; empty: the first
    std::string default_value;       ///< empty if there is none
    std::function<Choices()> choices;
    bool argument = false;  ///< given by its place, without a name
    bool required = false;
    int most_values = 1;
    bool rare = false;  ///< in --help-all only
};

struct CommandHelp {
    std::string name, summary, notes;
    std::vector<std::string> examples;
    std::vector<OptionHelp> options;
    bool hidden = false;
    std::vector<std::function<void()>> checks = {};  ///< of options; they run before the command does
};

/// The program and all its commands.
class Program {
 public:
    /// `command_line`: as typed; it is stored with runs.
    Program(const std::string& summary, const std::string& notes, const std::string& version,
            std::string command_line);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    CLI::App& parser() const { return *parser_; }
    const CommandHelp& help() const { return help_; }
    const std::string& command_line() const { return command_line_; }
    /// In the order of the help, the hidden ones too.
    const std::deque<CommandHelp>& commands() const { return commands_; }
    /// Null if there is none of that name.
    const CommandHelp* find(const std::string& name) const;
    /// Names of the commands that are not hidden.
    std::vector<std::string> names() const;

 private:
    friend class Command;
    CommandHelp help_;
    std::string command_line_;
    std::deque<CommandHelp> commands_;
    std::unique_ptr<CLI::App> parser_;
};

/// An option that was just added. Use it before the next one is added.
class Option {
 public:
    Option(CLI::Option& option, OptionHelp& help) : option_(&option), help_(&help) {}
    Option& required();
    /// How many values it takes.
    Option& values(int least, int most);
    /// It may be named several times, with one value each.
    Option& each();
    /// It accepts '' as a value that means "none".
    Option& may_be_empty();
    Option& within(double least, double most);
    Option& choices(std::function<Choices()> choices);
    Option& choices(const std::vector<std::string>& words);
    /// The same, and it refuses other words, also in a list.
    Option& only(const std::vector<std::string>& words);
    /// Only --help-all lists it.
    Option& rare();

 private:
    CLI::Option* option_;
    OptionHelp* help_;
};

/// One subcommand. Targets of options must outlive the program.
class Command {
 public:
    Command(Program& program, const std::string& name, const std::string& summary);

    /// The heading of the options that are added from here on.
    void group(const std::string& heading) { group_ = heading; }

    /// "--name VALUE text". The target's value is the default. A name without dashes is an argument by its
    /// place. T: std::string, std::uint32_t, std::uint64_t, double, a vector of strings, an optional number.
    template <class T>
    Option option(const std::string& name, T& target, const std::string& value, const std::string& text) {
        return add(name, &target, value, text);
    }
    Option flag(const std::string& name, bool& target, const std::string& text);

    void hide();
    /// What a reader must know besides the options: paragraphs, exit codes.
    void notes(const std::string& text) { help_->notes = text; }
    void examples(std::vector<std::string> lines) { help_->examples = std::move(lines); }
    /// Checks options before the command runs. Throws Error(usage).
    void check(std::function<void()> check) { help_->checks.push_back(std::move(check)); }
    /// What it does once its options are read.
    void run(std::function<void()> action);

 private:
    using Target = std::variant<std::string*, std::vector<std::string>*, std::uint32_t*, std::uint64_t*,
                                double*, std::optional<std::uint32_t>*>;
    Option add(const std::string& name, const Target& target, const std::string& value,
               const std::string& text);
    OptionHelp& describe(const std::string& name, const std::string& value, const std::string& text);

    CLI::App* app_;
    CommandHelp* help_;
    std::string group_;
};

}  // namespace sortscope::cli
