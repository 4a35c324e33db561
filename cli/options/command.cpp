#include "cli/options/command.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <system_error>
#include <type_traits>

#include <CLI/CLI.hpp>

namespace sortscope::cli {
namespace {

/// Whole numbers are plain digits that fit: the library would take -1, and wrap what is too great.
template <class T>
std::string whole_number(const std::string& text) {
    T value{};
    const auto* end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc{} && last == end) return {};
    return "'" + text + "' is not a whole number from 0 to " + std::to_string(std::numeric_limits<T>::max());
}

/// A text that is empty is a variable of a script that was not set, not a wish for the default.
std::string not_empty(const std::string& text) { return text.empty() ? "a value must not be empty" : ""; }

std::string finite_number(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return !text.empty() && *end == '\0' && std::isfinite(value) ? "" : "'" + text + "' is not a number";
}

template <class T>
constexpr auto check_of() {
    if constexpr (std::is_same_v<T, double>)
        return finite_number;
    else if constexpr (std::is_integral_v<T>)
        return whole_number<T>;
    else
        return not_empty;
}

}  // namespace

Option& Option::required() {
    option_->required();
    return *this;
}

Option& Option::values(int least, int most) {
    option_->expected(least, most);
    return *this;
}

Option& Option::each() {
    option_->allow_extra_args(false);
    return *this;
}

Option& Option::may_be_empty() {
    option_->get_validator()->active(false);
    return *this;
}

Option& Option::within(double least, double most) {
    const auto plain = [](double value) {
        std::ostringstream text;
        text << value;
        return text.str();
    };
    option_->check(
        [sentence = "is not within " + plain(least) + " to " + plain(most), least,
         most](const std::string& text) {
            const double value =
                std::strtod(text.c_str(), nullptr);  // that it is a number was checked before
            return value >= least && value <= most ? std::string() : "'" + text + "' " + sentence;
        },
        "");
    return *this;
}

Command::Command(CLI::App& program, const std::string& name, const std::string& summary)
    : app_(program.add_subcommand(name, summary)) {}

/// The type of one value of an option: of a list, that of its elements.
template <class T>
struct ValueOf {
    using Type = T;
};
template <class T>
struct ValueOf<std::vector<T>> {
    using Type = T;
};
template <class T>
struct ValueOf<std::optional<T>> {
    using Type = T;
};
template <class T>
using Value = typename ValueOf<T>::Type;

template <class T>
CLI::Option& Command::add(const std::string& name, T& target, const std::string& value,
                          const std::string& text) {
    auto& option = *app_->add_option(name, target, text)->type_name(value)->check(check_of<Value<T>>(), "");
    if (!group_.empty()) option.group(group_);
    return option;
}

Option Command::option(const std::string& name, std::string& target, const std::string& value,
                       const std::string& text) {
    return Option(*add(name, target, value, text).capture_default_str());
}
Option Command::option(const std::string& name, std::vector<std::string>& target, const std::string& value,
                       const std::string& text) {
    return Option(add(name, target, value, text));
}
Option Command::option(const std::string& name, std::uint32_t& target, const std::string& value,
                       const std::string& text) {
    return Option(*add(name, target, value, text).capture_default_str());
}
Option Command::option(const std::string& name, std::uint64_t& target, const std::string& value,
                       const std::string& text) {
    return Option(*add(name, target, value, text).capture_default_str());
}
Option Command::option(const std::string& name, double& target, const std::string& value,
                       const std::string& text) {
    return Option(*add(name, target, value, text).capture_default_str());
}
Option Command::option(const std::string& name, std::optional<std::uint32_t>& target,
                       const std::string& value, const std::string& text) {
    return Option(add(name, target, value, text));
}

void Command::flag(const std::string& name, bool& target, const std::string& text) {
    auto* option = app_->add_flag(name, target, text);
    if (!group_.empty()) option->group(group_);
}

void Command::hide() { app_->group(""); }

void Command::footer(const std::string& text) { app_->footer(text); }

void Command::run(std::function<void()> action) { app_->callback(std::move(action)); }

}  // namespace sortscope::cli
