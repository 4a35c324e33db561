#include "collector/cupti/activity.hpp"

#include <cxxabi.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#include "collector/cupti/cupti_api.hpp"
#include "core/statistics.hpp"

namespace sortscope::cupti {

/// Collects the records of completed buffers.
struct ActivityRecorder::Sink {
    explicit Sink(std::shared_ptr<const Api> loaded) : api(std::move(loaded)) {}
    std::shared_ptr<const Api> api;
    std::mutex mutex;
    Activities activities;
};

namespace {

#if CUPTI_API_VERSION >= 130000
using KernelRecord = CUpti_ActivityKernel10;
using MemcpyRecord = CUpti_ActivityMemcpy6;
#else
using KernelRecord = CUpti_ActivityKernel9;
using MemcpyRecord = CUpti_ActivityMemcpy5;
#endif
using MemsetRecord = CUpti_ActivityMemset4;

constexpr std::array kinds{CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
                           CUPTI_ACTIVITY_KIND_MEMSET};
constexpr std::size_t buffer_bytes = std::size_t{1} << 20;
constexpr std::size_t buffer_alignment = 8;

// For CUPTI's buffer callbacks, which may still come after their recorder is gone.
std::mutex live_mutex;
std::weak_ptr<ActivityRecorder::Sink> live_sink;

Dim3 extents(std::int32_t x, std::int32_t y, std::int32_t z) {
    return {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(z)};
}

bool has_times(std::uint64_t start, std::uint64_t end) { return start != 0 && end >= start; }

void read_kernel(const KernelRecord& record, Activities& into) {
    KernelActivity kernel;
    kernel.timed = has_times(record.start, record.end);
    kernel.symbol = record.name == nullptr ? "" : record.name;
    kernel.name = short_kernel_name(kernel.symbol);
    kernel.grid = extents(record.gridX, record.gridY, record.gridZ);
    kernel.block = extents(record.blockX, record.blockY, record.blockZ);
    kernel.static_shared_bytes = static_cast<std::uint32_t>(record.staticSharedMemory);
    kernel.dynamic_shared_bytes = static_cast<std::uint32_t>(record.dynamicSharedMemory);
    kernel.registers = record.registersPerThread;
    if (kernel.timed) {
        kernel.start_ns = record.start;
        kernel.end_ns = record.end;
    }
    kernel.local_bytes = record.localMemoryPerThread;
    kernel.context = record.contextId;
    kernel.stream = record.streamId;
    kernel.correlation = record.correlationId;
    into.kernels.push_back(std::move(kernel));
}

// Copies to another GPU count as within the GPU; arrays are GPU memory.
std::optional<TransferKind> transfer_kind(std::uint8_t copy) {
    switch (copy) {
        case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD:
        case CUPTI_ACTIVITY_MEMCPY_KIND_HTOA:
            return TransferKind::host_to_device;
        case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH:
        case CUPTI_ACTIVITY_MEMCPY_KIND_ATOH:
            return TransferKind::device_to_host;
        case CUPTI_ACTIVITY_MEMCPY_KIND_ATOA:
        case CUPTI_ACTIVITY_MEMCPY_KIND_ATOD:
        case CUPTI_ACTIVITY_MEMCPY_KIND_DTOA:
        case CUPTI_ACTIVITY_MEMCPY_KIND_DTOD:
        case CUPTI_ACTIVITY_MEMCPY_KIND_PTOP:
            return TransferKind::device_to_device;
        default:
            return std::nullopt;  // host to host
    }
}

void read_transfer(std::optional<TransferKind> kind, std::uint64_t bytes, std::uint64_t start,
                   std::uint64_t end, Activities& into) {
    if (!kind) return;
    if (!has_times(start, end))
        ++into.rejected;
    else
        into.transfers.push_back({*kind, bytes, start, end});
}

void CUPTIAPI buffer_requested(std::uint8_t** buffer, std::size_t* size, std::size_t* max_records) {
    *buffer = static_cast<std::uint8_t*>(
        ::operator new (buffer_bytes, std::align_val_t{buffer_alignment}, std::nothrow));
    *size = *buffer == nullptr ? 0 : buffer_bytes;
    *max_records = 0;  // as many as fit
}

void CUPTIAPI buffer_completed(CUcontext context, std::uint32_t stream, std::uint8_t* buffer,
                               std::size_t /*size*/, std::size_t valid) {
    const auto sink = [] {
        const std::lock_guard lock(live_mutex);
        return live_sink.lock();
    }();
    if (sink != nullptr) {
        const std::lock_guard lock(sink->mutex);
        CUpti_Activity* record = nullptr;
        while (valid != 0 && sink->api->cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS)
            add_record(*record, sink->activities);
        std::size_t dropped = 0;
        if (sink->api->cuptiActivityGetNumDroppedRecords(context, stream, &dropped) == CUPTI_SUCCESS)
            sink->activities.dropped += dropped;
    }
    ::operator delete (buffer, std::align_val_t{buffer_alignment});
}

}  // namespace

void add_record(const CUpti_Activity& record, Activities& into) {
    // The kind decides the record's type.
    const void* at = &record;
    switch (record.kind) {
        case CUPTI_ACTIVITY_KIND_KERNEL:
        case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
            read_kernel(*static_cast<const KernelRecord*>(at), into);
            break;
        case CUPTI_ACTIVITY_KIND_MEMCPY: {
            const auto& copy = *static_cast<const MemcpyRecord*>(at);
            read_transfer(transfer_kind(copy.copyKind), copy.bytes, copy.start, copy.end, into);
            break;
        }
        case CUPTI_ACTIVITY_KIND_MEMSET: {
            const auto& set = *static_cast<const MemsetRecord*>(at);
            read_transfer(TransferKind::set, set.bytes, set.start, set.end, into);
            break;
        }
        default:
            break;
    }
}

std::vector<Note> Activities::notes() const {
    std::vector<Note> list;
    if (const auto untimed = std::ranges::count(kernels, false, &KernelActivity::timed); untimed != 0)
        list.push_back({Severity::lost, fmt::format("CUPTI gave no valid times for {} of {} kernels.",
                                                    untimed, kernels.size())});
    if (rejected != 0)
        list.push_back(
            {Severity::lost, fmt::format("{} transfers had no valid times and were left out.", rejected)});
    if (dropped != 0)
        list.push_back(
            {Severity::lost, fmt::format("CUPTI dropped {} activity records for lack of room.", dropped)});
    return list;
}

std::string demangled(std::string_view symbol) {
    int status = 0;
    char* text = abi::__cxa_demangle(std::string(symbol).c_str(), nullptr, nullptr, &status);
    std::string result = status == 0 && text != nullptr ? text : std::string(symbol);
    std::free(text);
    return result;
}

std::string short_kernel_name(std::string_view symbol) {
    const std::string text = demangled(symbol);
    // Keep the last word after the last "::" outside <>, () and {}.
    std::string flat;
    int depth = 0;
    for (const char c : text) {
        if (c == '<' || c == '(' || c == '{')
            ++depth;
        else if (c == '>' || c == ')' || c == '}')
            --depth;
        else if (depth == 0)
            flat += c;
    }
    while (!flat.empty() && flat.back() == ' ') flat.pop_back();
    if (const auto colons = flat.rfind("::"); colons != std::string::npos) flat.erase(0, colons + 2);
    if (const auto space = flat.rfind(' '); space != std::string::npos) flat.erase(0, space + 1);
    return flat.empty() ? text : flat;
}

ActivityRecorder::ActivityRecorder(std::shared_ptr<const Api> api)
    : api_(std::move(api)), sink_(std::make_shared<Sink>(api_)) {
    {
        const std::lock_guard lock(live_mutex);
        if (!live_sink.expired())
            throw Error(ErrorKind::internal, "A second activity recorder was made while one is at work.");
        live_sink = sink_;
    }
    SORTSCOPE_CUPTI_CALL(*api_, cuptiActivityRegisterCallbacks, buffer_requested, buffer_completed);
}

ActivityRecorder::~ActivityRecorder() {
    if (running_) disable();
}

void ActivityRecorder::start() {
    // Flush out and drop earlier records.
    SORTSCOPE_CUPTI_CALL(*api_, cuptiActivityFlushAll, 0);
    {
        const std::lock_guard lock(sink_->mutex);
        sink_->activities = {};
    }
    running_ = true;
    try {
        for (const auto kind : kinds) SORTSCOPE_CUPTI_CALL(*api_, cuptiActivityEnable, kind);
    } catch (...) {
        disable();
        throw;
    }
}

Activities ActivityRecorder::stop() {
    const cudaError_t finished = cudaDeviceSynchronize();
    disable();
    SORTSCOPE_CUPTI_CALL(*api_, cuptiActivityFlushAll, CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    kernels::cuda::check(finished, "cudaDeviceSynchronize()");
    const std::lock_guard lock(sink_->mutex);
    Activities result = std::exchange(sink_->activities, {});
    std::sort(
        result.kernels.begin(), result.kernels.end(), [](const KernelActivity& a, const KernelActivity& b) {
            return a.correlation != b.correlation ? a.correlation < b.correlation : a.start_ns < b.start_ns;
        });
    std::sort(result.transfers.begin(), result.transfers.end(),
              [](const TransferActivity& a, const TransferActivity& b) { return a.start_ns < b.start_ns; });
    return result;
}

void ActivityRecorder::disable() noexcept {
    for (const auto kind : kinds) api_->cuptiActivityDisable(kind);
    running_ = false;
}

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
