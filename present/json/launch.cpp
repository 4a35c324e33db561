#include <algorithm>
#include <utility>
#include <vector>

#include "core/metric/occupancy.hpp"
#include "present/function_name.hpp"
#include "present/json/case.hpp"

namespace sortscope::present::json {
namespace {

void write_extent(Writer& out, const char* const (&names)[3], const Dim3& extent) {
    out.put(names[0], extent.x);
    out.put(names[1], extent.y);
    out.put(names[2], extent.z);
}

}  // namespace

void members_of_counters(Writer& out, const MetricInput& input) {
    out.object("counters", [&] {
        for (const auto provenance : provenance_order()) {
            const auto of_it = [&](const CounterValue& value) { return value.provenance == provenance; };
            if (std::ranges::none_of(input.counters, of_it)) continue;
            out.object(name_of(provenance), [&] {
                for (const auto& value : input.counters)
                    if (of_it(value)) out.put(metric_of(value.id).id, value.value);
            });
        }
    });
    // Each metric is evaluated once.
    std::vector<std::pair<const Metric*, MetricValue>> values;
    for (const auto* metric : computed_metrics())
        if (const auto value = evaluate(*metric, input)) values.emplace_back(metric, *value);
    out.object("ratios", [&] {
        for (const auto provenance : provenance_order()) {
            const auto of_it = [&](const auto& value) { return value.second.provenance == provenance; };
            if (std::ranges::none_of(values, of_it)) continue;
            out.object(name_of(provenance), [&] {
                for (const auto& value : values)
                    if (of_it(value)) out.put(value.first->id, value.second.value);
            });
        }
    });
}

void members_of_launch(Writer& out, const LaunchRecord& launch, const Device& device,
                       std::uint64_t data_bytes) {
    out.put("launch_index", launch.index);
    out.put("stage", launch.stage.stage);
    out.put("substage", launch.stage.substage);
    out.put("label", launch.stage.label);
    out.put("kernel", launch.kernel);
    out.put_known("symbol", launch.symbol);
    write_extent(out, {"grid_x", "grid_y", "grid_z"}, launch.grid);
    write_extent(out, {"block_x", "block_y", "block_z"}, launch.block);
    out.put("shared_bytes", launch.shared_bytes);
    out.put_nonzero("registers_per_thread", launch.registers);
    out.put_nonzero("local_bytes_per_thread", launch.local_bytes);
    if (const auto fits = theoretical_occupancy(device, launch))
        out.object("theoretical_occupancy", [&] {
            out.put("provenance", name_of(Provenance::published));  // the vendor's rules
            out.put("occupancy_pct", fits->percent());
            out.put("blocks", fits->blocks);
            out.put("warps", fits->warps);
            out.put("warp_slots", fits->warp_slots);
            out.values("limited_by", fits->limiters, [&](const auto limiter) { return name_of(limiter); });
        });
    out.put_nonzero("bound_bytes", launch.required_bytes);
    out.put_nonzero("comparators", launch.comparators);
    if (launch.start_ns || launch.duration_ns)
        out.object("time", [&] {
            out.put("provenance", name_of(Provenance::measured));
            out.put_known("start_ns", launch.start_ns);
            out.put_known("duration_ns", launch.duration_ns);
            out.put_known("spread_ratio", launch.duration_spread);
            out.put_nonzero("activity_trials", launch.duration_count);
        });
    out.put_known("process", launch.process_id);
    out.put_known("context", launch.context_id);
    out.put_known("stream", launch.stream_id);
    out.put_known("correlation", launch.correlation_id);
    members_of_counters(out, {.counters = launch.counters,
                              .time_ns = launch.duration_ns,
                              .data_bytes = data_bytes,
                              .required_bytes = launch.required_bytes,
                              .launches = 1});
    if (!launch.vendor_values.empty())
        out.object("vendor", [&] {
            for (const auto& value : launch.vendor_values) out.put(value.name, value.value);
        });
}

void write_launch(Writer& out, const LaunchRecord& launch, const Device& device, std::uint64_t data_bytes) {
    out.object([&] {
        members_of_launch(out, launch, device, data_bytes);
        out.elements("sites", launch.sites, write_site);
    });
}

void write_site(Writer& out, const SiteCounts& counts) {
    out.object([&] {
        out.put("kind", name_of(counts.site.kind));
        out.put("file", counts.site.file);
        out.put("line", counts.site.line);
        out.put("col", counts.site.column);
        out.put("function", function_name(counts.site.function));
        out.put("provenance", name_of(counts.provenance));
        out.put("requests", counts.requests);
        out.put("threads", counts.threads);
        switch (counts.site.kind) {
            case SiteKind::global_load:
            case SiteKind::global_store:
            case SiteKind::global_atomic:
                out.put("bytes", counts.bytes);
                out.put("sectors", counts.sectors);
                out.put("lines", counts.lines);
                out.put("transactions_32b", counts.sizes[0]);
                out.put("transactions_64b", counts.sizes[1]);
                out.put("transactions_96b", counts.sizes[2]);
                out.put("transactions_128b", counts.sizes[3]);
                out.put("cc13_transactions_32b", counts.sizes_cc13[0]);
                out.put("cc13_transactions_64b", counts.sizes_cc13[1]);
                out.put("cc13_transactions_128b", counts.sizes_cc13[2]);
                break;
            case SiteKind::shared_load:
            case SiteKind::shared_store:
                out.put("bytes", counts.bytes);
                out.put("extra_wavefronts", counts.extra_wavefronts);
                break;
            case SiteKind::branch:
                out.put("taken_threads", counts.taken_threads);
                out.put("divergent_warps", counts.divergent_warps);
                break;
            case SiteKind::barrier:
            case SiteKind::warp_collective:
                break;
        }
    });
}

}  // namespace sortscope::present::json
