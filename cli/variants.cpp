// `sortscope variants [NAME]`: what can be sorted with, and what each takes.
#include <algorithm>
#include <memory>
#include <sstream>

#include <fmt/core.h>

#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "core/text.hpp"
#include "present/cells.hpp"
#include "present/text/table.hpp"

namespace sortscope::cli {
namespace {

using kernels::VariantInfo;
using kernels::VariantKind;
using present::text_cell;

std::string keys_text(const VariantInfo& info) {
    std::string text;
    for (const auto key : info.keys) text += (text.empty() ? "" : ", ") + std::string(name_of(key));
    return text;
}

/// The same in a word, where it is one of the usual sets.
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
        text += fmt::format("; to {} on {} input, where it {}", format_count(info.slow.max_n), inputs, info.slow.why);
    }
    return text;
}

std::string_view output_word(kernels::OutputPromise promise) {
    switch (promise) {
        case kernels::OutputPromise::sorted: return "sorted";
        case kernels::OutputPromise::extremes: return "extremes";
        case kernels::OutputPromise::in_blocks: return "sorted_in_blocks";
        case kernels::OutputPromise::permuted: return "permuted";
    }
    return "";
}

std::string blocks_text(const VariantInfo& info) {
    if (info.min_block == 0) return "its own";
    return fmt::format("{} to {}, powers of two (default {})", info.min_block, info.max_block, info.default_block);
}

std::string where_text(const VariantInfo& info) {
    switch (info.kind) {
        case VariantKind::planned: return "GPU (cupti), host interpreter (simt)";
        case VariantKind::opaque: return "GPU (cupti)";
        case VariantKind::cpu: return "CPU (cpu)";
    }
    return "";
}

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

using Variants = std::vector<const VariantInfo*>;

/// The variants that are listed: everybody's, or those of `family`. Throws Error(usage) that lists the families.
Variants listed(const kernels::VariantRegistry& registry, const std::string& family) {
    Variants variants;
    for (const auto& variant : family.empty() ? registry.all() : registry.on_request())
        if (variant.info.family == family) variants.push_back(&variant.info);
    if (!variants.empty()) return variants;
    std::string known;
    for (const auto& name : registry.families()) known += (known.empty() ? "" : ", ") + name;
    throw Error(ErrorKind::usage, fmt::format("There is no family of variants called '{}'. Known are: {}.", family, known));
}

/// Sources in the order in which variants name them first.
std::vector<std::string> sources_of(const Variants& variants) {
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
    return info.source == source || std::ranges::find(info.also, source, &kernels::Citation::source) != info.also.end();
}

/// One table, so that all columns line up; the rules between its groups become the groups' titles.
std::string render_list(const Variants& variants, const std::string& closing, const Screen& screen) {
    using enum present::Align;
    using enum present::Fit;
    present::Table table;
    table.columns = {{.id = "variant", .title = "Variant", .head = "variant", .align = left, .importance = 1000},
                     {.id = "runs_on", .title = "Runs on", .head = "runs on", .align = left, .importance = 60},
                     {.id = "keys", .title = "Keys", .head = "keys", .align = left, .importance = 90},
                     {.id = "sizes", .title = "Sizes", .head = "sizes", .align = left, .importance = 90},
                     {.id = "blocks", .title = "Blocks", .head = "blocks", .subhead = "threads", .align = left, .importance = 80},
                     {.id = "summary", .title = "What it is", .head = "what it is", .align = left, .importance = 100, .fit = shorten, .least = 24}};
    const auto sources = sources_of(variants);
    for (const auto& source : sources) {
        if (!table.empty()) table.rule();
        for (const auto* each : variants) {
            const auto& info = *each;
            if (!cites(info, source)) continue;
            const char* where = info.kind == VariantKind::planned ? "GPU, simt" : info.kind == VariantKind::opaque ? "GPU" : "CPU";
            const auto blocks = info.min_block == 0 ? "" : fmt::format("{}..{}", info.min_block, info.max_block);
            table.row({text_cell(info.name), text_cell(where), text_cell(keys_word(info)), text_cell(range_text(info)), text_cell(blocks),
                       text_cell(info.summary)});
        }
    }
    std::string text;
    auto source = sources.begin();
    for (const auto& line : lines_of(present::text::draw(table, screen))) {
        const bool rule = !line.empty() && line.find_first_not_of(" -─") == std::string::npos;
        text += rule && source != sources.end() ? "\n" + *source++ + "\n" : line + "\n";
    }
    return text + closing;
}

std::string render_one(const VariantInfo& info, const Screen& screen) {
    std::string text = fmt::format("{}: {}\n\n", info.name, info.summary);
    text += "  " + wrap(info.details, screen, 2, 2) + "\n\n";
    const auto line = [&](const char* name, const std::string& value) {
        text += fmt::format("  {:<8} {}\n", name, wrap(value, screen, 11, 11));
    };
    line("source", info.source + ", " + info.section);
    for (const auto& citation : info.also) line("also", citation.source + ", " + citation.section);
    line("runs on", where_text(info));
    line("keys", keys_text(info));
    line("sizes", sizes_text(info));
    line("blocks", blocks_text(info));
    if (info.block_rule.block != nullptr) line("", "with --block source: " + info.block_rule.text);
    for (const auto& parameter : info.parameters) {
        std::string values;
        for (const auto value : parameter.values) values += fmt::format("{}{}", values.empty() ? "" : ", ", value);
        line("--param", fmt::format("{}={} (default {}): {}", parameter.name, values, parameter.default_value, parameter.summary));
    }
    if (info.promise == kernels::OutputPromise::extremes) line("output", "minimum first, maximum last; not sorted in general");
    if (info.promise == kernels::OutputPromise::in_blocks) line("output", "each run of as many keys as a block has threads is sorted");
    if (info.promise == kernels::OutputPromise::permuted) line("output", "the input's keys in some order; it moves keys and does not sort them");
    if (!info.family.empty()) line("family", info.family + "; run only where asked for by name, or all of them by this word");
    return text;
}

void write_variant(present::json::Writer& out, const VariantInfo& info) {
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
        out.put("kind", info.kind == VariantKind::planned ? "planned" : info.kind == VariantKind::opaque ? "opaque" : "cpu");
        out.array("key_types", [&] {
            for (const auto key : info.keys) out.put(name_of(key));
        });
        out.put("min_keys", info.min_n);
        out.put("max_keys", info.max_n);
        out.put("power_of_two", info.power_of_two);
        out.put("padded", info.power_of_two && info.pads);
        out.array("also", [&] {
            for (const auto& other : info.also) out.object([&] { citation(other.source, other.section); });
        });
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
                out.array("distributions", [&] {
                    for (const auto distribution : info.slow.distributions) out.put(name_of(distribution));
                });
            });
        out.array("parameters", [&] {
            for (const auto& parameter : info.parameters)
                out.object([&] {
                    out.put("name", parameter.name);
                    out.put("summary", parameter.summary);
                    out.array("values", [&] {
                        for (const auto value : parameter.values) out.put(value);
                    });
                    out.put("default", parameter.default_value);
                });
        });
        out.put("output", output_word(info.promise));
    });
}

struct VariantsOptions {
    std::string name, family;
    bool json = false;
};

void run_variants(const VariantsOptions& options) {
    const auto catalogue = collector::make_catalogue();
    if (!options.name.empty()) {
        const auto& info = catalogue.variants.find(options.name).info;
        if (options.json) return print_json([&](auto& out) { write_variant(out, info); });
        return print(render_one(info, stdout_screen()));
    }
    const auto variants = listed(catalogue.variants, options.family);
    if (options.json)
        return print_json([&](auto& out) {
            out.array([&] {
                for (const auto* info : variants) write_variant(out, *info);
            });
        });
    std::string closing = "\nkeys: all = keys and records of key types u32, i32, u64, f32 and f64.\n"
                          "'sortscope variants NAME' tells all about one.\n";
    if (options.family.empty())
        for (const auto& family : catalogue.variants.families())
            closing += fmt::format("'sortscope variants --family {0}' lists those of family {0}, which are made for tests of analyses.\n", family);
    print(render_list(variants, closing, stdout_screen()));
}

}  // namespace

void add_variants(CLI::App& program) {
    Command command(program, "variants", "Sorts that can be run, and what each takes");
    const auto options = std::make_shared<VariantsOptions>();
    command.option("NAME", options->name, "", "tell all about this one");
    command.option("--family", options->family, "NAME", "list those that run only where they are asked for: faults");
    command.flag("--json", options->json, "print JSON");
    command.footer("Examples:\n  sortscope variants\n  sortscope variants butterfly-full\n");
    command.run([options] { run_variants(*options); });
}

}  // namespace sortscope::cli
