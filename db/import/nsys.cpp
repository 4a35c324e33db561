#include "db/import/import.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <set>

#include "core/kernel_name.hpp"
#include "core/printable.hpp"
#include "core/stages.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "db/schema/connection.hpp"
#include "db/sqlite/file_check.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {
/// Schema: NVIDIA's user guide, "SQLite Schema Reference". Bits 24 to 47 of a global id are the process id.
class Nsys {
 public:
    Nsys(const std::filesystem::path& file, ImportSink& sink, const std::function<bool()>& stopped)
        : file_(file), sink_(sink), database_(open_foreign(file)) {
        if (!stopped) return;
        const auto ask = [](void* asked) { return int((*static_cast<std::function<bool()>*>(asked))()); };
        sqlite3_progress_handler(database_.getHandle(), 100'000, ask,
                                 const_cast<std::function<bool()>*>(&stopped));
    }

    Imported run() {
        read_schema();
        database_.exec("BEGIN");
        find_paths();
        const auto all = find_gpus();
        digest_.add("nsys");
        for (const auto gpu : all) add_case(gpu);
        note_losses();
        result_.name = printable(file_.string());
        result_.rows = result_.launches;
        result_.digest = digest_.text();
        return std::move(result_);
    }

 private:
    static constexpr const char *kernels = "CUPTI_ACTIVITY_KIND_KERNEL",
                                *copies = "CUPTI_ACTIVITY_KIND_MEMCPY", *fills = "CUPTI_ACTIVITY_KIND_MEMSET",
                                *calls = "CUPTI_ACTIVITY_KIND_RUNTIME", *ranges = "NVTX_EVENTS",
                                *graphs = "CUPTI_ACTIVITY_KIND_GRAPH_TRACE", *texts = "StringIds",
                                *gpus = "TARGET_INFO_GPU", *cuda_devices = "TARGET_INFO_CUDA_DEVICE",
                                *processes = "PROCESSES";
    static constexpr auto time = within<-(1LL << 54), 1LL << 54>;
    static constexpr auto gpu_number = within<0, 1 << 20>;
    static constexpr size_t most_paths = 100'000, most_transfers = 1'000'000;

    struct Symbol {
        std::string name, kernel = "unknown kernel";
    };
    /// A range of a thread; `path` includes the ranges around it.
    struct Pushed {
        int64_t thread = 0, start = 0, end = most_int;
        std::string name;
        uint32_t path = 0;
    };

    /// Calls `each` for each row, without the first column: a row id for errors.
    template <class Each>
    void rows(const char* table, const std::string& sql, Each&& each) {
        for_each_row(Statement(database_, sql), table, [&](RowReader& row) {
            row.skip();
            each(row);
        });
    }

    void read_schema() {
        std::string names;
        for (const auto* table :
             {texts, kernels, copies, fills, calls, ranges, graphs, gpus, cuda_devices, processes})
            names += fmt::format("{}'{}'", names.empty() ? "" : ", ", table);
        const auto sql = fmt::format(
            "SELECT 0, s.name, coalesce(rootpage, 0), ifnull(c.name, '') FROM sqlite_master s LEFT JOIN "
            "pragma_table_info(iif(rootpage > 0, s.name, '')) c WHERE s.name IN ({})",
            names);
        rows("sqlite_master", sql, [&](RowReader& row) {
            std::string table, name;
            int64_t page = 0;  // 0 for views and virtual tables
            row.read(table, range::any(page), name);
            if (page <= 0) throw BadValue("'{}' is not a table in it, but runs SQL of its own", table);
            columns_[table].insert(name);
        });
        if (!has(texts)) throw BadValue("it lacks the table '{}', so nsys did not write it", texts);
        if (!has(kernels)) throw BadValue("it has no kernels. {}", remedy);
    }

    bool has(const char* table) const { return columns_.contains(table); }
    bool has(const char* table, const char* name) const { return columns_.at(table).contains(name); }
    /// ", a, b", with `otherwise` for missing columns and for NULL.
    std::string columns(const char* table, std::initializer_list<const char*> names,
                        const char* otherwise = "NULL") const {
        std::string sql;
        for (const auto* name : names)
            sql += fmt::format(", {} AS {}",
                               has(table, name) ? fmt::format("ifnull({}, {})", name, otherwise) : otherwise,
                               name);
        return sql;
    }
    std::string process_of(const char* table) const {
        return has(table, "globalPid") ? "(ifnull(globalPid, 0) >> 24)" : "0";
    }
    std::string on_gpu(const char* table, int64_t gpu) const {
        return fmt::format("(SELECT gpu FROM place WHERE process = {} AND device = deviceId) = {}",
                           process_of(table), gpu);
    }
    /// Reads start and end; returns the duration.
    static int64_t read_times(RowReader& row, int64_t& start) {
        int64_t end = 0;
        row.read(time(start), time(end));
        if (end < start) row.refuse("is before its start");
        return end - start;
    }

    const Symbol& symbol(std::optional<int64_t> id) {
        const auto [found, added] = symbols_.try_emplace(id.value_or(-1));
        auto& symbol = found->second;
        if (!added || !id) return symbol;
        constexpr auto sql = "SELECT id, substr(value, 1, 8192) AS value FROM StringIds WHERE id = {}";
        rows(texts, fmt::format(sql, *id), [&](RowReader& row) { row.read(symbol.name); });
        symbol.name = printable(symbol.name);
        if (!symbol.name.empty()) symbol.kernel = short_kernel_name(symbol.name);
        return symbol;
    }

    std::optional<Pushed> next_range(Statement& pushes) {
        if (!pushes.step()) return std::nullopt;
        Pushed range;
        std::optional<int64_t> text_id, end;
        std::optional<std::string> text;
        RowReader row(pushes, ranges);
        row.skip();
        row.read(range::any(range.thread), time(range.start), text_id, text, time(end));
        if (end && *end < range.start) row.refuse("is before its start");
        range.end = end.value_or(most_int);
        range.name = text ? *text : symbol(text_id).name;
        return range;
    }

    uint32_t path_of(uint32_t parent, const std::string& text) {
        const auto name = printable(text.substr(0, 256));
        const auto found = paths_.find({parent, name});
        if (found != paths_.end()) return found->second;
        too_many_paths_ = paths_.size() >= most_paths;
        if (too_many_paths_) return parent;
        const auto id = uint32_t(paths_.size() + 1);
        tree_.add(id, parent, name);
        return paths_[{parent, name}] = id;
    }

    /// Fills the table `call` with the path of NVTX ranges around each call.
    void find_paths() {
        database_.exec(
            "CREATE TEMP TABLE call (process INTEGER, correlation INTEGER, path INTEGER, PRIMARY KEY "
            "(process, correlation)) WITHOUT ROWID");
        if (!has(ranges) || !has(calls)) return;
        Statement pushes(database_, "SELECT rowid, globalTid, start" + columns(ranges, {"textId", "text"}) +
                                        ", end FROM NVTX_EVENTS WHERE eventType = 59 AND globalTid NOT NULL "
                                        "ORDER BY globalTid, start, ifnull(end, 1e30) DESC");
        Statement insert(database_,
                         "INSERT OR IGNORE INTO call (process, correlation, path) VALUES (?, ?, ?)");
        std::vector<Pushed> stack;
        const auto pop = [&](int64_t thread, int64_t now) {
            std::erase_if(stack, [&](const auto& each) { return each.thread != thread || each.end <= now; });
        };
        auto next = next_range(pushes);
        const auto sql =
            "SELECT rowid, globalTid, start, correlationId FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE globalTid "
            "NOT NULL AND correlationId NOT NULL ORDER BY globalTid, start";
        rows(calls, sql, [&](RowReader& row) {
            int64_t thread = 0, now = 0;
            uint32_t correlation = 0;
            row.read(range::any(thread), time(now), correlation);
            for (; next && std::pair(next->thread, next->start) <= std::pair(thread, now);
                 next = next_range(pushes)) {
                pop(next->thread, next->start);
                next->path = path_of(stack.empty() ? 0 : stack.back().path, next->name);
                stack.push_back(std::move(*next));
            }
            pop(thread, now);
            thread = has(kernels, "globalPid") ? thread >> 24 : 0;
            if (!stack.empty()) execute(insert, range::any(thread), correlation, stack.back().path);
        });
    }

    /// Fills the table `place` with the GPU for each process and device number. Returns all GPUs.
    std::set<int64_t> find_gpus() {
        database_.exec(
            "CREATE TEMP TABLE place (process INTEGER, device INTEGER, gpu INTEGER, PRIMARY KEY (process, "
            "device)) WITHOUT ROWID");
        std::set<int64_t> all;
        const auto sql = fmt::format("SELECT min(rowid), {} AS process, deviceId FROM {} GROUP BY 2, 3",
                                     process_of(kernels), kernels);
        rows(kernels, sql, [&](RowReader& row) {
            int64_t process = 0, device = 0;
            row.read(range::any(process), gpu_number(device));
            auto gpu = device;
            if (has(cuda_devices))
                rows(cuda_devices,
                     fmt::format(
                         "SELECT rowid, gpuId FROM {} WHERE pid = {} AND cudaId = {} AND gpuId NOT NULL",
                         cuda_devices, process & 0xffffff, device),
                     [&](RowReader& its) { its.read(gpu_number(gpu)); });
            execute(Statement(database_, "INSERT INTO place (process, device, gpu) VALUES (?, ?, ?)"),
                    range::any(process), device, gpu);
            all.insert(gpu);
        });
        if (all.empty()) throw BadValue("it has no kernels. {}", remedy);
        return all;
    }

    Device device_of(int64_t gpu) {
        Device device;
        device.backend = BackendKind::cupti;
        device.ordinal = int(gpu);
        device.name = fmt::format("unknown GPU {}", gpu);
        if (!has(gpus)) return device;
        const auto sql = "SELECT rowid" + columns(gpus, {"name", "uuid"}, "''") +
                         columns(gpus,
                                 {"computeMajor", "computeMinor", "smCount", "clockRate", "totalMemory",
                                  "l2CacheSize", "maxShmemPerBlock", "maxThreadsPerBlock"},
                                 "0") +
                         fmt::format(" FROM TARGET_INFO_GPU WHERE id = {}", gpu);
        rows(gpus, sql, [&](RowReader& row) {
            std::string name, uuid;
            row.read(name, uuid, device.cc_major, device.cc_minor, device.multiprocessors, device.clock_khz,
                     device.memory_bytes, device.l2_bytes, device.shared_per_block_bytes,
                     device.max_threads_per_block);
            device.clock_khz /= 1000;  // from Hz
            if (!name.empty()) device.name = printable(name);
            const bool is_whole = uuid.empty() || uuid.starts_with("GPU-") || uuid.starts_with("MIG-");
            device.uuid = (is_whole ? "" : "GPU-") + printable(uuid);
        });
        return device;
    }

    std::string program_of(int64_t process) {
        std::string name;
        if (has(processes))
            rows(processes,
                 fmt::format("SELECT rowid{} FROM PROCESSES WHERE {} = {}",
                             columns(processes, {"name"}, "''"), process_of(processes), process),
                 [&](RowReader& row) { row.read(name); });
        name = printable(std::filesystem::path(name).filename().string());
        return name.empty() || name.size() > 200 ? printable(file_.stem().string()) : name;
    }

    /// Copies and fills of a GPU, by start. Includes unified memory, excludes copies from host to host.
    std::vector<TransferRecord> transfers_of(int64_t gpu) {
        std::string sql;
        for (const auto* table : {copies, fills}) {
            if (!has(table)) continue;
            // Map ENUM_CUDA_MEMCPY_OPER to TransferKind.
            const auto* kind = table == fills ? "4"
                                              : "CASE WHEN copyKind IN (1, 3, 11) THEN 1 WHEN copyKind IN "
                                                "(2, 4, 12) THEN 2 WHEN copyKind NOT IN (0, 9) THEN 3 END";
            sql += fmt::format(
                "{}SELECT rowid, start, end, bytes, {} AS kind FROM {} WHERE {} AND kind NOT NULL",
                sql.empty() ? "" : " UNION ALL ", kind, table, on_gpu(table, gpu));
        }
        std::vector<TransferRecord> transfers;
        if (sql.empty()) return transfers;
        sql += fmt::format(" ORDER BY start LIMIT {}", most_transfers);
        rows("CUPTI_ACTIVITY_KIND_MEMCPY or _MEMSET", sql, [&](RowReader& row) {
            auto& transfer = transfers.emplace_back();
            transfer.duration_ns = read_times(row, transfer.start_ns);
            row.read(range::bytes(transfer.bytes), transfer.kind);
        });
        return transfers;
    }

    /// Kernels of a GPU, each with the path of its call.
    std::string kernels_sql(int64_t gpu, const std::string& more, const char* order) const {
        return fmt::format(
            "SELECT k.rowid, start, end, {0} AS process, {1} AS correlationId, ifnull(path, 0) AS path{2} "
            "FROM {3} k LEFT JOIN call ON call.process = {0} AND call.correlation = {1} WHERE {4} ORDER BY "
            "{5}",
            process_of(kernels), has(kernels, "correlationId") ? "k.correlationId" : "NULL", more, kernels,
            on_gpu(kernels, gpu), order);
    }

    void add_launches(int64_t gpu, int64_t origin, bool in_ranges) {
        auto more = ", gridX, gridY, gridZ, blockX, blockY, blockZ" +
                    columns(kernels,
                            {"staticSharedMemory", "dynamicSharedMemory", "registersPerThread",
                             "localMemoryPerThread"},
                            "0") +
                    columns(kernels, {"contextId", "streamId"}) + ", coalesce(NULL";
        for (const auto* name : {"mangledName", "demangledName", "shortName"})
            if (has(kernels, name)) more += fmt::format(", {}", name);
        const auto sql = kernels_sql(gpu, more + ", NULL) AS name", "process, 5, start, k.rowid");
        const StageBy by;
        Stager stager(by, in_ranges);
        uint32_t index = 0;
        rows(kernels, sql, [&](RowReader& row) {
            LaunchRecord launch;
            int64_t start = 0, process = 0;
            uint32_t path = 0, dynamic = 0;
            std::optional<int64_t> name;
            launch.duration_ns = read_times(row, start);
            row.read(range::any(process), launch.correlation_id, path, range::grid_x(launch.grid.x),
                     range::grid_yz(launch.grid.y), range::grid_yz(launch.grid.z),
                     range::block_extent(launch.block.x), range::block_extent(launch.block.y),
                     range::block_extent(launch.block.z), range::small_bytes(launch.shared_bytes),
                     range::small_bytes(dynamic), range::registers(launch.registers),
                     range::small_bytes(launch.local_bytes), launch.context_id, launch.stream_id,
                     range::any(name));
            launch.index = index++;
            launch.symbol = symbol(name).name;
            launch.kernel = symbol(name).kernel;
            launch.shared_bytes += dynamic;
            launch.process_id = uint32_t(process & 0xffffff);
            launch.start_ns = start - origin;
            launch.duration_count = 1;
            launch.stage = stager.next(tree_.path(path), launch.kernel, launch.symbol);
            digest_.add(
                fmt::format("{} {} {} {}", launch.symbol, start, *launch.duration_ns, launch.stage.label));
            sink_.add(std::move(launch));
        });
    }

    void add_case(int64_t gpu) {
        CaseRecord record;
        LaunchSpanner spanner(LaunchSpanner::Order::ascending);
        int64_t origin = 0, first_process = 0;
        bool in_ranges = false;
        rows(kernels, kernels_sql(gpu, "", "start, k.rowid"), [&](RowReader& row) {
            int64_t start = 0, process = 0;
            std::optional<uint32_t> correlation;
            uint32_t path = 0;
            const auto duration = read_times(row, start);
            row.read(range::any(process), correlation, path);
            spanner.add(start, duration);
            in_ranges = in_ranges || path != 0;
            if (record.launch_count++ != 0) return;
            origin = start;
            first_process = process;
        });
        record.launch_span = spanner.span();
        record.subject = Subject::program(program_of(first_process));
        record.device = device_of(gpu);
        record.backend = BackendKind::cupti;
        record.time_mode = TimeMode::stream;
        add_trial(record, record.launch_span.value().busy_ns);
        record.time = summarize_times(record.trials, record.time_mode, "nsys");
        record.notes = {
            {Severity::info, fmt::format("Imported from '{}': measured by nsys. Its time is the time in "
                                         "which at least one kernel ran: copies and gaps do not count.",
                                         printable(file_.string()))}};
        auto transfers = transfers_of(gpu);
        if (transfers.size() == most_transfers)
            record.notes.push_back(
                {Severity::lost, fmt::format("Copies after the first {} are left out.", most_transfers)});
        if (!transfers.empty()) origin = std::min(origin, transfers.front().start_ns);
        for (auto& transfer : transfers) transfer.start_ns -= origin;
        result_.launches += record.launch_count;
        record.transfers = std::move(transfers);
        begin_case(sink_, result_, std::move(record));
        add_launches(gpu, origin, in_ranges);
        sink_.end();
    }

    void note_losses() {
        const auto count = [&](const char* table) {
            return has(table)
                       ? *find_number(Statement(database_, fmt::format("SELECT count(*) FROM {}", table)))
                       : 0;
        };
        const auto note = [&](bool applies, Severity severity, const std::string& text) {
            if (applies) result_.notes.push_back({severity, text});
        };
        note(count(graphs) != 0, Severity::lost,
             fmt::format("nsys traced graphs as a whole: {} of graphs have no kernels here. {}",
                         plural(uint64_t(count(graphs)), "launch"), remedy));
        note(too_many_paths_, Severity::lost,
             fmt::format("It has more than {} NVTX ranges: others count to those around them.", most_paths));
        note(!has(cuda_devices) && count(gpus) > 1, Severity::warning,
             "It does not say which GPU a process used: GPUs are those of equal number.");
    }

    static constexpr const char* remedy = "Profile with --trace=cuda,nvtx --cuda-graph-trace=node.";
    const std::filesystem::path& file_;
    ImportSink& sink_;
    Database database_;
    std::map<std::string, std::set<std::string, std::less<>>, std::less<>> columns_;  ///< by table
    std::map<int64_t, Symbol> symbols_;  ///< by row id in StringIds
    RangeTree tree_;
    std::map<std::pair<uint32_t, std::string>, uint32_t> paths_;  ///< by parent and name
    bool too_many_paths_ = false;
    TextsDigest digest_;
    Imported result_;
};
}  // namespace

Imported import_nsys(const std::filesystem::path& file, ImportSink& sink,
                     const std::function<bool()>& stopped) {
    const auto refusal = [&](const std::string& what) {
        return failure(ErrorKind::data,
                       "'{}' cannot be imported: {}{} Name a file of 'nsys export --type sqlite'.",
                       printable(file.string()), printable(what), what.ends_with('.') ? "" : ".");
    };
    std::error_code failed;
    if (!std::filesystem::is_regular_file(file, failed)) throw refusal("it is no file");
    if (has_log(file)) throw refusal("another program is writing it");
    try {
        return Nsys(file, sink, stopped).run();
    } catch (const BadValue& fault) {
        throw refusal(fault.what());
    } catch (const SQLite::Exception& fault) {
        check_stopped(stopped);
        throw refusal(fault.what());
    }
}
}
