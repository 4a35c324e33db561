// A subcommand's options and help, declared once for the parser, the help and the window's Collect form.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

// Declared here, because CLI11's header takes seconds to compile.
namespace CLI {
class App;
}

namespace sortscope::cli {
/// `text` explains the word if needed.
struct Choice {
    std::string word, text;
};
using Choices = std::vector<Choice>;
Choices to_choices(const std::vector<std::string>& words);
std::function<Choices()> words(std::vector<std::string> all);

struct OptionTraits {
    std::function<Choices()> choices = {};
    bool only = false;  ///< refuses words other than `choices`, also in a list
    std::optional<std::pair<double, double>> within = {};
    int least_values = 1, most_values = 1;
    bool each = false;          ///< may be named several times, with one value each
    bool may_be_empty = false;  ///< '' means "none"
    bool required = false;
    std::string initial = {};  ///< default of a parsed option, as typed
    bool rare = false;         ///< in --help-all only
    std::string usage = {};    ///< for an argument: the whole usage after the command's name
};

struct OptionHelp {
    std::vector<std::string> names;  ///< "--output", "-o"; "FILE" for an argument
    std::string value = {};          ///< "LIST"; empty for a flag
    std::string text;                ///< one line that starts with a verb
    std::string group = {};          ///< heading of its group; empty: the first
    std::string default_value = {};
    OptionTraits traits = {};
    bool argument = false;  ///< positional
};

struct CommandHelp {
    std::string name, summary;
    std::string notes = {};  ///< from cli/texts/help.txt
    std::vector<std::string> examples = {};
    std::vector<OptionHelp> options;
    bool hidden = false;
    std::vector<std::function<void()>> checks = {};  ///< run before the command
};

struct Program {
    Program(const std::string& summary, const std::string& version, std::string command_line);
    ~Program();
    /// Null if absent.
    const CommandHelp* find(const std::string& name) const;
    /// Parses a command line, and runs its command. Throws as CLI11, or as the command.
    void parse(std::vector<std::string> words);
    /// Names of commands that are not hidden.
    std::vector<std::string> names() const;

    CommandHelp help;
    std::string command_line;           ///< as typed; stored with runs
    std::vector<std::string> recorded;  ///< record's words behind "--": a program and its arguments
    std::deque<CommandHelp> commands;   ///< in the order of the help
    std::unique_ptr<CLI::App> parser;
};

/// Targets of options must outlive the Program.
class Command {
 public:
    using Take = std::function<void(const std::string& typed)>;

    Command(Program& program, const std::string& name, const std::string& summary);

    /// `action` runs once the options are read. The returned options live as long as the Program.
    template <class Options>
    Options& run(void (*action)(const Options&)) {
        const auto options = std::make_shared<Options>();
        run([=] { action(*options); });
        return *options;
    }
    template <class Options>
    Options& run(void (*action)(const Options&, const Program&)) {
        const auto options = std::make_shared<Options>();
        run([=, &program = program_] { action(*options, program); });
        return *options;
    }
    void run(std::function<void()> action);

    /// Sets the heading of the options that follow.
    void group(const std::string& heading) { group_ = heading; }

    /// "--name VALUE text". The target's value is the default. A name without dashes is an argument. T:
    /// std::string, uint32_t, uint64_t, double, a vector of strings, an optional number.
    template <class T>
    void option(const std::string& name, T& target, const std::string& value, const std::string& text,
                OptionTraits traits = {}) {
        add(name, &target, value, text, std::move(traits));
    }
    /// As option(), but `parse` makes the target's value from the text. An Error(usage) of `parse` gets the
    /// option's name.
    template <class T, class Parse>
    void parsed(const std::string& name, T& target, const std::string& value, const std::string& text,
                Parse parse, OptionTraits traits = {}) {
        add(name, Take([&target, parse](const std::string& typed) { target = parse(typed); }), value, text,
            std::move(traits));
    }
    /// As parsed(), but may be named several times: `take` gets each value.
    void repeatable(const std::string& name, const std::string& value, const std::string& text, Take take,
                    OptionTraits traits = {}) {
        traits.each = true;
        add(name, std::move(take), value, text, std::move(traits));
    }
    void flag(const std::string& name, bool& target, const std::string& text, OptionTraits traits = {});

    void hide() { help_->hidden = true; }
    /// Adds a check that runs before the command. `check` throws Error(usage).
    void check(std::function<void()> check) { help_->checks.push_back(std::move(check)); }

 private:
    using Target = std::variant<std::string*, std::vector<std::string>*, uint32_t*, uint64_t*, double*,
                                std::optional<uint32_t>*, Take>;
    void add(const std::string& name, const Target& target, const std::string& value, const std::string& text,
             OptionTraits traits);
    OptionHelp& describe(const std::string& name, const std::string& value, const std::string& text,
                         OptionTraits traits);

    Program& program_;
    CLI::App* app_;
    CommandHelp* help_;
    std::string group_;
};
}
