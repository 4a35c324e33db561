// `sortscope variants [NAME]`: what can be sorted with, and what each takes.
#include <memory>

#include <fmt/core.h>

#include "cli/cells.hpp"
#include "cli/commands.hpp"
#include "cli/json.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "core/text.hpp"

namespace sortscope::cli {
namespace {

using kernels::VariantInfo;
using kernels::VariantKind;

std::string keys_text(const VariantInfo& info) {
    std::string text;
    for (const auto key : info.keys) text += (text.empty() ? "" : ", ") + std::string(name_of(key));
    return text;
}

std::string sizes_text(const VariantInfo& info) {
    return fmt::format("{} to {}{}", format_count(info.min_n), format_count(info.max_n), info.power_of_two ? ", powers of two" : "");
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

std::string render_list(const kernels::VariantRegistry& variants, const Screen& screen) {
    Table table({{"variant", "", Align::left, 1000},
                 {"runs on", "", Align::left, 80},
                 {"source", "", Align::left, 60, Fit::shorten, 14},
                 {"what it is", "", Align::left, 100, Fit::shorten, 24}});
    for (const auto& variant : variants.all()) {
        const auto& info = variant.info;
        const char* where = info.kind == VariantKind::planned ? "GPU, simt" : info.kind == VariantKind::opaque ? "GPU" : "CPU";
        table.row({{info.name, {}, 0}, {where, {}, 0}, {info.source, {}, 0}, {info.summary, {}, 0}});
    }
    return table.render(screen) + "\n'sortscope variants NAME' tells all about one.\n";
}

std::string render_one(const VariantInfo& info, const Screen& screen) {
    std::string text = fmt::format("{}: {}\n\n", info.name, info.summary);
    text += "  " + wrap(info.details, screen, 2, 2) + "\n\n";
    const auto line = [&](const char* name, const std::string& value) {
        text += fmt::format("  {:<8} {}\n", name, wrap(value, screen, 11, 11));
    };
    line("source", info.source + ", " + info.section);
    line("runs on", where_text(info));
    line("keys", keys_text(info));
    line("sizes", sizes_text(info));
    line("blocks", blocks_text(info));
    for (const auto& parameter : info.parameters) {
        std::string values;
        for (const auto value : parameter.values) values += fmt::format("{}{}", values.empty() ? "" : ", ", value);
        line("--param", fmt::format("{}={} (default {}): {}", parameter.name, values, parameter.default_value, parameter.summary));
    }
    if (info.promise == kernels::OutputPromise::extremes) line("output", "minimum first, maximum last; not sorted in general");
    return text;
}

Json variant_json(const VariantInfo& info) {
    Json json{{"name", info.name}, {"source", info.source}, {"section", info.section}, {"summary", info.summary},
              {"details", info.details}};
    json["kind"] = info.kind == VariantKind::planned ? "planned" : info.kind == VariantKind::opaque ? "opaque" : "cpu";
    json["key_types"] = Json::array();
    for (const auto key : info.keys) json["key_types"].push_back(name_of(key));
    json["min_keys"] = info.min_n;
    json["max_keys"] = info.max_n;
    json["power_of_two"] = info.power_of_two;
    if (info.min_block != 0) {
        json["min_block_threads"] = info.min_block;
        json["max_block_threads"] = info.max_block;
        json["default_block_threads"] = info.default_block;
    }
    json["parameters"] = Json::array();
    for (const auto& parameter : info.parameters)
        json["parameters"].push_back(Json{{"name", parameter.name}, {"summary", parameter.summary}, {"values", parameter.values},
                                          {"default", parameter.default_value}});
    json["output"] = info.promise == kernels::OutputPromise::sorted ? "sorted" : "extremes";
    return json;
}

struct Options {
    std::string name;
    bool json = false;
};

void run_variants(const Options& options) {
    const auto catalogue = collector::make_catalogue();
    if (!options.name.empty()) {
        const auto& info = catalogue.variants.find(options.name).info;
        return print(options.json ? dump(variant_json(info)) : render_one(info, stdout_screen()));
    }
    if (!options.json) return print(render_list(catalogue.variants, stdout_screen()));
    Json all = Json::array();
    for (const auto& variant : catalogue.variants.all()) all.push_back(variant_json(variant.info));
    print(dump(all));
}

}  // namespace

void add_variants(CLI::App& app) {
    auto& command = *app.add_subcommand("variants", "Sorts that can be run, and what each takes");
    const auto options = std::make_shared<Options>();
    command.add_option("NAME", options->name, "tell all about this one")->type_name("");
    command.add_flag("--json", options->json, "print JSON");
    command.footer("Examples:\n  sortscope variants\n  sortscope variants butterfly-full\n");
    command.callback([options] { run_variants(*options); });
}

}  // namespace sortscope::cli
