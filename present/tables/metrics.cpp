#include "present/tables/metrics.hpp"

#include <cctype>

#include <fmt/core.h>

#include "core/metric/formula.hpp"
#include "present/cells.hpp"

namespace sortscope::present {
namespace {
std::string source_text(const Metric& metric, const ChipPlan* plan) {
    if (metric.computed()) return std::string(metric.formula);
    if (plan == nullptr) return std::string(metric.hardware.names);
    const auto* found = find_or_null(plan->counters, metric.counter, &ChipCounter::id);
    return found == nullptr ? std::string() : join(found->names);
}

void add_plan_notes(Table& table, const ChipPlan& plan) {
    const auto passes = [](auto count) { return fmt::format("{} pass{}", count, count == 1 ? "" : "es"); };
    const auto all = plan.pass_count();
    table.note(
        all == 0 ? plan.chip + " takes no pass for it."
                 : fmt::format("{} takes {} for it, each a run of the whole sort:", plan.chip, passes(all)));
    for (const auto& pass : plan.passes)
        if (pass.passes > 0)
            table.note(fmt::format("{}: {} of class {}, {} of the vendor's metrics.", join(pass.sets),
                                   passes(pass.passes), pass_word(pass.pass), pass.names.size()));
    const auto missing =
        join({join(plan.missing, ", ", [](auto id) { return metric_of(id).id; }), join(plan.missing_vendor)});
    if (!missing.empty()) table.note(fmt::format("{} does not have: {}.", plan.chip, missing));
}
}  // namespace

Table metrics_table(std::span<const Metric* const> metrics, const ChipPlan* plan) {
    auto table = table_of(
        Fields<Metric>{{text_column("Id", 1000).wrap(40), &Metric::id},
                       {text_column("title", "Metric", "metric", 1000).wrap(16), &Metric::title},
                       {text_column("Unit", 80), &Metric::unit},
                       {text_column("Adds up by", 20), &Metric::adding, adding_text},
                       {text_column("Provenances", 25).wrap(11), provenances_text},
                       {text_column("Pass", 75), &Metric::hardware, &HardwareSource::pass, pass_word},
                       {text_column("Taken from", plan != nullptr ? 350 : 60).wrap(24),
                        [plan](const auto& metric) { return source_text(metric, plan); }}},
        metrics);
    if (plan != nullptr) add_plan_notes(table, *plan);
    return table;
}

Facts metric_facts(const Metric& metric) {
    Facts facts{.title = fmt::format("{}: {}", metric.id, metric.title)};
    facts.add("what", metric.sentence);
    facts.add("unit", metric.unit);
    facts.add("adds up", adding_text(metric.adding));
    facts.add("formula", metric.formula);
    facts.add("can be", provenances_text(metric));
    facts.add("pass", pass_word(metric.hardware.pass));
    facts.add("hardware", hardware_text(metric.hardware));
    return facts;
}

Facts nvprof_facts(const NvprofName& name) {
    Facts facts{.title = fmt::format("nvprof's {}", name.name)};
    facts.add("here", !name.metric.empty() ? fmt::format("{}: {}", name.metric, metric(name.metric).sentence)
                      : !name.vendor.empty() ? fmt::format("the vendor's {}", name.vendor)
                                             : "nothing corresponds to it");
    facts.add("differs", name.sentence);
    return facts;
}

namespace {
/// `text` for people, `word` for programs.
struct AddingWords {
    Adding value;
    const char* text;
    const char* word;
};
constexpr AddingWords adding_words[] = {
    {Adding::sum, "the sum", "sum"},
    {Adding::time_weighted, "the mean, weighted by the launches' times", "time-weighted mean"},
    {Adding::maximum, "the largest", "maximum"},
    {Adding::formula, "the formula over the sums", "ratio of sums"}};
const AddingWords& words_of(Adding adding) {
    return *std::ranges::find(adding_words, adding, &AddingWords::value);
}

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

std::string adding_text(Adding adding) { return words_of(adding).text; }
std::string_view adding_word(Adding adding) { return words_of(adding).word; }
std::string_view pass_word(PassClass pass) {
    return std::array{"", "sass", "memory", "sm", "activity"}[size_t(pass)];
}

std::string provenances_text(const Metric& metric) {
    return join(EnumTable<Provenance>::names(), ", ", [&](const auto& row) {
        return metric.provenances[row.value] ? row.name : std::string_view();
    });
}

std::string metric_name(const Metric& metric) {
    if (metric.title.empty()) return std::string(metric.id);
    std::string name(metric.title);
    // Keep "DRAM" and "L2".
    if (name.size() > 1 && std::islower(uint8_t(name[1])) != 0)
        name[0] = char(std::tolower(uint8_t(name[0])));
    return name;
}

std::string metric_value_text(const Metric& metric, const Number& value, bool exact) {
    if (metric.unit == "ns") return format_time_ns(value.as_double());
    if (metric.unit == "bytes" && !exact) return format_bytes(value.as_double());
    if (metric.unit == "ppm" && !exact) return format_percent(value.as_double() / 1e6, 1);
    const auto text = format_value(metric, value);
    const auto name = metric.title.empty() ? metric.id : metric.title;
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
}
