#include "db/import/import.hpp"

#include <set>
#include <tuple>

#include "core/condition.hpp"
#include "core/csv_text.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "db/check/verify.hpp"
#include "db/import/import_columns.hpp"
#include "db/merge/merge.hpp"
#include "db/read/reader.hpp"
#include "db/rows/columns.hpp"
#include "db/sqlite/connection.hpp"
#include "db/sqlite/file_check.hpp"
#include "db/write/writer.hpp"

namespace sortscope::db {
namespace {
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
            throw failure(ErrorKind::data, "'{}' holds no row of values: there is nothing to import.", name_);
        for (auto& record : result_.cases) finish(record);
        return std::move(result_);
    }

 private:
    void check_mapped() const {
        std::vector<std::string> headings;
        for (const auto& field : header_) headings.push_back(field.text);
        for (const auto& [theirs, ours] : options_.columns)
            if (std::ranges::find(headings, theirs) == headings.end())
                throw failure(ErrorKind::usage, "--map: '{}' has no column '{}'.{}", name_, theirs,
                              nearest(theirs, headings));
    }

    void read_header() {
        if (!reader_.next(header_))
            throw failure(ErrorKind::data, "'{}' is empty. Its first line names the columns.", name_);
        tool_ = tool_of(header_);
        std::set<std::string> taken;
        for (const auto& field : header_) {
            const auto& target = targets_.emplace_back(target_of(field));
            by_launch_ |= target.of_launch;
            if (!target.name.empty() && !taken.insert(target.name).second)
                reader_.refuse(field.line, field.column,
                               fmt::format("there are two columns of '{}'. Leave one out (--map '{}=').",
                                           target.name, field.text));
            auto& left_out = result_.left_out;
            if (target.name.empty() && !field.text.empty() &&
                std::ranges::find(left_out, field.text) == left_out.end())
                left_out.push_back(field.text);
        }
        for (const auto& [column, value] : options_.values) {
            const auto target = find_target(column, ImportTool::none, options_.provenance);
            if (!target || target->of_launch || target->name == "time")
                throw failure(ErrorKind::usage, "'{}' is no column of a case that a value can be given for.",
                              column);
            if (!taken.insert(target->name).second)
                throw failure(ErrorKind::usage, "'{}' has a column '{}' already.", name_, column);
            given_.emplace_back(*target, CsvField{value, 0, 0});
        }
        for (const auto* needed : {"variant", "n"})
            if (!taken.contains(needed))
                reader_.refuse(1, 1,
                               fmt::format("no column is '{0}'. Name one so, map one (--map 'theirs={0}'), "
                                           "or set it for all rows (--set {0}=...).",
                                           needed));
        has_time_ = taken.contains("time");
        if (!by_launch_ && !has_time_)
            reader_.refuse(
                1, 1,
                "no column holds a time (time_ns, time_us, time_ms, time_s), nor anything of launches.");
    }

    ImportTarget target_of(const CsvField& field) {
        const auto& name = field.text;
        const auto find = [&](const std::string& column, ImportTool tool) {
            return find_target(column, tool, options_.provenance);
        };
        if (const auto mapped = options_.columns.find(name); mapped != options_.columns.end()) {
            const auto& ours = mapped->second;
            if (ours.empty()) return {};
            if (auto target = find(ours, ImportTool::none)) return *std::move(target);
            throw failure(ErrorKind::usage, "--map: there is no column '{}' to take '{}' for.{}", ours, name,
                          nearest(ours, target_names()));
        }
        for (const auto tool : {tool_, ImportTool::none})
            if (auto target = find(name, tool)) return *std::move(target);
        if (options_.others) return {};
        reader_.refuse(field.line, field.column,
                       fmt::format("the column '{}' means nothing here.{} Say what it is (--map '{}=...') or "
                                   "leave all such out (--others).",
                                   name, nearest(name, target_names()), name));
    }

    static std::string nearest(const std::string& name, const std::vector<std::string>& names) {
        if (name.size() > 100) return {};  // too slow
        return nearest_sentence(name, {names.begin(), names.end()});
    }

    /// ncu's second line: the units, below an empty ID.
    bool is_units(const std::vector<CsvField>& fields) const {
        for (size_t i = 0; i < std::min(fields.size(), header_.size()); ++i)
            if (header_[i].text == "ID") return fields[i].text.empty();
        return false;
    }

    void take_units(const std::vector<CsvField>& fields) {
        for (size_t i = 0; i < std::min(fields.size(), targets_.size()); ++i) {
            const auto& heading = header_[i].text;
            if (!targets_[i].set || fields[i].text.empty()) continue;
            const auto factor = unit_factor(fields[i].text);
            if (!factor)
                reader_.refuse(
                    fields[i].line, fields[i].column,
                    fmt::format("column '{}': the unit '{}' is not understood. Have all printed in their own "
                                "units (ncu --print-units base), or leave the column out (--map '{}=').",
                                heading, fields[i].text, heading));
            targets_[i].factor = *factor;
        }
    }

    ImportRow row_of(const std::vector<CsvField>& fields) {
        const auto refuse = [&](const std::string& what) {
            reader_.refuse(fields.front().line, fields.front().column, what);
        };
        if (fields.size() != targets_.size())
            refuse(fmt::format("the row has {}, and the first line names {}.", plural(fields.size(), "field"),
                               plural(targets_.size(), "column")));
        ImportRow row;
        row.who.backend = row.who.device.backend = BackendKind::cupti;
        for (const auto& [target, field] : given_)
            target.set(row, ImportValue(reader_, field, target.name), target.factor);
        for (size_t i = 0; i < fields.size(); ++i) {
            const auto& target = targets_[i];
            if (!target.set || fields[i].text.empty()) continue;  // absent is not zero
            if (target.name == "start") start_column_ = fields[i].column;
            target.set(row, ImportValue(reader_, fields[i], header_[i].text), target.factor);
        }
        if (row.skipped) return row;
        for (const auto& column : row.left_out) ++result_.values_left_out[column];
        check_bounds(row, fields);
        const auto need = [&](bool there, const char* what) {
            if (!there) refuse(fmt::format("the row lacks '{}'.", what));
        };
        need(!row.who.subject.name.empty(), "variant");
        need(row.workload.n != 0, "n");
        describe_sort(row.who, row.workload, row.config);
        if (!by_launch_) need(row.time_ns.has_value(), "time");
        if (row.who.time_mode == TimeMode::none && has_time_)
            row.who.time_mode = row.who.backend == BackendKind::cpu ? TimeMode::host : TimeMode::stream;
        if (by_launch_) std::swap(row.launch.required_bytes, row.who.required_bytes);
        return row;
    }

    /// Refuses a counter that verify would find in the store.
    void check_bounds(const ImportRow& row, const std::vector<CsvField>& fields) const {
        const auto broken = broken_bound(row.launch.counters, row.who.device.cc_major);
        if (!broken) return;
        const auto target = std::ranges::find(targets_, metric_of(broken->part.id).id, &ImportTarget::name);
        const auto at = size_t(target - targets_.begin());
        ImportValue(reader_, fields.at(at), header_.at(at).text).refuse("the launch " + broken->sentence);
    }

    /// Condition, column 'case' and compute capability, which a condition lacks
    using Identity = std::tuple<Condition, std::string, int, int>;
    using Stream = std::tuple<std::optional<uint32_t>, std::optional<uint32_t>, std::optional<uint32_t>>;
    struct CaseState {
        size_t at = 0;  ///< in result_.cases
        std::optional<uint64_t> last_index{};
        std::map<Stream, int64_t> last_starts{};
        std::optional<bool> verified{};
    };

    void add(ImportRow row, size_t line) {
        if (row.skipped) {
            ++result_.skipped;
            return;
        }
        const auto [place, is_new] = states_.try_emplace(
            Identity{condition_of(row.who), row.group, row.who.device.cc_major, row.who.device.cc_minor},
            CaseState{.at = result_.cases.size(), .verified = row.verified});
        auto& state = place->second;
        if (is_new) {
            result_.cases.push_back(std::move(row.who));
            result_.lines.push_back(line);
        }
        auto& record = result_.cases[state.at];
        if (!by_launch_ || is_new)
            add_trial(record, row);
        else if (record.trials.front().duration_ns != row.time_ns)
            reader_.refuse(
                line, 1,
                "the launch has another time of the whole sort than the launches of its case before it.");
        if (by_launch_ && !is_new && row.verified) {
            if (state.verified.value_or(*row.verified) != *row.verified)
                reader_.refuse(
                    line, 1,
                    "the launch contradicts the launches of its case before it on the output ('verified').");
            state.verified = row.verified;
            keep_word(record, record.trials.front(), row);
        }
        if (by_launch_) add_launch(record, std::move(row), state, line);
    }

    void add_trial(CaseRecord& record, const ImportRow& row) {
        auto& trial = record.trials.emplace_back();
        trial.kind = row.time_ns ? TrialKind::time : TrialKind::activity;
        trial.index = uint32_t(record.trials.size() - 1);
        trial.duration_ns = row.time_ns;
        keep_word(record, trial, row);
        if (row.time_ns) trial.time_mode = record.time_mode;
    }

    static void keep_word(CaseRecord& record, TrialRecord& trial, const ImportRow& row) {
        trial.verified = row.verified == true;
        if (row.verified == false) record.status = CaseStatus::unverified;
    }

    void add_launch(CaseRecord& record, ImportRow row, CaseState& state, size_t line) {
        if (row.launch_index && state.last_index && *row.launch_index <= *state.last_index)
            reader_.refuse(line, 1,
                           fmt::format("launch {} comes after launch {} of its case. Sort the rows, or "
                                       "distinguish the cases by a column 'case'.",
                                       *row.launch_index, *state.last_index));
        if (row.launch_index) state.last_index = row.launch_index;
        auto& launch = row.launch;
        if (launch.start_ns) {
            auto& before =
                state.last_starts.try_emplace({launch.process_id, launch.context_id, launch.stream_id}, 0)
                    .first->second;
            if (*launch.start_ns < before)
                reader_.refuse(
                    line, start_column_,
                    fmt::format("the launch starts {} ns before its predecessor in the same stream. Sort the "
                                "rows, or give each its stream, context or process.",
                                before - *launch.start_ns));
            before = *launch.start_ns;
        }
        launch.index = uint32_t(record.launches.size());
        if (launch.stage.stage == 0) launch.stage.stage = int(launch.index) + 1;
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
        const auto timed = std::ranges::count_if(
            record.launches, [](const LaunchRecord& launch) { return launch.duration_ns.has_value(); });
        if (timed > 0 && size_t(timed) < record.launches.size())
            record.notes.push_back({Severity::warning, "Some launches were imported without a duration."});
    }

    const std::string& name_;
    const ImportOptions& options_;
    CsvReader reader_;
    std::vector<CsvField> header_;
    ImportTool tool_ = ImportTool::none;
    std::vector<ImportTarget> targets_;  ///< of each column
    std::vector<std::pair<ImportTarget, CsvField>> given_;
    std::map<Identity, CaseState> states_;
    bool by_launch_ = false, has_time_ = false;
    size_t start_column_ = 1;  ///< of the current row
    Imported result_;
};

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

/// Cases of the draft file are numbered in their order.
std::string refusal_of(const Finding& finding, const Imported& imported) {
    const auto at = size_t(finding.in_case.value_or(0)) - 1;
    const auto where = at < imported.cases.size()
                           ? fmt::format(", line {}: the case that begins there, {},", imported.lines.at(at),
                                         condition_of(imported.cases[at]).label())
                           : std::string();
    return fmt::format("'{}'{} has values that cannot be: {} Nothing was stored.", imported.name, where,
                       finding.sentence);
}
}  // namespace

Imported parse_import(const std::string& name, std::string_view text, const ImportOptions& options) {
    auto imported = Import(name, text, options).run();
    imported.digest = digest_of(text, options);
    return imported;
}

std::string import_uuid(const std::filesystem::path& into, const Imported& imported, bool again) {
    std::error_code failed;
    if (!std::filesystem::exists(into, failed)) return imported.digest;
    const auto runs = Reader(into).runs();
    auto uuid = imported.digest;
    for (int time = 2;; ++time) {
        const auto run = std::ranges::find(runs, uuid, &RunRecord::uuid);
        if (run == runs.end()) return uuid;
        if (!again)
            throw failure(ErrorKind::usage,
                          "'{}' has the values of '{}' already: run {}, imported at {}. Nothing was stored. "
                          "Delete that run first ('sortscope delete {} --run {}'), or import the values as "
                          "another run with --again.",
                          into.string(), imported.name, run->id, run->started_utc, into.string(), run->id);
        uuid = text_digest(fmt::format("{} {}", imported.digest, time));
    }
}

void store_import(const std::filesystem::path& into, const RunRecord& run, const Imported& imported,
                  const std::function<bool()>& stopped) {
    check_writable_target(into);
    // Into a file of its own first, which is merged in one transaction.
    const TempFile draft(into, "import");
    {
        Writer writer(draft.path());
        const auto id = writer.begin_run(run);
        for (const auto& record : imported.cases) {
            if (stopped && stopped())
                throw Error(ErrorKind::data, "The import was stopped. Nothing was stored.");
            writer.write_case(id, record);
        }
        writer.finish_run(id, run);
    }
    if (const auto found = verify(draft.path()).findings; !found.empty())
        throw Error(ErrorKind::data, refusal_of(found.front(), imported));
    merge(into, std::vector{draft.path()}, default_merge_wait, stopped);
}
}
