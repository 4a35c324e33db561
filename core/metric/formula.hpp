// Formulas of computed metrics: parsed once, evaluated over counters.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sortscope {
/// Arithmetic over numbers and names with + - * / and brackets: "100 * gld_bytes / (32 * gld_sectors)".
class Formula {
 public:
    /// Throws Error(usage) with the position of the error.
    explicit Formula(std::string_view text);

    /// Names in the formula, each once, in order of appearance.
    const std::vector<std::string>& names() const { return names_; }
    /// `values` has one value for each of names(). Empty after a division by zero.
    std::optional<double> value(const std::vector<double>& values) const;

    enum class Division {
        plain,     ///< a / b
        null_of_0  ///< a / nullif(b, 0): NULL in every dialect of SQL if b is 0
    };
    /// Writes the formula with text_of(name) for each name: "100 * a / (32 * b)". null_of_0 gives SQL over
    /// real numbers: "100.0 * a / nullif(32.0 * b, 0)".
    std::string render(const std::function<std::string(const std::string& name)>& text_of,
                       Division division = Division::plain) const;

 private:
    enum class Op { number, name, add, subtract, multiply, divide, negate };
    struct Step {
        Op op;
        double number = 0;  ///< operand of Op::number
        size_t name = 0;    ///< operand of Op::name: index in names_
    };
    struct Parser;

    std::vector<std::string> names_;
    std::vector<Step> steps_;  ///< in postfix order
};

/// Parses alternatives separated by " else ". Throws Error(usage).
std::vector<Formula> parse_formulas(std::string_view text);
}
