#include "collector/cupti/activity.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>

#include "core/kernel_name.hpp"
#include "core/printable.hpp"
#include "core/stages.hpp"
#include "core/statistics.hpp"

namespace sortscope::cupti {
struct ActivityRecorder::Sink {
    explicit Sink(SharedApi loaded) : api(std::move(loaded)) {}
    SharedApi api;
    std::mutex mutex;
    Activities activities;
};

namespace {
constexpr std::array kinds{CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
                           CUPTI_ACTIVITY_KIND_MEMSET};
/// Ranges and calls inside ranges.
constexpr std::array range_kinds{CUPTI_ACTIVITY_KIND_MARKER, CUPTI_ACTIVITY_KIND_RUNTIME,
                                 CUPTI_ACTIVITY_KIND_DRIVER};
// CUPTI may call its buffer callbacks after their recorder is gone.
std::mutex live_mutex;
std::weak_ptr<ActivityRecorder::Sink> live_sink;

Dim3 extents(int32_t x, int32_t y, int32_t z) { return {uint32_t(x), uint32_t(y), uint32_t(z)}; }

/// Returns false if CUPTI gave no valid times.
bool set_times(auto& record, uint64_t start, uint64_t end) {
    if (start == 0 || end < start) return false;
    record.start_ns = int64_t(start);
    record.duration_ns = int64_t(end - start);
    return true;
}

void read_kernel(const KernelRecord& record, Activities& into) {
    auto& kernel = into.kernels.emplace_back();
    kernel.symbol = record.name == nullptr ? "" : record.name;
    kernel.kernel = short_kernel_name(kernel.symbol);
    kernel.grid = extents(record.gridX, record.gridY, record.gridZ);
    kernel.block = extents(record.blockX, record.blockY, record.blockZ);
    kernel.shared_bytes = uint32_t(record.staticSharedMemory + record.dynamicSharedMemory);
    kernel.registers = record.registersPerThread;
    kernel.local_bytes = record.localMemoryPerThread;
    kernel.duration_count = set_times(kernel, record.start, record.end) ? 1 : 0;
    kernel.process_id = uint32_t(::getpid());
    kernel.context_id = record.contextId;
    kernel.stream_id = record.streamId;
    kernel.correlation_id = record.correlationId;
}

// Counts copies to another GPU as copies within the GPU. CUDA arrays are GPU memory.
std::optional<TransferKind> transfer_kind(uint8_t copy) {
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

void read_transfer(std::optional<TransferKind> kind, const auto& record, Activities& into) {
    if (!kind) return;
    TransferRecord transfer{*kind, record.bytes};
    if (set_times(transfer, record.start, record.end))
        into.transfers.push_back(transfer);
    else
        ++into.rejected;
}

void read_marker(const CUpti_ActivityMarker2& record, Activities& into) {
    if (record.domain != nullptr && std::string_view(record.domain) == "CCCL") return;
    if ((record.flags & CUPTI_ACTIVITY_FLAG_MARKER_START) != 0)
        into.ranges[record.id] = {record.objectId.pt.threadId, record.timestamp, 0,
                                  printable(record.name == nullptr ? "" : record.name)};
    else if ((record.flags & CUPTI_ACTIVITY_FLAG_MARKER_END) != 0)
        if (const auto range = into.ranges.find(record.id); range != into.ranges.end())
            range->second.end = record.timestamp;
}

void read_call(const CUpti_ActivityAPI& record, Activities& into) {
    // A runtime call and the driver call inside it share a correlation id.
    const auto [call, is_new] = into.calls.try_emplace(record.correlationId, record.start, record.threadId);
    if (!is_new && record.start < call->second.start) call->second.start = record.start;
}

void CUPTIAPI buffer_completed(CUcontext context, uint32_t stream, uint8_t* buffer, size_t /*size*/,
                               size_t valid) {
    const auto sink = [] {
        const std::lock_guard lock(live_mutex);
        return live_sink.lock();
    }();
    if (sink == nullptr) {
        read_buffer(nullptr, context, stream, buffer, valid, {});
        return;
    }
    const std::lock_guard lock(sink->mutex);
    sink->activities.dropped +=
        read_buffer(sink->api.get(), context, stream, buffer, valid,
                    [&](const CUpti_Activity& record) { add_record(record, sink->activities); });
}

std::string shape(const Dim3& grid, const Dim3& block) {
    return fmt::format("grid {}x{}x{}, block {}x{}x{}", grid.x, grid.y, grid.z, block.x, block.y, block.z);
}
}  // namespace

void CUPTIAPI buffer_requested(uint8_t** buffer, size_t* size, size_t* max_records) {
    constexpr size_t bytes = size_t{1} << 19;
    *buffer = static_cast<uint8_t*>(std::malloc(bytes));  // CUPTI asks for an alignment of 8
    *size = *buffer == nullptr ? 0 : bytes;
    *max_records = 0;  // unlimited
}

size_t read_buffer(const Api* api, CUcontext context, uint32_t stream, uint8_t* buffer, size_t valid,
                   const std::function<void(const CUpti_Activity&)>& take) {
    size_t dropped = 0;
    if (api != nullptr) {
        CUpti_Activity* record = nullptr;
        while (valid != 0 && api->cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS)
            take(*record);
        if (api->cuptiActivityGetNumDroppedRecords(context, stream, &dropped) != CUPTI_SUCCESS) dropped = 0;
    }
    std::free(buffer);
    return dropped;
}

void add_record(const CUpti_Activity& record, Activities& into) {
    const void* at = &record;
    switch (record.kind) {
        case CUPTI_ACTIVITY_KIND_KERNEL:
        case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
            read_kernel(*static_cast<const KernelRecord*>(at), into);
            break;
        case CUPTI_ACTIVITY_KIND_MEMCPY: {
            const auto& copy = *static_cast<const MemcpyRecord*>(at);
            read_transfer(transfer_kind(copy.copyKind), copy, into);
            break;
        }
        case CUPTI_ACTIVITY_KIND_MEMSET:
            read_transfer(TransferKind::set, *static_cast<const MemsetRecord*>(at), into);
            break;
        case CUPTI_ACTIVITY_KIND_MARKER:
            read_marker(*static_cast<const CUpti_ActivityMarker2*>(at), into);
            break;
        case CUPTI_ACTIVITY_KIND_RUNTIME:
        case CUPTI_ACTIVITY_KIND_DRIVER:
            read_call(*static_cast<const CUpti_ActivityAPI*>(at), into);
            break;
        default:
            break;
    }
}

void set_stages(Activities& seen) {
    struct Begin {
        uint64_t time = 0;
        bool is_launch = false;
        uint32_t thread = 0;
        size_t of = 0;  ///< index of the kernel, or marker id
        auto operator<=>(const Begin&) const = default;
    };
    std::vector<Begin> begins;
    for (const auto& [id, range] : seen.ranges) begins.push_back({range.start, false, range.thread, id});
    for (size_t i = 0; i < seen.kernels.size(); ++i)
        if (const auto call = seen.calls.find(seen.kernels[i].correlation_id.value_or(0));
            call != seen.calls.end())
            begins.push_back({call->second.start, true, call->second.thread, i});
    std::ranges::sort(begins);
    RangeTree tree;
    std::map<uint32_t, std::vector<uint32_t>> open;  // paths of open ranges, by thread
    std::vector<uint32_t> paths(seen.kernels.size(), 0);
    std::vector<uint64_t> ends{0};  // by path; 0: never
    for (const auto& [time, is_launch, thread, of] : begins) {
        auto& nested = open[thread];
        while (!nested.empty() && ends[nested.back()] != 0 && ends[nested.back()] < time) nested.pop_back();
        const auto around = nested.empty() ? 0 : nested.back();
        if (is_launch) {
            paths[of] = around;
            continue;
        }
        const auto& range = seen.ranges.at(uint32_t(of));
        const auto path = uint32_t(ends.size());
        ends.push_back(range.end);
        tree.add(path, around, range.name);
        nested.push_back(path);
    }
    if (std::ranges::count(paths, 0U) == std::ssize(paths)) return;
    const StageBy by{StageBy::Rule::ranges};
    Stager stager(by, true);
    for (size_t i = 0; i < paths.size(); ++i)
        seen.kernels[i].stage =
            stager.next(tree.path(paths[i]), seen.kernels[i].kernel, seen.kernels[i].symbol);
}

void listen_to_ranges(const Api& api) { ::setenv("NVTX_INJECTION64_PATH", api.path.c_str(), 0); }

std::vector<Note> Activities::notes() const {
    std::vector<Note> list;
    const auto note = [&](uint64_t count, std::string text) {
        if (count != 0) list.push_back({Severity::lost, std::move(text)});
    };
    const auto untimed = std::ranges::count(kernels, 0U, &LaunchRecord::duration_count);
    note(uint64_t(untimed),
         fmt::format("CUPTI gave no valid times for {} of {} kernels.", untimed, kernels.size()));
    note(rejected, fmt::format("{} transfers had no valid times and were left out.", rejected));
    note(dropped, fmt::format("CUPTI dropped {} activity records for lack of room.", dropped));
    return list;
}

ActivityRecorder::ActivityRecorder(SharedApi api)
    : api_(std::move(api)), sink_(std::make_shared<Sink>(api_)) {
    {
        const std::lock_guard lock(live_mutex);
        if (!live_sink.expired())
            throw Error(ErrorKind::internal, "A second activity recorder was made while one is at work.");
        live_sink = sink_;
    }
    SORTSCOPE_CALL(*api_, cuptiActivityRegisterCallbacks, buffer_requested, buffer_completed);
}

ActivityRecorder::~ActivityRecorder() {
    if (running_) disable();
}

void ActivityRecorder::start(bool ranges) {
    // Drop records from before start().
    SORTSCOPE_CALL(*api_, cuptiActivityFlushAll, 0);
    {
        const std::lock_guard lock(sink_->mutex);
        sink_->activities = {};
    }
    running_ = true;
    try {
        for (const auto kind : kinds) SORTSCOPE_CALL(*api_, cuptiActivityEnable, kind);
        if (ranges)
            for (const auto kind : range_kinds) SORTSCOPE_CALL(*api_, cuptiActivityEnable, kind);
    } catch (...) {
        disable();
        throw;
    }
}

Activities ActivityRecorder::stop() {
    const cudaError_t finished = cudaDeviceSynchronize();
    disable();
    SORTSCOPE_CALL(*api_, cuptiActivityFlushAll, CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    cuda::check(finished, "cudaDeviceSynchronize()");
    const std::lock_guard lock(sink_->mutex);
    Activities result = std::exchange(sink_->activities, {});
    std::ranges::sort(result.kernels, {}, [](const LaunchRecord& kernel) {
        return std::pair(kernel.correlation_id, kernel.start_ns);
    });
    std::ranges::sort(result.transfers, {}, &TransferRecord::start_ns);
    set_stages(result);
    return result;
}

void ActivityRecorder::disable() noexcept {
    for (const auto kind : kinds) api_->cuptiActivityDisable(kind);
    for (const auto kind : range_kinds) api_->cuptiActivityDisable(kind);
    running_ = false;
}

std::optional<std::string> mismatch(const kernels::Plan& plan, std::span<const std::string> symbols,
                                    const Activities& seen) {
    if (seen.kernels.size() != plan.launches.size())
        return fmt::format("The plan has {} launches, but {} kernels were recorded.", plan.launches.size(),
                           seen.kernels.size());
    for (size_t i = 0; i < seen.kernels.size(); ++i) {
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

void apply_activities(CaseRecord& record, const Activities& seen) {
    auto origin = std::numeric_limits<int64_t>::max();
    for (const auto& kernel : seen.kernels) origin = std::min(origin, kernel.start_ns.value_or(origin));
    for (const auto& transfer : seen.transfers) origin = std::min(origin, transfer.start_ns);
    record.transfers = seen.transfers;
    for (auto& transfer : record.transfers) transfer.start_ns -= origin;
    auto& launches = record.launches;
    if (launches.empty()) {
        launches = seen.kernels;
        for (size_t i = 0; i < launches.size(); ++i) {
            launches[i].index = uint32_t(i);
            if (launches[i].stage.label.empty()) launches[i].stage = {int(i + 1), 1, launches[i].kernel};
        }
    }
    if (launches.size() != seen.kernels.size())
        throw Error(ErrorKind::internal, fmt::format("{} kernel records do not fit {} launches.",
                                                     seen.kernels.size(), launches.size()));
    for (size_t i = 0; i < launches.size(); ++i) {
        const auto& kernel = seen.kernels[i];
        auto& launch = launches[i];
        launch.symbol = kernel.symbol;
        launch.shared_bytes = kernel.shared_bytes;
        launch.registers = kernel.registers;
        launch.local_bytes = kernel.local_bytes;
        launch.start_ns = kernel.start_ns;
        if (launch.start_ns) *launch.start_ns -= origin;
        launch.duration_ns = kernel.duration_ns;
        launch.duration_count = kernel.duration_count;
        launch.process_id = kernel.process_id;
        launch.context_id = kernel.context_id;
        launch.stream_id = kernel.stream_id;
        launch.correlation_id = kernel.correlation_id;
    }
}

void apply_durations(std::vector<LaunchRecord>& launches, std::span<const Activities> trials) {
    for (size_t i = 0; i < launches.size(); ++i) {
        std::vector<double> durations;
        for (const auto& seen : trials)
            if (const auto ns = seen.kernels[i].duration_ns) durations.push_back(double(*ns));
        auto& launch = launches[i];
        launch.duration_ns.reset();
        launch.duration_spread.reset();
        launch.duration_count = uint32_t(durations.size());
        if (!durations.empty()) launch.duration_ns = std::llround(median(durations));
        if (durations.size() > 1) launch.duration_spread = relative_spread(durations);
    }
}

bool remove_cache_flush(Activities& seen, uint64_t bytes) {
    // Transfers are sorted by start.
    const auto first = std::ranges::find(seen.transfers, TransferKind::set, &TransferRecord::kind);
    if (first == seen.transfers.end() || first->bytes != bytes) return false;
    seen.transfers.erase(first);
    return true;
}

std::optional<int64_t> kernel_span_ns(const Activities& seen) {
    LaunchSpanner spanner;
    for (const auto& kernel : seen.kernels) spanner.add(kernel.start_ns, kernel.duration_ns);
    const auto span = spanner.span();
    return span ? std::optional(span->span_ns) : std::nullopt;
}
}
