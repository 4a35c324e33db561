#include "present/json/tune.hpp"

#include "present/json/compare.hpp"

namespace sortscope::present::json {
namespace {

void members_of_config(Writer& out, const LaunchConfig& config) {
    out.put_nonzero("block_threads", config.block);
    if (config.params.empty()) return;
    out.object("parameters", [&] {
        for (const auto& [name, value] : config.params) out.put(name, value);
    });
}

}  // namespace

void members_of_tune(Writer& out, const TunedSort& sort, const analyzer::TuneResult& result) {
    out.put("by", sort.by_sectors ? "sectors" : "time");
    out.put("provenance", sort.by_sectors ? "modelled" : "measured");
    const auto chosen = [&](const char* key, const std::optional<std::size_t>& which) {
        if (!which) return;
        out.object(key, [&] {
            members_of_config(out, sort.configs[*which]);
            if (sort.by_sectors)
                out.put("sectors", result.latest[*which]->ns);
            else
                members_of_time(out, *result.latest[*which]);
        });
    };
    chosen("best", result.best);
    chosen("next", result.next);
    if (result.margin) {
        members_of_ratio(out, *result.margin);
        if (!sort.by_sectors) out.put("verdict", analyzer::name_of(*result.verdict));
    }
    if (!sort.by_sectors) out.put("certainty_ratio", result.certainty);
    out.put("trials", result.trials);
    out.put("trials_of_full_sweep", result.all_trials);
    out.put("configurations_measured_to_the_end", result.to_the_end);
    out.put("stopped", result.stopped);
    out.array("configurations", [&] {
        for (std::size_t i = 0; i < sort.configs.size(); ++i)
            out.object([&] {
                members_of_config(out, sort.configs[i]);
                const auto& value = result.latest[i];
                if (!value) return;
                if (sort.by_sectors)
                    out.put("sectors", value->ns);
                else
                    members_of_time(out, *value);
            });
    });
    out.objects("rounds", result.rounds, [&](const auto& round) {
        out.put("trials", round.trials);
        out.put("entered", round.entered.size());
        out.put("kept", round.kept.size());
    });
}

}  // namespace sortscope::present::json
