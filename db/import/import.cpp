#include "db/import/import.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/condition.hpp"
#include "core/csv_text.hpp"
#include "core/error.hpp"
#include "core/metric/metric.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "db/check/verify.hpp"
#include "db/import/import_columns.hpp"
#include "db/merge/merge.hpp"
#include "db/read/reader.hpp"
#include "db/rows/columns.hpp"
#include "db/sqlite/connection.hpp"
#include "db/sqlite/file_check.hpp"
#include "db/write/case_writer.hpp"
#include "db/write/writer.hpp"

namespace sortscope::db {
namespace {

struct Column {
    std::string heading;
    ImportTarget target;
};

class Import {
 public:
    Import(const std::string& name, std::string_view text, const ImportOptions& options)
        : name_(name), options_(options), reader_(name, text) {}

    Imported run() {
        read_header();
        std::vector<CsvField> fields;
        while (reader_.next(fields)) {
            if (result_.rows == 0 && tool_ == ImportTool::ncu && is_units(fields)) {
                take_units(fields);
                continue;
            }
            ++result_.rows;
            add(row_of(fields), fields.front().line);
        }
        check_mapped();
        result_.name = name_;
        if (result_.cases.empty())
            throw Error(ErrorKind::data,
                        fmt::format("'{}' holds no row of values: there is nothing to import.", name_));
        for (auto& record : result_.cases) finish(record);
        return std::move(result_);
    }

 private:
    /// Rejects `--map` names that the header lacks.
    void check_mapped() const {
        for (const auto& [theirs, ours] : options_.columns)
            if (std::ranges::find(header_, theirs, &CsvField::text) == header_.end()) {
                std::vector<std::string_view> headings;
                for (const auto& field : header_) headings.push_back(field.text);
                throw Error(ErrorKind::usage,
                            fmt::format("--map: '{}' has no column '{}'.{}", name_, theirs,
                                        theirs.size() > 100 ? "" : nearest_sentence(theirs, headings)));
            }
    }

    void read_header() {
        if (!reader_.next(header_))
            throw Error(ErrorKind::data,
                        fmt::format("'{}' is empty. Its first line names the columns.", name_));
        tool_ = tool_of(header_);
        std::set<std::string> taken;
        for (const auto& field : header_) {
            auto target = target_of(field);
            if (target.name.empty()) {
                if (!field.text.empty() &&
                    std::ranges::find(result_.left_out, field.text) == result_.left_out.end())
                    result_.left_out.push_back(field.text);
            } else if (!taken.insert(target.name).second) {
                reader_.refuse(field.line, field.column,
                               fmt::format("there are two columns of '{}'. Leave one out (--map '{}=').",
                                           target.name, field.text));
            }
            by_launch_ = by_launch_ || target.of_launch;
            columns_.push_back({field.text, std::move(target)});
        }
        for (const auto& [column, value] : options_.values) {
            const auto target = find_target(column, ImportTool::none, options_.provenance);
            if (!target || target->of_launch || target->name == "time")
                throw Error(
                    ErrorKind::usage,
                    fmt::format("'{}' is no column of a case that a value can be given for.", column));
            if (taken.contains(target->name))
                throw Error(ErrorKind::usage, fmt::format("'{}' has a column '{}' already.", name_, column));
            taken.insert(target->name);
            given_.emplace_back(*target, CsvField{value, 0, 0});
        }
        for (const auto* needed : {"variant", "n"})
            if (!taken.contains(needed))
                reader_.refuse(1, 1,
                               fmt::format("no column says '{0}'. Name one so, say which is (--map "
                                           "'theirs={0}'), or give it for all rows (--set {0}=...).",
                                           needed));
        if (!by_launch_ && !taken.contains("time"))
            reader_.refuse(
                1, 1,
                "no column holds a time (time_ns, time_us, time_ms, time_s), nor anything of launches.");
        has_time_ = taken.contains("time");
    }

    ImportTarget target_of(const CsvField& field) {
        auto name = field.text;
        if (const auto mapped = options_.columns.find(name); mapped != options_.columns.end()) {
            if (mapped->second.empty()) return {};
            name = mapped->second;
            if (auto target = find_target(name, ImportTool::none, options_.provenance))
                return *std::move(target);
            throw Error(ErrorKind::usage, fmt::format("--map: there is no column '{}' to take '{}' for.{}",
                                                      name, field.text, nearest(name)));
        }
        if (auto target = find_target(name, tool_, options_.provenance)) return *std::move(target);
        if (tool_ != ImportTool::none)
            if (auto target = find_target(name, ImportTool::none, options_.provenance))
                return *std::move(target);
        if (options_.others) return {};
        reader_.refuse(field.line, field.column,
                       fmt::format("the column '{}' means nothing here.{} Say what it is (--map '{}=...') or "
                                   "leave all such out (--others).",
                                   name, nearest(name), name));
    }

    static std::string nearest(const std::string& name) {
        if (name.size() > 100) return {};  // near to nothing
        const auto names = target_names();
        return nearest_sentence(name, {names.begin(), names.end()});
    }

    /// ncu's second line: the units, below an empty ID.
    bool is_units(const std::vector<CsvField>& fields) const {
        for (std::size_t i = 0; i < std::min(fields.size(), columns_.size()); ++i)
            if (columns_[i].heading == "ID") return fields[i].text.empty();
        return false;
    }

    void take_units(const std::vector<CsvField>& fields) {
        for (std::size_t i = 0; i < std::min(fields.size(), columns_.size()); ++i) {
            auto& column = columns_[i];
            if (!column.target.set || fields[i].text.empty()) continue;
            const auto factor = unit_factor(fields[i].text);
            if (!factor)
                reader_.refuse(
                    fields[i].line, fields[i].column,
                    fmt::format("column '{}': the unit '{}' is not understood. Have all printed in their own "
                                "units (ncu --print-units base), or leave the column out (--map '{}=').",
                                column.heading, fields[i].text, column.heading));
            column.target.factor = *factor;
        }
    }

    ImportRow row_of(const std::vector<CsvField>& fields) {
        if (fields.size() != columns_.size())
            reader_.refuse(fields.front().line, fields.front().column,
                           fmt::format("the row has {}, and the first line names {}.",
                                       plural(fields.size(), "field"), plural(columns_.size(), "column")));
        ImportRow row;
        row.who.backend = row.who.device.backend = BackendKind::cupti;
        for (const auto& [target, field] : given_)
            target.set(row, ImportValue(reader_, field, target.name), target.factor);
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const auto& target = columns_[i].target;
            if (!target.set || fields[i].text.empty()) continue;  // absent is not zero
            if (target.name == "start") start_column_ = fields[i].column;
            target.set(row, ImportValue(reader_, fields[i], columns_[i].heading), target.factor);
        }
        if (row.skipped) return row;
        for (const auto& column : row.left_out) ++result_.values_left_out[column];
        check_bounds(row, fields);
        const auto need = [&](bool there, const char* what) {
            if (!there)
                reader_.refuse(fields.front().line, fields.front().column,
                               fmt::format("the row does not say '{}'.", what));
        };
        need(!row.who.subject.name.empty(), "variant");
        need(row.workload.n != 0, "n");
        describe_sort(row.who, row.workload, row.config);
        if (!by_launch_) need(row.time_ns.has_value(), "time");
        if (row.who.time_mode == TimeMode::none && has_time_)
            row.who.time_mode = row.who.backend == BackendKind::cpu ? TimeMode::host : TimeMode::stream;
        if (by_launch_) row.launch.required_bytes = std::exchange(row.who.required_bytes, 0);
        return row;
    }

    /// A counter that cannot be is refused here, where verify would find it in the store.
    void check_bounds(const ImportRow& row, const std::vector<CsvField>& fields) const {
        const auto broken = broken_bound(row.launch.counters, row.who.device.cc_major);
        if (!broken) return;
        const auto at = static_cast<std::size_t>(
            std::ranges::find(columns_, metric_of(broken->part.id).id,
                              [](const Column& column) { return column.target.name; }) -
            columns_.begin());
        ImportValue(reader_, fields.at(at), columns_.at(at).heading).refuse("the launch " + broken->sentence);
    }

    /// What tells a row's case from the others: its condition, what the column 'case' says, and the compute
    /// capability, which a condition leaves to the device.
    using Identity = std::tuple<Condition, std::string, int, int>;
    static Identity identity(const ImportRow& row) {
        return {condition_of(row.who), row.group, row.who.device.cc_major, row.who.device.cc_minor};
    }

    void add(ImportRow row, std::size_t line) {
        if (row.skipped) {
            ++result_.skipped;
            return;
        }
        const auto [place, is_new] = by_identity_.try_emplace(identity(row), result_.cases.size());
        if (is_new) {
            result_.cases.push_back(std::move(row.who));
            result_.lines.push_back(line);
            last_index_.emplace_back();
            last_start_.emplace_back();
            verified_.push_back(row.verified);
        }
        auto& record = result_.cases[place->second];
        if (!by_launch_ || is_new)
            add_trial(record, row);
        else if (record.trials.front().duration_ns != row.time_ns)
            reader_.refuse(
                line, 1,
                "the launch tells another time of the whole sort than the launches of its case before it.");
        if (by_launch_ && !is_new && row.verified) {
            auto& said = verified_[place->second];
            if (said.value_or(*row.verified) != *row.verified)
                reader_.refuse(line, 1,
                               "the launch says otherwise of the output ('verified') than the launches of "
                               "its case before it.");
            said = row.verified;
            keep_word(record, record.trials.front(), row);
        }
        if (by_launch_) add_launch(record, std::move(row), place->second, line);
    }

    void add_trial(CaseRecord& record, const ImportRow& row) {
        auto& trial = record.trials.emplace_back();
        trial.kind = row.time_ns ? TrialKind::time : TrialKind::activity;
        trial.index = static_cast<std::uint32_t>(record.trials.size() - 1);
        trial.duration_ns = row.time_ns;
        keep_word(record, trial, row);
        if (row.time_ns) trial.time_mode = record.time_mode;
    }

    /// Keeps whether the tool verified the output of a trial.
    static void keep_word(CaseRecord& record, TrialRecord& trial, const ImportRow& row) {
        trial.verified = row.verified == true;
        if (row.verified == false) record.status = CaseStatus::unverified;
    }

    using Stream =
        std::tuple<std::optional<std::uint32_t>, std::optional<std::uint32_t>, std::optional<std::uint32_t>>;

    /// Launches of a stream start one after the other, whatever others do between them.
    void check_start(std::map<Stream, std::int64_t>& starts, const LaunchRecord& launch,
                     std::size_t line) const {
        if (!launch.start_ns) return;
        const auto [before, first] =
            starts.try_emplace({launch.process_id, launch.context_id, launch.stream_id}, *launch.start_ns);
        if (!first && *launch.start_ns < before->second)
            reader_.refuse(
                line, start_column_,
                fmt::format("the launch starts {} ns before the one in front of it in the same stream. Sort "
                            "the rows, or say which stream, context or process each is of.",
                            before->second - *launch.start_ns));
        before->second = *launch.start_ns;
    }

    void add_launch(CaseRecord& record, ImportRow row, std::size_t at, std::size_t line) {
        auto& last = last_index_[at];
        if (row.launch_index && last && *row.launch_index <= *last)
            reader_.refuse(line, 1,
                           fmt::format("launch {} comes after launch {} of its case. Sort the rows, or tell "
                                       "the cases apart by a column 'case'.",
                                       *row.launch_index, *last));
        if (row.launch_index) last = row.launch_index;
        auto& launch = row.launch;
        check_start(last_start_[at], launch, line);
        launch.index = static_cast<std::uint32_t>(record.launches.size());
        if (launch.stage.stage == 0) launch.stage.stage = static_cast<int>(launch.index) + 1;
        if (launch.stage.substage == 0) launch.stage.substage = 1;
        if (launch.kernel.empty()) launch.kernel = record.subject.name;
        if (launch.duration_ns) launch.duration_count = 1;
        record.launches.push_back(std::move(launch));
    }

    void finish(CaseRecord& record) const {
        if (record.device.name.empty()) record.device.name = "unknown device";
        record.time = summarize_times(record.trials, record.time_mode, "imported");
        if (!record.time) record.time_mode = TimeMode::none;
        if (record.status == CaseStatus::unverified)
            record.message = fmt::format("The output was not verified, says {}.", options_.tool);
        const bool tool_verified = std::ranges::any_of(record.trials, &TrialRecord::verified);
        record.notes.push_back(
            {Severity::info,
             fmt::format("Imported from '{}': {} by {}, {}.", name_,
                         by_launch_ ? fmt::format("counters {}, times measured", name_of(options_.provenance))
                                    : "measured",
                         options_.tool,
                         tool_verified ? "which says that outputs were verified; here none was"
                                       : "and not verified here")});
        if (by_launch_ && tool_ == ImportTool::ncu)
            record.notes.push_back(
                {Severity::warning,
                 "Durations of launches were taken by ncu while it counted: each alone, at the clocks that "
                 "ncu had set. They are not the launches' times in an undisturbed sort."});
        const auto counted = [&](const LaunchRecord& launch) { return launch.duration_ns.has_value(); };
        if (std::ranges::any_of(record.launches, counted) && !std::ranges::all_of(record.launches, counted))
            record.notes.push_back({Severity::warning, "Some launches were imported without a duration."});
    }

    const std::string& name_;
    const ImportOptions& options_;
    CsvReader reader_;
    std::vector<CsvField> header_;
    ImportTool tool_ = ImportTool::none;
    std::vector<Column> columns_;
    std::vector<std::pair<ImportTarget, CsvField>> given_;
    std::map<Identity, std::size_t> by_identity_;
    std::vector<std::optional<std::uint64_t>> last_index_;
    std::vector<std::map<Stream, std::int64_t>> last_start_;  ///< of each case, by stream
    std::vector<std::optional<bool>>
        verified_;  ///< of each case, what its rows have said of the output so far
    bool by_launch_ = false, has_time_ = false;
    std::size_t start_column_ = 1;  ///< of the row that is read
    Imported result_;
};

/// How values are understood is a part of what they are.
std::string digest_of(std::string_view text, const ImportOptions& options) {
    std::string how;
    const auto add = [&](std::string_view part) { how += fmt::format("{}:{};", part.size(), part); };
    for (const auto* pairs : {&options.columns, &options.values}) {
        add(std::to_string(pairs->size()));
        for (const auto& [name, value] : *pairs) add(name), add(value);
    }
    add(name_of(options.provenance));
    return text_digest(how + text_digest(text));
}

}  // namespace

Imported parse_import(const std::string& name, std::string_view text, const ImportOptions& options) {
    auto imported = Import(name, text, options).run();
    imported.digest = digest_of(text, options);
    return imported;
}

namespace {

/// A finding of the draft in the words of the values that it is made of: its cases are numbered as they were
/// written.
std::string refusal_of(const Finding& finding, const Imported& imported) {
    const auto at = static_cast<std::size_t>(finding.in_case.value_or(0)) - 1;
    if (at >= imported.cases.size())
        return fmt::format("'{}' has values that cannot be: {} Nothing was stored.", imported.name,
                           finding.sentence);
    const auto line =
        at < imported.lines.size() ? fmt::format(", line {}", imported.lines[at]) : std::string();
    return fmt::format(
        "'{}'{}: the case that begins there, {}, has values that cannot be: {} Nothing was stored.",
        imported.name, line, condition_of(imported.cases[at]).label(), finding.sentence);
}

}  // namespace

std::string import_uuid(const std::filesystem::path& into, const Imported& imported, bool again) {
    std::error_code failed;
    if (!std::filesystem::exists(into, failed)) return imported.digest;
    const auto runs = Reader(into).runs();
    const auto run = std::ranges::find(runs, imported.digest, &RunRecord::uuid);
    if (run == runs.end()) return imported.digest;
    if (again) return random_uuid();
    const auto id = static_cast<std::int64_t>(run->id);
    throw Error(
        ErrorKind::usage,
        fmt::format("'{}' has the values of '{}' already: run {}, imported at {}. Nothing was stored. "
                    "Delete that run first ('sortscope delete {} --run {}'), or import the values "
                    "as another run with --again.",
                    into.string(), imported.name, id, run->started_utc, into.string(), id));
}

void store_import(const std::filesystem::path& into, const RunRecord& run, const Imported& imported,
                  const std::function<bool()>& stopped) {
    check_writable_target(into);
    // A file of its own first: it is merged in one transaction.
    const TempFile draft(into, "import");
    {
        Writer writer(draft.path());
        const auto id = writer.begin_run(run);
        for (const auto& record : imported.cases) {
            if (stopped && stopped())
                throw Error(ErrorKind::data, "The import was stopped. Nothing was stored.");
            writer.write_case(id, record);
        }
        auto ended = run;
        ended.notes.clear();
        writer.finish_run(id, ended);
    }
    // What verify would find later is no import.
    if (const auto found = verify(draft.path()).findings; !found.empty())
        throw Error(ErrorKind::data, refusal_of(found.front(), imported));
    merge(into, std::vector{draft.path()}, default_merge_wait, stopped);
}

}  // namespace sortscope::db
