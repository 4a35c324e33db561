#include "db/read/reader.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "core/error.hpp"
#include "core/printable.hpp"
#include "db/read/case_reader.hpp"
#include "db/read/launch_reader.hpp"
#include "db/rows/interned.hpp"
#include "db/schema/schema.hpp"
#include "db/sqlite/connection.hpp"
#include "db/sqlite/errors.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {

/// "Its cases are 1 to 42."
std::string known_ids(SQLite::Database& database) {
    Statement select(database, "SELECT count(*), min(id), max(id) FROM profiled_case");
    select.step();
    const auto number = [&](int column) { return sqlite3_column_int64(select.handle(), column); };
    const auto count = number(0), first = number(1), last = number(2);
    if (count == 0) return "It has no cases yet.";
    if (count == 1) return fmt::format("Its only case is {}.", first);
    if (last - first + 1 == count) return fmt::format("Its cases are {} to {}.", first, last);
    return fmt::format("Its {} cases are numbered {} to {}.", count, first, last);
}

std::string reading(CaseId id) {
    return fmt::format("Reading case {} failed", static_cast<std::int64_t>(id));
}

}  // namespace

struct Reader::Impl {
    Impl(const std::filesystem::path& file, std::chrono::milliseconds wait)
        : path(file), database(open_for_reading(file, wait)) {}

    /// Runs `work` on one consistent state of the file.
    template <class Work>
    auto read(const std::string& doing, Work&& work) {
        return guarded(path, doing, [&] {
            SQLite::Transaction one_state(database);
            return work();
        });
    }

    /// The case, or Error(usage) that says which there are.
    StoredCase find(CaseId id) {
        auto found = cases.find(id);
        if (!found)
            throw Error(ErrorKind::usage, fmt::format("'{}' has no case {}. {}", path.string(),
                                                      static_cast<std::int64_t>(id), known_ids(database)));
        return *std::move(found);
    }

    std::filesystem::path path;
    SQLite::Database database;
    Lookups lookups{database};
    CaseReader cases{database, lookups};
    LaunchReader launches{database, lookups};
};

Reader::Reader(const std::filesystem::path& path, std::chrono::milliseconds wait)
    : impl_(std::make_unique<Impl>(path, wait)) {}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

namespace {

/// By when they began: in a file that was merged, numbers tell the order of the merging.
std::vector<RunRecord> oldest_first(std::vector<RunRecord> runs) {
    std::ranges::stable_sort(runs, {}, &RunRecord::started_utc);
    return runs;
}

void in_order_of_runs(std::vector<CaseRecord>& cases, const std::vector<RunRecord>& runs) {
    std::map<RunId, std::size_t> place;
    for (const auto& run : runs) place.emplace(run.id, place.size());
    std::ranges::stable_sort(cases, {}, [&](const CaseRecord& record) { return place[record.run]; });
}

}  // namespace

std::vector<RunRecord> Reader::runs() const {
    return impl_->read("Reading the runs failed", [&] { return oldest_first(impl_->cases.runs()); });
}

std::vector<CaseRecord> Reader::cases(const CaseFilter& filter) const {
    return impl_->read("Listing the cases failed", [&] {
        std::vector<CaseRecord> cases;
        for (auto& stored : impl_->cases.list(filter)) cases.push_back(std::move(stored.record));
        in_order_of_runs(cases, oldest_first(impl_->cases.runs()));
        return cases;
    });
}

CaseRecord Reader::read_case(CaseId id, Detail detail) const {
    return impl_->read(reading(id), [&] {
        auto stored = impl_->find(id);
        auto& record = stored.record;
        if (detail == Detail::summary) return std::move(record);
        impl_->cases.read_details(stored);
        std::ranges::move(impl_->launches.unknown_counters(stored.key), std::back_inserter(record.notes));
        if (detail == Detail::details) return std::move(record);
        record.series = impl_->cases.series(stored);
        record.stalls = impl_->cases.stalls(stored);
        if (detail == Detail::sites) record.sources = impl_->cases.sources(id);
        impl_->launches.stream(stored.key, LaunchQuery{.sites = detail == Detail::sites},
                               [&](const LaunchRecord& launch) {
                                   record.launches.push_back(launch);
                                   return true;
                               });
        return std::move(record);
    });
}

std::vector<TrialRecord> Reader::trials(CaseId id) const {
    return impl_->read(reading(id), [&] { return impl_->cases.trials(impl_->find(id)); });
}

std::vector<SeriesRecord> Reader::series(CaseId id) const {
    return impl_->read(reading(id), [&] { return impl_->cases.series(impl_->find(id)); });
}

std::vector<StallRecord> Reader::stalls(CaseId id) const {
    return impl_->read(reading(id), [&] { return impl_->cases.stalls(impl_->find(id)); });
}

std::vector<SourceText> Reader::sources(CaseId id) const {
    return impl_->read(reading(id), [&] { return impl_->cases.sources(impl_->find(id).record.id); });
}

std::vector<DeviceLimits> Reader::limits(RunId run) const {
    return impl_->read("Reading the devices' limits failed", [&] { return impl_->cases.limits(run); });
}

std::vector<LaunchSums> Reader::stages(CaseId id) const {
    return impl_->read(reading(id), [&] { return impl_->launches.stages(impl_->find(id).key); });
}

std::optional<std::vector<LaunchSums>> Reader::substages(CaseId id,
                                                         const std::function<bool()>& go_on) const {
    return impl_->read(reading(id), [&] { return impl_->launches.substages(impl_->find(id).key, go_on); });
}

void Reader::launches(CaseId id, const LaunchQuery& query,
                      const std::function<bool(const LaunchRecord&)>& each) const {
    impl_->read(reading(id), [&] {
        impl_->launches.stream(impl_->find(id).key, query, each);
        return true;
    });
}

void Reader::launch_times(CaseId id, const std::function<bool(const LaunchTime&)>& each, std::uint64_t first,
                          std::optional<std::uint64_t> count) const {
    impl_->read(reading(id), [&] {
        impl_->launches.times(impl_->find(id).key, first, count, each);
        return true;
    });
}

std::vector<LaunchRun> Reader::launch_runs(CaseId id) const {
    return impl_->read(reading(id), [&] { return impl_->launches.runs(impl_->find(id).key); });
}

std::vector<SiteCounts> Reader::sites(CaseId id, std::optional<std::uint32_t> launch) const {
    return impl_->read(reading(id), [&] {
        const auto key = impl_->find(id).key;
        if (launch && *launch >= key.launches)
            throw Error(ErrorKind::usage,
                        key.launches == 0
                            ? fmt::format("Case {} has no launches.", static_cast<std::int64_t>(id))
                            : fmt::format("Case {} has no launch {}. Its launches are 0 to {}.",
                                          static_cast<std::int64_t>(id), *launch, key.launches - 1));
        const std::uint64_t last = key.launches == 0 ? 0 : key.launches - 1;
        return impl_->launches.sites(key, launch.value_or(0), launch ? *launch : last);
    });
}

void check_case(const Reader& reader, const std::string& file, CaseId id) {
    try {
        reader.read_case(id, Detail::summary);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::usage) throw;
        throw Error(ErrorKind::usage, std::string(error.what()) + " 'sortscope list " + shell_word(file) +
                                          "' shows the cases there are.");
    }
}

}  // namespace sortscope::db
