#include "present/variants/variants.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "core/text.hpp"
#include "present/cells.hpp"

namespace sortscope::present {
namespace {

using kernels::VariantInfo;
using kernels::VariantKind;
using Variants = std::span<const VariantInfo* const>;

std::string keys_text(const VariantInfo& info) {
    std::string text;
    for (const auto key : info.keys) text += (text.empty() ? "" : ", ") + std::string(name_of(key));
    return text;
}

/// "all", "records" or "keys", else the list.
std::string keys_word(const VariantInfo& info) {
    const auto all = EnumTable<KeyType>::names().size();
    const auto records = static_cast<std::size_t>(std::ranges::count_if(info.keys, has_value));
    if (info.keys.size() == all) return "all";
    if (records == info.keys.size() && 2 * records == all) return "records";
    if (records == 0 && 2 * info.keys.size() == all) return "keys";
    return keys_text(info);
}

std::string range_text(const VariantInfo& info) {
    return fmt::format("{}..{}", format_count(info.min_n), format_count(info.max_n));
}

std::string sizes_text(const VariantInfo& info) {
    std::string text = fmt::format("{} to {}", format_count(info.min_n), format_count(info.max_n));
    if (info.power_of_two)
        text += info.pads ? "; padded to a power of two with the greatest key" : ", powers of two";
    if (!info.slow.distributions.empty()) {
        std::string inputs;
        for (const auto distribution : info.slow.distributions)
            inputs += (inputs.empty() ? "" : ", ") + std::string(name_of(distribution));
        text += fmt::format("; to {} on {} input, where it {}", format_count(info.slow.max_n), inputs,
                            info.slow.why);
    }
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
    using enum Align;
    using enum Fit;
    Table table;
    table.columns = {make_column("variant", "Variant", "variant", 1000).left().wrap(40),
                     make_column("runs_on", "Runs on", "runs on", 60).left(),
                     make_column("keys", "Keys", "keys", 90).left(),
                     make_column("sizes", "Sizes", "sizes", 90).left(),
                     make_column("blocks", "Blocks", "blocks", 80).under("threads").left(),
                     make_column("summary", "What it is", "what it is", 1000).left().wrap(24)};
    for (const auto& source : sources_of(variants)) {
        table.group(source);
        for (const auto* each : variants) {
            const auto& info = *each;
            if (!cites(info, source)) continue;
            const char* where = info.kind == VariantKind::planned  ? "GPU, simt"
                                : info.kind == VariantKind::opaque ? "GPU"
                                                                   : "CPU";
            const auto blocks =
                info.min_block == 0 ? "" : fmt::format("{}..{}", info.min_block, info.max_block);
            table.row({text_cell(info.name), text_cell(where), text_cell(keys_word(info)),
                       text_cell(range_text(info)), text_cell(blocks), text_cell(info.summary)});
        }
    }
    return table;
}

Table variant_rows(Variants variants) {
    Table table;
    for (const char* id : {"variant", "family", "runs_on", "source", "section", "summary", "keys"})
        table.columns.push_back(make_column(id, id, id).left().names());
    for (const char* id : {"min_n", "max_n", "min_block", "max_block", "default_block"})
        table.columns.push_back(make_column(id, id, id));
    for (const auto* info : variants) {
        std::vector<Cell> cells;
        const auto text = [&](const std::string& value) {
            cells.push_back(value.empty() ? Cell{} : text_cell(value));
        };
        text(info->name);
        text(info->family);
        text(where_text(*info));
        text(info->source);
        text(info->section);
        text(info->summary);
        text(keys_text(*info));
        cells.push_back(count_cell(static_cast<std::int64_t>(info->min_n)));
        cells.push_back(count_cell(static_cast<std::int64_t>(info->max_n)));
        for (const auto threads : {info->min_block, info->max_block, info->default_block})
            cells.push_back(info->min_block == 0 ? Cell{} : count_cell(threads));
        table.row(std::move(cells));
    }
    return table;
}

Facts variant_facts(const VariantInfo& info) {
    Facts facts{.title = info.name + ": " + info.summary,
                .subtitle = info.details,
                .provenances = {},
                .facts = {},
                .notes = {}};
    const auto add = [&](const char* name, const std::string& text) {
        facts.facts.push_back({.name = name, .text = text});
    };
    add("source", info.source + ", " + info.section);
    for (const auto& citation : info.also) add("also", citation.source + ", " + citation.section);
    add("runs on", where_text(info));
    add("keys", keys_text(info));
    add("sizes", sizes_text(info));
    add("blocks", blocks_text(info));
    if (info.block_rule.block != nullptr) add("", "with --block source: " + info.block_rule.text);
    for (const auto& parameter : info.parameters) {
        std::string values;
        for (const auto value : parameter.values)
            values += fmt::format("{}{}", values.empty() ? "" : ", ", value);
        if (values.empty()) values = "N";
        add("--param", fmt::format("{}={} (default {}): {}", parameter.name, values, parameter.default_value,
                                   parameter.summary));
    }
    if (info.promise == Promise::extremes)
        add("output", "minimum first, maximum last; not sorted in general");
    if (info.promise == Promise::in_blocks)
        add("output", "each run of as many keys as a block has threads is sorted");
    if (info.promise == Promise::none)
        add("output", "the input's keys in some order; it moves keys and does not sort them");
    if (!info.family.empty())
        add("family", info.family + "; run only where asked for by name, or all of them by this word");
    return facts;
}

}  // namespace sortscope::present

namespace sortscope::present::json {
namespace {

std::string_view output_word(Promise promise) {
    switch (promise) {
        case Promise::sorted:
            return "sorted";
        case Promise::extremes:
            return "extremes";
        case Promise::in_blocks:
            return "sorted_in_blocks";
        case Promise::none:
            return "permuted";
    }
    return "";
}

}  // namespace

void write_variant(Writer& out, const kernels::VariantInfo& info) {
    const auto citation = [&](const std::string& source, const std::string& section) {
        out.put("source", source);
        out.put("section", section);
    };
    out.object([&] {
        out.put("name", info.name);
        if (!info.family.empty()) out.put("family", info.family);
        citation(info.source, info.section);
        out.put("summary", info.summary);
        out.put("details", info.details);
        out.put("kind", info.kind == kernels::VariantKind::planned  ? "planned"
                        : info.kind == kernels::VariantKind::opaque ? "opaque"
                                                                    : "cpu");
        out.values("key_types", info.keys, [&](const auto key) { return name_of(key); });
        out.put("min_keys", info.min_n);
        out.put("max_keys", info.max_n);
        out.put("power_of_two", info.power_of_two);
        out.put("padded", info.power_of_two && info.pads);
        out.objects("also", info.also, [&](const auto& other) { citation(other.source, other.section); });
        if (info.min_block != 0) {
            out.put("min_block_threads", info.min_block);
            out.put("max_block_threads", info.max_block);
            out.put("default_block_threads", info.default_block);
        }
        if (info.block_rule.block != nullptr) out.put("source_block_rule", info.block_rule.text);
        if (!info.slow.distributions.empty())
            out.object("slow_inputs", [&] {
                out.put("max_keys", info.slow.max_n);
                out.put("why", info.slow.why);
                out.values("distributions", info.slow.distributions,
                           [&](const auto distribution) { return name_of(distribution); });
            });
        out.objects("parameters", info.parameters, [&](const auto& parameter) {
            out.put("name", parameter.name);
            out.put("summary", parameter.summary);
            out.values("values", parameter.values);
            out.put("default", parameter.default_value);
        });
        out.put("output", output_word(info.promise));
    });
}

}  // namespace sortscope::present::json
