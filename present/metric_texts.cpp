#include "present/metric_texts.hpp"

#include <cctype>

#include "core/text.hpp"

namespace sortscope::present {
namespace {

/// The parts of `text` between separators, each quoted, with `joint` between them.
std::string rejoined(std::string_view text, char separator, std::string_view joint, const auto& written) {
    std::string out;
    while (!text.empty()) {
        const auto end = text.find(separator);
        out += (out.empty() ? std::string() : std::string(joint)) + written(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return out;
}

}  // namespace

std::string adding_text(Adding adding) {
    switch (adding) {
        case Adding::sum:
            return "the sum";
        case Adding::time_weighted:
            return "the mean, weighted by the launches' times";
        case Adding::maximum:
            return "the largest";
        case Adding::formula:
            return "the formula over the sums";
    }
    return {};
}

std::string_view adding_word(Adding adding) {
    switch (adding) {
        case Adding::sum:
            return "sum";
        case Adding::time_weighted:
            return "time-weighted mean";
        case Adding::maximum:
            return "maximum";
        case Adding::formula:
            return "ratio of sums";
    }
    return {};
}

std::string_view pass_text(PassClass pass) {
    switch (pass) {
        case PassClass::none:
            return {};
        case PassClass::sass:
            return "instrumented instructions";
        case PassClass::memory:
            return "memory system";
        case PassClass::sm:
            return "multiprocessors";
        case PassClass::activity:
            return "activity records, no counter";
    }
    return {};
}

std::string_view pass_word(PassClass pass) {
    switch (pass) {
        case PassClass::none:
            return {};
        case PassClass::sass:
            return "sass";
        case PassClass::memory:
            return "memory";
        case PassClass::sm:
            return "sm";
        case PassClass::activity:
            return "activity";
    }
    return {};
}

std::string provenances_text(const Metric& metric) {
    std::string text;
    for (const auto& row : EnumTable<Provenance>::names())
        if (metric.provenances[row.value]) text += (text.empty() ? "" : ", ") + std::string(row.name);
    return text;
}

std::string metric_name(const Metric& metric) {
    if (metric.title.empty()) return std::string(metric.id);
    std::string name(metric.title);
    // Not of "DRAM" and "L2".
    if (name.size() > 1 && std::islower(static_cast<unsigned char>(name[1])) != 0)
        name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    return name;
}

std::string metric_value_text(const Metric& metric, const Number& value, bool exact) {
    if (metric.unit == "ns") return format_time_ns(value.as_double());
    if (metric.unit == "bytes" && !exact) return format_bytes(value.as_double());
    if (metric.unit == "ppm" && !exact) return format_percent(value.as_double() / 1e6, 1);
    const auto text = format_value(metric, value);
    const auto name = metric.title.empty() ? metric.id : metric.title;
    // "sectors loaded 12", "bytes per load 12.5".
    const bool said = metric.unit.empty() || contains_ignoring_case(name, metric.unit) ||
                      contains_ignoring_case(name, " per ");
    return said ? text : text + ' ' + std::string(metric.unit);
}

std::string hardware_text(const HardwareSource& hardware, std::string_view quote) {
    const auto quoted = [&](std::string_view name) {
        return std::string(quote) + std::string(name) + std::string(quote);
    };
    auto text = rejoined(hardware.names, ',', ", ", [&](std::string_view one) {
        return rejoined(one, '|', " or, on chips that lack it, ", quoted);
    });
    if (hardware.rule == HardwareRule::ppm_of_percent) text = "10,000 x " + text;
    if (hardware.rule == HardwareRule::extra_wavefronts)
        text =
            "wavefronts less requests, where no memory instruction is wider than 32 bits a thread: " + text;
    if (!hardware.sentence.empty()) text += ". " + std::string(hardware.sentence);
    return text;
}

}  // namespace sortscope::present
