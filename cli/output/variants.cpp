#include "cli/output/variants.hpp"

#include <fmt/format.h>

namespace sortscope::present {
namespace {
using kernels::VariantInfo;
using kernels::VariantKind;
using Variants = std::span<const VariantInfo* const>;

template <class Range>
std::string names_of(const Range& range) {
    return join(range, ", ", [](auto value) { return name_of(value); });
}

/// "all", "records" or "keys", else the list.
std::string keys_word(const VariantInfo& info) {
    const auto all = EnumTable<KeyType>::names().size();
    const auto records = size_t(std::ranges::count_if(info.keys, has_value));
    if (info.keys.size() == all) return "all";
    if (records == info.keys.size() && 2 * records == all) return "records";
    if (records == 0 && 2 * info.keys.size() == all) return "keys";
    return names_of(info.keys);
}

std::string sizes_text(const VariantInfo& info) {
    auto text = fmt::format("{} to {}", format_count(info.min_n), format_count(info.max_n));
    if (info.power_of_two)
        text += info.pads ? "; padded to a power of two with the greatest key" : ", powers of two";
    if (!info.slow.distributions.empty())
        text += fmt::format("; to {} on {} input, where it {}", format_count(info.slow.max_n),
                            names_of(info.slow.distributions), info.slow.why);
    return text;
}

std::string blocks_text(const VariantInfo& info) {
    if (info.min_block == 0) return "its own";
    return fmt::format("{} to {}, powers of two (default {})", info.min_block, info.max_block,
                       info.default_block);
}

std::string where_text(const VariantInfo& info) {
    switch (info.kind) {
        case VariantKind::planned:
            return "GPU (cupti), host interpreter (simt)";
        case VariantKind::opaque:
            return "GPU (cupti)";
        case VariantKind::cpu:
            return "CPU (cpu)";
    }
    return "";
}

std::vector<std::string> sources_of(Variants variants) {
    std::vector<std::string> sources;
    const auto note = [&](const std::string& source) {
        if (std::ranges::find(sources, source) == sources.end()) sources.push_back(source);
    };
    for (const auto* info : variants) note(info->source);
    for (const auto* info : variants)
        for (const auto& citation : info->also) note(citation.source);
    return sources;
}

bool cites(const VariantInfo& info, const std::string& source) {
    return info.source == source ||
           std::ranges::find(info.also, source, &kernels::Citation::source) != info.also.end();
}
}  // namespace

Table variants_table(Variants variants) {
    const Fields<VariantInfo> fields{
        {text_column("Variant", 1000).wrap(40), &VariantInfo::name},
        {text_column("Runs on", 60),
         [](const auto& info) {
             return info.kind == VariantKind::planned  ? "GPU, simt"
                    : info.kind == VariantKind::opaque ? "GPU"
                                                       : "CPU";
         }},
        {text_column("Keys", 90), keys_word},
        {text_column("Sizes", 90),
         [](const auto& info) {
             return fmt::format("{}..{}", format_count(info.min_n), format_count(info.max_n));
         }},
        {text_column("Blocks", 80).under("threads"),
         [](const auto& info) {
             return info.min_block == 0 ? "" : fmt::format("{}..{}", info.min_block, info.max_block);
         }},
        {text_column("summary", "What it is", "what it is", 1000).wrap(24), &VariantInfo::summary}};
    auto table = table_of(fields, Variants());
    for (const auto& source : sources_of(variants)) {
        table.group(source);
        for (const auto* info : variants)
            if (cites(*info, source)) table.row(cells_of(fields, *info));
    }
    return table;
}

Table variant_rows(Variants variants) {
    Fields<VariantInfo> fields{{"variant", &VariantInfo::name},
                               {"family", &VariantInfo::family},
                               {"runs_on", where_text},
                               {"source", &VariantInfo::source},
                               {"section", &VariantInfo::section},
                               {"summary", &VariantInfo::summary},
                               {"keys", [](const auto& info) { return names_of(info.keys); }},
                               {"min_n", &VariantInfo::min_n},
                               {"max_n", &VariantInfo::max_n}};
    const auto add_block = [&](const char* id, auto member) {
        fields.emplace_back(plain_column(id), [member](const VariantInfo& info) {
            return info.min_block == 0 ? Cell{} : cell_of(info.*member);
        });
    };
    add_block("min_block", &VariantInfo::min_block);
    add_block("max_block", &VariantInfo::max_block);
    add_block("default_block", &VariantInfo::default_block);
    return table_of(fields, variants);
}

Facts variant_facts(const VariantInfo& info) {
    Facts facts{.title = info.name + ": " + info.summary, .subtitle = info.details};
    const auto add = [&](const char* name, const std::string& text) {
        facts.facts.push_back({.name = name, .text = text});
    };
    add("source", info.source + ", " + info.section);
    for (const auto& citation : info.also) add("also", citation.source + ", " + citation.section);
    add("runs on", where_text(info));
    add("keys", names_of(info.keys));
    add("sizes", sizes_text(info));
    add("blocks", blocks_text(info));
    if (info.block_rule.block != nullptr) add("", "with --block source: " + info.block_rule.text);
    for (const auto& parameter : info.parameters) {
        auto values = fmt::format("{}", fmt::join(parameter.values, ", "));
        if (values.empty()) values = "N";
        add("--param", fmt::format("{}={} (default {}): {}", parameter.name, values, parameter.default_value,
                                   parameter.summary));
    }
    if (info.promise == Promise::extremes)
        add("output", "minimum first, maximum last; not sorted in general");
    if (info.promise == Promise::in_blocks) add("output", "each tile of one block's keys is sorted");
    if (info.promise == Promise::none)
        add("output", "the input's keys in some order; it moves keys and does not sort them");
    if (!info.family.empty())
        add("family", info.family + "; run only where asked for by name, or all of them by this word");
    return facts;
}
}

namespace sortscope::present::json {
void members_of(Writer& out, const kernels::VariantInfo& info) {
    const auto citation = [&](const std::string& source, const std::string& section) {
        out.put("source", source, "section", section);
    };
    out.put("name", info.name);
    out.put_known("family", info.family);
    citation(info.source, info.section);
    out.put("summary", info.summary, "details", info.details);
    out.put("kind", info.kind == VariantKind::planned  ? "planned"
                    : info.kind == VariantKind::opaque ? "opaque"
                                                       : "cpu");
    out.put("key_types", info.keys, "min_keys", info.min_n, "max_keys", info.max_n);
    out.put("power_of_two", info.power_of_two, "padded", info.power_of_two && info.pads);
    out.objects("also", info.also, [&](const auto& other) { citation(other.source, other.section); });
    if (info.min_block != 0) {
        out.put("min_block_threads", info.min_block, "max_block_threads", info.max_block);
        out.put("default_block_threads", info.default_block);
    }
    if (info.block_rule.block != nullptr) out.put("source_block_rule", info.block_rule.text);
    if (!info.slow.distributions.empty())
        out.object("slow_inputs", [&] {
            out.put("max_keys", info.slow.max_n, "why", info.slow.why);
            out.put("distributions", info.slow.distributions);
        });
    out.objects("parameters", info.parameters, [&](const auto& parameter) {
        out.put("name", parameter.name, "summary", parameter.summary, "values", parameter.values);
        out.put("default", parameter.default_value);
    });
    out.put("output", name_of(info.promise));
}
}
