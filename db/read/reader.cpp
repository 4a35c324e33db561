#include "db/read/reader.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <iterator>

#include "core/printable.hpp"
#include "db/read/launch_reader.hpp"
#include "db/schema/connection.hpp"

namespace sortscope::db {
struct Reader::Impl {
    Impl(const std::filesystem::path& name, std::chrono::milliseconds wait)
        : path(name), database(open_for_reading(name, wait)) {}

    /// Runs `work` on one consistent state of the file.
    template <class Work>
    auto read(const std::string& doing, Work&& work) {
        return guarded(path, doing, [&] {
            SQLite::Transaction one_state(database);
            return work();
        });
    }

    template <class Work>
    auto read(CaseId id, Work&& work) {
        return read(fmt::format("Reading case {} failed", id), [&] {
            auto found = file.cases.find(id);
            if (!found)
                throw failure(ErrorKind::usage, "'{}' has no case {}. {}", path.string(), id,
                              known_ids(database, "profiled_case"));
            return work(*found);
        });
    }
    template <class Value>
    Value read(CaseId id, Value (CaseReader::*of)(const StoredCase&)) {
        return read(id, [&](const StoredCase& stored) { return (file.cases.*of)(stored); });
    }
    template <class Value, class... T, class... U>
    Value read(CaseId id, Value (LaunchReader::*of)(const CaseKey&, T...), U&&... values) {
        return read(id, [&](const StoredCase& stored) { return (file.launches.*of)(stored.key, values...); });
    }

    std::filesystem::path path;
    Database database;
    Contents file{database};
};

Reader::Reader(const std::filesystem::path& path, std::chrono::milliseconds wait)
    : impl_(std::make_shared<Impl>(path, wait)) {}

std::vector<RunRecord> Reader::runs() const {
    std::vector<DamagedRun> left_out;
    return impl_->read("Reading the runs failed", [&] { return impl_->file.cases.runs(&left_out); });
}

std::vector<CaseRecord> Reader::cases(Damage* damage) const {
    return impl_->read("Listing the cases failed", [&] {
        auto listing = listing_of(impl_->file.cases);
        if (damage != nullptr) *damage = std::move(listing.damage);
        std::map<RunId, size_t> place;
        for (const auto& run : listing.runs) place.emplace(run.id, place.size());
        std::vector<CaseRecord> cases;
        for (auto& stored : listing.cases) cases.push_back(std::move(stored.record));
        std::ranges::stable_sort(cases, {}, [&](const CaseRecord& record) { return place[record.run]; });
        return cases;
    });
}

std::vector<std::string> Damage::sentences() const {
    std::vector<std::string> all;
    const auto add = [&](const auto& damaged, const char* words) {
        for (const auto& one : damaged) all.push_back(fmt::format("{} {}: {}", words, one.id, one.sentence));
    };
    add(runs, "all of run");
    add(limits, "device limits of run");
    add(cases, "case");
    return all;
}

CaseRecord Reader::read_case(CaseId id, Detail detail) const {
    return impl_->read(id, [&](StoredCase& stored) {
        auto& [database, lookups, cases, launches] = impl_->file;
        auto& record = stored.record;
        if (detail == Detail::summary) return std::move(record);
        cases.read_details(stored);
        std::ranges::move(launches.unknown_counters(stored.key), std::back_inserter(record.notes));
        if (detail == Detail::details) return std::move(record);
        record.series = cases.series(stored);
        record.sampled_launches = cases.sampled_launches(stored);
        record.stalls = cases.stalls(stored);
        if (detail == Detail::sites) record.sources = cases.sources(stored);
        launches.stream(stored.key, {.sites = detail == Detail::sites}, [&](const LaunchRecord& launch) {
            record.launches.push_back(launch);
            return true;
        });
        return std::move(record);
    });
}

std::vector<TrialRecord> Reader::trials(CaseId id) const { return impl_->read(id, &CaseReader::trials); }
std::vector<SeriesRecord> Reader::series(CaseId id) const { return impl_->read(id, &CaseReader::series); }
std::vector<SampledLaunch> Reader::sampled_launches(CaseId id) const {
    return impl_->read(id, &CaseReader::sampled_launches);
}
std::vector<StallRecord> Reader::stalls(CaseId id) const { return impl_->read(id, &CaseReader::stalls); }
std::vector<SourceText> Reader::sources(CaseId id) const { return impl_->read(id, &CaseReader::sources); }

std::vector<DeviceLimits> Reader::limits(RunId run) const {
    return impl_->read("Reading the devices' limits failed", [&] {
        auto& cases = impl_->file.cases;
        return cases.limits_fault(run) ? std::vector<DeviceLimits>{} : cases.limits(run);
    });
}

std::vector<LaunchSums> Reader::stages(CaseId id) const { return impl_->read(id, &LaunchReader::stages); }

std::optional<std::vector<LaunchSums>> Reader::substages(CaseId id,
                                                         const std::function<bool()>& go_on) const {
    return impl_->read(id, &LaunchReader::substages, go_on);
}

void Reader::launches(CaseId id, const LaunchQuery& query, const EachLaunch& each) const {
    impl_->read(id, &LaunchReader::stream, query, each);
}

void Reader::launch_times(CaseId id, const std::function<bool(const LaunchTime&)>& each, uint64_t first,
                          std::optional<uint64_t> count) const {
    impl_->read(id, &LaunchReader::times, first, count, each);
}

std::vector<LaunchGroup> Reader::launch_groups(CaseId id) const {
    return impl_->read(id, [&](const StoredCase& stored) -> std::vector<LaunchGroup> {
        try {
            return impl_->file.launches.groups(stored.key);
        } catch (const BadValue&) {
            return {};  // verify() reports the damage
        }
    });
}

std::vector<SiteCounts> Reader::sites(CaseId id, std::optional<uint32_t> launch) const {
    return impl_->read(id, [&](const StoredCase& stored) {
        const auto count = stored.key.launches;
        if (launch && count == 0) throw failure(ErrorKind::usage, "Case {} has no launches.", id);
        if (launch && *launch >= count)
            throw failure(ErrorKind::usage, "Case {} has no launch {}. Its launches are 0 to {}.", id,
                          *launch, count - 1);
        const auto last = launch ? *launch : std::max<uint64_t>(count, 1) - 1;
        return impl_->file.launches.sites(stored.key, launch.value_or(0), last);
    });
}

void check_case(const Reader& reader, const std::string& file, CaseId id) {
    try {
        reader.read_case(id, Detail::summary);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::usage) throw;
        throw failure(ErrorKind::usage, "{} 'sortscope list {}' shows the cases there are.", error.what(),
                      shell_word(file));
    }
}
}
