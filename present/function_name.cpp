#include "present/function_name.hpp"

#include <cctype>

#include "present/cells.hpp"

namespace sortscope::present {
namespace {
int depth_of(char c) {
    return c == '<' || c == '(' || c == '[' || c == '{'   ? 1
           : c == '>' || c == ')' || c == ']' || c == '}' ? -1
                                                          : 0;
}

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

/// Parts of `text` between `marks` outside brackets.
std::vector<std::string_view> parts_of(std::string_view text, std::string_view marks) {
    std::vector<std::string_view> parts;
    int depth = 0;
    size_t from = 0;
    for (size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size()) depth += depth_of(text[i]);
        if (i < text.size() && (depth != 0 || marks.find(text[i]) == std::string_view::npos)) continue;
        if (const auto part = trimmed(text.substr(from, i - from)); !part.empty()) parts.push_back(part);
        from = i + 1;
    }
    return parts;
}

using Bindings = std::vector<std::pair<std::string_view, std::string_view>>;

/// Removes "[with C = ...; unsigned int Count = 4]" of g++, "[C = ..., Count = 4]" of clang.
Bindings take_bindings(std::string_view& signature) {
    Bindings bindings;
    const auto bracket = signature.find(" [");
    if (bracket == std::string_view::npos || !signature.ends_with(']')) return bindings;
    auto list = signature.substr(bracket + 2, signature.size() - bracket - 3);
    signature = signature.substr(0, bracket);
    if (list.starts_with("with ")) list.remove_prefix(5);
    for (const auto part : parts_of(list, ";,")) {
        const auto equals = part.find(" = ");
        if (equals == std::string_view::npos) continue;
        const auto name = part.substr(0, equals);
        bindings.emplace_back(name.substr(name.rfind(' ') + 1), part.substr(equals + 3));
    }
    return bindings;
}

std::string_view without_namespaces(std::string_view name) {
    const auto parts = parts_of(name, ":");
    return parts.empty() ? name : parts.back();
}

/// "ButterflyStep" -> "butterfly_step", "BitonicB2Step" -> "bitonic_b2_step".
std::string with_underscores(std::string_view name) {
    std::string out;
    for (const char c : name) {
        const bool capital = std::isupper(uint8_t(c)) != 0;
        if (capital && !out.empty() && out.back() != '_') out += '_';
        out += capital ? char(std::tolower(uint8_t(c))) : c;
    }
    return out;
}

std::string argument_name(std::string_view argument, const Bindings& bindings) {
    if (const auto bound = std::ranges::find(bindings, argument, &Bindings::value_type::first);
        bound != bindings.end())
        argument = bound->second;
    constexpr std::pair<std::string_view, std::string_view> keys[] = {{"unsigned int", "u32"},
                                                                      {"int", "i32"},
                                                                      {"long unsigned int", "u64"},
                                                                      {"unsigned long", "u64"},
                                                                      {"long long unsigned int", "u64"},
                                                                      {"unsigned long long", "u64"},
                                                                      {"float", "f32"},
                                                                      {"double", "f64"}};
    for (const auto& [type, name] : keys)
        if (argument == type) return std::string(name);
    const auto plain = without_namespaces(argument);
    if (constexpr std::string_view record = "KeyValue<"; plain.starts_with(record) && plain.ends_with('>')) {
        const auto key =
            argument_name(trimmed(plain.substr(record.size(), plain.size() - record.size() - 1)), {});
        return key + (key.ends_with("64") ? "+u64" : "+u32");
    }
    return std::string(plain);
}

std::string class_name(std::string_view part, const Bindings& bindings) {
    const auto angle = part.find('<');
    if (angle == std::string_view::npos || !part.ends_with('>')) return with_underscores(part);
    const auto arguments = join(parts_of(part.substr(angle + 1, part.size() - angle - 2), ","), ", ",
                                [&](std::string_view argument) { return argument_name(argument, bindings); });
    return with_underscores(part.substr(0, angle)) + '<' + arguments + '>';
}
}  // namespace

std::string function_name(std::string_view signature) {
    auto rest = signature;
    const auto bindings = take_bindings(rest);
    const auto call = rest.find("::operator()(");
    auto name = rest.substr(0, call);
    if (call == std::string_view::npos) {
        int depth = 0;
        size_t end = 0;
        while (end < rest.size() &&
               (depth != 0 || rest[end] != '(' || rest.substr(end).starts_with("(anonymous namespace)")))
            depth += depth_of(rest[end++]);
        if (end == rest.size() || end == 0) return std::string(signature);
        name = rest.substr(0, end);
    }
    const auto words = parts_of(name, " ");  // the last word follows the return type
    if (words.empty()) return std::string(signature);
    const auto parts = parts_of(words.back(), ":");
    if (parts.empty()) return std::string(signature);
    if (call != std::string_view::npos) return class_name(parts.back(), bindings);
    const auto function = std::string(parts.back().substr(0, parts.back().find('<')));
    // A class has a capital letter; namespaces are dropped.
    const bool of_class = parts.size() > 1 && std::isupper(uint8_t(parts[parts.size() - 2].front())) != 0;
    return of_class ? class_name(parts[parts.size() - 2], bindings) + "::" + function : function;
}
}
