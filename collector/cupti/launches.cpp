#include "collector/cupti/launches.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/statistics.hpp"

namespace sortscope::cupti {
namespace {

std::uint64_t origin_ns(const Activities& seen) {
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
    for (const auto& kernel : seen.kernels)
        if (kernel.timed) first = std::min(first, kernel.start_ns);
    for (const auto& transfer : seen.transfers) first = std::min(first, transfer.start_ns);
    return first;
}

std::int64_t between(std::uint64_t from, std::uint64_t to) { return static_cast<std::int64_t>(to - from); }

std::string shape(const Dim3& grid, const Dim3& block) {
    return fmt::format("grid {}x{}x{}, block {}x{}x{}", grid.x, grid.y, grid.z, block.x, block.y, block.z);
}

}  // namespace

std::vector<LaunchRecord> discovered_launches(const Activities& seen) {
    std::vector<LaunchRecord> launches(seen.kernels.size());
    for (std::size_t i = 0; i < launches.size(); ++i) {
        launches[i].index = static_cast<std::uint32_t>(i);
        launches[i].stage = {static_cast<int>(i + 1), 1, seen.kernels[i].name};
        launches[i].kernel = seen.kernels[i].name;
        launches[i].grid = seen.kernels[i].grid;
        launches[i].block = seen.kernels[i].block;
    }
    apply_activities(launches, seen);
    return launches;
}

std::optional<std::string> mismatch(const kernels::Plan& plan, std::span<const std::string> symbols,
                                    const Activities& seen) {
    if (seen.kernels.size() != plan.launches.size())
        return fmt::format("The plan has {} launches, but {} kernels were recorded.", plan.launches.size(),
                           seen.kernels.size());
    for (std::size_t i = 0; i < seen.kernels.size(); ++i) {
        const auto& planned = plan.launches[i];
        const auto& kernel = seen.kernels[i];
        if (i < symbols.size() && !symbols[i].empty() && symbols[i] != kernel.symbol)
            return fmt::format("Launch {} should be kernel {}, but {} was recorded.", i, planned.kernel,
                               demangled(kernel.symbol));
        if (planned.grid != kernel.grid || planned.block != kernel.block)
            return fmt::format("Launch {} ({}) should have {}, but {} was recorded.", i, planned.kernel,
                               shape(planned.grid, planned.block), shape(kernel.grid, kernel.block));
    }
    return std::nullopt;
}

void apply_activities(std::vector<LaunchRecord>& launches, const Activities& seen) {
    if (launches.size() != seen.kernels.size())
        throw Error(ErrorKind::internal, fmt::format("{} kernel records were to be given to {} launches.",
                                                     seen.kernels.size(), launches.size()));
    const std::uint64_t origin = origin_ns(seen);
    const auto process = static_cast<std::uint32_t>(::getpid());
    for (std::size_t i = 0; i < launches.size(); ++i) {
        const auto& kernel = seen.kernels[i];
        if (kernel.timed) {
            launches[i].start_ns = between(origin, kernel.start_ns);
            launches[i].duration_ns = between(kernel.start_ns, kernel.end_ns);
            launches[i].duration_count = 1;
        }
        launches[i].symbol = kernel.symbol;
        launches[i].registers = kernel.registers;
        launches[i].local_bytes = kernel.local_bytes;
        launches[i].process_id = process;
        launches[i].context_id = kernel.context;
        launches[i].stream_id = kernel.stream;
        launches[i].correlation_id = kernel.correlation;
        launches[i].shared_bytes = kernel.static_shared_bytes + kernel.dynamic_shared_bytes;
    }
}

std::optional<std::string> difference(const Activities& first, const Activities& other) {
    if (first.kernels.size() != other.kernels.size())
        return fmt::format("{} kernels were recorded, in another trial {}.", first.kernels.size(),
                           other.kernels.size());
    for (std::size_t i = 0; i < first.kernels.size(); ++i) {
        const auto& a = first.kernels[i];
        const auto& b = other.kernels[i];
        if (a.symbol != b.symbol || a.grid != b.grid || a.block != b.block)
            return fmt::format("Launch {} was kernel {} ({}), in another trial {} ({}).", i, a.name,
                               shape(a.grid, a.block), b.name, shape(b.grid, b.block));
    }
    return std::nullopt;
}

void apply_durations(std::vector<LaunchRecord>& launches, std::span<const Activities> trials) {
    std::vector<double> durations;
    for (std::size_t i = 0; i < launches.size(); ++i) {
        durations.clear();
        for (const auto& seen : trials) {
            const auto& kernel = seen.kernels[i];
            if (kernel.timed)
                durations.push_back(static_cast<double>(between(kernel.start_ns, kernel.end_ns)));
        }
        auto& launch = launches[i];
        launch.duration_ns.reset();
        launch.duration_spread.reset();
        launch.duration_count = static_cast<std::uint32_t>(durations.size());
        if (!durations.empty()) launch.duration_ns = std::llround(median(durations));
        if (durations.size() > 1) launch.duration_spread = relative_spread(durations);
    }
}

bool remove_cache_flush(Activities& seen, std::uint64_t bytes) {
    auto first = seen.transfers.end();
    for (auto transfer = seen.transfers.begin(); transfer != seen.transfers.end(); ++transfer)
        if (transfer->kind == TransferKind::set &&
            (first == seen.transfers.end() || transfer->start_ns < first->start_ns))
            first = transfer;
    if (first == seen.transfers.end() || first->bytes != bytes) return false;
    seen.transfers.erase(first);
    return true;
}

std::vector<TransferRecord> transfer_records(const Activities& seen) {
    const std::uint64_t origin = origin_ns(seen);
    std::vector<TransferRecord> records;
    records.reserve(seen.transfers.size());
    for (const auto& transfer : seen.transfers)
        records.push_back({transfer.kind, transfer.bytes, between(origin, transfer.start_ns),
                           between(transfer.start_ns, transfer.end_ns)});
    return records;
}

std::optional<std::int64_t> kernel_span_ns(const Activities& seen) {
    // A kernel without times may be the first or the last.
    if (seen.kernels.empty() || !std::ranges::all_of(seen.kernels, &KernelActivity::timed))
        return std::nullopt;
    std::uint64_t last = 0;
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
    for (const auto& kernel : seen.kernels) {
        first = std::min(first, kernel.start_ns);
        last = std::max(last, kernel.end_ns);
    }
    return between(first, last);
}

}  // namespace sortscope::cupti
