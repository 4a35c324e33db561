#include "db/rows/lod.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>

#include "db/read/launch_reader.hpp"

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

std::vector<LaunchRun> read_launch_runs(SQLite::Database& database, const CaseKey& key) {
    std::vector<LaunchRun> runs;
    std::uint64_t launches = 0;
    Statement select(database,
                     "SELECT position, ifnull(origin_id, 0), first_launch, last_launch, launches, "
                     "longest_launch, longest_ns, start_ns, end_ns FROM launch_run "
                     "WHERE case_id = ? ORDER BY position");
    bind_row(select, key.id);
    for_each_row(select, "launch_run", [&](RowReader& row) {
        std::size_t position = 0;
        LaunchRun run;
        row.read(position, range::any(run.origin), run.first, run.last, run.launches, run.longest,
                 range::ns(run.longest_ns), range::ns(run.start_ns), run.end_ns);
        const bool within = run.first <= run.longest && run.longest <= run.last && run.last < key.launches &&
                            run.launches > 0 && run.launches <= run.last - run.first + 1 &&
                            run.start_ns <= run.end_ns;
        const bool of_one_stretch = run.last / launches_a_run == run.first / launches_a_run;
        // Who looks a launch up divides its index by the length of a stretch: none may be left out, nor
        // have another number of launches.
        const std::uint64_t next_stretch =
            runs.empty() ? 0 : (runs.back().first / launches_a_run + std::uint64_t{1}) * launches_a_run;
        const bool follows = run.first < next_stretch ? runs.back().first < run.first
                                                      : run.first == next_stretch && launches == next_stretch;
        if (!within || !of_one_stretch || !follows || position != runs.size())
            row.refuse("is of a run that cannot be one of the launches");
        launches += run.launches;
        runs.push_back(run);
    });
    if (!runs.empty()) expect_rows("launch_run", key.id, key.launches, launches);
    return runs;
}

std::optional<std::vector<LaunchSums>> read_substage_sums(SQLite::Database& database, Lookups& lookups,
                                                          const CaseKey& key) {
    std::vector<LaunchSums> sums;
    std::vector<std::size_t> values;  ///< rows of substage_value that each still lacks
    std::uint64_t launches = 0;
    Statement select(database,
                     fmt::format("SELECT position, {}, value_count FROM substage_sum WHERE case_id = ? "
                                 "ORDER BY position",
                                 sum_columns));
    bind_row(select, key.id);
    for_each_row(select, "substage_sum", [&](RowReader& row) {
        auto& sum = sums.emplace_back();
        std::size_t position = 0;
        std::int64_t kernel = 0;
        std::int64_t label = 0;
        row.read(position, sum_fields(sum, kernel, label), values.emplace_back());
        if (position + 1 != sums.size()) row.refuse("does not follow the row before it");
        sum.kernel = lookups.kernels.at(kernel).name;
        sum.label = lookups.strings.at(label);
        launches += sum.launches;
    });
    if (sums.empty()) return std::nullopt;
    expect_rows("substage_sum", key.id, key.launches, launches);
    Statement narrow(database,
                     fmt::format("SELECT position, {} FROM substage_value WHERE case_id = ? ORDER BY "
                                 "position, counter_id, provenance_id",
                                 value_columns));
    bind_row(narrow, key.id);
    for_each_row(narrow, "substage_value", [&](RowReader& row) {
        std::size_t position = 0;
        row.read(position);
        if (position >= sums.size() || values[position]-- == 0)
            row.refuse("is of a sum that has no such value");
        read_narrow(row, lookups, sums[position].counters);
    });
    for (const auto lacking : values) expect_rows("substage_value", key.id, lacking, 0);
    for (auto& sum : sums) order(sum.counters);
    return sums;
}

}  // namespace sortscope::db
