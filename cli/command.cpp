#include "cli/command.hpp"

#include <CLI/CLI.hpp>

namespace sortscope::cli {

Option& Option::required() {
    option_->required();
    return *this;
}

Option& Option::values(int least, int most) {
    option_->expected(least, most);
    return *this;
}

Option& Option::existing_file() {
    option_->check(CLI::ExistingFile);
    return *this;
}

Option& Option::within(double least, double most) {
    option_->check(CLI::Range(least, most));
    return *this;
}

Command::Command(CLI::App& program, const std::string& name, const std::string& summary)
    : app_(program.add_subcommand(name, summary)) {}

template <class T>
CLI::Option& Command::add(const std::string& name, T& target, const std::string& value, const std::string& text) {
    auto& option = *app_->add_option(name, target, text)->type_name(value);
    if (!group_.empty()) option.group(group_);
    return option;
}

Option Command::option(const std::string& name, std::string& target, const std::string& value, const std::string& text) {
    return Option(*add(name, target, value, text).capture_default_str());
}
Option Command::option(const std::string& name, std::vector<std::string>& target, const std::string& value, const std::string& text) {
    return Option(add(name, target, value, text));
}
Option Command::option(const std::string& name, std::uint32_t& target, const std::string& value, const std::string& text) {
    return Option(*add(name, target, value, text).capture_default_str());
}
Option Command::option(const std::string& name, std::uint64_t& target, const std::string& value, const std::string& text) {
    return Option(*add(name, target, value, text).capture_default_str());
}
Option Command::option(const std::string& name, double& target, const std::string& value, const std::string& text) {
    return Option(*add(name, target, value, text).capture_default_str());
}
Option Command::option(const std::string& name, std::optional<std::uint32_t>& target, const std::string& value, const std::string& text) {
    return Option(add(name, target, value, text));
}

void Command::flag(const std::string& name, bool& target, const std::string& text) {
    auto* option = app_->add_flag(name, target, text);
    if (!group_.empty()) option->group(group_);
}

void Command::footer(const std::string& text) { app_->footer(text); }

void Command::run(std::function<void()> action) { app_->callback(std::move(action)); }

}  // namespace sortscope::cli
