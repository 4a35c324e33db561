#include "db/rows/lod.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include "db/read/launch_reader.hpp"

#include <algorithm>
#include <utility>

namespace sortscope::db {
namespace {

constexpr std::size_t fewest_launches_a_run = 16;  // on average

}  // namespace

void LaunchRuns::add(std::uint32_t index, std::int64_t origin, std::optional<std::int64_t> start_ns,
                     std::optional<std::int64_t> duration_ns) {
    if (given_up_) return;
    if (index % launches_a_run == 0) first_of_these_ = runs_.size();
    if (!start_ns || !duration_ns || runs_.size() > launches_a_run + index / fewest_launches_a_run) {
        clear();
        given_up_ = true;
        return;
    }
    // Mostly the launch is of the stream that the one before it was of.
    if (last_ < first_of_these_ || last_ >= runs_.size() || runs_[last_].origin != origin) {
        const auto these = runs_.begin() + static_cast<std::ptrdiff_t>(first_of_these_);
        last_ = static_cast<std::size_t>(
            std::find_if(these, runs_.end(), [&](const LaunchRun& run) { return run.origin == origin; }) -
            runs_.begin());
        if (last_ == runs_.size())
            runs_.push_back({origin, index, index, 0, index, -1, *start_ns, *start_ns});
    }
    auto& run = runs_[last_];
    run.last = index;
    ++run.launches;
    run.start_ns = std::min(run.start_ns, *start_ns);
    run.end_ns = std::max(run.end_ns, *start_ns + *duration_ns);
    if (*duration_ns > run.longest_ns) run.longest_ns = *duration_ns, run.longest = index;
}

void LaunchRuns::clear() {
    runs_.clear();
    first_of_these_ = last_ = 0;
    given_up_ = false;
}

LevelWriter::LevelWriter(SQLite::Database& database, InternedNames& strings)
    : strings_(strings),
      run_(database,
           "INSERT INTO launch_run (case_id, position, first_launch, last_launch, launches, longest_launch, "
           "longest_ns, start_ns, end_ns, origin_id) "
           "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      sum_(database,
           "INSERT INTO substage_sum (case_id, position, stage, substage, kernel_id, label_id, first_launch, "
           "launches, time_ns, required_bytes, comparators, "
           "value_count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      value_(database,
             "INSERT INTO substage_value (case_id, position, counter_id, provenance_id, value, pass) VALUES "
             "(?, ?, ?, ?, ?, ?)") {}

void LevelWriter::begin(CaseId id, std::uint64_t expected) {
    case_ = static_cast<std::int64_t>(id);
    launches_ = 0;
    wanted_ = expected >= least_launches_with_runs;
    runs_.clear();
}

void LevelWriter::add(const LaunchRecord& launch, std::optional<std::int64_t> origin) {
    if (!wanted_) return;
    ++launches_;
    runs_.add(launch.index, origin.value_or(0), launch.start_ns, launch.duration_ns);
}

void LevelWriter::finish(const CaseSums::Sums& substages) {
    if (launches_ < least_launches_with_runs) return;
    std::int64_t position = 0;
    for (const auto& run : runs_.runs())
        execute(run_, case_, position++, run.first, run.last, run.launches, run.longest,
                range::ns(run.longest_ns), range::ns(run.start_ns), run.end_ns,
                run.origin == 0 ? std::nullopt : std::optional(run.origin));
    for (std::size_t i = 0; i < substages.sums.size(); ++i) {
        const auto& sum = substages.sums[i];
        execute(sum_, case_, i, range::stage(sum.stage), range::stage(sum.substage), substages.kernels[i],
                strings_.id(sum.label), sum.first_launch, range::launches(sum.launches), sum.time_ns,
                sum.required_bytes, sum.comparators, sum.counters.size());
        for (const auto& value : sum.counters)
            execute(value_, case_, i, value.id, value.provenance, value.value, value.pass);
    }
}

std::vector<LaunchRun> read_launch_runs(SQLite::Database& database, const CaseKey& key) {
    std::vector<LaunchRun> runs;
    std::uint64_t launches = 0;
    bool odd = false;
    Statement select(database,
                     "SELECT position, ifnull(origin_id, 0), first_launch, last_launch, launches, "
                     "longest_launch, longest_ns, start_ns, end_ns FROM launch_run "
                     "WHERE case_id = ? ORDER BY position");
    bind_row(select, key.id);
    try {
        for_each_row(select, "launch_run", [&](RowReader& row) {
            std::size_t position = 0;
            LaunchRun run;
            row.read(position, range::any(run.origin), run.first, run.last, run.launches, run.longest,
                     range::ns(run.longest_ns), range::ns(run.start_ns), run.end_ns);
            const bool within = run.first <= run.longest && run.longest <= run.last &&
                                run.last < key.launches && run.launches > 0 &&
                                run.launches <= run.last - run.first + 1 && run.start_ns <= run.end_ns;
            const bool of_one_stretch = run.last / launches_a_run == run.first / launches_a_run;
            // Who looks a launch up divides its index by the length of a stretch: none may be left out, nor
            // have another number of launches.
            const std::uint64_t next_stretch =
                runs.empty() ? 0 : (runs.back().first / launches_a_run + std::uint64_t{1}) * launches_a_run;
            const bool follows = run.first < next_stretch
                                     ? runs.back().first < run.first
                                     : run.first == next_stretch && launches == next_stretch;
            odd = odd || !within || !of_one_stretch || !follows || position != runs.size();
            launches += run.launches;
            runs.push_back(run);
        });
    } catch (const BadValue&) {
        odd = true;
    }
    if (odd || launches != key.launches) runs.clear();
    return runs;
}

std::optional<std::vector<LaunchSums>> read_substage_sums(SQLite::Database& database, Lookups& lookups,
                                                          const CaseKey& key) {
    std::vector<LaunchSums> sums;
    std::vector<std::size_t> values;
    std::uint64_t launches = 0;
    bool odd = false;
    Statement select(database,
                     "SELECT position, stage, substage, kernel_id, label_id, first_launch, launches, "
                     "time_ns, required_bytes, comparators, value_count FROM substage_sum "
                     "WHERE case_id = ? ORDER BY position");
    Statement narrow(database,
                     "SELECT position, counter_id, provenance_id, value, pass FROM substage_value WHERE "
                     "case_id = ? ORDER BY position, counter_id, provenance_id");
    bind_row(select, key.id);
    bind_row(narrow, key.id);
    try {
        for_each_row(select, "substage_sum", [&](RowReader& row) {
            auto& sum = sums.emplace_back();
            std::size_t position = 0;
            std::int64_t kernel = 0;
            std::int64_t label = 0;
            row.read(position, range::stage(sum.stage), range::stage(sum.substage), range::any(kernel),
                     range::any(label), sum.first_launch, range::launches(sum.launches), sum.time_ns,
                     sum.required_bytes, sum.comparators, values.emplace_back());
            sum.kernel = lookups.kernels.at(kernel).name;
            sum.label = lookups.strings.at(label);
            launches += sum.launches;
            odd = odd || position + 1 != sums.size();
        });
        if (sums.empty() || odd || launches != key.launches) return std::nullopt;
        for_each_row(narrow, "substage_value", [&](RowReader& row) {
            std::size_t position = 0;
            row.read(position);
            if (position >= sums.size() || values[position] == 0) {
                odd = true;
                return;
            }
            --values[position];
            read_narrow(row, lookups, sums[position].counters);
        });
    } catch (const BadValue&) {
        return std::nullopt;
    }
    if (odd || std::ranges::any_of(values, [](std::size_t lacking) { return lacking > 0; }))
        return std::nullopt;
    for (auto& sum : sums) order(sum.counters);
    return sums;
}

std::vector<std::string> odd_lod_tables(SQLite::Database& database, Lookups& lookups, const CaseKey& key) {
    const auto has_rows = [&](const std::string& table) {
        Statement select(database, "SELECT 1 FROM " + table + " WHERE case_id = ? LIMIT 1");
        bind_row(select, key.id);
        return select.step();
    };
    std::vector<std::string> odd;
    if (has_rows("launch_run") && read_launch_runs(database, key).empty()) odd.emplace_back("launch_run");
    if ((has_rows("substage_sum") || has_rows("substage_value")) &&
        !read_substage_sums(database, lookups, key))
        odd.emplace_back("substage_sum");
    return odd;
}

}  // namespace sortscope::db
