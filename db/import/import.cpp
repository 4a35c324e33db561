#include "db/import/import.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include "core/condition.hpp"
#include "core/csv_text.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "db/check/verify.hpp"
#include "db/import/import_columns.hpp"
#include "db/merge/merge.hpp"
#include "db/read/reader.hpp"
#include "db/rows/columns.hpp"
#include "db/schema/connection.hpp"
#include "db/sqlite/errors.hpp"
#include "db/sqlite/file_check.hpp"
#include "db/write/case_writer.hpp"

namespace sortscope::db {
namespace {
constexpr size_t most_cases = 200'000;
constexpr size_t most_trials = 1U << 23U, most_trials_of_case = 1U << 20U;
constexpr size_t most_waiting_launches = 1U << 17U;

class Import {
 public:
    Import(const std::string& name, std::istream& in, const ImportOptions& options, ImportSink& sink)
        : name_(name), options_(options), reader_(name, in), sink_(sink) {
        numbers_.decimal = options.decimal;
    }

    Imported run(const std::function<bool()>& stopped) {
        read_header();
        std::vector<CsvField> fields;
        while (next(fields)) {
            if (result_.rows == 0 && tool_ == ImportTool::ncu && is_units(fields)) {
                take_units(fields);
                continue;
            }
            if (++result_.rows % 4096 == 0) check_stopped(stopped);
            add(row_of(fields), fields.front().line);
        }
        check_stopped(stopped);  // an interruption ends the input, too
        check_mapped();
        end_open_case();
        for (auto* waiting : waiting_) begin_case(*waiting), end_open_case();
        result_.name = name_;
        if (result_.cases.empty())
            throw failure(ErrorKind::data, "'{}' holds no row of values: there is nothing to import.", name_);
        result_.digest = digest_.text();
        return std::move(result_);
    }

 private:
    template <class... T>
    [[noreturn]] void refuse(size_t line, size_t column, fmt::format_string<T...> what, T&&... values) const {
        reader_.refuse(line, column, what, std::forward<T>(values)...);
    }

    bool next(std::vector<CsvField>& fields) {
        if (!reader_.next(fields)) return false;
        for (const auto& field : fields) digest_.add(field.text);
        digest_.add("\n");
        return true;
    }

    void digest_options() {
        for (const auto* pairs : {&options_.columns, &options_.values}) {
            digest_.add(std::to_string(pairs->size()));
            for (const auto& [name, value] : *pairs) digest_.add(name), digest_.add(value);
        }
        digest_.add(name_of(options_.provenance));
        digest_.add(std::to_string(int(options_.decimal)));
    }

    void check_mapped() const {
        std::vector<std::string> headings;
        for (const auto& field : header_) headings.push_back(field.text);
        for (size_t i = 0; i < header_.size(); ++i) headings.push_back(fmt::format("#{}", i + 1));
        for (const auto& [theirs, ours] : options_.columns)
            if (!contains(headings, theirs))
                throw failure(ErrorKind::usage, "--map: '{}' has no column '{}'.{}", name_, theirs,
                              nearest(theirs, headings));
    }

    void read_header() {
        digest_options();
        reader_.set_separator(
            options_.separator ? *options_.separator
                               : reader_.find_separator(
                                     "Name the one between columns: --separator comma, semicolon or tab."));
        numbers_.separator = reader_.separator();
        if (!next(header_))
            throw failure(ErrorKind::data, "'{}' is empty. Its first line names the columns.", name_);
        tool_ = tool_of(header_);
        numbers_.grouped = tool_ == ImportTool::ncu;
        std::set<std::string> taken;
        for (size_t i = 0; i < header_.size(); ++i) {
            const auto& field = header_[i];
            const auto& target = targets_.emplace_back(target_of(field, fmt::format("#{}", i + 1)));
            by_launch_ |= target.of_launch;
            if (!target.name.empty() && !taken.insert(target.name).second)
                refuse(field.line, field.column,
                       "there are two columns of '{}'. Leave one out by its number: --map '#{}=' drops this "
                       "one.",
                       target.name, i + 1);
            if (target.name.empty() && !field.text.empty()) add_once(result_.left_out, field.text);
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
                refuse(1, 1,
                       "no column is '{0}'. Name one so, map one (--map 'theirs={0}'), or set it for all "
                       "rows (--set {0}=...).",
                       needed);
        has_time_ = taken.contains("time");
        if (!by_launch_ && !has_time_)
            refuse(1, 1,
                   "no column holds a time (time_ns, time_us, time_ms, time_s), nor anything of launches.");
    }

    ImportTarget target_of(const CsvField& field, const std::string& number) {
        const auto& name = field.text;
        const auto find = [&](const std::string& column, ImportTool tool) {
            return find_target(column, tool, options_.provenance);
        };
        for (const auto& heading : {number, name})
            if (const auto* ours = mapped_or_null(options_.columns, heading)) {
                if (ours->empty()) return {};
                if (auto target = find(*ours, ImportTool::none)) return *std::move(target);
                throw failure(ErrorKind::usage, "--map: there is no column '{}' to take '{}' for.{}", *ours,
                              name, nearest(*ours, target_names()));
            }
        for (const auto tool : {tool_, ImportTool::none})
            if (auto target = find(name, tool)) return *std::move(target);
        if (options_.others) return {};
        refuse(field.line, field.column,
               "the column '{}' means nothing here.{} Say what it is (--map '{}=...') or leave all such out "
               "(--others).",
               name, nearest(name, target_names()), name);
    }

    static std::string nearest(const std::string& name, const std::vector<std::string>& names) {
        if (name.size() > 100) return {};  // too slow to compare
        return nearest_sentence(name, {names.begin(), names.end()});
    }

    /// True for ncu's second line, which has units and an empty ID.
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
                refuse(fields[i].line, fields[i].column,
                       "column '{}': the unit '{}' is not understood. Have all printed in their own units "
                       "(ncu --print-units base), or leave the column out (--map '{}=').",
                       heading, fields[i].text, heading);
            targets_[i].factor = *factor;
        }
    }

    ImportRow row_of(const std::vector<CsvField>& fields) {
        const auto& first = fields.front();
        if (fields.size() != targets_.size())
            refuse(first.line, first.column, "the row has {}, and the first line names {}.",
                   plural(fields.size(), "field"), plural(targets_.size(), "column"));
        ImportRow row;
        row.who.backend = row.who.device.backend = BackendKind::cupti;
        for (const auto& [target, field] : given_)
            target.set(row, ImportValue(reader_, field, target.name, {}), target.factor);
        for (size_t i = 0; i < fields.size(); ++i) {
            const auto& target = targets_[i];
            if (!target.set || fields[i].text.empty()) continue;  // an empty field is not 0
            if (target.name == "start") start_column_ = fields[i].column;
            target.set(row, ImportValue(reader_, fields[i], header_[i].text, numbers_), target.factor);
        }
        if (row.skipped) return row;
        for (const auto& column : row.left_out) ++result_.values_left_out[column];
        check_bounds(row, fields);
        const auto need = [&](bool there, const char* what) {
            if (!there) refuse(first.line, first.column, "the row lacks '{}'.", what);
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

    /// Refuses a counter that verify() would report.
    void check_bounds(const ImportRow& row, const std::vector<CsvField>& fields) const {
        const auto broken = broken_bound(row.launch.counters, row.who.device.cc_major);
        if (!broken) return;
        const auto target = std::ranges::find(targets_, metric_of(broken->part.id).id, &ImportTarget::name);
        const auto at = size_t(target - targets_.begin());
        ImportValue(reader_, fields.at(at), header_.at(at).text, numbers_)
            .refuse("the launch {}", broken->sentence);
    }

    /// Condition, column 'case', and compute capability, which a condition lacks.
    using Identity = std::tuple<Condition, std::string, int, int>;
    using Stream = std::tuple<std::optional<uint32_t>, std::optional<uint32_t>, std::optional<uint32_t>>;
    struct Trial {
        std::optional<int64_t> ns;
        bool verified = false;
    };
    /// A case: waiting with its rows, open for further launches, or done.
    struct Case {
        CaseRecord record;
        size_t line = 0;
        std::vector<Trial> trials{};
        std::vector<LaunchRecord> launches{};
        std::optional<uint64_t> last_index{};
        std::map<Stream, int64_t> last_starts{};
        std::optional<bool> verified{}, timed{};  ///< timed: its launches have durations
        uint32_t launch_count = 0;
        bool done = false;
    };

    void add(ImportRow row, size_t line) {
        if (row.skipped) {
            ++result_.skipped;
            return;
        }
        const auto [place, is_new] = cases_.try_emplace(
            Identity{condition_of(row.who), row.group, row.who.device.cc_major, row.who.device.cc_minor});
        auto& to = place->second;
        if (&to != open_) end_open_case();
        if (is_new) {
            if (cases_.size() > most_cases)
                refuse(line, 1, "there are more than {} cases. Import the file in parts.",
                       format_grouped(most_cases));
            to.record = std::move(row.who);
            to.line = line;
            to.verified = row.verified;
            waiting_.push_back(&to);
        }
        if (to.done)
            refuse(line, 1,
                   "the case of line {} goes on here, after launches of other cases. In a file of more than "
                   "{} launches, those of a case must follow each other: sort the rows.",
                   to.line, format_grouped(most_waiting_launches));
        if (!by_launch_ || is_new)
            add_trial(to, row, line);
        else if (to.trials.front().ns != row.time_ns)
            refuse(line, 1,
                   "the launch has another time of the whole sort than the launches of its case before it.");
        if (by_launch_ && !is_new && row.verified) {
            if (to.verified.value_or(*row.verified) != *row.verified)
                refuse(
                    line, 1,
                    "the launch contradicts the launches of its case before it on the output ('verified').");
            if (&to == open_ && !to.verified)
                refuse(line, 1,
                       "'verified' comes too late in a case with so many launches. Give it in the case's "
                       "first row.");
            to.verified = row.verified;
            to.trials.front().verified = *row.verified;
            if (!*row.verified) to.record.status = CaseStatus::unverified;
        }
        if (by_launch_) add_launch(to, std::move(row), line);
    }

    void add_trial(Case& to, const ImportRow& row, size_t line) {
        if (++trials_ > most_trials || to.trials.size() >= most_trials_of_case)
            refuse(line, 1, "there are more than {} trials, or {} of one case. Import the file in parts.",
                   format_grouped(most_trials), format_grouped(most_trials_of_case));
        to.trials.push_back({row.time_ns, row.verified == true});
        if (row.verified == false) to.record.status = CaseStatus::unverified;
    }

    void add_launch(Case& to, ImportRow row, size_t line) {
        if (row.launch_index && to.last_index && *row.launch_index <= *to.last_index)
            refuse(line, 1,
                   "launch {} comes after launch {} of its case. Sort the rows, or distinguish the cases by "
                   "a column 'case'.",
                   *row.launch_index, *to.last_index);
        if (row.launch_index) to.last_index = row.launch_index;
        auto& launch = row.launch;
        if (launch.start_ns) {
            auto& before =
                to.last_starts.try_emplace({launch.process_id, launch.context_id, launch.stream_id}, 0)
                    .first->second;
            if (*launch.start_ns < before)
                refuse(line, start_column_,
                       "the launch starts {} ns before its predecessor in the same stream. Sort the rows, or "
                       "give each its stream, context or process.",
                       before - *launch.start_ns);
            before = *launch.start_ns;
        }
        launch.index = to.launch_count++;
        if (launch.stage.stage == 0) launch.stage.stage = int(launch.index) + 1;
        if (launch.stage.substage == 0) launch.stage.substage = 1;
        if (launch.kernel.empty()) launch.kernel = subject_name(to);
        if (launch.duration_ns) launch.duration_count = 1;
        if (&to == open_) {
            if (launch.duration_ns.has_value() != to.timed)
                refuse(line, 1,
                       "some launches of the case have a duration, and others none. In a case with so many "
                       "launches, give all a duration or none.");
            return sink_.add(std::move(launch));
        }
        to.launches.push_back(std::move(launch));
        if (++waiting_launches_ > most_waiting_launches) give_up_waiting(to);
    }

    const std::string& subject_name(const Case& of) const {
        return of.record.subject.name.empty() ? result_.cases.back().subject.name : of.record.subject.name;
    }

    /// Passes all waiting cases to the sink, and leaves `current` open for further launches.
    void give_up_waiting(Case& current) {
        for (auto* waiting : waiting_)
            if (waiting != &current) begin_case(*waiting), end_open_case();
        begin_case(current);
        waiting_.clear();
        waiting_launches_ = 0;
    }

    void begin_case(Case& of) {
        const auto timed = std::ranges::count_if(
            of.launches, [](const LaunchRecord& launch) { return launch.duration_ns.has_value(); });
        of.timed = timed > 0;
        CaseRecord record = std::move(of.record);
        record.trials.reserve(of.trials.size());
        record.launch_count = of.launches.size();
        for (const auto& trial : of.trials) db::add_trial(record, trial.ns).verified = trial.verified;
        finish(record, timed > 0 && size_t(timed) < of.launches.size());
        result_.lines.push_back(of.line);
        db::begin_case(sink_, result_, std::move(record));
        for (auto& launch : of.launches) sink_.add(std::move(launch));
        of.launches = {};
        if (!by_launch_) of.trials = {};
        open_ = &of;
    }

    void end_open_case() {
        if (open_ == nullptr) return;
        sink_.end();
        result_.cases.back().launch_count = open_->launch_count;
        result_.launches += open_->launch_count;
        open_->done = true;
        open_->record = {};
        open_->last_starts.clear();
        open_ = nullptr;
    }

    void finish(CaseRecord& record, bool partly_timed) const {
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
        if (partly_timed)
            record.notes.push_back({Severity::warning, "Some launches were imported without a duration."});
    }

    const std::string& name_;
    const ImportOptions& options_;
    CsvReader reader_;
    ImportSink& sink_;
    ImportNumbers numbers_;
    TextsDigest digest_;
    std::vector<CsvField> header_;
    ImportTool tool_ = ImportTool::none;
    std::vector<ImportTarget> targets_;  ///< of each column
    std::vector<std::pair<ImportTarget, CsvField>> given_;
    std::map<Identity, Case> cases_;
    std::vector<Case*> waiting_;  ///< in order of their first rows
    Case* open_ = nullptr;
    size_t trials_ = 0, waiting_launches_ = 0;
    bool by_launch_ = false, has_time_ = false;
    size_t start_column_ = 1;  ///< of the current row
    Imported result_;
};

/// Describes a defect of the draft, where case ids count from 1 in import order.
std::string refusal_of(const Defect& defect, const Imported& imported) {
    const auto at = size_t(defect.in_case.value_or(0)) - 1;
    std::string where;
    if (at < imported.cases.size()) {
        const auto label = condition_of(imported.cases[at]).label();
        where = at < imported.lines.size()
                    ? fmt::format(", line {}: the case that begins there, {},", imported.lines[at], label)
                    : fmt::format(": the case {}", label);
    }
    return fmt::format("'{}'{} has values that cannot be: {} Nothing was stored.", imported.name, where,
                       defect.sentence);
}
}  // namespace

Imported import_csv(const std::string& name, std::istream& in, const ImportOptions& options, ImportSink& sink,
                    const std::function<bool()>& stopped) {
    return Import(name, in, options, sink).run(stopped);
}

void TextsDigest::add(std::string_view text) {
    constexpr size_t most_bytes = 1 << 20;
    part_ += fmt::format("{}:", text.size());
    part_ += text;
    if (part_.size() < most_bytes) return;
    state_ = text_digest(state_ + part_);
    part_.clear();
}

std::string TextsDigest::text() { return text_digest(state_ + part_); }

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

void begin_case(ImportSink& sink, Imported& imported, CaseRecord record) {
    auto trials = std::exchange(record.trials, {});
    auto transfers = std::exchange(record.transfers, {});
    imported.cases.push_back(record);
    record.trials = std::move(trials);
    record.transfers = std::move(transfers);
    sink.begin(std::move(record));
}

TrialRecord& add_trial(CaseRecord& record, std::optional<int64_t> ns) {
    auto& trial = record.trials.emplace_back();
    trial.kind = ns ? TrialKind::time : TrialKind::activity;
    trial.index = uint32_t(record.trials.size() - 1);
    trial.duration_ns = ns;
    if (ns) trial.time_mode = record.time_mode;
    return trial;
}

void check_stopped(const std::function<bool()>& stopped) {
    if (stopped && stopped()) throw Error(ErrorKind::data, "The import was stopped. Nothing was stored.");
}

struct ImportDraft::Impl {
    explicit Impl(const std::filesystem::path& file) : into(file), draft(file, "import") {
        check_writable_target(into);
        guard([&] {
            database.emplace(open_for_writing(draft.path()));
            database->exec("PRAGMA synchronous = OFF");  // no other process reads the draft
            transaction.emplace(*database);
            run = write_run(*database, {});
            cases.emplace(*database);
        });
    }

    template <class Work>
    void guard(Work&& work) {
        try {
            guarded(draft.path(), "Storing the import failed", std::forward<Work>(work));
        } catch (const Contradiction& fault) {
            throw failure(ErrorKind::data, "The import has values that cannot be: {}. Nothing was stored.",
                          fault.what());
        }
    }

    void close() {
        cases.reset();
        transaction->commit();
        transaction.reset();
        merge_log(*database);
        database.reset();
    }

    std::filesystem::path into;
    TempFile draft;
    std::optional<Database> database;
    std::optional<SQLite::Transaction> transaction;
    std::optional<CaseWriter> cases;
    RunId run{};
};

ImportDraft::ImportDraft(const std::filesystem::path& into) : impl_(std::make_unique<Impl>(into)) {}
ImportDraft::~ImportDraft() = default;

void ImportDraft::begin(CaseRecord record) {
    impl_->guard([&] { impl_->cases->begin(impl_->run, record); });
}
void ImportDraft::add(LaunchRecord launch) {
    impl_->guard([&] { impl_->cases->launches().add(launch); });
}
void ImportDraft::end() {
    impl_->guard([&] { impl_->cases->launches().finish({}); });
}

void ImportDraft::store(const RunRecord& run, const Imported& imported,
                        const std::function<bool()>& stopped) {
    impl_->guard([&] {
        auto& database = *impl_->database;
        // Move the cases from the draft's first run, a placeholder, to `run`.
        const auto stored = write_run(database, run);
        execute(Statement(database, "UPDATE profiled_case SET run_id = ?"), stored);
        execute(Statement(database, "DELETE FROM run WHERE id = ?"), impl_->run);
        impl_->close();
    });
    const auto& draft = impl_->draft.path();
    if (const auto found = verify(draft).defects; !found.empty())
        throw Error(ErrorKind::data, refusal_of(found.front(), imported));
    merge(impl_->into, std::vector{draft}, stopped);
}
}
