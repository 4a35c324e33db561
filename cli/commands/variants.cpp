// `sortscope variants [NAME]`: lists the variants, or describes one.
#include "cli/output/variants.hpp"
#include "cli/commands/commands.hpp"

namespace sortscope::cli {
namespace {
using kernels::VariantInfo;
using Variants = std::vector<const VariantInfo*>;

/// Returns the variants of `family`; empty: variants without a family. Throws Error(usage) for an unknown
/// family.
Variants listed(const kernels::VariantRegistry& registry, const std::string& family) {
    Variants variants;
    for (const auto& variant : family.empty() ? registry.all() : registry.on_request())
        if (variant.info.family == family) variants.push_back(&variant.info);
    if (!variants.empty()) return variants;
    wrong_request("There is no family of variants called '{}'. Known are: {}.", family,
                  join(registry.families()));
}

struct VariantsOptions {
    std::string name, family;
    std::vector<std::string> plugins;
    Formats formats;
};

void run_variants(const VariantsOptions& options) {
    const auto catalogue = catalogue_with(options.plugins);
    if (!options.name.empty()) {
        const auto& info = catalogue.variants.find(options.name).info;
        print_in(
            options.formats, [&] { return variant_rows(Variants{&info}); }, [&](auto& out) { out.put(info); },
            [&](TextPage& page) {
                const auto facts = variant_facts(info);
                page.line(facts.title, 0, 2).blank().line(facts.subtitle, 2).blank().facts(facts);
            });
        return end_by_plugins(catalogue);
    }
    const auto variants = listed(catalogue.variants, options.family);
    print_in(
        options.formats, [&] { return variant_rows(variants); },
        [&](auto& out) {
            out.array([&] {
                for (const auto* info : variants) out.put(*info);
            });
        },
        [&](TextPage& page) {
            page.table(variants_table(variants)).blank();
            page.line("keys: all = keys and records of key types u32, i32, u64, f32 and f64.");
            page.line("'sortscope variants NAME' describes one variant.");
            if (options.family.empty())
                for (const auto& family : catalogue.variants.families())
                    page.line(fmt::format(
                        "'sortscope variants --family {0}' lists the family {0}, made for tests.", family));
        });
    end_by_plugins(catalogue);
}
}  // namespace

void add_variants(Program& program) {
    Command command(program, "variants", "List the sorts that can be run");
    auto& options = command.run(run_variants);
    command.option("NAME", options.name, "", "Describe this variant", {.choices = variant_choices});
    command.option("--family", options.family, "NAME", "List a family that runs only by name: faults");
    add_plugin_option(command, options.plugins);
    add_formats(command, options.formats, "the table");
}
}
