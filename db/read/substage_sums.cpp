#include "db/read/substage_sums.hpp"

#include <sqlite3.h>

#include <cmath>
#include <deque>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/sums.hpp"
#include "db/read/counter_cursor.hpp"
#include "db/schema/wide_tables.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {

constexpr const char* function_name = "sortscope_add_up";
constexpr std::uint64_t rows_between_questions = 4096;

/// Whether its values add up without a look at the launches' times, and at what is greatest.
bool is_simply_added(const Metric& metric) {
    return metric.adding != Adding::time_weighted && metric.adding != Adding::maximum;
}

/// One column over one group.
struct Amount {
    Number value;
    std::uint64_t launches = 0;

    /// False where `more` is nothing that a counter can be. Throws Error(data) as the sum of launches does,
    /// where it passes 64 bits.
    bool add(sqlite3_value* more) {
        const int type = sqlite3_value_type(more);
        if (type == SQLITE_INTEGER) {
            const std::int64_t whole = sqlite3_value_int64(more);
            if (whole < 0) return false;
            value = value.is_whole() ? Number(checked_sum(value.rounded(), whole))
                                     : Number(value.as_double() + static_cast<double>(whole));
        } else if (type == SQLITE_FLOAT) {
            const double fraction = sqlite3_value_double(more);
            if (!std::isfinite(fraction) || fraction < 0) return false;
            value = Number(value.as_double() + fraction);
        } else {
            return type == SQLITE_NULL;
        }
        ++launches;
        return true;
    }
};

/// SumColumns of a wide table on their way into the sums.
struct SumColumns {
    std::size_t count;
    const std::vector<std::uint32_t>& group_of;
    const std::function<bool()>& go_on;
    std::vector<Amount> amounts;  ///< of group g and column c at g * count + c
    std::uint64_t rows = 0;
    bool stopped = false;

    void stop(sqlite3_context* context) {
        stopped = true;
        sqlite3_result_error(context, "stopped", -1);
    }
};

/// The step of an aggregate. Values: index of the launch, then the columns.
void add_row(sqlite3_context* context, int count, sqlite3_value** values) {
    auto& columns = *static_cast<SumColumns*>(sqlite3_user_data(context));
    if (columns.stopped) return;
    const auto index = static_cast<std::uint64_t>(sqlite3_value_int64(values[0]));
    if (index >= columns.group_of.size() || (columns.rows % rows_between_questions == 0 && !columns.go_on()))
        return columns.stop(context);
    ++columns.rows;
    auto* amount = &columns.amounts[columns.group_of[index] * columns.count];
    try {
        for (int i = 1; i < count; ++i, ++amount)
            if (!amount->add(values[i])) return columns.stop(context);
    } catch (const Error&) {  // nothing may be thrown through SQLite
        columns.stop(context);
    }
}

void no_result(sqlite3_context* context) { sqlite3_result_null(context); }

/// The aggregate as long as it is used.
class AddUp {
 public:
    AddUp(SQLite::Database& database, SumColumns& columns) : handle_(database.getHandle()) {
        sqlite3_create_function_v2(handle_, function_name, -1, SQLITE_UTF8, &columns, nullptr, add_row,
                                   no_result, nullptr);
    }
    ~AddUp() {
        sqlite3_create_function_v2(handle_, function_name, -1, SQLITE_UTF8, nullptr, nullptr, nullptr,
                                   nullptr, nullptr);
    }
    AddUp(const AddUp&) = delete;
    AddUp& operator=(const AddUp&) = delete;

 private:
    sqlite3* handle_;
};

struct Shape {
    std::int64_t kernel = 0;
    std::uint64_t bound_bytes = 0, comparators = 0;
};

}  // namespace

SubstageSums::SubstageSums(SQLite::Database& database, Lookups& lookups, const CaseKey& key,
                           std::function<bool()> go_on)
    : database_(database),
      lookups_(lookups),
      key_(key),
      go_on_(std::move(go_on)),
      range_{key.first_launch, 0, key.launches - 1} {}

bool SubstageSums::take_launches() {
    Lookup<Shape> shapes(database_, "launch_shape",
                         "SELECT id, kernel_id, required_bytes, comparators FROM launch_shape",
                         [](RowReader& row, Shape& shape) {
                             row.read(range::any(shape.kernel), range::bytes(shape.bound_bytes),
                                      range::bytes(shape.comparators));
                         });
    std::map<std::tuple<int, int, std::int64_t>, std::uint32_t> places;
    std::tuple<int, int, std::int64_t> last{};
    std::int64_t shape_id = 0, label_id = 0;  // of the launch before
    std::uint32_t group = 0;
    LaunchRecord launch;  // without counters
    Statement launches(database_,
                       "SELECT id, case_id, id - ?1 AS launch_index, stage, substage, label_id, shape_id, "
                       "duration_ns FROM launch "
                       "WHERE id BETWEEN ?1 + ?2 AND ?1 + ?3 ORDER BY id");
    bind_row(launches, range_.key, range_.first, range_.last);
    group_of_.reserve(key_.launches);
    duration_ns_.reserve(key_.launches);
    while (launches.step()) {
        RowReader row(launches, "launch");
        std::int64_t id = 0, case_id = 0, label = 0, shape = 0;
        row.read(range::any(id), range::any(case_id), launch.index, range::stage(launch.stage.stage),
                 range::stage(launch.stage.substage), range::any(label), range::any(shape),
                 range::ns(launch.duration_ns));
        if (case_id != static_cast<std::int64_t>(key_.id) || launch.index != group_of_.size()) return false;
        if (launch.index % rows_between_questions == 0 && !go_on_()) return false;
        if (shape != shape_id || shape_id == 0) {
            const auto& known = shapes.at(shape);
            shape_id = shape;
            launch.kernel = lookups_.kernels.at(known.kernel).name;
            launch.bound_bytes = known.bound_bytes;
            launch.comparators = known.comparators;
        }
        if (label != label_id || label_id == 0) launch.stage.label = lookups_.strings.at(label_id = label);
        const std::tuple now{launch.stage.stage, launch.stage.substage, shapes.at(shape).kernel};
        if (sums_.empty() || now != last) {
            const auto [place, is_new] =
                places.try_emplace(last = now, static_cast<std::uint32_t>(sums_.size()));
            if (is_new) sums_.emplace_back();
            group = place->second;
        }
        add(sums_[group], launch);
        group_of_.push_back(group);
        duration_ns_.push_back(launch.duration_ns.value_or(-1));
    }
    return group_of_.size() == key_.launches;
}

bool SubstageSums::take_columns(const TakenSet& taken, const std::vector<const Metric*>& columns) {
    SumColumns into{columns.size(), group_of_, go_on_, std::vector<Amount>(sums_.size() * columns.size())};
    const AddUp add_up(database_, into);
    const auto table = counter_table(*taken.set);
    try {
        Statement statement(
            database_,
            fmt::format(
                "SELECT {}(t.launch_id - ?1{}) FROM {} t WHERE t.launch_id BETWEEN ?1 + ?2 AND ?1 + ?3",
                function_name, wide_select(columns), table));
        bind_row(statement, range_.key, range_.first, range_.last);
        while (statement.step()) {
        }
    } catch (const SQLite::Exception&) {
        if (into.stopped) return false;
        throw;
    }
    if (into.rows != taken.pass->launches) return false;
    for (std::size_t group = 0; group < sums_.size(); ++group)
        for (std::size_t column = 0; column < columns.size(); ++column) {
            const auto& amount = into.amounts[group * columns.size() + column];
            // What one of its launches lacks, the group lacks.
            if (amount.launches == sums_[group].launches)
                sums_[group].counters.push_back(
                    {columns[column]->counter, taken.set->provenance, amount.value, taken.pass->pass});
        }
    return true;
}

bool SubstageSums::take_one_by_one() {
    std::deque<WideColumns> columns;
    std::deque<WideCursor> wide;
    for (const auto& taken : sets_of(key_)) {
        auto timed = wide_columns(database_, counter_table(*taken.set));
        std::erase_if(timed.known, [](const Metric* metric) { return is_simply_added(*metric); });
        if (!timed.known.empty())
            wide.emplace_back(database_, *taken.set, columns.emplace_back(std::move(timed)), range_,
                              taken.pass->pass);
    }
    // A stage whose launches do not all have one has no sum of it, but its substages may have.
    Statement any(database_,
                  "SELECT 1 FROM other_counter WHERE launch_id BETWEEN ?1 + ?2 AND ?1 + ?3 LIMIT 1");
    bind_row(any, range_.key, range_.first, range_.last);
    const bool others = any.step();
    any.reset();
    std::optional<LaunchCursor> narrow;
    if (others) narrow.emplace(database_, select_narrow, "other_counter", range_);
    if (wide.empty() && !narrow) return true;
    std::vector<LaunchSums> sums(sums_.size());
    LaunchRecord launch;
    for (launch.index = 0; launch.index < group_of_.size(); ++launch.index) {
        if (launch.index % rows_between_questions == 0 && !go_on_()) return false;
        launch.counters.clear();
        for (auto& cursor : wide) cursor.take(launch.index, launch.counters);
        if (narrow)
            narrow->rows_of(launch.index,
                            [&](RowReader& value) { read_narrow(value, lookups_, launch.counters); });
        order(launch.counters);
        const auto ns = duration_ns_[launch.index];
        launch.duration_ns = ns < 0 ? std::nullopt : std::optional(ns);
        add(sums[group_of_[launch.index]], launch);
    }
    for (std::size_t group = 0; group < sums_.size(); ++group)
        sums_[group].counters.insert(sums_[group].counters.end(), sums[group].counters.begin(),
                                     sums[group].counters.end());
    return true;
}

std::optional<std::vector<LaunchSums>> SubstageSums::added_up() {
    if (key_.launches == 0) return std::vector<LaunchSums>{};
    try {
        if (!take_launches() || !take_one_by_one()) return std::nullopt;
        for (const auto& taken : sets_of(key_)) {
            auto columns = wide_columns(database_, counter_table(*taken.set)).known;
            std::erase_if(columns, [](const Metric* metric) { return !is_simply_added(*metric); });
            // A function takes so many values at once.
            constexpr std::size_t most = 100;
            for (std::size_t first = 0; first < columns.size(); first += most) {
                const std::vector part(
                    columns.begin() + static_cast<std::ptrdiff_t>(first),
                    columns.begin() + static_cast<std::ptrdiff_t>(std::min(columns.size(), first + most)));
                if (!take_columns(taken, part)) return std::nullopt;
            }
        }
    } catch (const BadValue&) {
        return std::nullopt;
    } catch (const Error&) {
        return std::nullopt;  // a sum beyond 64 bits
    }
    for (auto& sums : sums_) order(sums.counters);
    return std::move(sums_);
}

}  // namespace sortscope::db
