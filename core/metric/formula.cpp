#include "core/metric/formula.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>

#include "core/failure.hpp"

namespace sortscope {
/// Recursive descent: sum = product {(+|-) product}, product = factor {(*|/) factor}, factor = number | name
/// | (sum) | -factor.
struct Formula::Parser {
    std::string_view text;
    size_t at = 0;
    Formula& into;
    int depth = 0;

    [[noreturn]] void refuse(const std::string& what) const {
        throw failure(ErrorKind::usage, "The formula '{}' cannot be read at character {}: {}.", text, at + 1,
                      what);
    }
    void skip_blanks() {
        while (at < text.size() && text[at] == ' ') ++at;
    }
    bool take(char c) {
        skip_blanks();
        if (at >= text.size() || text[at] != c) return false;
        ++at;
        return true;
    }
    void push(Op op) { into.steps_.push_back({op}); }

    void sum() {
        product();
        while (true) {
            if (take('+'))
                product(), push(Op::add);
            else if (take('-'))
                product(), push(Op::subtract);
            else
                return;
        }
    }
    void product() {
        factor();
        while (true) {
            if (take('*'))
                factor(), push(Op::multiply);
            else if (take('/'))
                factor(), push(Op::divide);
            else
                return;
        }
    }
    void factor() {
        if (++depth > 64) refuse("its brackets are too deep");
        if (take('(')) {
            sum();
            if (!take(')')) refuse("a bracket is not closed");
        } else if (take('-')) {
            factor();
            push(Op::negate);
        } else {
            operand();
        }
        --depth;
    }
    void operand() {
        skip_blanks();
        const auto starts_name = [&] { return std::isalpha(uint8_t(text[at])) != 0 || text[at] == '_'; };
        if (at < text.size() && starts_name()) {
            const auto begin = at;
            while (at < text.size() && (starts_name() || std::isdigit(uint8_t(text[at])) != 0)) ++at;
            const std::string name(text.substr(begin, at - begin));
            auto& names = into.names_;
            const auto found = std::ranges::find(names, name);
            into.steps_.push_back({Op::name, 0, size_t(found - names.begin())});
            if (found == names.end()) names.push_back(name);
            return;
        }
        double number = 0;
        const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
        if (error != std::errc{}) refuse("a number, a name or a bracket was expected");
        at = size_t(end - text.data());
        into.steps_.push_back({Op::number, number});
    }
};

Formula::Formula(std::string_view text) {
    Parser parser{text, 0, *this};
    parser.sum();
    parser.skip_blanks();
    if (parser.at != text.size()) parser.refuse("an operator was expected");
}

std::optional<double> Formula::value(const std::vector<double>& values) const {
    std::vector<double> stack;
    stack.reserve(steps_.size());
    const auto combine = [&](auto&& operation) {
        const double right = stack.back();
        stack.pop_back();
        stack.back() = operation(stack.back(), right);
    };
    for (const auto& step : steps_) {
        switch (step.op) {
            case Op::number:
                stack.push_back(step.number);
                break;
            case Op::name:
                stack.push_back(values[step.name]);
                break;
            case Op::add:
                combine(std::plus{});
                break;
            case Op::subtract:
                combine(std::minus{});
                break;
            case Op::multiply:
                combine(std::multiplies{});
                break;
            case Op::negate:
                stack.back() = -stack.back();
                break;
            case Op::divide:
                if (stack.back() == 0) return std::nullopt;
                combine(std::divides{});
                break;
        }
    }
    return stack.back();
}

namespace {
/// `binding`: precedence of the last operator in `text`.
struct Rendered {
    enum Binding { sum, product, negation, atom };
    std::string text;
    Binding binding = atom;

    std::string within(Binding least) const { return binding < least ? "(" + text + ")" : text; }
};

/// Shortest digits that parse to `number`. `real` adds ".0" to whole numbers, so that SQL divides reals.
std::string number_text(double number, bool real) {
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    std::string text(digits.data(), end);
    if (real && text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}
}  // namespace

std::string Formula::render(const std::function<std::string(const std::string&)>& text_of,
                            Division division) const {
    const bool sql = division == Division::null_of_0;
    std::vector<Rendered> stack;
    const auto combine = [&](const char* sign, Rendered::Binding binding, Rendered::Binding of_right) {
        const auto right = stack.back();
        stack.pop_back();
        stack.back() = {stack.back().within(binding) + sign + right.within(of_right), binding};
    };
    for (const auto& step : steps_) {
        using enum Rendered::Binding;
        switch (step.op) {
            case Op::number:
                stack.push_back({number_text(step.number, sql), atom});
                break;
            case Op::name:
                stack.push_back({text_of(names_[step.name]), atom});
                break;
            case Op::add:
                combine(" + ", sum, sum);
                break;
            case Op::subtract:
                combine(" - ", sum, product);
                break;
            case Op::multiply:
                combine(" * ", product, negation);
                break;
            case Op::divide:
                if (sql) stack.back() = {"nullif(" + stack.back().text + ", 0)", atom};
                combine(" / ", product, negation);
                break;
            case Op::negate:
                stack.back() = {"-" + stack.back().within(atom), negation};
                break;
        }
    }
    return stack.back().text;
}

std::vector<Formula> parse_formulas(std::string_view text) {
    constexpr std::string_view separator = " else ";
    std::vector<Formula> formulas;
    while (true) {
        const auto end = text.find(separator);
        formulas.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) return formulas;
        text.remove_prefix(end + separator.size());
    }
}
}
