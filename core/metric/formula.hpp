// Formulas of computed metrics: read once from the catalogue's text, then evaluated over counters.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sortscope {

/// An arithmetic formula over names: numbers, names, + - * / and brackets, as in "100 * gld_bytes / (32 *
/// gld_sectors)".
class Formula {
 public:
    /// Throws Error(usage) that says where the text cannot be read.
    explicit Formula(std::string_view text);

    /// The names it needs, each once, in order of appearance.
    const std::vector<std::string>& names() const { return names_; }
    /// The value over `values`, one for each of names(). Nothing where it divides by zero.
    std::optional<double> value(const std::vector<double>& values) const;

    /// How a division is written.
    enum class Division {
        plain,     ///< a / b
        null_of_0  ///< a / nullif(b, 0): nothing where it divides by zero, in every dialect of SQL
    };
    /// The formula as text, `text_of` giving the text of each name: "100 * a / (32 * b)". With null_of_0 it
    /// is SQL over real numbers: "100.0 * a / nullif(32.0 * b, 0)". Brackets stand where the text would mean
    /// something else without.
    std::string render(const std::function<std::string(const std::string& name)>& text_of,
                       Division division = Division::plain) const;

 private:
    enum class Op { number, name, add, subtract, multiply, divide, negate };
    struct Step {
        Op op;
        double number = 0;     ///< of Op::number
        std::size_t name = 0;  ///< of Op::name: position in names_
    };
    struct Parser;

    std::vector<std::string> names_;
    std::vector<Step> steps_;  ///< in postfix order
};

/// The formulas of a text that are separated by " else ", in their order. Throws Error(usage).
std::vector<Formula> parse_formulas(std::string_view text);

}  // namespace sortscope
