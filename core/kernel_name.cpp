#include "core/kernel_name.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace sortscope {
std::string demangled(std::string_view symbol) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(
        abi::__cxa_demangle(std::string(symbol).c_str(), nullptr, nullptr, &status), std::free);
    return status == 0 && text != nullptr ? text.get() : std::string(symbol);
}

std::string short_kernel_name(std::string_view symbol) {
    const std::string text = demangled(symbol);
    // Keep the word after the last "::" outside <>, () and {}.
    std::string flat;
    int depth = 0;
    for (const char c : text) {
        if (c == '<' || c == '(' || c == '{')
            ++depth;
        else if (c == '>' || c == ')' || c == '}')
            --depth;
        else if (depth == 0)
            flat += c;
    }
    while (!flat.empty() && flat.back() == ' ') flat.pop_back();
    if (const auto colons = flat.rfind("::"); colons != std::string::npos) flat.erase(0, colons + 2);
    if (const auto space = flat.rfind(' '); space != std::string::npos) flat.erase(0, space + 1);
    return flat.empty() ? text : flat;
}
}
