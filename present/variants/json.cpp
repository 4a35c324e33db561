#include "present/variants/variants.hpp"

namespace sortscope::present::json {
namespace {

using kernels::VariantInfo;
using kernels::VariantKind;

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
        out.put("kind", info.kind == VariantKind::planned  ? "planned"
                        : info.kind == VariantKind::opaque ? "opaque"
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
