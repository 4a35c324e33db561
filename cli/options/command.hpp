// A subcommand's options and help. The library that parses command lines is known here and in main.cpp alone:
// its header costs seconds in each source that includes it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace sortscope::cli {

/// An option that was added, for what not every option needs.
class Option {
 public:
    explicit Option(CLI::Option& option) : option_(&option) {}
    Option& required();
    /// How many values it takes.
    Option& values(int least, int most);
    /// One value each time that it is named; it may be named several times.
    Option& each();
    /// Takes '' too, as a value that says "none".
    Option& may_be_empty();
    Option& within(double least, double most);

 private:
    CLI::Option* option_;
};

/// One subcommand. What the options are written to must live as long as the program parses and runs.
class Command {
 public:
    Command(CLI::App& program, const std::string& name, const std::string& summary);

    /// The heading that the options added from here on stand under in the help.
    void group(const std::string& heading) { group_ = heading; }

    /// "--name VALUE text". The target's value is the default, and is shown where it says something. A name
    /// without dashes is an argument by its place.
    Option option(const std::string& name, std::string& target, const std::string& value,
                  const std::string& text);
    Option option(const std::string& name, std::vector<std::string>& target, const std::string& value,
                  const std::string& text);
    Option option(const std::string& name, std::uint32_t& target, const std::string& value,
                  const std::string& text);
    Option option(const std::string& name, std::uint64_t& target, const std::string& value,
                  const std::string& text);
    Option option(const std::string& name, double& target, const std::string& value, const std::string& text);
    Option option(const std::string& name, std::optional<std::uint32_t>& target, const std::string& value,
                  const std::string& text);
    void flag(const std::string& name, bool& target, const std::string& text);

    /// Leaves it out of the program's help.
    void hide();
    /// Examples and exit codes, below the options.
    void footer(const std::string& text);
    /// What it does once its options are read.
    void run(std::function<void()> action);

 private:
    template <class T>
    CLI::Option& add(const std::string& name, T& target, const std::string& value, const std::string& text);

    CLI::App* app_;
    std::string group_;
};

}  // namespace sortscope::cli
